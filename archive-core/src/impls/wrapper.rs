//! Wrappers around one value that add behaviour but no data.

use core::cmp::Reverse;
use core::num::{Saturating, Wrapping};

use crate::{Describe, Deserialize, InputArchive, OutputArchive, Rows, Serialize, Size, Type};

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
                archive.rows(core::slice::from_ref(self))
            }

            #[inline(always)]
            fn serialize_rows<A: OutputArchive>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error>
            {
                archive.rows(values.field(|wrapper: &Self| &wrapper.0))
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
