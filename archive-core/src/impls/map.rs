//! `BTreeMap`: an entry after the other in the order of their keys.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;

use super::order::{ascending, duplicate};
use crate::limits::out_of_memory;
use crate::traits::MinSize;
use crate::weight::map_memory;
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Step, Type,
};

/// What `len` entries may reserve.
pub(super) const fn memory<K, V>(len: usize) -> usize {
    map_memory(len, size_of::<K>().saturating_add(size_of::<V>()))
}

impl<K: Describe, V: Describe> Describe for BTreeMap<K, V> {
    const TYPE: &'static Type =
        &Type { kind: Kind::Map(K::TYPE, V::TYPE), memory: size_of::<Self>() };
    const SIZE: Size = Size::LIST;
}

impl<K: Serialize, V: Serialize> Serialize for BTreeMap<K, V> {
    #[inline(always)]
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        if archive.own(self) {
            return Ok(());
        }
        archive.begin_map(self.len())?;
        if !self.is_empty() {
            archive.apart(|archive| {
                for (index, (key, value)) in self.iter().enumerate() {
                    archive.part(Step::Key(index), key)?;
                    archive.part(Step::Value(index), value)?;
                }
                Ok(())
            })?;
        }
        archive.end_map();
        Ok(())
    }

    #[inline(always)]
    fn serialize_alone<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.rows(&[self])
    }

    #[inline(always)]
    fn serialize_rows<A: OutputArchive>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
        archive.map_rows(values, Self::len, |_, map| map.iter())
    }
}

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
                false => in_any_order(archive, len),
            })?
        };
        archive.end_map();
        Ok(map)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        self.len() == fresh.len()
            && self.values().zip(fresh.values_mut()).all(|(value, fresh)| value.relink(fresh))
    }
}

/// Builds a map from entries that must be in its order, at once.
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
        if let Some((last, _)) = entries.last() {
            if let Err(error) = ascending(last.cmp(&key)) {
                return Err(archive.locate(error.into(), Step::Key(index)));
            }
        }
        entries.push((key, archive.part(Step::Value(index))?));
    }
    Ok(entries.into_iter().collect())
}

fn in_any_order<'a, A: InputArchive<'a>, K: Deserialize<'a> + Ord, V: Deserialize<'a>>(
    archive: &mut A,
    len: usize,
) -> Result<BTreeMap<K, V>, A::Error> {
    let mut map = BTreeMap::new();
    for index in 0..len {
        match map.entry(archive.part(Step::Key(index))?) {
            Entry::Vacant(entry) => entry.insert(archive.part(Step::Value(index))?),
            Entry::Occupied(_) => return Err(archive.locate(duplicate().into(), Step::Key(index))),
        };
    }
    Ok(map)
}
