//! The hash of a value.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use archive::{Archive, ErrorKind, Options, hash};

use crate::world::world;

/// The rows of a value: a message without its header, which here has no version table.
fn rows<T: archive::Serialize>(value: &T) -> Vec<u8> {
    Options::message().to_vec(value).unwrap().split_off(10)
}

#[test]
fn literal_values() {
    assert_eq!(hash(&()).unwrap(), 0x99aa_06d3_0147_98d8_6001_c324_468d_497f);
    assert_eq!(hash("").unwrap(), 0xa6cd_5e93_9200_0f6a_c44b_dff4_074e_ecdb);
    assert_eq!(hash(&7_u32).unwrap(), 0xbc43_6cfa_ea3f_e1a8_9284_b7ae_b2cf_9cb7);
    assert_eq!(hash("torch").unwrap(), 0x7bf8_53d1_1978_e0b4_9669_90bc_97a7_ebf2);
    assert_eq!(hash(&vec![0.5_f32, -1.0]).unwrap(), 0x1941_0dbb_f79e_7c04_9ba0_d2e6_608a_f8e1);
    assert_eq!(hash(&vec![0_u64; 10_000]).unwrap(), 0x6d3e_1561_7283_2355_cddb_32c5_c13e_4a1f);
    let map = BTreeMap::from([("a", Some(1_u8)), ("b", None)]);
    assert_eq!(hash(&map).unwrap(), 0x2a4c_4bea_31cf_7d5b_a99f_87dc_87a9_efc2);
    assert_eq!(hash(&world()).unwrap(), 0x8497_5155_44ba_af7f_3486_1ed5_e5fa_5254);
}

#[test]
fn it_is_the_hash_of_the_rows() {
    let hashed = |bytes: &[u8]| xxhash_rust::xxh3::xxh3_128(bytes);
    assert_eq!(hash(&world()).unwrap(), hashed(&rows(&world())));
    let large: Vec<_> = (0..2_000_u32).map(|n| (n, n.to_string(), vec![f64::from(n); 9])).collect();
    assert_eq!(hash(&large).unwrap(), hashed(&rows(&large)));
    let long = (vec![7_u8; 100_000], "a".repeat(50_000), vec![1_i128; 5_000]);
    assert_eq!(hash(&long).unwrap(), hashed(&rows(&long)));
}

#[test]
fn the_order_of_hashed_maps_and_sets_does_not_matter() {
    let pairs = || (0..1000_u32).map(|n| (n, n * n));
    let ours: HashMap<u32, u32> = pairs().collect();
    let theirs: HashMap<u32, u32> = pairs().rev().collect();
    assert_eq!(hash(&ours).unwrap(), hash(&theirs).unwrap());
    let ours: HashSet<u32> = (0..1000).collect();
    let theirs: HashSet<u32> = (0..1000).rev().collect();
    assert_eq!(hash(&ours).unwrap(), hash(&theirs).unwrap());
}

#[test]
fn lengths_count() {
    let split = |a: &[u16], b: &[u16]| hash(&(a.to_vec(), b.to_vec())).unwrap();
    assert_ne!(split(&[1, 2], &[3]), split(&[1], &[2, 3]));
    assert_ne!(hash(&("ab", "c")).unwrap(), hash(&("a", "bc")).unwrap());
    assert_ne!(hash(&Some(())).unwrap(), hash(&None::<()>).unwrap());
}

#[test]
fn floats_count_by_their_bits() {
    assert_ne!(hash(&0.0_f32).unwrap(), hash(&-0.0_f32).unwrap());
    let nan = f64::from_bits(0x7ff8_0000_0000_0001);
    assert_ne!(hash(&f64::NAN).unwrap(), hash(&nan).unwrap());
}

#[test]
fn how_a_value_is_held_does_not_count() {
    let list = vec![1_u16, 2, 3];
    let expected = hash(&list).unwrap();
    assert_eq!(hash(list.as_slice()).unwrap(), expected);
    assert_eq!(hash(&Box::new(list.clone())).unwrap(), expected);
    assert_eq!(hash(&BTreeSet::from([1_u16, 2, 3])).unwrap(), expected);
    assert_eq!(hash(&std::collections::VecDeque::from(list)).unwrap(), expected);
}

#[test]
fn names_docs_and_versions_do_not_count() {
    mod v1 {
        #[derive(archive::Archive)]
        pub(super) struct Hero {
            pub(super) hp: u32,
        }
    }
    mod v2 {
        /// A hero.
        #[derive(archive::Archive)]
        pub(super) struct Champion {
            #[archive(renamed(2, from = "hp"))]
            pub(super) health: u32,
        }
    }
    let ours = hash(&v1::Hero { hp: 3 }).unwrap();
    assert_eq!(hash(&v2::Champion { health: 3 }).unwrap(), ours);
}

#[test]
fn pods_are_hashed_as_their_fields() {
    #[derive(Archive, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    #[archive(pod)]
    #[repr(C)]
    struct Vertex {
        at: [f32; 3],
        color: u32,
    }
    let mesh = vec![Vertex { at: [1.0, 2.0, 3.0], color: 4 }; 3];
    let fields: Vec<_> = mesh.iter().map(|v| (v.at, v.color)).collect();
    assert_eq!(hash(&mesh).unwrap(), hash(&fields).unwrap());
}

#[test]
fn what_cannot_be_saved_has_no_hash() {
    #[derive(Archive)]
    struct Chain(Option<Box<Chain>>);
    let chain = (0..200).fold(Chain(None), |chain, _| Chain(Some(Box::new(chain))));
    assert_eq!(hash(&chain).unwrap_err().kind(), ErrorKind::DepthLimit);
    let many = vec![(); 1_000_000];
    assert_eq!(hash(&many).unwrap_err().kind(), ErrorKind::Unrepresentable);
}
