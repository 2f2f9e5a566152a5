//! `BTreeMap`: entries in key order.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;
use core::ops::Range;

use super::order::{check_keys, duplicate, may_be_alike};
use crate::graph::expect_direct;
use crate::limits::out_of_memory;
use crate::traits::Batches;
use crate::traits::MinSize;
use crate::weight::map_memory;
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Step, Type,
};

/// Empties a map in a cell, and otherwise the cells of its values. Late links in maps are not set here; the
/// map is loaded again.
macro_rules! empty_map {
    () => {
        fn put_late(&mut self, late: &mut $crate::graph::Late<'_>) {
            if late.empties() {
                self.clear();
            }
        }

        fn put_late_in_cells(&self, late: &mut $crate::graph::Late<'_>) {
            if late.empties() {
                self.values().for_each(|value| value.put_late_in_cells(late));
            }
        }
    };
}
#[cfg(any(feature = "_hash-maps", feature = "indexmap-2"))]
pub(super) use empty_map;

/// The memory that `len` entries may take.
pub(super) const fn memory<K, V>(len: usize) -> usize {
    map_memory(len, size_of::<K>().saturating_add(size_of::<V>()))
}

impl<K: Describe, V: Describe> Describe for BTreeMap<K, V> {
    const TYPE: &'static Type =
        &Type { kind: Kind::Map(K::TYPE, V::TYPE), memory: size_of::<Self>() };
    const SIZE: Size = Size::LIST;
}

/// Implements saving for ordered maps.
macro_rules! save_maps {
    ($map:ident<K, V $(, $hasher:ident)?>) => {
        impl<K: Serialize, V: Serialize $(, $hasher)?> Serialize for $map<K, V $(, $hasher)?> {
            #[inline(always)]
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                if const { may_be_alike::<K>() } {
                    check_keys(self.keys(), archive.versions())?;
                }
                if archive.own(self) {
                    return Ok(());
                }
                archive.begin_map(self.len())?;
                if !self.is_empty() {
                    archive.apart(|archive| {
                        for (index, (key, value)) in self.iter().enumerate() {
                            archive.part(Step::Key(index), key)?;
                            save_value(index, value, archive)?;
                        }
                        Ok(())
                    })?;
                }
                archive.end_map();
                Ok(())
            }

            crate::traits::refs!(alone);

            #[inline(always)]
            fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
                if const { may_be_alike::<K>() } {
                    values.iter().try_for_each(|map| check_keys(map.keys(), archive.versions()))?;
                }
                archive.map_rows(values, Self::len, |_, map| map.iter())
            }
        }
    };
}
#[cfg(feature = "indexmap-2")]
pub(super) use save_maps;

save_maps!(BTreeMap<K, V>);

impl<'a, K: Deserialize<'a> + Ord, V: Deserialize<'a>> Deserialize<'a> for BTreeMap<K, V> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        if let Some(map) = archive.own() {
            return Ok(map);
        }
        let len = archive.begin_map(MinSize::of_entry::<K, V>())?;
        let map = if len == 0 {
            Self::new()
        } else {
            archive.claim(1, memory::<K, V>(len))?;
            archive.apart(|archive| match archive.in_order() {
                true => in_order(archive, len),
                false => insert_rest(Self::new(), archive, 0..len),
            })?
        };
        archive.end_map();
        Ok(map)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        self.len() == fresh.len()
            && self.values().zip(fresh.values_mut()).all(|(value, fresh)| value.relink(fresh))
    }

    empty_map!();
}

/// Whether values are `Rc` or `Arc`, which inside a cell may be late links.
#[inline(always)]
pub(super) const fn is_shared<V: Describe>() -> bool {
    matches!(V::TYPE.kind, Kind::Shared(_))
}

/// Saves the value of an entry.
#[inline(always)]
pub(super) fn save_value<V: Serialize, A: OutputArchive>(
    index: usize,
    value: &V,
    archive: &mut A,
) -> Result<(), A::Error> {
    if const { is_shared::<V>() } {
        expect_direct(archive);
    }
    archive.part(Step::Value(index), value)
}

/// The value of an entry; `None` if it is left out until the map is loaded again.
#[inline(always)]
pub(super) fn value<'a, V: Deserialize<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    index: usize,
) -> Result<Option<V>, A::Error> {
    let step = Step::Value(index);
    if const { is_shared::<V>() } {
        return archive.part(step).map(|Held(value)| value);
    }
    archive.part(step).map(Some)
}

/// A value that may have been left out.
struct Held<V>(Option<V>);

impl<V: Describe> Describe for Held<V> {
    const TYPE: &'static Type = V::TYPE;
    const SIZE: Size = V::SIZE;
}

impl<'a, V: Deserialize<'a>> Deserialize<'a> for Held<V> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        V::deserialize_value(archive).map(Self)
    }
}

/// Saves entries in the order given.
pub(super) fn save_entries<'m, K: Serialize + 'm, V: Serialize + 'm, A: OutputArchive>(
    entries: impl ExactSizeIterator<Item = (&'m K, &'m V)>,
    archive: &mut A,
) -> Result<(), A::Error> {
    archive.begin_map(entries.len())?;
    for (index, (key, value)) in entries.enumerate() {
        archive.part(Step::Key(index), key)?;
        save_value(index, value, archive)?;
    }
    archive.end_map();
    Ok(())
}

/// Builds a map in one go, from entries that are in order.
fn in_order<'a, A: InputArchive<'a>, K: Deserialize<'a> + Ord, V: Deserialize<'a>>(
    archive: &mut A,
    len: usize,
) -> Result<BTreeMap<K, V>, A::Error> {
    let mut entries: Vec<(K, V)> = Vec::new();
    if entries.try_reserve_exact(len).is_err() {
        return Err(out_of_memory(len, size_of::<(K, V)>()).into());
    }
    for index in 0..len {
        let key = archive.part(Step::Key(index))?;
        if entries.last().is_some_and(|(last, _)| *last >= key) {
            let mut map = entries.into_iter().collect();
            insert(&mut map, key, archive, index)?;
            return insert_rest(map, archive, index.saturating_add(1)..len);
        }
        entries.extend(value(archive, index)?.map(|value| (key, value)));
    }
    Ok(entries.into_iter().collect())
}

/// Inserts the remaining entries one by one. They are out of order if another type, or another program,
/// wrote them in its own order.
#[inline(never)]
fn insert_rest<'a, A: InputArchive<'a>, K: Deserialize<'a> + Ord, V: Deserialize<'a>>(
    mut map: BTreeMap<K, V>,
    archive: &mut A,
    rest: Range<usize>,
) -> Result<BTreeMap<K, V>, A::Error> {
    for index in rest {
        let key = archive.part(Step::Key(index))?;
        insert(&mut map, key, archive, index)?;
    }
    Ok(map)
}

#[inline(always)]
fn insert<'a, A: InputArchive<'a>, K: Ord, V: Deserialize<'a>>(
    map: &mut BTreeMap<K, V>,
    key: K,
    archive: &mut A,
    index: usize,
) -> Result<(), A::Error> {
    match map.entry(key) {
        Entry::Vacant(entry) => value(archive, index)?.map(|value| entry.insert(value)),
        Entry::Occupied(_) => return Err(archive.locate(duplicate().into(), Step::Key(index))),
    };
    Ok(())
}
