//! Arrays.

use crate::{Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Type};

impl<T: Describe, const N: usize> Describe for [T; N] {
    const TYPE: &'static Type = &Type { kind: Kind::Array(T::TYPE, N), memory: size_of::<Self>() };
    const SIZE: Size = T::SIZE.times(N);
}

impl<T: Serialize, const N: usize> Serialize for [T; N] {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        T::serialize_array(self, archive)
    }
}

impl<'a, T: Deserialize<'a>, const N: usize> Deserialize<'a> for [T; N] {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        T::deserialize_array(archive)
    }
}
