//! Numbers that are not zero: the same data as their integers.

use core::num::NonZero;

use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Size, Type,
};

macro_rules! nonzero {
    ($($ty:ident)*) => {$(
        impl Describe for NonZero<$ty> {
            const TYPE: &'static Type = <$ty>::TYPE;
            const SIZE: Size = Size { plain: false, ..<$ty>::SIZE };
        }
        impl Serialize for NonZero<$ty> {
            #[inline(always)]
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                self.get().serialize(archive)
            }
        }
        impl<'a> Deserialize<'a> for NonZero<$ty> {
            #[inline(always)]
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                Self::new(<$ty>::deserialize(archive)?).ok_or_else(|| zero().into())
            }
        }
    )*};
}
nonzero!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

#[cold]
fn zero() -> Error {
    Error::new(ErrorKind::InvalidValue, "a number that must not be zero is zero")
}
