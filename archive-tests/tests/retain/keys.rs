//! Keys of ordered maps and sets that have more fields in a newer program.

use crate::{forms, load};

/// Keys with unknown fields are in the newer program's order, which the older one does not know.
#[test]
fn keys_with_what_is_unknown_are_loaded_again() {
    mod newer {
        use std::collections::{BTreeMap, BTreeSet};

        use archive::Archive;

        #[derive(Archive, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct Place {
            #[since(2, default = 0)]
            pub layer: u8,
            pub x: u8,
        }

        #[derive(Archive, Debug, PartialEq)]
        pub struct Map {
            pub tiles: BTreeMap<Place, u8>,
            pub seen: BTreeSet<Place>,
        }
    }
    mod older {
        use std::cmp::Ordering;
        use std::collections::{BTreeMap, BTreeSet};

        use archive::{Archive, Unknown};

        #[derive(Archive, PartialEq, Eq)]
        pub struct Place {
            pub x: u8,
            #[archive(unknown)]
            pub extra: Unknown,
        }

        impl Ord for Place {
            fn cmp(&self, other: &Self) -> Ordering {
                self.x.cmp(&other.x)
            }
        }

        impl PartialOrd for Place {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        #[derive(Archive)]
        pub struct Map {
            pub tiles: BTreeMap<Place, u8>,
            pub seen: BTreeSet<Place>,
        }
    }
    let places = || [(1, 1), (0, 2), (2, 3)].map(|(layer, x)| newer::Place { layer, x });
    let tiles = places().map(|place| (place, 7)).into();
    let map = newer::Map { tiles, seen: places().into() };
    for form in forms() {
        let kept: older::Map = load(&form.to_vec(&map).unwrap()).unwrap();
        let again: newer::Map = archive::from_slice(&form.to_vec(&kept).unwrap()).unwrap();
        assert_eq!(again, map);
    }
}

/// The newer program's set may be a list in the older one, which may add duplicates.
#[test]
fn what_is_a_set_there_has_each_key_once() {
    mod newer {
        use std::collections::{BTreeMap, BTreeSet, HashSet};

        use archive::Archive;

        #[derive(Archive, Debug, PartialEq)]
        #[archive(version = 2)]
        pub struct Seen {
            pub hashed: HashSet<u16>,
            pub sorted: BTreeSet<u16>,
            pub lists: Vec<BTreeSet<u16>>,
            pub maps: BTreeMap<u8, HashSet<u16>>,
            pub pair: (BTreeSet<u16>, u8),
            #[since(2, default = 0)]
            pub extra: u8,
        }
    }
    mod older {
        use std::collections::BTreeMap;

        use archive::{Archive, Unknown};

        #[derive(Archive)]
        pub struct Seen {
            pub hashed: Vec<u16>,
            pub sorted: Vec<u16>,
            pub lists: Vec<Vec<u16>>,
            pub maps: BTreeMap<u8, Vec<u16>>,
            pub pair: (Vec<u16>, u8),
            #[archive(unknown)]
            pub rest: Unknown,
        }
    }
    let seen = |ids: &[u16]| newer::Seen {
        hashed: ids.iter().copied().collect(),
        sorted: ids.iter().copied().collect(),
        lists: vec![ids.iter().copied().collect()],
        maps: [(1, ids.iter().copied().collect())].into(),
        pair: (ids.iter().copied().collect(), 3),
        extra: 9,
    };
    for form in forms() {
        let mut kept: older::Seen = load(&form.to_vec(&seen(&[7, 3])).unwrap()).unwrap();
        let lists = [&mut kept.hashed, &mut kept.sorted, &mut kept.lists[0], &mut kept.pair.0];
        for list in lists.into_iter().chain(kept.maps.values_mut()) {
            list.extend([3, 5, 7]);
        }
        let again: newer::Seen = archive::from_slice(&form.to_vec(&kept).unwrap()).unwrap();
        assert_eq!(again, seen(&[3, 5, 7]));
    }
}
