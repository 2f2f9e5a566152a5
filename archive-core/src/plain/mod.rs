//! Values of types that only implement serde's traits. Files hold them in serde's data model; texts and JSON show them as
//! serde's own formats do, without the names of the model (FORMAT.md §12).

mod read;
mod restore;
mod text;

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use archive_derive::Archive;

use crate::rows;
use crate::schema::{BodyDef, Schema, TypeRef};
use crate::text::print::single_text;
use crate::value::scalar;
use crate::{Describe, Primitive, PrimitiveKind};

pub(crate) use read::PlainReader;
pub(crate) use restore::restore;

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

impl Data {
    /// Whether what is shown of it is not taken for something else.
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
        Some(match *self {
            Self::U8(number) => signed(number.into()),
            Self::U16(number) => signed(number.into()),
            Self::U32(number) => signed(number.into()),
            Self::U64(number) => signed(number.into()),
            Self::U128(number) => unsigned(number),
            Self::I8(number) => signed(number.into()),
            Self::I16(number) => signed(number.into()),
            Self::I32(number) => signed(number.into()),
            Self::I64(number) => signed(number.into()),
            Self::I128(number) => signed(number),
            _ => return None,
        })
    }

    #[cfg(feature = "serde")]
    pub(crate) fn is_integer(&self) -> bool {
        self.integer().is_some()
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

    /// The name of what is not plain.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::None => NO,
            Self::Some(_) => SOME,
            Self::Map(_) => MAP,
            _ => {
                let kind = self.primitive().map(|it| it.kind());
                let found = NUMBERS.iter().find(|(_, it)| Some(*it) == kind);
                found.map_or(UNIT, |(name, _)| name)
            }
        }
    }
}

/// Names that no type has, for what would otherwise be taken for something else.
const NO: &str = "@none";
const SOME: &str = "@some";
const UNIT: &str = "@unit";
const MAP: &str = "@map";

/// The same for numbers and bytes.
const NUMBERS: [(&str, PrimitiveKind); 13] = [
    ("@u8", PrimitiveKind::U8),
    ("@u16", PrimitiveKind::U16),
    ("@u32", PrimitiveKind::U32),
    ("@u64", PrimitiveKind::U64),
    ("@u128", PrimitiveKind::U128),
    ("@i8", PrimitiveKind::I8),
    ("@i16", PrimitiveKind::I16),
    ("@i32", PrimitiveKind::I32),
    ("@i64", PrimitiveKind::I64),
    ("@i128", PrimitiveKind::I128),
    ("@f32", PrimitiveKind::F32),
    ("@f64", PrimitiveKind::F64),
    ("@bytes", PrimitiveKind::Bytes),
];

/// Whether this is one of these names.
pub(crate) fn is_name(name: &str) -> bool {
    [NO, SOME, UNIT, MAP].contains(&name) || NUMBERS.iter().any(|(it, _)| *it == name)
}

/// What is the same for two keys if they are.
fn encoded(key: &Data) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A key that is too deep to be compared is too deep to be saved.
    let _encoded = rows::encode_key(key, None, &mut bytes);
    bytes
}

/// Whether no two entries of a map have the same key.
fn are_keyed(entries: &[(Data, Data)]) -> bool {
    entries.iter().map(|(key, _)| encoded(key)).collect::<BTreeSet<_>>().len() == entries.len()
}
