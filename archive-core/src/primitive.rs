//! Primitives: values without parts, and their kinds.

use alloc::borrow::Cow;

/// Calls `$then!` with a table of the number types: variant, Rust type, bytes.
macro_rules! for_each_number {
    ($then:ident) => {
        $then! {
            U8 u8 1, U16 u16 2, U32 u32 4, U64 u64 8, U128 u128 16,
            I8 i8 1, I16 i16 2, I32 i32 4, I64 i64 8, I128 i128 16,
            F32 f32 4, F64 f64 8,
        }
    };
}
pub(crate) use for_each_number;

macro_rules! primitives {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        /// The kind of a value without parts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PrimitiveKind {
            /// `()`
            Unit,
            /// `bool`
            Bool,
            $(#[doc = concat!("`", stringify!($ty), "`")] $variant,)*
            /// `char`
            Char,
            /// Text: `String` and its like.
            Str,
            /// Bytes: `Vec<u8>` and its like.
            Bytes,
        }

        /// A value without parts.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Primitive<'v> {
            /// `()`
            Unit,
            /// `bool`
            Bool(bool),
            $(#[doc = concat!("`", stringify!($ty), "`")] $variant($ty),)*
            /// `char`
            Char(char),
            /// Text.
            Str(Cow<'v, str>),
            /// Bytes.
            Bytes(Cow<'v, [u8]>),
        }

        impl Primitive<'_> {
            /// Returns its kind.
            #[must_use]
            pub fn kind(&self) -> PrimitiveKind {
                match self {
                    Self::Unit => PrimitiveKind::Unit,
                    Self::Bool(_) => PrimitiveKind::Bool,
                    $(Self::$variant(_) => PrimitiveKind::$variant,)*
                    Self::Char(_) => PrimitiveKind::Char,
                    Self::Str(_) => PrimitiveKind::Str,
                    Self::Bytes(_) => PrimitiveKind::Bytes,
                }
            }
        }

        impl PrimitiveKind {
            /// Every kind, in the order of the codes in FORMAT.md §4.
            pub const ALL: &'static [Self] = &[
                Self::Unit, Self::Bool, $(Self::$variant,)* Self::Char, Self::Str, Self::Bytes,
            ];

            /// Its index in `ALL`, which is its code.
            pub(crate) const fn code(self) -> u8 {
                self as u8
            }

            /// Returns its name in schemas.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    Self::Unit => "unit",
                    Self::Bool => "bool",
                    $(Self::$variant => stringify!($ty),)*
                    Self::Char => "char",
                    Self::Str => "str",
                    Self::Bytes => "bytes",
                }
            }

            /// Returns `true` for integers and floats.
            #[must_use]
            pub const fn is_number(self) -> bool {
                matches!(self, $(Self::$variant)|*)
            }

            /// Whether it is a float.
            pub(crate) const fn is_float(self) -> bool {
                matches!(self, Self::F32 | Self::F64)
            }

            /// Returns the minimum number of bytes it takes in rows.
            #[must_use]
            pub const fn min_size(self) -> usize {
                match self {
                    Self::Unit => 0,
                    Self::Bool | Self::Str | Self::Bytes => 1,
                    $(Self::$variant => $bytes,)*
                    Self::Char => 4,
                }
            }
        }
    };
}
for_each_number!(primitives);
