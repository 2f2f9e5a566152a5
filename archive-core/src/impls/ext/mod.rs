//! Types of other crates: one file per crate, each behind the feature with its name and version.
//!
//! They are stored like an equivalent type of the standard library: a `glam::Vec3` as a `[f32; 3]`, a
//! `SmallVec` as a `Vec`.

#![allow(unused_imports, unused_macros, reason = "each is for some of the features")]

#[cfg(feature = "arrayvec-0_7")]
mod arrayvec;
#[cfg(feature = "chrono-0_4")]
mod chrono;
mod compact_str;
mod glam;
#[cfg(feature = "indexmap-2")]
mod indexmap;
#[cfg(feature = "ordered-float-5")]
mod ordered_float;
#[cfg(feature = "smallvec-1")]
mod smallvec;
#[cfg(feature = "smol_str-0_3")]
mod smol_str;
#[cfg(feature = "uuid-1")]
mod uuid;

/// Types that convert to and from arrays by reference.
macro_rules! arrays {
    ($($ty:ty: $array:ty, $as_array:expr, $from_array:expr $(, $in_bytes:expr)?;)*) => {$(
        impl crate::Describe for $ty {
            const TYPE: &'static crate::Type = &crate::Type {
                kind: <$array as crate::Describe>::TYPE.kind,
                memory: size_of::<Self>(),
            };
            const SIZE: crate::Size = <$array as crate::Describe>::SIZE;
        }
        impl crate::Serialize for $ty {
            #[inline(always)]
            fn serialize<A: crate::OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                let as_array: fn(&Self) -> &$array = $as_array;
                as_array(self).serialize(archive)
            }

            #[inline(always)]
            fn serialize_alone<A: crate::traits::Batches>(
                &self,
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.rows(&[self])
            }

            #[inline(always)]
            fn serialize_rows<A: crate::traits::Batches>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                crate::traits::rows_of::<Self, $array, _>(archive, values, $as_array)
            }

            $(
                #[inline(always)]
                fn in_bytes(values: &[Self]) -> Option<(usize, &[u8])> {
                    <$array>::in_bytes($in_bytes(values))
                }
            )?
        }
        impl<'a> crate::Deserialize<'a> for $ty {
            #[inline(always)]
            fn deserialize<A: crate::InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                <$array>::deserialize(archive).map($from_array)
            }

            #[inline(always)]
            fn deserialize_vec<A: crate::InputArchive<'a>>(
                archive: &mut A,
            ) -> Result<alloc::vec::Vec<Self>, A::Error> {
                // If the alignments match, the arrays' memory is reused.
                if const { align_of::<Self>() == align_of::<$array>() } {
                    let arrays = <$array>::deserialize_vec(archive)?;
                    return Ok(arrays.into_iter().map($from_array).collect());
                }
                archive.vec()
            }
        }
    )*};
}
use arrays;

/// Types of owned text.
macro_rules! texts {
    ($([$($generic:tt)*] $ty:ty;)*) => {$(
        impl<$($generic)*> crate::Describe for $ty {
            const TYPE: &'static crate::Type = &crate::Type {
                kind: <str as crate::Describe>::TYPE.kind,
                memory: size_of::<Self>(),
            };
            const SIZE: crate::Size = <str as crate::Describe>::SIZE;
        }
        impl<$($generic)*> crate::Serialize for $ty {
            #[inline(always)]
            fn serialize<A: crate::OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                archive.str(self)
            }

            #[inline(always)]
            fn serialize_rows<A: crate::traits::Batches>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                archive.str_rows(values)
            }
        }
        impl<$($generic)*> crate::length::Length for $ty {
            #[inline(always)]
            fn length(&self) -> usize {
                self.len()
            }
        }
    )*};
}
use texts;

/// Loads text that is on the heap only if it is long.
macro_rules! load_texts {
    ($($ty:ty)*) => {$(
        impl<'a> crate::Deserialize<'a> for $ty {
            #[inline(always)]
            fn deserialize<A: crate::InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                match archive.str()? {
                    alloc::borrow::Cow::Borrowed(text) => {
                        archive.claim(text.len(), 1)?;
                        Ok(Self::from(text))
                    }
                    alloc::borrow::Cow::Owned(text) => Ok(Self::from(text)),
                }
            }
        }
    )*};
}
use load_texts;

/// Contiguous sequences, each made from a `Vec`.
macro_rules! lists {
    ($([$($generic:tt)*] $ty:ty, $item:ty;)*) => {$(
        impl<$($generic)*> crate::Describe for $ty
        where
            $item: crate::Describe,
        {
            const TYPE: &'static crate::Type = &crate::Type {
                kind: <$item as crate::Describe>::SEQUENCE,
                memory: size_of::<Self>(),
            };
            const SIZE: crate::Size = crate::Size::LIST;
        }
        impl<$($generic)*> crate::Serialize for $ty
        where
            $item: crate::Serialize,
        {
            #[inline(always)]
            fn serialize<A: crate::OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                <$item as crate::Serialize>::serialize_slice(self, archive)
            }

            #[inline(always)]
            fn serialize_rows<A: crate::traits::Batches>(
                values: &[&Self],
                archive: &mut A,
            ) -> Result<(), A::Error> {
                <$item as crate::Serialize>::serialize_slice_rows(values, archive)
            }
        }
        impl<'a, $($generic)*> crate::Deserialize<'a> for $ty
        where
            $item: crate::Deserialize<'a>,
        {
            #[inline(always)]
            fn deserialize<A: crate::InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                let values = <$item as crate::Deserialize>::deserialize_vec(archive)?;
                from_vec(values).map_err(A::Error::from)
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                self.len() == fresh.len()
                    && self.iter().zip(fresh.iter_mut()).all(|(value, fresh)| value.relink(fresh))
            }

            fn put_late_in_cells(&self, late: &mut crate::graph::Late<'_>) {
                self.iter().for_each(|value| value.put_late_in_cells(late));
            }
        }
        impl<$($generic)*> crate::length::Length for $ty {
            #[inline(always)]
            fn length(&self) -> usize {
                self.len()
            }
        }
    )*};
}
use lists;
