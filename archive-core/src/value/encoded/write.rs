//! Encodes trees to bytes.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::super::{Compound, Head, Value};
use super::code;
use crate::limits::Depth;
use crate::primitive::for_each_number;
use crate::shape::Style;
use crate::{Error, PrimitiveKind, varint};

/// Encodes a tree.
///
/// # Errors
///
/// Fails if the tree is nested too deeply to be loaded again.
pub(super) fn encode(value: &Value<'_>) -> Result<Vec<u8>, Error> {
    let (heads, met, levels) = (BTreeMap::new(), BTreeMap::new(), super::read::LEVELS);
    let mut out = Encoder { out: Vec::new(), heads, met, levels };
    out.value(value)?;
    Ok(out.out)
}

struct Encoder<'v> {
    out: Vec<u8>,
    /// The numbers of the heads written so far, by content, from 1.
    heads: BTreeMap<Content<'v>, usize>,
    /// The same, by address.
    met: BTreeMap<usize, usize>,
    levels: Depth,
}

/// A head, compared by its content.
#[derive(PartialEq)]
struct Content<'v>(&'v Head);

impl Eq for Content<'_> {}

impl PartialOrd for Content<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Content<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        style(self.0.style).cmp(&style(other.0.style)).then_with(|| self.0.cmp(other.0))
    }
}

impl<'v> Encoder<'v> {
    fn len(&mut self, len: usize) {
        varint::write(&mut self.out, u64::try_from(len).unwrap_or(u64::MAX));
    }

    fn text(&mut self, text: &str) {
        self.len(text.len());
        self.out.extend_from_slice(text.as_bytes());
    }

    fn all(&mut self, code: u8, values: &'v [Value<'_>]) -> Result<(), Error> {
        self.out.push(code);
        self.len(values.len());
        values.iter().try_for_each(|value| self.value(value))
    }

    fn value(&mut self, value: &'v Value<'_>) -> Result<(), Error> {
        self.levels.descend()?;
        self.part(value)?;
        self.levels.ascend();
        Ok(())
    }

    fn compound(&mut self, code: u8, value: &'v Compound<'_>) -> Result<(), Error> {
        self.out.push(code);
        self.head(&value.head);
        value.fields.iter().try_for_each(|field| self.value(field))
    }

    /// Writes a head in full, or the number of an equal one that was written before.
    fn head(&mut self, head: &'v Arc<Head>) {
        let address = Arc::as_ptr(head).addr();
        if let Some(number) = self.met.get(&address) {
            return self.len(*number);
        }
        let next = self.heads.len().saturating_add(1);
        let number = *self.heads.entry(Content(head)).or_insert(next);
        self.met.insert(address, number);
        if number != next {
            return self.len(number);
        }
        self.len(0);
        self.text(&head.ty);
        varint::write(&mut self.out, u64::from(head.version));
        self.text(head.variant.as_deref().unwrap_or_default());
        self.out.push(style(head.style));
        self.len(head.names.len());
        head.names.iter().map(String::as_str).for_each(|name| self.text(name));
    }
}

macro_rules! part {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        impl<'v> Encoder<'v> {
            fn part(&mut self, value: &'v Value<'_>) -> Result<(), Error> {
                match value {
                    Value::Unit => self.out.push(PrimitiveKind::Unit.code()),
                    Value::Bool(value) => {
                        self.out.extend([PrimitiveKind::Bool.code(), u8::from(*value)]);
                    }
                    $(Value::$variant(value) => {
                        self.out.push(PrimitiveKind::$variant.code());
                        self.out.extend_from_slice(&value.to_le_bytes());
                    })*
                    Value::Char(value) => {
                        self.out.push(PrimitiveKind::Char.code());
                        self.out.extend_from_slice(&u32::from(*value).to_le_bytes());
                    }
                    Value::Str(text) => {
                        self.out.push(PrimitiveKind::Str.code());
                        self.text(text);
                    }
                    Value::Bytes(bytes) => {
                        self.out.push(PrimitiveKind::Bytes.code());
                        self.len(bytes.len());
                        self.out.extend_from_slice(bytes);
                    }
                    Value::Numbers(numbers) => {
                        self.out.extend([code::NUMBERS, numbers.kind().code()]);
                        self.len(numbers.len());
                        self.out.extend_from_slice(numbers.bytes());
                    }
                    Value::Option(None) => self.out.push(code::NONE),
                    Value::Option(Some(value)) => {
                        self.out.push(code::SOME);
                        self.value(value)?;
                    }
                    Value::List(values) => self.all(code::LIST, values)?,
                    Value::Tuple(values) => self.all(code::TUPLE, values)?,
                    Value::Map(entries) => {
                        self.out.push(code::MAP);
                        self.len(entries.len());
                        for (key, value) in entries {
                            self.value(key)?;
                            self.value(value)?;
                        }
                    }
                    Value::Struct(value) => self.compound(code::STRUCT, value)?,
                    Value::Variant(value) => self.compound(code::VARIANT, value)?,
                }
                Ok(())
            }
        }
    };
}
for_each_number!(part);

/// The code of a style.
fn style(style: Style) -> u8 {
    match style {
        Style::Named => code::NAMED,
        Style::Tuple => code::PARENS,
        Style::Unit => code::UNIT,
    }
}
