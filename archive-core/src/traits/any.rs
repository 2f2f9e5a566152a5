//! The methods of archives for primitives: one for all, and one for each type.

use crate::primitive::for_each_number;
use crate::{InputArchive, OutputArchive, Primitive, PrimitiveKind};

macro_rules! any {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        /// Writes a primitive by the method for its type.
        pub(crate) fn put_any<A: OutputArchive>(
            archive: &mut A,
            value: Primitive<'_>,
        ) -> Result<(), A::Error> {
            match value {
                Primitive::Unit => archive.unit(),
                Primitive::Bool(value) => archive.bool(value),
                $(Primitive::$variant(value) => archive.$ty(value),)*
                Primitive::Char(value) => archive.char(value),
                Primitive::Str(value) => archive.str(&value),
                Primitive::Bytes(value) => archive.bytes(&value),
            }
        }

        /// Reads a primitive by the method for its type.
        pub(crate) fn get_any<'a, A: InputArchive<'a>>(
            archive: &mut A,
            kind: PrimitiveKind,
        ) -> Result<Primitive<'a>, A::Error> {
            match kind {
                PrimitiveKind::Unit => archive.unit().map(|()| Primitive::Unit),
                PrimitiveKind::Bool => archive.bool().map(Primitive::Bool),
                $(PrimitiveKind::$variant => archive.$ty().map(Primitive::$variant),)*
                PrimitiveKind::Char => archive.char().map(Primitive::Char),
                PrimitiveKind::Str => archive.str().map(Primitive::Str),
                PrimitiveKind::Bytes => archive.bytes().map(Primitive::Bytes),
            }
        }
    };
}
for_each_number!(any);

/// The methods of an output archive for values without parts, if it writes each as its bytes in rows, by its own `put`.
macro_rules! put_bytes {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        #[inline]
        fn primitive(&mut self, value: crate::Primitive<'_>) -> Result<(), Self::Error> {
            crate::traits::put_any(self, value)
        }

        $(#[inline(always)]
        fn $ty(&mut self, value: $ty) -> Result<(), Self::Error> {
            self.put(value.to_le_bytes())
        })*

        #[inline(always)]
        fn unit(&mut self) -> Result<(), Self::Error> {
            Ok(())
        }

        #[inline(always)]
        fn bool(&mut self, value: bool) -> Result<(), Self::Error> {
            self.put([u8::from(value)])
        }

        #[inline(always)]
        fn char(&mut self, value: char) -> Result<(), Self::Error> {
            self.put(u32::from(value).to_le_bytes())
        }

        #[inline(always)]
        fn str(&mut self, value: &str) -> Result<(), Self::Error> {
            self.bytes(value.as_bytes())
        }
    };
}
pub(crate) use put_bytes;

/// The methods of an input archive for numbers and `()`, if it reads each from its bytes in rows, by its own `get`.
macro_rules! get_bytes {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        $(#[inline(always)]
        fn $ty(&mut self) -> Result<$ty, Self::Error> {
            self.get().map($ty::from_le_bytes)
        })*

        #[inline(always)]
        fn unit(&mut self) -> Result<(), Self::Error> {
            Ok(())
        }
    };
}
pub(crate) use get_bytes;
