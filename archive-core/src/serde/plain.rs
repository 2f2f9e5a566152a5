//! Shows values of serde's types in JSON and other formats of serde, as those formats would show them.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::ToString;
use alloc::vec::Vec;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::walk::Walk;
use crate::Primitive;
use crate::plain::{Data, is_name};
use crate::text::tape::LINK;

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
        let walk = self.walk;
        match self.value {
            Data::None | Data::Unit if !self.is_in_option => serializer.serialize_none(),
            Data::None | Data::Unit => self.named(&(), serializer),
            Data::Some(held) if self.value.is_plain() => self.of(held).serialize(serializer),
            Data::Some(held) => self.named(&self.of(held), serializer),
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
                None => self.named(&self.pairs(entries), serializer),
            },
            value => match (value.primitive(), self.safe()) {
                (_, Some(number)) => serializer.serialize_i64(number),
                (Some(held), _) if self.is_shown(&held) => walk.primitive(held, serializer),
                (Some(held), _) => self.named(&Held { walk, held }, serializer),
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

    /// Serializes what is not plain, behind its name.
    fn named<T: Serialize, S: Serializer>(
        &self,
        held: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let _level = self.walk.levels.deeper()?;
        serializer.collect_map([(self.value.name(), held)])
    }

    /// The integer that every reader of JSON can represent, if it is one.
    fn safe(&self) -> Option<i64> {
        let number = match *self.value {
            Data::U8(number) => number.into(),
            Data::U16(number) => number.into(),
            Data::U32(number) => number.into(),
            Data::U64(number) => i64::try_from(number).ok()?,
            Data::I8(number) => number.into(),
            Data::I16(number) => number.into(),
            Data::I32(number) => number.into(),
            Data::I64(number) => number,
            _ => return None,
        };
        (self.value.is_plain() && number.unsigned_abs() <= SAFE).then_some(number)
    }

    /// Whether a value without parts is known to be what it is by what is shown.
    fn is_shown(&self, held: &Primitive<'_>) -> bool {
        match held {
            Primitive::Bytes(_) => false,
            Primitive::F64(number) => number.is_finite(),
            _ if self.value.is_integer() => {
                self.value.is_plain() && self.walk.wide > held.kind().min_size()
            }
            _ => self.value.is_plain(),
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
/// would be taken for something that is not plain.
fn keys(entries: &[(Data, Data)]) -> Option<Vec<Cow<'_, str>>> {
    let keys = entries.iter().map(|(key, _)| match key {
        Data::Str(text) => Some(Cow::Borrowed(text.as_str())),
        Data::Char(c) => Some(c.to_string().into()),
        Data::Bool(value) => Some(value.to_string().into()),
        _ => match key.primitive()? {
            Primitive::U8(number) => Some(number.to_string().into()),
            Primitive::U16(number) => Some(number.to_string().into()),
            Primitive::U32(number) => Some(number.to_string().into()),
            Primitive::U64(number) => Some(number.to_string().into()),
            Primitive::U128(number) => Some(number.to_string().into()),
            Primitive::I8(number) => Some(number.to_string().into()),
            Primitive::I16(number) => Some(number.to_string().into()),
            Primitive::I32(number) => Some(number.to_string().into()),
            Primitive::I64(number) => Some(number.to_string().into()),
            Primitive::I128(number) => Some(number.to_string().into()),
            _ => None,
        },
    });
    let keys = keys.collect::<Option<Vec<_>>>()?;
    let is_mistakable = matches!(&*keys, [key] if is_name(key) || key == LINK);
    let are_different = keys.iter().collect::<BTreeSet<_>>().len() == keys.len();
    (are_different && !is_mistakable).then_some(keys)
}
