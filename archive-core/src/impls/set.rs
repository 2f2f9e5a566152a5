//! `BTreeSet`: an element after the other in their order.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::order::{ascending, duplicate};
use crate::limits::out_of_memory;
use crate::traits::MinSize;
use crate::weight::map_memory;
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Step, Type,
};

impl<T: Describe> Describe for BTreeSet<T> {
    const TYPE: &'static Type = &Type { kind: Kind::Set(T::TYPE), memory: size_of::<Self>() };
    const SIZE: Size = Size::LIST;
}

impl<T: Serialize> Serialize for BTreeSet<T> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        if archive.own(self) {
            return Ok(());
        }
        save(self.iter(), archive)
    }

    #[inline(always)]
    fn serialize_alone<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.rows(&[self])
    }

    #[inline(always)]
    fn serialize_rows<A: OutputArchive>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        archive.set_rows(values, Self::len, |_, set| set.iter())
    }
}

/// Saves elements in the order given; `u8` too is one element each.
pub(super) fn save<'v, A: OutputArchive, T: Serialize + 'v>(
    elements: impl ExactSizeIterator<Item = &'v T>,
    archive: &mut A,
) -> Result<(), A::Error> {
    archive.begin_list(elements.len())?;
    for (index, element) in elements.enumerate() {
        archive.part(Step::Element(index), element)?;
    }
    archive.end_list();
    Ok(())
}

impl<'a, T: Deserialize<'a> + Ord> Deserialize<'a> for BTreeSet<T> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        if let Some(set) = archive.own() {
            return Ok(set);
        }
        let len = archive.begin_list(MinSize::of::<T>())?;
        archive.claim(1, map_memory(len, size_of::<T>()))?;
        let set =
            if archive.in_order() { in_order(archive, len)? } else { in_any_order(archive, len)? };
        archive.end_list();
        Ok(set)
    }
}

/// Builds a set from elements that must be in its order, at once.
fn in_order<'a, A: InputArchive<'a>, T: Deserialize<'a> + Ord>(
    archive: &mut A,
    len: usize,
) -> Result<BTreeSet<T>, A::Error> {
    let mut elements: Vec<T> = Vec::new();
    if elements.try_reserve_exact(len).is_err() {
        return Err(out_of_memory(len, size_of::<T>()).into());
    }
    for index in 0..len {
        let element = archive.part(Step::Element(index))?;
        if let Some(last) = elements.last() {
            if let Err(error) = ascending(last.cmp(&element)) {
                return Err(archive.locate(error.into(), Step::Element(index)));
            }
        }
        elements.push(element);
    }
    Ok(elements.into_iter().collect())
}

fn in_any_order<'a, A: InputArchive<'a>, T: Deserialize<'a> + Ord>(
    archive: &mut A,
    len: usize,
) -> Result<BTreeSet<T>, A::Error> {
    let mut set = BTreeSet::new();
    for index in 0..len {
        if !set.insert(archive.part(Step::Element(index))?) {
            return Err(archive.locate(duplicate().into(), Step::Element(index)));
        }
    }
    Ok(set)
}
