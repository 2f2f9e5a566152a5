//! `HashMap`: entries sorted by their keys' encoded bytes.

use core::hash::{BuildHasher, Hash};

use super::encoded::{Many, Sorter};
use super::map::{empty_map, memory, save_entries, value};
use super::order::duplicate;
use super::raw::Raw;
use crate::length::Length;
use crate::limits::out_of_memory;
use crate::traits::Batches;
use crate::traits::MinSize;
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Step, Type,
};

macro_rules! hash_maps {
    ($($map:ident)::+, $($entry:ident)::+) => {
        impl<K: Describe, V: Describe, S> Describe for $($map)::+<K, V, S> {
            const TYPE: &'static Type =
                &Type { kind: Kind::HashMap(K::TYPE, V::TYPE), memory: size_of::<Self>() };
            const SIZE: Size = Size::LIST;
        }

        impl<K: Serialize, V: Serialize, S> Serialize for $($map)::+<K, V, S> {
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                if archive.own(self) {
                    return Ok(());
                }
                if archive.only_counts() {
                    return save_entries(self.iter(), archive);
                }
                let mut sorter = Sorter::default();
                sorter.add(self.iter(), |(key, _)| key, archive.versions())?;
                save_entries(sorter.sorted().iter().copied(), archive)?;
                Ok(sorter.end()?)
            }

            crate::traits::refs!(alone);

            fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
                let maps = values.iter().map(|map| map.iter());
                let sorted = Many::new(maps, |(key, _)| key, archive.versions())?;
                archive.map_rows(values, Self::len, |index, _| sorted.of(index).iter().copied())?;
                Ok(sorted.end()?)
            }
        }
        impl<K, V, S> Length for $($map)::+<K, V, S> {
            fn length(&self) -> usize {
                self.len()
            }
        }

        impl<'a, K, V, S> Deserialize<'a> for $($map)::+<K, V, S>
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
                archive.claim(1, memory::<K, V>(len))?;
                let mut map = Self::with_hasher(S::default());
                if map.try_reserve(len).is_err() {
                    return Err(out_of_memory(len, size_of::<(K, V)>()).into());
                }
                let mut keys = Raw::new();
                for index in 0..len {
                    let step = Step::Key(index);
                    match map.entry(keys.key(archive, step)?) {
                        $($entry)::+::Vacant(entry) => value(archive, index)?.map(|value| entry.insert(value)),
                        $($entry)::+::Occupied(_) => return Err(archive.locate(duplicate().into(), step)),
                    };
                }
                archive.end_map();
                Ok(map)
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                self.len() == fresh.len()
                    && self
                        .iter()
                        .all(|(key, value)| fresh.get_mut(key).is_some_and(|fresh| value.relink(fresh)))
            }

            empty_map!();
        }
    };
}
#[cfg(feature = "std")]
hash_maps!(std::collections::HashMap, std::collections::hash_map::Entry);
#[cfg(feature = "hashbrown-0_14")]
hash_maps!(hashbrown_0_14::HashMap, hashbrown_0_14::hash_map::Entry);
#[cfg(feature = "hashbrown-0_15")]
hash_maps!(hashbrown_0_15::HashMap, hashbrown_0_15::hash_map::Entry);
#[cfg(feature = "hashbrown-0_16")]
hash_maps!(hashbrown_0_16::HashMap, hashbrown_0_16::hash_map::Entry);
#[cfg(feature = "hashbrown-0_17")]
hash_maps!(hashbrown_0_17::HashMap, hashbrown_0_17::hash_map::Entry);
