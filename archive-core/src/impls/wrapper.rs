//! Wrappers around one value that add behaviour but no data.

use core::cmp::Reverse;
use core::num::{Saturating, Wrapping};

use crate::{Describe, Deserialize, InputArchive, OutputArchive, Serialize, Size, Type};

macro_rules! wrappers {
    ($($wrapper:ident)*) => {$(
        impl<T: Describe> Describe for $wrapper<T> {
            const TYPE: &'static Type = T::TYPE;
            const SIZE: Size = T::SIZE;
        }
        impl<T: Serialize> Serialize for $wrapper<T> {
            #[inline(always)]
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                self.0.serialize(archive)
            }

            #[inline(always)]
            fn serialize_alone<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                archive.rows(core::iter::once(self))
            }

            #[inline(always)]
            fn serialize_rows<'v, A: OutputArchive>(
                values: impl Iterator<Item = &'v Self> + Clone,
                archive: &mut A,
            ) -> Result<(), A::Error>
            where
                Self: 'v,
            {
                T::serialize_rows(values.map(|wrapper| &wrapper.0), archive)
            }
        }
        impl<'a, T: Deserialize<'a>> Deserialize<'a> for $wrapper<T> {
            #[inline(always)]
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                T::deserialize(archive).map(Self)
            }
        }
    )*};
}
wrappers!(Wrapping Saturating Reverse);
