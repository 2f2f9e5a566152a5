//! Keys that differ today, but not in an older version.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use archive::{Archive, ErrorKind, Layout, Options, Unknown, VersionTable};

mod before {
    use std::collections::{BTreeMap, BTreeSet, HashMap};

    #[derive(archive::Archive, Debug)]
    pub struct World {
        pub map: BTreeMap<Key, u8>,
        pub set: BTreeSet<Key>,
        pub hashed: HashMap<Key, u8>,
    }

    #[derive(archive::Archive, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Key {
        pub at: u8,
    }
}

#[derive(Archive, Debug, Default, PartialEq)]
struct World {
    map: BTreeMap<Key, u8>,
    set: BTreeSet<Key>,
    hashed: HashMap<Key, u8>,
}

#[derive(Archive, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    #[archive(was(u8, until = 2, with = |at: u8| i32::from(at), back = |at: &i32| (*at).clamp(0, 255) as u8))]
    at: i32,
}

#[test]
fn keys_that_become_one_are_not_written() {
    let keys = |most: i32| [Key { at: 3 }, Key { at: 255 }, Key { at: most }].into_iter();
    let values = |most| keys(most).map(|key| (key, 1));
    let then = VersionTable::of::<before::World>().unwrap();
    for options in [Options::message(), Options::file(), Options::file().layout(Layout::Rows)] {
        let for_then = options.write_for(&then);
        let fits =
            World { map: values(7).collect(), set: keys(7).collect(), hashed: values(7).collect() };
        let bytes = for_then.to_vec(&fits).unwrap();
        assert_eq!(archive::from_slice::<World>(&bytes).unwrap(), fits);
        assert_eq!(archive::from_slice::<before::World>(&bytes).unwrap().set.len(), 3);
        let alike = [
            ("map", World { map: values(400).collect(), ..World::default() }),
            ("set", World { set: keys(400).collect(), ..World::default() }),
            ("hashed", World { hashed: values(400).collect(), ..World::default() }),
        ];
        for (field, world) in alike {
            for options in [for_then.clone(), for_then.clone().unknown(Unknown::Skip)] {
                let error = options.to_vec(&world).unwrap_err();
                assert_eq!((error.kind(), error.path()), (ErrorKind::Unrepresentable, field));
            }
        }
    }
}
