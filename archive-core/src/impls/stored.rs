//! Types that are converted to another type to be saved.

use arrayvec::ArrayVec;

use crate::Serialize;
use crate::traits::{BLOCK, Batches, Room};

/// Implements the traits for types that every archive stores as `$stored`, which converts a value to its
/// stored type; `$made` converts it back.
macro_rules! stored_as {
    ($($ty:ty: $as:ty, $stored:expr, $made:expr;)*) => {$(
        impl crate::Describe for $ty {
            const TYPE: &'static crate::Type = &crate::Type {
                kind: <$as as crate::Describe>::TYPE.kind,
                memory: size_of::<Self>(),
            };
            const SIZE: crate::Size = <$as as crate::Describe>::SIZE;
        }
        impl crate::Serialize for $ty {
            #[inline(always)]
            fn serialize<A: crate::OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                let stored: fn(&Self) -> $as = $stored;
                stored(self).serialize(archive)
            }

            crate::traits::refs!();

            fn serialize_rows<A: crate::traits::Batches>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                crate::impls::stored::stored_rows::<Self, $as, _>(archive, values, $stored)
            }
        }
        impl<'a> crate::Deserialize<'a> for $ty {
            #[inline(always)]
            fn deserialize<A: crate::InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                <$as>::deserialize(archive).map($made)
            }
        }
    )*};
}
pub(super) use stored_as;

/// Saves many values, each converted to its stored type.
pub(super) fn stored_rows<T: Serialize, S: Serialize, A: Batches>(
    archive: &mut A,
    values: &[&T],
    stored: impl Fn(&T) -> S,
) -> Result<(), A::Error> {
    if values.len() > BLOCK {
        return archive.one_by_one(values);
    }
    let all: ArrayVec<S, BLOCK> = values.iter().map(|value| stored(value)).collect();
    archive.rows(Room::new().gather_slice(&all, |stored| stored)?)
}
