//! Sets and maps whose elements or keys are stored by modules: `#[archive(with = HashMap<module, _>)]`.

use alloc::string::String;

use super::{Each, Refused};
use crate::derived::Stores;
use crate::hooks::Refusal;
use crate::impls::{Elements, Entries};
use crate::value::key_step;
use crate::{Context, Serialize};

/// A map whose keys, and maybe values, are converted one by one.
#[diagnostic::on_unimplemented(
    message = "`with` cannot store each key of a `{Self}`",
    label = "not a supported map",
    note = "for a map of another crate, enable the feature of `archive` for that crate"
)]
pub trait EachEntry: Sized {
    /// The type of its keys.
    type Key;

    /// The type of its values.
    type Value;

    /// The stored form: the same map of stored keys and values.
    type Of<K, V>;

    /// Converts each key and each value.
    fn to_stored<'v, K, V>(
        &'v self,
        key: impl FnMut(&'v Self::Key) -> K,
        value: impl FnMut(&'v Self::Value) -> V,
    ) -> Self::Of<K, V>;

    /// Converts each stored key and value.
    ///
    /// # Errors
    ///
    /// Fails if one of them does, or if two keys become the same; the error gets the position in this map.
    fn from_stored<K: Serialize, V>(
        stored: Self::Of<K, V>,
        context: &mut Context<'_>,
        key: impl FnMut(K, &mut Context<'_>) -> Result<Self::Key, Refused>,
        value: impl FnMut(V, &mut Context<'_>) -> Result<Self::Value, Refused>,
    ) -> Result<Self, Refused>;
}

/// Marks entries with references to values.
#[derive(Debug)]
pub struct Refs;

impl<K: Serialize, V: Serialize, const HASHED: bool> Stores<Entries<K, V, HASHED>, Refs>
    for Entries<K, &V, HASHED>
{
    type Form = Self;

    #[inline(always)]
    fn form(&self) -> &Self {
        self
    }
}

/// A value of a map in another container, whose stored form has the values themselves.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `Clone`",
    label = "not `Clone`",
    note = "where `with` stores the keys of a map within another container, values are cloned to be saved: derive `Clone` for \
        `{Self}`, or make the map a field of a type of its own"
)]
pub trait Cloned: Sized {
    #[doc(hidden)]
    fn cloned(&self) -> Self;
}

impl<V: Clone> Cloned for V {
    fn cloned(&self) -> Self {
        self.clone()
    }
}

/// The stored form of a map in another container.
pub fn own_values<K, V: Cloned, const HASHED: bool>(
    entries: Entries<K, &V, HASHED>,
) -> Entries<K, V, HASHED> {
    Entries(entries.0.into_iter().map(|(key, value)| (key, value.cloned())).collect())
}

/// The refusal of a key that is there already.
#[cold]
fn twice() -> Refused {
    let why = "another key is there already, or is converted to the same one";
    Refused { path: String::new(), why: Refusal::Said(why.into()) }
}

macro_rules! maps {
    ($($(#[$cfg:meta])? $hashed:literal [$($hasher:ident $reserve:ident)?] [$($bound:tt)*] $($map:ident)::+;)*) => {$(
        $(#[$cfg])?
        impl<K: $($bound)*, T $(, $hasher: core::hash::BuildHasher + Default)?> EachEntry
            for $($map)::+<K, T $(, $hasher)?>
        {
            type Key = K;
            type Value = T;
            type Of<SK, SV> = Entries<SK, SV, $hashed>;

            fn to_stored<'v, SK, SV>(
                &'v self,
                mut key: impl FnMut(&'v K) -> SK,
                mut value: impl FnMut(&'v T) -> SV,
            ) -> Self::Of<SK, SV> {
                Entries(self.iter().map(|(k, v)| (key(k), value(v))).collect())
            }

            fn from_stored<SK: Serialize, SV>(
                stored: Self::Of<SK, SV>,
                context: &mut Context<'_>,
                mut key: impl FnMut(SK, &mut Context<'_>) -> Result<K, Refused>,
                mut value: impl FnMut(SV, &mut Context<'_>) -> Result<T, Refused>,
            ) -> Result<Self, Refused> {
                let mut map = Self::default();
                $(map.$reserve(stored.0.len());)?
                for (index, (k, v)) in stored.0.into_iter().enumerate() {
                    let v = value(v, context).map_err(|refused| refused.within(&key_step(&k)))?;
                    let k = key(k, context).map_err(|refused| refused.within_key(index))?;
                    if map.insert(k, v).is_some() {
                        return Err(twice().within_key(index));
                    }
                }
                Ok(map)
            }
        }
    )*};
}
maps! {
    false [] [Ord] alloc::collections::BTreeMap;
    #[cfg(feature = "std")] true [H reserve] [Eq + core::hash::Hash] std::collections::HashMap;
    #[cfg(feature = "hashbrown-0_14")] true [H reserve] [Eq + core::hash::Hash] hashbrown_0_14::HashMap;
    #[cfg(feature = "hashbrown-0_15")] true [H reserve] [Eq + core::hash::Hash] hashbrown_0_15::HashMap;
    #[cfg(feature = "hashbrown-0_16")] true [H reserve] [Eq + core::hash::Hash] hashbrown_0_16::HashMap;
    #[cfg(feature = "hashbrown-0_17")] true [H reserve] [Eq + core::hash::Hash] hashbrown_0_17::HashMap;
    #[cfg(feature = "indexmap-2")] false [H reserve] [Eq + core::hash::Hash] indexmap_2::IndexMap;
}

macro_rules! sets {
    ($($(#[$cfg:meta])? $hashed:literal [$($hasher:ident)?] [$($bound:tt)*] $($set:ident)::+;)*) => {$(
        $(#[$cfg])?
        impl<T: $($bound)* $(, $hasher: core::hash::BuildHasher + Default)?> Each for $($set)::+<T $(, $hasher)?> {
            type Item = T;
            type Of<S> = Elements<S, $hashed>;

            fn to_stored<S>(&self, of: impl FnMut(&T) -> S) -> Self::Of<S> {
                Elements(self.iter().map(of).collect())
            }

            fn from_stored<S>(
                stored: Self::Of<S>,
                mut of: impl FnMut(S) -> Result<T, Refused>,
            ) -> Result<Self, Refused> {
                let mut set = Self::default();
                for (index, stored) in stored.0.into_iter().enumerate() {
                    let is_new = of(stored).map(|element| set.insert(element));
                    let is_new = is_new.and_then(|is_new| if is_new { Ok(()) } else { Err(twice()) });
                    is_new.map_err(|refused| refused.at(index))?;
                }
                Ok(set)
            }
        }
    )*};
}
sets! {
    false [] [Ord] alloc::collections::BTreeSet;
    #[cfg(feature = "std")] true [H] [Eq + core::hash::Hash] std::collections::HashSet;
    #[cfg(feature = "hashbrown-0_14")] true [H] [Eq + core::hash::Hash] hashbrown_0_14::HashSet;
    #[cfg(feature = "hashbrown-0_15")] true [H] [Eq + core::hash::Hash] hashbrown_0_15::HashSet;
    #[cfg(feature = "hashbrown-0_16")] true [H] [Eq + core::hash::Hash] hashbrown_0_16::HashSet;
    #[cfg(feature = "hashbrown-0_17")] true [H] [Eq + core::hash::Hash] hashbrown_0_17::HashSet;
    #[cfg(feature = "indexmap-2")] false [H] [Eq + core::hash::Hash] indexmap_2::IndexSet;
}
