//! `BTreeSet`: elements in order.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

use super::order::{check_keys, duplicate, may_be_alike};
use crate::limits::out_of_memory;
use crate::traits::Batches;
use crate::traits::MinSize;
use crate::weight::map_memory;
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Step, Type,
};

impl<T: Describe> Describe for BTreeSet<T> {
    const TYPE: &'static Type = &Type { kind: Kind::Set(T::TYPE), memory: size_of::<Self>() };
    const SIZE: Size = Size::LIST;
}

/// Implements saving for ordered sets.
macro_rules! save_sets {
    ($set:ident<T $(, $hasher:ident)?>) => {
        impl<T: Serialize $(, $hasher)?> Serialize for $set<T $(, $hasher)?> {
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                if const { may_be_alike::<T>() } {
                    check_keys(self, archive.versions())?;
                }
                if archive.own(self) {
                    return Ok(());
                }
                save(self.iter(), archive)
            }

            crate::traits::refs!(alone);

            #[inline(always)]
            fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
                if const { may_be_alike::<T>() } {
                    values.iter().try_for_each(|set| check_keys(*set, archive.versions()))?;
                }
                archive.set_rows(values, Self::len, |_, set| set.iter())
            }
        }
    };
}
#[cfg(feature = "indexmap-2")]
pub(super) use save_sets;

save_sets!(BTreeSet<T>);

/// Saves elements in the order given, each on its own, even `u8`.
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
        let set = match archive.in_order() {
            true => in_order(archive, len)?,
            false => insert_rest(Self::new(), archive, 0..len)?,
        };
        archive.end_list();
        Ok(set)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        self.len() == fresh.len()
            && self
                .iter()
                .zip(core::mem::take(fresh))
                .all(|(value, mut fresh)| value.relink(&mut fresh))
    }
}

/// Builds a set in one go, from elements that are in order.
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
        if elements.last().is_some_and(|last| *last >= element) {
            let mut set = elements.into_iter().collect();
            insert(&mut set, element, archive, index)?;
            return insert_rest(set, archive, index.saturating_add(1)..len);
        }
        elements.push(element);
    }
    Ok(elements.into_iter().collect())
}

/// Inserts the remaining elements one by one. They are out of order if another type, or another program,
/// wrote them in its own order.
#[inline(never)]
fn insert_rest<'a, A: InputArchive<'a>, T: Deserialize<'a> + Ord>(
    mut set: BTreeSet<T>,
    archive: &mut A,
    rest: Range<usize>,
) -> Result<BTreeSet<T>, A::Error> {
    for index in rest {
        let element = archive.part(Step::Element(index))?;
        insert(&mut set, element, archive, index)?;
    }
    Ok(set)
}

#[inline(always)]
fn insert<'a, A: InputArchive<'a>, T: Ord>(
    set: &mut BTreeSet<T>,
    element: T,
    archive: &A,
    index: usize,
) -> Result<(), A::Error> {
    if set.insert(element) {
        return Ok(());
    }
    Err(archive.locate(duplicate().into(), Step::Element(index)))
}
