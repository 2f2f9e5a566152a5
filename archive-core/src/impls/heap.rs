//! `BinaryHeap`: values in ascending order, equal ones sorted by their bytes.

use alloc::collections::BinaryHeap;

use super::encoded::sorted;
use crate::limits::check_sizeless_list;
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Step, Type,
};

impl<T: Describe> Describe for BinaryHeap<T> {
    const TYPE: &'static Type = &Type { kind: Kind::Heap(T::TYPE), memory: size_of::<Self>() };
    const SIZE: Size = Size::LIST;
}

impl<T: Serialize + Ord> Serialize for BinaryHeap<T> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        let values = sorted(self.iter(), archive.versions())?;
        check_sizeless_list::<T>(self.len())?;
        archive.begin_list(self.len())?;
        for (index, value) in values.into_iter().enumerate() {
            archive.part(Step::Element(index), value)?;
        }
        archive.end_list();
        Ok(())
    }
}

impl<'a, T: Deserialize<'a> + Ord> Deserialize<'a> for BinaryHeap<T> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        archive.vec().map(Self::from)
    }

    // Both were built from the same sequence, so they have the same order.
    fn relink(&self, fresh: &mut Self) -> bool {
        let mut fresh = core::mem::take(fresh).into_vec();
        self.len() == fresh.len()
            && self.iter().zip(&mut fresh).all(|(value, fresh)| value.relink(fresh))
    }
}
