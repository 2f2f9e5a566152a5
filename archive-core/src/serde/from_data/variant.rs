//! Variants, and what they hold.

use alloc::format;
use alloc::string::ToString;

use serde::Deserialize;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error as _, VariantAccess, Visitor};

use super::super::to_data::Refused;
use super::Lent;
use super::path::Part;
use crate::nearest::meant;

/// The longest error of a serde type that is shown as it is: some list all variants.
const LONG: usize = 200;

/// A shorter error for the name of a variant that an enum does not have.
pub(super) fn of_variant(refused: Refused, name: &str, variants: &[&str]) -> Refused {
    let shown = refused.to_string();
    let meant = meant(name, variants.iter().copied());
    let is_unknown = shown.starts_with("unknown variant") && !variants.contains(&name);
    match is_unknown && (shown.len() > LONG || !meant.is_empty()) {
        true => Refused::custom(format!("unknown variant `{}`{meant}", crate::error::shown(name))),
        false => refused,
    }
}

/// The name of a variant.
pub(super) enum Name<'de, 'p, const READABLE: bool> {
    Text(&'de str),
    /// Another key, such as a number.
    Other(Lent<'de, 'p, READABLE>),
}

/// A variant and what it holds.
pub(super) struct Variant<'de, 'p, const READABLE: bool> {
    pub(super) name: Name<'de, 'p, READABLE>,
    pub(super) held: Option<Lent<'de, 'p, READABLE>>,
}

impl<'de, 'p, const READABLE: bool> EnumAccess<'de> for Variant<'de, 'p, READABLE> {
    type Error = Refused;
    type Variant = Held<'de, 'p, READABLE>;

    fn variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<(T::Value, Self::Variant), Refused> {
        let (part, value) = match self.name {
            Name::Text(name) => {
                (Part::Name(name), seed.deserialize(BorrowedStrDeserializer::new(name)))
            }
            Name::Other(key) => (Part::Value(0), seed.deserialize(key)),
        };
        Ok((value?, Held { part, held: self.held }))
    }
}

/// What a variant holds.
pub(super) struct Held<'de, 'p, const READABLE: bool> {
    part: Part<'de>,
    held: Option<Lent<'de, 'p, READABLE>>,
}

impl<'de, 'p, const READABLE: bool> Held<'de, 'p, READABLE> {
    fn read<T>(
        self,
        what: &str,
        read: impl FnOnce(Lent<'de, 'p, READABLE>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        match self.held {
            Some(held) => held.path.within(self.part, || read(held)),
            None => Err(Refused::custom(format!("expected a variant with {what}"))),
        }
    }
}

impl<'de, const READABLE: bool> VariantAccess<'de> for Held<'de, '_, READABLE> {
    type Error = Refused;

    fn unit_variant(self) -> Result<(), Refused> {
        match self.held {
            Some(_) => self.read("nothing", <()>::deserialize),
            None => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Refused> {
        self.read("a value", |held| seed.deserialize(held))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Refused> {
        self.read("values", |held| held.deserialize_tuple(len, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.read("fields", |held| held.deserialize_any(visitor))
    }
}
