//! Wrappers around one value that add behaviour but no data.

use core::cmp::Reverse;
use core::num::{Saturating, Wrapping};

use crate::traits::Batches;
use crate::traits::rows_of;
use crate::{Describe, Deserialize, InputArchive, OutputArchive, Serialize, Size, Type};

/// Structs that are stored as their single public field.
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

            crate::traits::refs!(alone);

            #[inline(always)]
            fn serialize_rows<A: Batches>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error>
            {
                rows_of(archive, values, |wrapper: &Self| &wrapper.0)
            }

            #[inline(always)]
            fn serialize_field<'v, S, A: Batches>(
                values: &[&'v S],
                field: impl Fn(&'v S) -> &'v Self,
                archive: &mut A,
            ) -> Result<(), A::Error>
            where
                Self: 'v,
            {
                T::serialize_field(values, |value| &field(value).0, archive)
            }
        }
        impl<'a, T: Deserialize<'a>> Deserialize<'a> for $wrapper<T> {
            #[inline(always)]
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                T::deserialize(archive).map(Self)
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                self.0.relink(&mut fresh.0)
            }
        }
    )*};
}
#[cfg(feature = "ordered-float-5")]
pub(super) use wrappers;

wrappers!(Wrapping Saturating Reverse);
