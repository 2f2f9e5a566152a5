//! Maps and sets of other crates, whose order is another one than that of hash maps.

#![cfg(all(feature = "indexmap-2", feature = "_hash-maps"))]

use core::hash::{BuildHasher, Hash};

use indexmap_2::{IndexMap, IndexSet};

use super::Widen;

/// Between hash maps and those that keep an order.
macro_rules! hashed {
    ($($hashed:ident)::+) => { collections! {
        [K: Clone + Eq + Hash, V: Clone, S: BuildHasher + Default, H: BuildHasher + Default + Clone]
            $($hashed)::+::HashMap<K, V, S>, IndexMap<K, V, H>;
        [K: Clone + Eq + Hash, V: Clone, S: BuildHasher + Default + Clone, H: BuildHasher + Default]
            IndexMap<K, V, H>, $($hashed)::+::HashMap<K, V, S>;
        [T: Clone + Eq + Hash, S: BuildHasher + Default, H: BuildHasher + Default + Clone]
            $($hashed)::+::HashSet<T, S>, IndexSet<T, H>;
        [T: Clone + Eq + Hash, S: BuildHasher + Default + Clone, H: BuildHasher + Default]
            IndexSet<T, H>, $($hashed)::+::HashSet<T, S>;
    } };
}
#[cfg(feature = "std")]
hashed!(std::collections);
#[cfg(feature = "hashbrown-0_14")]
hashed!(hashbrown_0_14);
#[cfg(feature = "hashbrown-0_15")]
hashed!(hashbrown_0_15);
#[cfg(feature = "hashbrown-0_16")]
hashed!(hashbrown_0_16);
#[cfg(feature = "hashbrown-0_17")]
hashed!(hashbrown_0_17);
