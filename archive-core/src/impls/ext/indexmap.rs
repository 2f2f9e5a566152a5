//! `IndexMap` and `IndexSet`: entries and elements in insertion order.

use core::hash::{BuildHasher, Hash};

use indexmap_2::map::Entry;
use indexmap_2::{IndexMap, IndexSet};

use crate::impls::map::{empty_map, memory, save_maps, save_value, value};
use crate::impls::order::{check_keys, duplicate, may_be_alike};
use crate::impls::set::{save, save_sets};
use crate::length::Length;
use crate::limits::out_of_memory;
use crate::traits::{Batches, MinSize};
use crate::weight::map_memory;
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Step, Type,
};

/// What a key takes in memory: an index in the hash table, the hash, and the key.
type Keyed<K> = (usize, u64, K);

/// A key's type with that memory, for the limit on memory per input byte.
const fn keyed<K: Describe>() -> Type {
    Type { kind: K::TYPE.kind, memory: size_of::<Keyed<K>>() }
}

impl<K: Describe, V: Describe, S> Describe for IndexMap<K, V, S> {
    const TYPE: &'static Type =
        &Type { kind: Kind::Map(&const { keyed::<K>() }, V::TYPE), memory: size_of::<Self>() };
    const SIZE: Size = Size::LIST;
}

save_maps!(IndexMap<K, V, S>);

impl<'a, K, V, S> Deserialize<'a> for IndexMap<K, V, S>
where
    K: Deserialize<'a> + Eq + Hash,
    V: Deserialize<'a>,
    S: BuildHasher + Default,
{
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        if let Some(map) = archive.own() {
            return Ok(map);
        }
        let len = archive.begin_map(MinSize::of_entry::<K, V>())?;
        archive.claim(1, memory::<Keyed<K>, V>(len))?;
        let mut map = Self::with_hasher(S::default());
        if map.try_reserve(len).is_err() {
            return Err(out_of_memory(len, size_of::<(K, V)>()).into());
        }
        for index in 0..len {
            let step = Step::Key(index);
            match map.entry(archive.part(step)?) {
                Entry::Vacant(entry) => value(archive, index)?.map(|value| entry.insert(value)),
                Entry::Occupied(_) => return Err(archive.locate(duplicate().into(), step)),
            };
        }
        archive.end_map();
        Ok(map)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        self.len() == fresh.len()
            && self.values().zip(fresh.values_mut()).all(|(value, fresh)| value.relink(fresh))
    }

    empty_map!();
}

impl<K, V, S> Length for IndexMap<K, V, S> {
    fn length(&self) -> usize {
        self.len()
    }
}

impl<T: Describe, S> Describe for IndexSet<T, S> {
    const TYPE: &'static Type =
        &Type { kind: Kind::Set(&const { keyed::<T>() }), memory: size_of::<Self>() };
    const SIZE: Size = Size::LIST;
}

save_sets!(IndexSet<T, S>);

impl<'a, T, S> Deserialize<'a> for IndexSet<T, S>
where
    T: Deserialize<'a> + Eq + Hash,
    S: BuildHasher + Default,
{
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        if let Some(set) = archive.own() {
            return Ok(set);
        }
        let len = archive.begin_list(MinSize::of::<T>())?;
        archive.claim(1, map_memory(len, size_of::<Keyed<T>>()))?;
        let mut set = Self::with_hasher(S::default());
        if set.try_reserve(len).is_err() {
            return Err(out_of_memory(len, size_of::<T>()).into());
        }
        for index in 0..len {
            let step = Step::Element(index);
            if !set.insert(archive.part(step)?) {
                return Err(archive.locate(duplicate().into(), step));
            }
        }
        archive.end_list();
        Ok(set)
    }

    fn relink(&self, fresh: &mut Self) -> bool {
        let mut taken = |value: &T| fresh.swap_take(value);
        self.iter().all(|value| taken(value).is_some_and(|mut fresh| value.relink(&mut fresh)))
    }
}

impl<T, S> Length for IndexSet<T, S> {
    fn length(&self) -> usize {
        self.len()
    }
}
