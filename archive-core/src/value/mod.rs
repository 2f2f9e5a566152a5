//! Archives as trees of values, for programs that do not have the types.

pub(crate) mod archives;
pub(crate) mod by_name;
pub(crate) mod by_schema;
mod compound;
mod diff;
mod edited;
pub(crate) mod elements;
pub(crate) mod encoded;
mod fewest;
#[cfg(feature = "std")]
mod file;
mod find;
mod from;
pub(crate) mod graph;
mod heads;
pub(crate) mod lookups;
mod merge;
pub(crate) mod newer;
mod numbers;
pub(crate) mod open;
mod order;
mod owned;
mod path;
pub(crate) mod rows;
pub(crate) mod scalar;
pub(crate) mod trees;
mod typed;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::PrimitiveKind;
use crate::primitive::for_each_number;

pub use archives::edit_archive;
pub use compound::Compound;
pub(crate) use compound::{Head, History};
pub use diff::{Change, Diff};
#[cfg(feature = "hash")]
pub(crate) use elements::Elements;
#[cfg(feature = "std")]
pub use file::edit_file;
pub use numbers::Numbers;
pub(crate) use numbers::{append as append_number, decode as decode_number};
pub(crate) use open::StoredBody;
pub(crate) use open::{push, read_by_tree};
pub(crate) use path::{Begin, key_step, named, push_field};
pub(crate) use typed::{to_edited, to_lent};

macro_rules! values {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        /// A value as a tree of its parts, which may borrow text and bytes from the input.
        ///
        /// A file carries its schema, so a tool can open it without the types that wrote it:
        ///
        /// ```
        /// use archive::Value;
        ///
        /// let bytes = archive::to_vec(&(7_u8, "torch", vec![0.5_f32, 1.0]))?;
        /// let Value::Tuple(parts) = Value::from_slice(&bytes)? else { panic!("not a tuple") };
        /// let [Value::U8(7), Value::Str(name), Value::Numbers(weights)] = &parts[..] else {
        ///     panic!("other parts")
        /// };
        /// assert_eq!((name.as_ref(), weights.get(0)), ("torch", Some(Value::F32(0.5))));
        /// # Ok::<(), archive::Error>(())
        /// ```
        ///
        /// [`Value::of`] makes the tree of a Rust value, and [`Value::to`] turns a tree back into one. [`Value::get`]
        /// and similar methods reach parts by path, and [`Value::find`] by pattern; [`Value::as_u64`] and similar
        /// methods read numbers of any width; [`Value::diff`] lists the changes from one tree to another. To change a
        /// file, use [`edit_archive`]: a tree saved directly is stored as a `Value`, which the game cannot load as its
        /// type.
        ///
        /// Fields have the type `Value<'static>`, which owns its content.
        ///
        /// Two trees are equal if all their parts are, in kind, width and value; type names and versions count, and
        /// floats are compared by their bits. A list equals compact numbers or bytes with the same elements. A value in
        /// a `Box` is the value itself.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum Value<'a> {
            /// `()`
            Unit,
            /// `bool`
            Bool(bool),
            $(#[doc = concat!("`", stringify!($ty), "`")] $variant($ty),)*
            /// `char`
            Char(char),
            /// Text.
            Str(Cow<'a, str>),
            /// Bytes, including an array of them.
            Bytes(Cow<'a, [u8]>),
            /// A sequence of numbers of one kind other than `u8`.
            Numbers(Box<Numbers<'a>>),
            /// An optional value.
            Option(Option<Box<Value<'a>>>),
            /// Values of one type: a list, set, heap or array.
            List(Vec<Value<'a>>),
            /// Values of several types.
            Tuple(Vec<Value<'a>>),
            /// Keys with their values, in the order of the archive.
            Map(Vec<(Value<'a>, Value<'a>)>),
            /// A struct.
            Struct(Compound<'a>),
            /// A variant of an enum.
            Variant(Compound<'a>),
        }

        impl Value<'_> {
            /// Returns the name of its kind, as in schemas; a struct is `struct`, and a variant `enum`.
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self {
                    Self::Unit => PrimitiveKind::Unit.name(),
                    Self::Bool(_) => PrimitiveKind::Bool.name(),
                    $(Self::$variant(_) => stringify!($ty),)*
                    Self::Char(_) => PrimitiveKind::Char.name(),
                    Self::Str(_) => PrimitiveKind::Str.name(),
                    Self::Bytes(_) => PrimitiveKind::Bytes.name(),
                    Self::Option(_) => "option",
                    Self::Numbers(_) | Self::List(_) => "list",
                    Self::Tuple(_) => "tuple",
                    Self::Map(_) => "map",
                    Self::Struct(_) => "struct",
                    Self::Variant(_) => "enum",
                }
            }
        }
    };
}
for_each_number!(values);
