//! Detaches values from the input they borrow from.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Compound, Value};
use crate::primitive::for_each_number;

macro_rules! into_owned {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        impl Value<'_> {
            /// Copies everything that the value borrows from the input, so that it owns its content.
            ///
            /// ```
            /// use archive::Value;
            ///
            /// let kept = {
            ///     let bytes = archive::to_vec("torch")?;
            ///     Value::from_slice(&bytes)?.into_owned()
            /// };
            /// assert_eq!(kept, Value::Str("torch".into()));
            /// # Ok::<(), archive::Error>(())
            /// ```
            #[must_use]
            pub fn into_owned(self) -> Value<'static> {
                match self {
                    Self::Unit => Value::Unit,
                    Self::Bool(value) => Value::Bool(value),
                    $(Self::$variant(value) => Value::$variant(value),)*
                    Self::Char(value) => Value::Char(value),
                    Self::Str(value) => Value::Str(Cow::Owned(value.into_owned())),
                    Self::Bytes(value) => Value::Bytes(Cow::Owned(value.into_owned())),
                    Self::Numbers(value) => Value::Numbers(Box::new(value.into_owned())),
                    Self::Option(value) => {
                        Value::Option(value.map(|value| Box::new(value.into_owned())))
                    }
                    Self::List(values) => Value::List(all(values)),
                    Self::Tuple(values) => Value::Tuple(all(values)),
                    Self::Map(entries) => {
                        let owned = |(key, value): (Self, Self)| (key.into_owned(), value.into_owned());
                        Value::Map(entries.into_iter().map(owned).collect())
                    }
                    Self::Struct(value) => Value::Struct(value.into_owned()),
                    Self::Variant(value) => Value::Variant(value.into_owned()),
                }
            }
        }
    };
}
for_each_number!(into_owned);

fn all<'a>(values: impl IntoIterator<Item = Value<'a>>) -> Vec<Value<'static>> {
    values.into_iter().map(Value::into_owned).collect()
}

impl Compound<'_> {
    fn into_owned(self) -> Compound<'static> {
        Compound { head: self.head, fields: all(self.fields).into_boxed_slice() }
    }
}
