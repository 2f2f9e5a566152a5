//! `BinaryHeap`: values in ascending order, equal ones by their bytes.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::encoded::sorted;
use super::order::{Raw, disordered};
use crate::limits::check_sizeless_list;
use crate::traits::{MinSize, reserved};
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Step, Type,
};

impl<T: Describe> Describe for BinaryHeap<T> {
    const TYPE: &'static Type = &Type { kind: Kind::Heap(T::TYPE), memory: size_of::<Self>() };
    const SIZE: Size = Size::LIST;
}

impl<T: Serialize + Ord> Serialize for BinaryHeap<T> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        let values = sorted(self.iter(), T::cmp, archive.versions())?;
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
        let values = if archive.in_order() { in_order(archive)? } else { archive.vec()? };
        Ok(Self::from(values))
    }
}

/// Loads values that must be in the order in which a heap is saved.
fn in_order<'a, A: InputArchive<'a>, T: Deserialize<'a> + Ord>(
    archive: &mut A,
) -> Result<Vec<T>, A::Error> {
    let len = archive.begin_list(MinSize::of::<T>())?;
    let mut values: Vec<T> = reserved(archive, len)?;
    let mut raw = Raw::new();
    for index in 0..len {
        let step = Step::Element(index);
        let (value, by_bytes) = raw.part(archive, step)?;
        let order = values.last().map_or(Ordering::Less, |last: &T| last.cmp(&value));
        if order.then(by_bytes) == Ordering::Greater {
            return Err(archive.locate(disordered().into(), step));
        }
        values.push(value);
    }
    archive.end_list();
    Ok(values)
}
