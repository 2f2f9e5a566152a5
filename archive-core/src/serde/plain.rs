//! Shows values of serde's types in JSON and other formats of serde, as those formats would show them.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::ToString;
use alloc::vec::Vec;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::walk::Walk;
use crate::Primitive;
use crate::plain::{Data, Key, is_name};
use crate::text::tape::{LINK, SOME};

/// Every reader of JSON can represent the integers up to this one.
const SAFE: u64 = 1 << 53;

/// A value of serde's data model.
pub(super) struct Plain<'w, 'r, 'c> {
    pub(super) walk: &'w Walk<'r, 'c>,
    pub(super) value: &'w Data,
    /// Whether it is in an option, which may be `null` itself.
    pub(super) is_in_option: bool,
}

impl Serialize for Plain<'_, '_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (walk, name) = (self.walk, self.value.name());
        match self.value {
            Data::None | Data::Unit if !self.is_in_option => serializer.serialize_none(),
            Data::None | Data::Unit => self.named::<(), _>(name, &[], serializer),
            Data::Some(held) if self.value.is_plain() => self.of(held).serialize(serializer),
            Data::Some(held) => self.named(name, &[self.of(held)], serializer),
            Data::List(values) => {
                let _level = walk.levels.deeper()?;
                serializer.collect_seq(values.iter().map(|value| self.of(value)))
            }
            Data::Map(entries) => match keys(entries) {
                Some(keys) => {
                    let _level = walk.levels.deeper()?;
                    let mut map = serializer.serialize_map(Some(keys.len()))?;
                    for (key, (_, value)) in keys.iter().zip(entries) {
                        map.serialize_entry(key, &self.of(value))?;
                    }
                    map.end()
                }
                None => self.named(name, &[self.pairs(entries)], serializer),
            },
            value => match (value.primitive(), self.safe()) {
                (_, Some(number)) => serializer.serialize_i64(number),
                (Some(held), _) if self.is_shown(&held) => walk.primitive(held, serializer),
                (Some(held), _) => self.named(name, &[Held { walk, held }], serializer),
                (None, _) => serializer.serialize_none(),
            },
        }
    }
}

impl<'w, 'r, 'c> Plain<'w, 'r, 'c> {
    fn of(&self, value: &'w Data) -> Self {
        Self { walk: self.walk, value, is_in_option: false }
    }

    fn pairs(&self, entries: &'w [(Data, Data)]) -> Vec<[Self; 2]> {
        entries.iter().map(|(key, value)| [self.of(key), self.of(value)]).collect()
    }

    /// Serializes the fields of a variant behind its name.
    fn named<T: Serialize, S: Serializer>(
        &self,
        name: &str,
        fields: &[T],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let _level = self.walk.levels.deeper()?;
        serializer.collect_map([(name, fields)])
    }

    /// The integer that every reader of JSON can represent, if it is one.
    fn safe(&self) -> Option<i64> {
        let Some(Key::Number(number)) = self.value.number().filter(|_| self.value.is_plain())
        else {
            return None;
        };
        i64::try_from(number).ok().filter(|number| number.unsigned_abs() <= SAFE)
    }

    /// Whether a value without parts is known to be what it is by what is shown.
    fn is_shown(&self, held: &Primitive<'_>) -> bool {
        match held {
            Primitive::Bytes(_) => false,
            Primitive::F64(number) => number.is_finite(),
            _ => {
                let is_integer = self.value.number().is_some();
                self.value.is_plain() && (!is_integer || self.walk.wide > held.kind().min_size())
            }
        }
    }
}

/// A value without parts.
struct Held<'w, 'r, 'c, 'd> {
    walk: &'w Walk<'r, 'c>,
    held: Primitive<'d>,
}

impl Serialize for Held<'_, '_, '_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.walk.primitive(self.held.clone(), serializer)
    }
}

/// The keys of an object with these entries, or `None` if it cannot be one: its keys are something else or occur twice, or it
/// would be read as a variant, an option or a link.
fn keys<'d>(entries: &'d [(Data, Data)]) -> Option<Vec<Cow<'d, str>>> {
    let shown = |key: &'d Data| {
        Some(match key.key()? {
            Key::Number(number) => number.to_string().into(),
            Key::Large(number) => number.to_string().into(),
            Key::Char(c) => c.to_string().into(),
            Key::Str(text) => Cow::Borrowed(text),
        })
    };
    let keys = entries.iter().map(|(key, _)| shown(key)).collect::<Option<Vec<_>>>()?;
    let is_special = |key: &str| is_name(key) || key == SOME || key == LINK;
    let is_mistakable = matches!(&*keys, [key] if is_special(key));
    let are_different = keys.iter().collect::<BTreeSet<_>>().len() == keys.len();
    (are_different && !is_mistakable).then_some(keys)
}
