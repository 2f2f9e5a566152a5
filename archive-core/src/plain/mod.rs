//! Values of types that only implement serde's traits. Files hold them in serde's data model; texts and JSON show them as
//! serde's own formats do, without the names of the model (FORMAT.md §12).

mod read;
mod text;

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use archive_derive::Archive;

use crate::schema::{BodyDef, Schema, TypeRef};
use crate::text::print::single_text;
use crate::value::scalar;
use crate::{Describe, Primitive, PrimitiveKind};

pub(crate) use read::Plain;

/// A value of serde's data model.
///
/// Structs are maps from field names to values; a variant is its name, or a map from its name to its content.
/// That is how self-describing formats represent them, so types expect it.
#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(crate = crate, name = "std.Serde")]
pub enum Data {
    None,
    Some(Box<Data>),
    Unit,
    Bool(bool),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    U128(u128),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    I128(i128),
    F32(f32),
    F64(f64),
    Char(char),
    Str(String),
    Bytes(Vec<u8>),
    List(Vec<Data>),
    Map(Vec<(Data, Data)>),
}

macro_rules! narrowest {
    ($number:ident: $($variant:ident $ty:ident)*) => {
        $(if let Ok(number) = $ty::try_from($number) {
            return Data::$variant(number);
        })*
    };
}

/// An integer in the fewest bytes, so that a field's integer type may change.
pub(crate) fn unsigned(number: u128) -> Data {
    narrowest!(number: U8 u8 U16 u16 U32 u32 U64 u64);
    Data::U128(number)
}

/// The same for an integer with a sign.
pub(crate) fn signed(number: i128) -> Data {
    if number >= 0 {
        return unsigned(number.unsigned_abs());
    }
    narrowest!(number: I8 i8 I16 i16 I32 i32 I64 i64);
    Data::I128(number)
}

/// The name of the type in schemas.
const NAME: &str = "std.Serde";

/// The index of [`Data`] in a schema. A type of another program that only has its name is none.
pub(crate) fn index_in(schema: &Schema) -> Option<usize> {
    let index = schema.types.iter().position(|def| def.name == NAME)?;
    let own = Data::schema();
    let (BodyDef::Enum(own), BodyDef::Enum(found)) =
        (&own.root_def()?.body, &schema.types.get(index)?.body)
    else {
        return None;
    };
    let pairs = || own.iter().zip(found);
    let is_same = own.len() == found.len()
        && pairs().all(|(own, found)| {
            let (fields, others) = (&own.fields.list, &found.fields.list);
            (&own.name, own.tag, fields.len()) == (&found.name, found.tag, others.len())
                && fields.iter().zip(others).all(|(own, found)| is_type(&own.ty, &found.ty, index))
        });
    is_same.then_some(index)
}

/// Whether a part of [`Data`] has the type that it has in a schema in which `Data` is at `index`.
fn is_type(own: &TypeRef, found: &TypeRef, index: usize) -> bool {
    match (own, found) {
        (TypeRef::Named(_), found) => *found == TypeRef::Named(index),
        (TypeRef::Primitive(_), found) => own == found,
        _ => {
            mem::discriminant(own) == mem::discriminant(found)
                && own.parts().count() == found.parts().count()
                && own.parts().zip(found.parts()).all(|(own, found)| is_type(own, found, index))
        }
    }
}

/// What is compared with other keys of a map.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key<'d> {
    Number(i128),
    /// Above what an `i128` can hold.
    Large(u128),
    Char(char),
    Str(&'d str),
}

impl Data {
    /// Whether it is shown without the name of its variant, or is not known to be another by what is shown.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Self::Some(held) => match **held {
                Self::Some(_) => held.is_plain(),
                _ => !matches!(**held, Self::None | Self::Unit),
            },
            Self::F32(number) => {
                let shown = single_text(*number).parse();
                number.is_finite() && shown.is_ok_and(|it| scalar::single(it) == Some(*number))
            }
            _ => self.integer().is_none_or(|integer| integer == *self),
        }
    }

    /// The integer in the fewest bytes, if it is one.
    fn integer(&self) -> Option<Self> {
        Some(match self.number()? {
            Key::Large(number) => unsigned(number),
            Key::Number(number) => signed(number),
            Key::Char(_) | Key::Str(_) => return None,
        })
    }

    pub(crate) fn number(&self) -> Option<Key<'_>> {
        Some(Key::Number(match self {
            Self::U8(number) => (*number).into(),
            Self::U16(number) => (*number).into(),
            Self::U32(number) => (*number).into(),
            Self::U64(number) => (*number).into(),
            Self::U128(number) => match i128::try_from(*number) {
                Ok(number) => number,
                Err(_) => return Some(Key::Large(*number)),
            },
            Self::I8(number) => (*number).into(),
            Self::I16(number) => (*number).into(),
            Self::I32(number) => (*number).into(),
            Self::I64(number) => (*number).into(),
            Self::I128(number) => *number,
            _ => return None,
        }))
    }

    /// What may be a key of a group `{..}`.
    pub(crate) fn key(&self) -> Option<Key<'_>> {
        match self {
            Self::Str(text) => Some(Key::Str(text)),
            Self::Char(c) => Some(Key::Char(*c)),
            _ if self.is_plain() => self.number(),
            _ => None,
        }
    }

    /// The integer, float, `bool` or other value without parts.
    pub(crate) fn primitive(&self) -> Option<Primitive<'_>> {
        Some(match self {
            Self::Bool(value) => Primitive::Bool(*value),
            Self::U8(number) => Primitive::U8(*number),
            Self::U16(number) => Primitive::U16(*number),
            Self::U32(number) => Primitive::U32(*number),
            Self::U64(number) => Primitive::U64(*number),
            Self::U128(number) => Primitive::U128(*number),
            Self::I8(number) => Primitive::I8(*number),
            Self::I16(number) => Primitive::I16(*number),
            Self::I32(number) => Primitive::I32(*number),
            Self::I64(number) => Primitive::I64(*number),
            Self::I128(number) => Primitive::I128(*number),
            Self::F32(number) => Primitive::F32(*number),
            Self::F64(number) => Primitive::F64(*number),
            Self::Char(c) => Primitive::Char(*c),
            Self::Str(text) => Primitive::Str(text.as_str().into()),
            Self::Bytes(bytes) => Primitive::Bytes(bytes.as_slice().into()),
            Self::None | Self::Some(_) | Self::Unit | Self::List(_) | Self::Map(_) => return None,
        })
    }

    fn of_primitive(value: Primitive<'_>) -> Self {
        match value {
            Primitive::Unit => Self::Unit,
            Primitive::Bool(value) => Self::Bool(value),
            Primitive::U8(number) => Self::U8(number),
            Primitive::U16(number) => Self::U16(number),
            Primitive::U32(number) => Self::U32(number),
            Primitive::U64(number) => Self::U64(number),
            Primitive::U128(number) => Self::U128(number),
            Primitive::I8(number) => Self::I8(number),
            Primitive::I16(number) => Self::I16(number),
            Primitive::I32(number) => Self::I32(number),
            Primitive::I64(number) => Self::I64(number),
            Primitive::I128(number) => Self::I128(number),
            Primitive::F32(number) => Self::F32(number),
            Primitive::F64(number) => Self::F64(number),
            Primitive::Char(c) => Self::Char(c),
            Primitive::Str(text) => Self::Str(text.into_owned()),
            Primitive::Bytes(bytes) => Self::Bytes(bytes.into_owned()),
        }
    }

    /// The name of its variant.
    pub(crate) fn name(&self) -> &'static str {
        let of_kind = |kind| PRIMITIVES.iter().find(|(_, it)| *it == kind).map(|(name, _)| *name);
        match self {
            Self::None => NONE,
            Self::Some(_) => SOME,
            Self::List(_) => LIST,
            Self::Map(_) => MAP,
            Self::Unit => UNIT,
            _ => self.primitive().and_then(|it| of_kind(it.kind())).unwrap_or(UNIT),
        }
    }
}

const NONE: &str = "None";
const SOME: &str = "Some";
const UNIT: &str = "Unit";
const LIST: &str = "List";
const MAP: &str = "Map";

/// The variants of [`Data`] with one value without parts.
const PRIMITIVES: [(&str, PrimitiveKind); 16] = [
    ("Bool", PrimitiveKind::Bool),
    ("U8", PrimitiveKind::U8),
    ("U16", PrimitiveKind::U16),
    ("U32", PrimitiveKind::U32),
    ("U64", PrimitiveKind::U64),
    ("U128", PrimitiveKind::U128),
    ("I8", PrimitiveKind::I8),
    ("I16", PrimitiveKind::I16),
    ("I32", PrimitiveKind::I32),
    ("I64", PrimitiveKind::I64),
    ("I128", PrimitiveKind::I128),
    ("F32", PrimitiveKind::F32),
    ("F64", PrimitiveKind::F64),
    ("Char", PrimitiveKind::Char),
    ("Str", PrimitiveKind::Str),
    ("Bytes", PrimitiveKind::Bytes),
];

/// Whether this is the name of a variant of [`Data`].
pub(crate) fn is_name(name: &str) -> bool {
    [NONE, SOME, UNIT, LIST, MAP].contains(&name) || PRIMITIVES.iter().any(|(it, _)| *it == name)
}

/// Whether these entries may be a group `{..}`: their keys are different texts, integers and characters.
fn are_keyed(entries: &[(Data, Data)]) -> bool {
    let keys: Option<BTreeSet<Key<'_>>> = entries.iter().map(|(key, _)| key.key()).collect();
    keys.is_some_and(|keys| keys.len() == entries.len())
}
