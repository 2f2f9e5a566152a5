//! The stored forms of sets and maps whose elements or keys modules store. In archives they are sets and maps, but here only
//! lists, as a `Stored` needs neither an order nor a hash.

use alloc::vec::Vec;

#[cfg(feature = "_hash-maps")]
use super::encoded::Sorter;
use super::map::{self, value};
use super::order::check_distinct;
#[cfg(feature = "_hash-maps")]
use super::raw::Raw;
use super::set;
use crate::limits::out_of_memory;
use crate::traits::MinSize;
use crate::weight::map_memory;
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Step, Type,
};

/// The stored elements of a set, whose order is that of their bytes if it is hashed.
#[derive(Clone, Debug)]
pub struct Elements<S, const HASHED: bool>(pub(crate) Vec<S>);

/// The stored entries of a map, whose order is that of the bytes of their keys if it is hashed.
#[derive(Clone, Debug)]
pub struct Entries<K, V, const HASHED: bool>(pub(crate) Vec<(K, V)>);

impl<S: Describe, const HASHED: bool> Describe for Elements<S, HASHED> {
    const TYPE: &'static Type = &Type {
        kind: if HASHED { Kind::HashSet(S::TYPE) } else { Kind::Set(S::TYPE) },
        memory: size_of::<Self>(),
    };
    const SIZE: Size = Size::LIST;
}

impl<K: Describe, V: Describe, const HASHED: bool> Describe for Entries<K, V, HASHED> {
    const TYPE: &'static Type = &Type {
        kind: if HASHED { Kind::HashMap(K::TYPE, V::TYPE) } else { Kind::Map(K::TYPE, V::TYPE) },
        memory: size_of::<Self>(),
    };
    const SIZE: Size = Size::LIST;
}

impl<S: Serialize, const HASHED: bool> Serialize for Elements<S, HASHED> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        #[cfg(feature = "_hash-maps")]
        if HASHED && !archive.only_counts() {
            let mut sorter = Sorter::default();
            sorter.add(self.0.iter(), |element| element, archive.versions())?;
            set::save(sorter.sorted().iter().copied(), archive)?;
            return Ok(sorter.end()?);
        }
        check_distinct(&self.0, archive.versions())?;
        set::save(self.0.iter(), archive)
    }

    crate::traits::refs!();
}

impl<K: Serialize, V: Serialize, const HASHED: bool> Serialize for Entries<K, V, HASHED> {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        #[cfg(feature = "_hash-maps")]
        if HASHED && !archive.only_counts() {
            let mut sorter = Sorter::default();
            sorter.add(self.0.iter(), |(key, _)| key, archive.versions())?;
            let sorted = sorter.sorted().iter().map(|(key, value)| (key, value));
            map::save_entries(sorted, archive)?;
            return Ok(sorter.end()?);
        }
        check_distinct(self.0.iter().map(|(key, _)| key), archive.versions())?;
        map::save_entries(self.0.iter().map(|(key, value)| (key, value)), archive)
    }

    crate::traits::refs!();
}

/// Reads keys, which are in the order of their bytes if the set or map is hashed.
struct Keys<'a, const HASHED: bool> {
    #[cfg(feature = "_hash-maps")]
    raw: Raw<'a>,
    #[cfg(not(feature = "_hash-maps"))]
    raw: core::marker::PhantomData<&'a ()>,
}

impl<'a, const HASHED: bool> Keys<'a, HASHED> {
    const fn new() -> Self {
        #[cfg(feature = "_hash-maps")]
        let raw = Raw::new();
        #[cfg(not(feature = "_hash-maps"))]
        let raw = core::marker::PhantomData;
        Self { raw }
    }

    fn key<K: Deserialize<'a>, A: InputArchive<'a>>(
        &mut self,
        archive: &mut A,
        step: Step<'_>,
    ) -> Result<K, A::Error> {
        #[cfg(feature = "_hash-maps")]
        if HASHED {
            return self.raw.key(archive, step);
        }
        archive.part(step)
    }
}

impl<'a, S: Deserialize<'a>, const HASHED: bool> Deserialize<'a> for Elements<S, HASHED> {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let len = archive.begin_list(MinSize::of::<S>())?;
        archive.claim(1, map_memory(len, size_of::<S>()))?;
        let (mut elements, mut keys) = (Vec::new(), Keys::<HASHED>::new());
        if elements.try_reserve_exact(len).is_err() {
            return Err(out_of_memory(len, size_of::<S>()).into());
        }
        for index in 0..len {
            elements.push(keys.key(archive, Step::Element(index))?);
        }
        archive.end_list();
        Ok(Self(elements))
    }
}

impl<'a, K, V, const HASHED: bool> Deserialize<'a> for Entries<K, V, HASHED>
where
    K: Deserialize<'a>,
    V: Deserialize<'a>,
{
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let len = archive.begin_map(MinSize::of_entry::<K, V>())?;
        archive.claim(1, map::memory::<K, V>(len))?;
        let (mut entries, mut keys) = (Vec::new(), Keys::<HASHED>::new());
        if entries.try_reserve_exact(len).is_err() {
            return Err(out_of_memory(len, size_of::<(K, V)>()).into());
        }
        for index in 0..len {
            let key = keys.key(archive, Step::Key(index))?;
            entries.extend(value(archive, index)?.map(|value| (key, value)));
        }
        archive.end_map();
        Ok(Self(entries))
    }
}
