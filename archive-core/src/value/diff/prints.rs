//! Hashes of a value and all its parts, each computed once.
//!
//! Equal values have equal hashes. Different values may also have equal hashes, and an attacker can construct
//! such values, so values with equal hashes must still be compared.

use alloc::vec::Vec;

use crate::primitive::for_each_number;
use crate::value::Value;
use crate::value::elements::Elements;

/// The hash of one value. The prints of its parts follow its own and end at `end`.
#[derive(Clone, Copy, Default)]
struct Print {
    hash: u64,
    end: usize,
}

/// The prints of a value and its parts, in the order of the tree. Keys of maps and compact numbers have no
/// prints of their own.
pub(super) struct Prints(Vec<Print>);

impl Prints {
    pub(super) fn new(value: &Value<'_>) -> Self {
        let mut prints = Self(Vec::new());
        prints.add(value);
        prints
    }

    /// The hash in the print at an index.
    pub(super) fn hash(&self, at: usize) -> u64 {
        self.0.get(at).map_or(0, |print| print.hash)
    }

    /// The indexes of the prints of a value's parts.
    pub(super) fn parts(&self, at: usize, count: usize) -> impl Iterator<Item = usize> + use<'_> {
        let first = at.saturating_add(1);
        let next = |at: &usize| self.0.get(*at).map(|print| print.end);
        core::iter::successors(Some(first), next).take(count)
    }

    fn add(&mut self, value: &Value<'_>) -> u64 {
        let at = self.0.len();
        self.0.push(Print::default());
        let hash = self.hash_of(value);
        let end = self.0.len();
        if let Some(print) = self.0.get_mut(at) {
            *print = Print { hash, end };
        }
        hash
    }

    fn hash_of(&mut self, value: &Value<'_>) -> u64 {
        let start = mix(SEED, u64::from(value.rank() as u8));
        match value {
            Value::Option(None) => start,
            Value::Option(Some(inner)) => mix(start, self.add(inner)),
            Value::List(values) | Value::Tuple(values) => self.all(start, values),
            Value::Numbers(_) | Value::Bytes(_) => Elements::of(value)
                .map_or(start, |it| it.iter().fold(start, |h, it| mix(h, leaf(&it)))),
            Value::Map(entries) => entries.iter().fold(start, |hash, (key, value)| {
                let hash = mix(hash, Self::new(key).hash(0));
                mix(hash, self.add(value))
            }),
            Value::Struct(it) | Value::Variant(it) => {
                let start = mix(text(start, it.type_name()), u64::from(it.version()));
                self.all(text(start, it.variant().unwrap_or_default()), &it.fields)
            }
            leaf_value => leaf(leaf_value),
        }
    }

    fn all(&mut self, start: u64, values: &[Value<'_>]) -> u64 {
        values.iter().fold(start, |hash, value| mix(hash, self.add(value)))
    }
}

const SEED: u64 = 0x243f_6a88_85a3_08d3;

/// The multiplication spreads bits upwards, and the shift brings them back down.
fn mix(hash: u64, with: u64) -> u64 {
    let product = (hash.rotate_left(23) ^ with).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 32)
}

fn text(hash: u64, text: &str) -> u64 {
    let hash = mix(hash, u64::try_from(text.len()).unwrap_or(u64::MAX));
    text.as_bytes().chunks(8).fold(hash, |hash, chunk| mix(hash, word(chunk)))
}

/// Packs up to eight bytes into a number.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |word, byte| (word << 8) | u64::from(*byte))
}

macro_rules! leaf {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        /// The hash of a value without parts.
        pub(super) fn leaf(value: &Value<'_>) -> u64 {
            let start = mix(SEED, u64::from(value.rank() as u8));
            match value {
                Value::Bool(is) => mix(start, u64::from(*is)),
                $(Value::$variant(number) => {
                    number.to_le_bytes().chunks(8).fold(start, |hash, part| mix(hash, word(part)))
                })*
                Value::Char(c) => mix(start, u64::from(*c)),
                Value::Str(it) => text(start, it),
                _ => start,
            }
        }
    };
}
for_each_number!(leaf);
