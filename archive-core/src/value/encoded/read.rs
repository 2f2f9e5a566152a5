//! Decodes bytes to trees.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::super::{Compound, Head, History, Numbers, Value};
use super::{are_distinct, code};
use crate::limits::Depth;
use crate::primitive::for_each_number;
use crate::shape::Style;
use crate::{Error, ErrorKind, Limits, PrimitiveKind, varint};

/// The levels of values that may be entered.
pub(super) const LEVELS: Depth = Depth::of_values(Limits::new().depth);

/// Reserves memory, in bytes, or returns `false`.
pub(super) type Grant<'g> = &'g mut dyn FnMut(usize) -> bool;

/// Decodes a tree. All memory that it takes is reserved with `grant`.
///
/// # Errors
///
/// Fails if the bytes are not exactly one tree, or memory is refused.
pub(super) fn decode(bytes: &[u8], grant: Grant<'_>) -> Result<Value<'static>, Error> {
    let (heads, parts) = (Vec::new(), bytes.len());
    let mut input = Decoder { rest: bytes, heads, levels: LEVELS, parts, grant };
    let value = input.value()?;
    if input.rest.is_empty() { Ok(value) } else { Err(invalid()) }
}

struct Decoder<'b, 'g> {
    rest: &'b [u8],
    /// The heads read so far, in order.
    heads: Vec<Arc<Head>>,
    levels: Depth,
    /// The parts that may still follow: each takes at least one byte of its own.
    parts: usize,
    grant: Grant<'g>,
}

impl<'b> Decoder<'b, '_> {
    fn take(&mut self, len: usize) -> Result<&'b [u8], Error> {
        let (bytes, rest) = self.rest.split_at_checked(len).ok_or_else(invalid)?;
        self.rest = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or_else(invalid)?;
        self.rest = rest;
        Ok(*bytes)
    }

    fn byte(&mut self) -> Result<u8, Error> {
        self.array().map(|[byte]| byte)
    }

    fn len(&mut self) -> Result<usize, Error> {
        usize::try_from(varint::read(&mut self.rest)?).map_err(|_| invalid())
    }

    /// Reserves memory for this many values.
    fn claim<T>(&mut self, count: usize) -> Result<(), Error> {
        let bytes = count.checked_mul(size_of::<T>()).ok_or_else(invalid)?;
        // The caller reports the refused memory.
        if (self.grant)(bytes) { Ok(()) } else { Err(invalid()) }
    }

    /// An empty list with room for this many parts.
    fn room<T>(&mut self, count: usize) -> Result<Vec<T>, Error> {
        self.parts = self.parts.checked_sub(count).ok_or_else(invalid)?;
        self.claim::<T>(count)?;
        Ok(Vec::with_capacity(count))
    }

    fn text(&mut self) -> Result<String, Error> {
        let len = self.len()?;
        let text = simdutf8::basic::from_utf8(self.take(len)?).map_err(|_| invalid())?;
        self.claim::<u8>(len)?;
        Ok(text.to_owned())
    }

    fn all(&mut self) -> Result<Vec<Value<'static>>, Error> {
        let len = self.len()?;
        let mut values = self.room(len)?;
        for _ in 0..len {
            values.push(self.value()?);
        }
        Ok(values)
    }

    fn value(&mut self) -> Result<Value<'static>, Error> {
        self.levels.descend()?;
        let code = self.byte()?;
        let value = match PrimitiveKind::ALL.get(usize::from(code)) {
            Some(kind) => self.primitive(*kind),
            None => self.compound(code),
        };
        self.levels.ascend();
        value
    }

    fn compound(&mut self, code: u8) -> Result<Value<'static>, Error> {
        Ok(match code {
            code::NONE => Value::Option(None),
            code::SOME => {
                self.claim::<Value<'static>>(1)?;
                Value::Option(Some(Box::new(self.value()?)))
            }
            code::LIST => Value::List(self.all()?),
            code::TUPLE => Value::Tuple(self.all()?),
            code::MAP => {
                let len = self.len()?;
                let mut entries = self.room(len)?;
                for _ in 0..len {
                    entries.push((self.value()?, self.value()?));
                }
                Value::Map(entries)
            }
            code::NUMBERS => self.numbers()?,
            code::STRUCT => Value::Struct(self.record(false)?),
            code::VARIANT => Value::Variant(self.record(true)?),
            _ => return Err(invalid()),
        })
    }

    fn numbers(&mut self) -> Result<Value<'static>, Error> {
        let kind = PrimitiveKind::ALL.get(usize::from(self.byte()?)).copied();
        let kind = kind.filter(|kind| kind.is_number() && *kind != PrimitiveKind::U8);
        let kind = kind.ok_or_else(invalid)?;
        let bytes = self.len()?.checked_mul(kind.min_size()).ok_or_else(invalid)?;
        let bytes = self.take(bytes)?;
        self.claim::<u8>(bytes.len().saturating_add(size_of::<Numbers<'_>>()))?;
        let bytes = Cow::Owned(bytes.to_owned());
        Ok(Value::Numbers(Box::new(Numbers::new(kind, bytes))))
    }

    fn record(&mut self, is_variant: bool) -> Result<Compound<'static>, Error> {
        let head = self.head(is_variant)?;
        let mut fields = self.room(head.names.len())?;
        for _ in &head.names {
            fields.push(self.value()?);
        }
        Ok(Compound { head, fields: fields.into_boxed_slice() })
    }

    fn head(&mut self, is_variant: bool) -> Result<Arc<Head>, Error> {
        let place = varint::read(&mut self.rest)?;
        if let Some(place) = place.checked_sub(1) {
            let known = usize::try_from(place).ok().and_then(|place| self.heads.get(place));
            let known = known.filter(|known| known.variant.is_some() == is_variant);
            return known.cloned().ok_or_else(invalid);
        }
        let ty = self.text()?;
        let version = varint::read(&mut self.rest)?;
        let version = u32::try_from(version).map_err(|_| invalid())?;
        let variant = self.text()?;
        if !is_variant && !variant.is_empty() {
            return Err(invalid());
        }
        let style = match self.byte()? {
            code::NAMED => Style::Named,
            code::PARENS => Style::Tuple,
            code::UNIT => Style::Unit,
            _ => return Err(invalid()),
        };
        let len = self.len()?;
        let mut names = self.room(len)?;
        for _ in 0..len {
            names.push(self.text()?);
        }
        if !are_distinct(&names) {
            return Err(invalid());
        }
        let variant = is_variant.then_some(variant);
        self.claim::<Head>(1)?;
        let head =
            Arc::new(Head { ty, version, variant, style, names, history: History::default() });
        self.heads.push(Arc::clone(&head));
        Ok(head)
    }
}

macro_rules! primitive {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        impl Decoder<'_, '_> {
            fn primitive(&mut self, kind: PrimitiveKind) -> Result<Value<'static>, Error> {
                Ok(match kind {
                    PrimitiveKind::Unit => Value::Unit,
                    PrimitiveKind::Bool => match self.byte()? {
                        0 => Value::Bool(false),
                        1 => Value::Bool(true),
                        _ => return Err(invalid()),
                    },
                    $(PrimitiveKind::$variant => {
                        Value::$variant($ty::from_le_bytes(self.array()?))
                    })*
                    PrimitiveKind::Char => {
                        let code = u32::from_le_bytes(self.array()?);
                        Value::Char(char::from_u32(code).ok_or_else(invalid)?)
                    }
                    PrimitiveKind::Str => Value::Str(Cow::Owned(self.text()?)),
                    PrimitiveKind::Bytes => {
                        let len = self.len()?;
                        let bytes = self.take(len)?;
                        self.claim::<u8>(len)?;
                        Value::Bytes(Cow::Owned(bytes.to_owned()))
                    }
                })
            }
        }
    };
}
for_each_number!(primitive);

#[cold]
fn invalid() -> Error {
    Error::new(ErrorKind::InvalidValue, "these bytes are not a tree of values")
}
