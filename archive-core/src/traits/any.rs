//! Dispatches primitives to the archive's method for each type.

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
