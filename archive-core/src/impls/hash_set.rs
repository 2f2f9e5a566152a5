//! `HashSet`: elements sorted by their encoded bytes.

use core::hash::{BuildHasher, Hash};

use super::encoded::{Many, Sorter};
use super::order::duplicate;
use super::raw::Raw;
use super::set::save;
use crate::length::Length;
use crate::limits::out_of_memory;
use crate::traits::Batches;
use crate::traits::MinSize;
use crate::weight::map_memory;
use crate::{
    Describe, Deserialize, InputArchive, Kind, OutputArchive, Serialize, Size, Step, Type,
};

macro_rules! hash_sets {
    ($($set:ident)::+) => {
        impl<T: Describe, S> Describe for $($set)::+<T, S> {
            const TYPE: &'static Type = &Type { kind: Kind::HashSet(T::TYPE), memory: size_of::<Self>() };
            const SIZE: Size = Size::LIST;
        }

        impl<T: Serialize, S> Serialize for $($set)::+<T, S> {
            fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
                if archive.own(self) {
                    return Ok(());
                }
                if archive.only_counts() {
                    return save(self.iter(), archive);
                }
                let mut sorter = Sorter::default();
                sorter.add(self.iter(), |element| element, archive.versions())?;
                save(sorter.sorted().iter().copied(), archive)?;
                Ok(sorter.end()?)
            }

            crate::traits::refs!(alone);

            fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error> {
                let sets = values.iter().map(|set| set.iter());
                let sorted = Many::new(sets, |element| element, archive.versions())?;
                archive.set_rows(values, Self::len, |index, _| sorted.of(index).iter().copied())?;
                Ok(sorted.end()?)
            }
        }

        impl<T, S> Length for $($set)::+<T, S> {
            fn length(&self) -> usize {
                self.len()
            }
        }

        impl<'a, T, S> Deserialize<'a> for $($set)::+<T, S>
        where
            T: Deserialize<'a> + Eq + Hash,
            S: BuildHasher + Default,
        {
            fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
                if let Some(set) = archive.own() {
                    return Ok(set);
                }
                let len = archive.begin_list(MinSize::of::<T>())?;
                archive.claim(1, map_memory(len, size_of::<T>()))?;
                let mut set = Self::with_hasher(S::default());
                if set.try_reserve(len).is_err() {
                    return Err(out_of_memory(len, size_of::<T>()).into());
                }
                let mut elements = Raw::new();
                for index in 0..len {
                    let step = Step::Element(index);
                    if !set.insert(elements.key(archive, step)?) {
                        return Err(archive.locate(duplicate().into(), step));
                    }
                }
                archive.end_list();
                Ok(set)
            }

            fn relink(&self, fresh: &mut Self) -> bool {
                let mut taken = |value: &T| fresh.take(value);
                self.iter().all(|value| taken(value).is_some_and(|mut fresh| value.relink(&mut fresh)))
            }
        }
    };
}
#[cfg(feature = "std")]
hash_sets!(std::collections::HashSet);
#[cfg(feature = "hashbrown-0_14")]
hash_sets!(hashbrown_0_14::HashSet);
#[cfg(feature = "hashbrown-0_15")]
hash_sets!(hashbrown_0_15::HashSet);
#[cfg(feature = "hashbrown-0_16")]
hash_sets!(hashbrown_0_16::HashSet);
#[cfg(feature = "hashbrown-0_17")]
hash_sets!(hashbrown_0_17::HashSet);
