//! `NonZero` numbers: stored like their integers.

use core::num::NonZero;

use crate::traits::Batches;
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Size, Type,
};

macro_rules! nonzero {
    ($($ty:ident)*) => {$(
        impl Describe for NonZero<$ty> {
            const TYPE: &'static Type = <$ty>::TYPE;
            const SIZE: Size = Size { plain: false, ..<$ty>::SIZE };
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

/// Types that convert to a number and are saved as it.
macro_rules! save_numbers {
    ($($ty:ty, $get:ident;)*) => {$(
        impl Serialize for $ty {
            #[inline(always)]
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                self.$get().serialize(archive)
            }

            crate::traits::refs!();

            #[inline(always)]
            fn serialize_rows<A: Batches>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.number_rows(values, |number| number.$get())
            }

            #[inline(always)]
            fn serialize_field<'v, S, A: Batches>(
                values: &[&'v S],
                field: impl Fn(&'v S) -> &'v Self,
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.number_rows(values, |value| field(value).$get())
            }
        }
    )*};
}
#[cfg(feature = "ordered-float-5")]
pub(super) use save_numbers;

save_numbers! {
    NonZero<u8>, get;
    NonZero<u16>, get;
    NonZero<u32>, get;
    NonZero<u64>, get;
    NonZero<u128>, get;
    NonZero<i8>, get;
    NonZero<i16>, get;
    NonZero<i32>, get;
    NonZero<i64>, get;
    NonZero<i128>, get;
}

/// Types whose memory differs from their bytes in an archive.
macro_rules! serialize_words {
    ($($ty:ident)*) => {$(
        impl Serialize for NonZero<$ty> {
            #[inline(always)]
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                self.get().serialize(archive)
            }
        }
    )*};
}
serialize_words!(usize isize);

#[cold]
fn zero() -> Error {
    Error::new(ErrorKind::InvalidValue, "a number that must not be zero is zero")
        .or_in_text("write a number other than 0")
}
