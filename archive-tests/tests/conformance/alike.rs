//! Types that are stored the same way, so a field may change between them without an attribute.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use archive::{Archive, Describe};

/// Holds one of them.
#[derive(Archive)]
#[archive(name = "Holder")]
struct Holder<T> {
    held: T,
}

#[derive(Archive)]
#[archive(transparent)]
struct Meters(u32);

/// Checks that both types have the same schema, and that one loads as the other.
#[track_caller]
fn are_alike<T: Archive, U: Archive>(value: T, check: impl Fn(U) -> bool) {
    assert_eq!(<(u8, T)>::schema().canonical(), <(u8, U)>::schema().canonical());
    let bytes = archive::to_vec(&(7_u8, value)).unwrap();
    let (_, loaded): (u8, U) = archive::from_slice(&bytes).unwrap();
    assert!(check(loaded));
}

#[test]
fn what_needs_no_attribute() {
    let list = || vec![1_u16, 2];
    are_alike(list(), |it: VecDeque<u16>| it == list());
    are_alike(list(), |it: LinkedList<u16>| it.into_iter().eq(list()));
    are_alike(list(), |it: Box<[u16]>| *it == list());
    are_alike(7_u32, |it: Box<u32>| *it == 7);
    are_alike(7_u32, |it: Cell<u32>| it.get() == 7);
    are_alike(Box::new(7_u32), |it: RefCell<u32>| *it.borrow() == 7);
    are_alike(RefCell::new(7_u32), |it: Mutex<u32>| *it.lock().unwrap() == 7);
    are_alike(7_u32, |it: Meters| it.0 == 7);
    are_alike(vec![Rc::new(7_u32)], |it: Vec<Arc<u32>>| *it[0] == 7);
    are_alike("a".to_owned(), |it: Box<str>| *it == *"a");
    are_alike(7_u64, |it: usize| it == 7);
    let held = |held| Holder { held };
    are_alike(vec![Some(held(1_u8))], |it: VecDeque<Option<Box<Holder<u8>>>>| {
        it[0].as_ref().is_some_and(|it| it.held == 1)
    });
}

#[test]
fn types_of_other_crates_are_what_they_are_made_of() {
    are_alike([1_f32, 2.0, 3.0], |it: glam::Vec3A| it == glam::Vec3A::new(1.0, 2.0, 3.0));
    are_alike([[1_f32, 0.0], [0.0, 1.0]], |it: glam::Mat2| it == glam::Mat2::IDENTITY);
    let columns = [[1_f32, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
    macro_rules! glam {
        ($($glam:ident)*) => {$(
            are_alike([1_f32, 2.0, 3.0], |it: $glam::Vec3| it.to_array() == [1.0, 2.0, 3.0]);
            are_alike(vec![[1_f64, 2.0]], |it: Vec<$glam::DVec2>| it[0].to_array() == [1.0, 2.0]);
            are_alike(columns, |it: $glam::Mat3| it.y_axis.to_array() == [4.0, 5.0, 6.0]);
            are_alike(columns, |it: $glam::Mat3A| it.y_axis.to_array() == [4.0, 5.0, 6.0]);
            are_alike([true, false, true], |it: $glam::BVec3A| it.bitmask() == 5);
        )*};
    }
    glam!(glam glam_0_24 glam_0_25 glam_0_26 glam_0_27 glam_0_28 glam_0_29 glam_0_30 glam_0_31 glam_0_32 glam_0_33);
    are_alike([7_u8; 16], |it: uuid::Uuid| it.as_bytes() == &[7; 16]);
    are_alike("a".to_owned(), |it: smol_str::SmolStr| it == "a");
    are_alike("a".to_owned(), |it: compact_str::CompactString| it == "a");
    are_alike("a".to_owned(), |it: compact_str_0_9::CompactString| it == "a");
    are_alike("a".to_owned(), |it: arrayvec::ArrayString<4>| it.as_str() == "a");
    are_alike(vec![1_u16, 2], |it: smallvec::SmallVec<[u16; 1]>| it[..] == [1, 2]);
    are_alike(vec![1_u16, 2], |it: arrayvec::ArrayVec<u16, 2>| it[..] == [1, 2]);
    macro_rules! hashbrown {
        ($($hashbrown:ident)*) => {$(
            are_alike(HashMap::from([(1_u8, 'a')]), |it: $hashbrown::HashMap<u8, char>| it[&1] == 'a');
            are_alike(HashSet::from([1_u8]), |it: $hashbrown::HashSet<u8>| it.contains(&1));
        )*};
    }
    hashbrown!(hashbrown hashbrown_0_14 hashbrown_0_15 hashbrown_0_16);
    are_alike(
        indexmap::IndexMap::<_, _>::from([(2_u8, 'b'), (1, 'a')]),
        |it: BTreeMap<u8, char>| it.into_iter().eq([(1, 'a'), (2, 'b')]),
    );
    are_alike(indexmap::IndexSet::<_>::from([2_u8, 1]), |it: BTreeSet<u8>| {
        it.into_iter().eq([1, 2])
    });
    are_alike(1.5_f32, |it: ordered_float::OrderedFloat<f32>| it.0 == 1.5);
    are_alike(SystemTime::UNIX_EPOCH, |it: chrono::DateTime<chrono::Utc>| it.timestamp() == 0);
}
