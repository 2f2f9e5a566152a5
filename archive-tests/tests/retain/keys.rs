//! Keys of ordered maps and sets that have more in a newer program.

use crate::{forms, load};

/// Keys that have more in the newer program are in its order there, in which the older one cannot put them.
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
