//! Conversions of Rust values to [`Value`].

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Compound, Numbers, Value, numbers};
use crate::Primitive;
use crate::primitive::for_each_number;

macro_rules! from_numbers {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        $(impl From<$ty> for Value<'_> {
            fn from(value: $ty) -> Self {
                Self::$variant(value)
            }
        })*

        impl<'a> From<Primitive<'a>> for Value<'a> {
            fn from(primitive: Primitive<'a>) -> Self {
                match primitive {
                    Primitive::Unit => Self::Unit,
                    Primitive::Bool(value) => Self::Bool(value),
                    $(Primitive::$variant(value) => Self::$variant(value),)*
                    Primitive::Char(value) => Self::Char(value),
                    Primitive::Str(value) => Self::Str(value),
                    Primitive::Bytes(value) => Self::Bytes(value),
                }
            }
        }
    };
}
for_each_number!(from_numbers);

/// Converts to 64 bits, as these types are saved.
macro_rules! from_words {
    ($($ty:ident $wide:ident $most:expr;)*) => {$(
        impl From<$ty> for Value<'_> {
            fn from(value: $ty) -> Self {
                // No platform has wider words.
                Self::from($wide::try_from(value).unwrap_or($most))
            }
        }
    )*};
}
from_words! {
    usize u64 u64::MAX;
    isize i64 i64::MAX;
}

impl From<()> for Value<'_> {
    fn from((): ()) -> Self {
        Self::Unit
    }
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<char> for Value<'_> {
    fn from(value: char) -> Self {
        Self::Char(value)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(value: &'a str) -> Self {
        Self::Str(Cow::Borrowed(value))
    }
}

impl From<String> for Value<'_> {
    fn from(value: String) -> Self {
        Self::Str(Cow::Owned(value))
    }
}

impl<'a> From<Cow<'a, str>> for Value<'a> {
    fn from(value: Cow<'a, str>) -> Self {
        Self::Str(value)
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(value: &'a [u8]) -> Self {
        Self::Bytes(Cow::Borrowed(value))
    }
}

impl<'a> From<Numbers<'a>> for Value<'a> {
    fn from(value: Numbers<'a>) -> Self {
        Self::Numbers(Box::new(value))
    }
}

/// Converts to a variant if it is one, and otherwise to a struct.
impl<'a> From<Compound<'a>> for Value<'a> {
    fn from(value: Compound<'a>) -> Self {
        if value.variant().is_some() { Self::Variant(value) } else { Self::Struct(value) }
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        Self::Option(value.map(|value| Box::new(value.into())))
    }
}

/// Converts to a list, or to compact numbers if all elements are numbers of one kind.
///
/// ```
/// use archive::Value;
///
/// assert_eq!(Value::from(vec![1_u8, 2]), Value::Bytes(vec![1, 2].into()));
/// assert_eq!(Value::from(vec!["torch"]), Value::List(vec!["torch".into()]));
/// ```
impl<'a, T: Into<Value<'a>>> From<Vec<T>> for Value<'a> {
    fn from(values: Vec<T>) -> Self {
        numbers::packed(values.into_iter().map(Into::into).collect())
    }
}
