//! Arrays.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::array::boxed;
use crate::graph::Late;
use crate::traits::Batches;
use crate::{Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Type};

impl<T: Describe, const N: usize> Describe for [T; N] {
    const TYPE: &'static Type = &Type { kind: Kind::Array(T::TYPE, N), memory: size_of::<Self>() };
    const SIZE: Size = T::SIZE.array(N, &T::TYPE.kind);
}

impl<T: Serialize, const N: usize> Serialize for [T; N] {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        T::serialize_array(self, archive)
    }

    crate::traits::refs!(alone);

    #[inline(always)]
    fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        T::serialize_array_rows(values, archive)
    }

    #[inline(always)]
    fn in_bytes(values: &[Self]) -> Option<(usize, &[u8])> {
        let (levels, bytes) = T::in_bytes(values.as_flattened())?;
        Some((levels.wrapping_add(1), bytes))
    }

    #[inline(always)]
    fn serialize_array_rows<A: Batches, const M: usize>(
        arrays: &[&[Self; M]],
        archive: &mut A,
    ) -> Result<(), A::Error> {
        T::serialize_matrix_rows(arrays, archive)
    }
}

impl<'a, T: Deserialize<'a>, const N: usize> Deserialize<'a> for [T; N] {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        T::deserialize_array(archive)
    }

    #[inline(always)]
    fn deserialize_boxed<A: InputArchive<'a>>(archive: &mut A) -> Result<Box<Self>, A::Error> {
        boxed(archive)
    }

    #[inline(always)]
    fn deserialize_array<A: InputArchive<'a>, const M: usize>(
        archive: &mut A,
    ) -> Result<[Self; M], A::Error> {
        T::deserialize_matrix(archive)
    }

    #[inline(always)]
    fn deserialize_vec<A: InputArchive<'a>>(archive: &mut A) -> Result<Vec<Self>, A::Error> {
        T::deserialize_arrays(archive)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        self.iter().zip(fresh).all(|(value, fresh)| value.relink(fresh))
    }

    fn put_late(&mut self, late: &mut Late<'_>) {
        self.iter_mut().for_each(|value| value.put_late(late));
    }

    fn put_late_in_cells(&self, late: &mut Late<'_>) {
        self.iter().for_each(|value| value.put_late_in_cells(late));
    }
}
