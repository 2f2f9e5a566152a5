//! Maps and sets give the same bytes whatever the insertion order and hasher.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use proptest::prelude::*;

use crate::check::{self, comes_back, fail};

/// Hashes everything to the same number.
#[derive(Default)]
struct Constant;

impl Hasher for Constant {
    fn finish(&self) -> u64 {
        7
    }
    fn write(&mut self, _: &[u8]) {}
}

proptest! {
    #![proptest_config(check::config())]

    #[test]
    fn ordered(a: BTreeMap<i16, String>, b: BTreeSet<String>, c: BTreeMap<(u8, bool), Vec<u8>>) {
        comes_back(&(a, b, c))?;
    }

    #[test]
    fn hashed(a: HashMap<String, u8>, b: HashSet<i64>, c: HashMap<Option<char>, [u16; 2]>) {
        comes_back(&(a, b, c))?;
    }

    #[test]
    fn bytes_do_not_depend_on_insertion_or_hasher(entries in prop::collection::btree_map(any::<i32>(), any::<u8>(), 0..40)) {
        let forward: HashMap<i32, u8> = entries.clone().into_iter().collect();
        let mut backward = HashMap::with_capacity(1000);
        backward.extend(entries.iter().rev().map(|(key, value)| (*key, *value)));
        let sip: HashMap<i32, u8, BuildHasherDefault<DefaultHasher>> = entries.clone().into_iter().collect();
        let worst: HashMap<i32, u8, BuildHasherDefault<Constant>> = entries.into_iter().collect();
        let bytes = archive::to_vec(&forward).map_err(fail)?;
        prop_assert_eq!(archive::to_vec(&backward).map_err(fail)?, &bytes[..]);
        prop_assert_eq!(archive::to_vec(&sip).map_err(fail)?, &bytes[..]);
        prop_assert_eq!(archive::to_vec(&worst).map_err(fail)?, &bytes[..]);
        comes_back(&(sip, worst))?;
    }

    #[test]
    fn sets_do_not_depend_on_insertion(values: BTreeSet<String>) {
        let forward: HashSet<&str> = values.iter().map(String::as_str).collect();
        let backward: HashSet<&str> = values.iter().rev().map(String::as_str).collect();
        prop_assert_eq!(archive::to_vec(&forward).map_err(fail)?, archive::to_vec(&backward).map_err(fail)?);
    }

    #[test]
    fn keys_of_one_byte_are_in_one_order_either_way(entries: BTreeMap<u8, u16>) {
        let hashed: HashMap<u8, u16> = entries.clone().into_iter().collect();
        let rows = archive::Options::message();
        let (hashed, ordered) = (rows.to_vec(&hashed).map_err(fail)?, rows.to_vec(&entries).map_err(fail)?);
        // The headers differ, because the schema says how a map is ordered.
        prop_assert_ne!(&hashed[..10], &ordered[..10]);
        prop_assert_eq!(&hashed[10..], &ordered[10..]);
    }
}
