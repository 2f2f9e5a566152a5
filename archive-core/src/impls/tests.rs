//! Tests of the bytes that the types of the standard library accept and refuse.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::cmp::Reverse;
use core::net::IpAddr;
use core::num::NonZero;
use core::ops::{Bound, ControlFlow};
use core::time::Duration;

use crate::rows::{self, Body, encode_key};
use crate::traits::load_root;
use crate::{Context, Deserialize, Error, ErrorKind, Kind, Limits, PrimitiveKind, Serialize, Type};

fn bytes<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    let mut out = Vec::new();
    encode_key(value, None, &mut out).unwrap();
    out
}

fn refused<T: Serialize>(value: &T) -> ErrorKind {
    encode_key(value, None, &mut Vec::new()).unwrap_err().kind()
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Error> {
    let weight = crate::facts::of::<T>().unwrap().today.weight;
    let body = Body { bytes, offset: 0, weight };
    load_root(|root| rows::read_root(body, None, &Limits::new(), Context::empty(), root))
}

/// The kind and path of the error for bytes that are not a valid `T`.
fn wrong<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> (ErrorKind, String) {
    let error = read::<T>(bytes).err().unwrap();
    (error.kind(), error.path().into())
}

#[track_caller]
fn both_ways<T>(value: &T, expected: &[u8])
where
    T: Serialize + for<'a> Deserialize<'a> + PartialEq + core::fmt::Debug,
{
    assert_eq!(bytes(value), expected);
    assert_eq!(&read::<T>(expected).unwrap(), value);
}

#[test]
fn numbers_are_little_endian_and_as_wide_as_their_type() {
    both_ways(&0x0102_u16, &[2, 1]);
    both_ways(&-2_i128, &[[254].as_slice(), &[255; 15]].concat());
    both_ways(&1.0_f32, &[0, 0, 128, 63]);
    both_ways(&vec![1_u16, 2], &[2, 1, 0, 2, 0]);
}

#[test]
fn words_are_64_bits_wide() {
    both_ways(&7_usize, &[7, 0, 0, 0, 0, 0, 0, 0]);
    both_ways(&-1_isize, &[255; 8]);
    both_ways(&vec![1_usize], &[1, 1, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn zero_is_no_nonzero_number() {
    both_ways(&NonZero::<u8>::MIN, &[1]);
    assert_eq!(wrong::<NonZero<u16>>(&[0, 0]).0, ErrorKind::InvalidValue);
    assert_eq!(wrong::<Vec<NonZero<u8>>>(&[2, 1, 0]), (ErrorKind::InvalidValue, "[1]".into()));
}

#[test]
fn text_and_bytes_are_borrowed_where_the_type_says_so() {
    assert!(matches!(read::<Cow<'_, str>>(&[1, b'a']), Ok(Cow::Borrowed("a"))));
    assert!(matches!(read::<Cow<'_, [u8]>>(&[1, 9]), Ok(Cow::Borrowed([9]))));
    assert!(matches!(read::<Cow<'_, [u16]>>(&[1, 9, 0]), Ok(Cow::Owned(_))));
    assert_eq!(read::<(&str, &[u8])>(&[1, b'a', 1, 9]).unwrap(), ("a", [9].as_slice()));
}

#[test]
fn sequences_of_bytes_are_one_kind() {
    let is_bytes = |ty: &Type| matches!(ty.kind, Kind::Primitive(PrimitiveKind::Bytes));
    assert!(is_bytes(<Vec<u8> as crate::Describe>::TYPE));
    assert!(is_bytes(<VecDeque<u8> as crate::Describe>::TYPE));
    assert_eq!(<LinkedList<u8> as crate::Describe>::schema().canonical(), "bytes\n");
    assert_eq!(<LinkedList<i8> as crate::Describe>::schema().canonical(), "list<i8>\n");
}

#[test]
fn every_sequence_has_the_bytes_of_a_vec() {
    let mut deque = VecDeque::from([2_u8, 3]);
    deque.push_front(1);
    both_ways(&deque, &[3, 1, 2, 3]);
    both_ways(&VecDeque::from([1_u16, 2]), &[2, 1, 0, 2, 0]);
    both_ways(&LinkedList::from([1_u8, 2]), &[2, 1, 2]);
    both_ways(&Box::<[i8]>::from([1, 2]), &[2, 1, 2]);
    both_ways(&[1_u8, 2], &[1, 2]);
}

#[test]
fn a_linked_list_of_bytes_may_be_long() {
    let list: LinkedList<u8> = core::iter::repeat_n(7, 1 << 18).collect();
    assert_eq!(read::<LinkedList<u8>>(&bytes(&list)).unwrap(), list);
}

#[test]
fn values_without_size_have_a_cap() {
    assert_eq!(read::<Vec<()>>(&[3]).unwrap(), [(), (), ()]);
    let many = [255, 255, 255, 255, 15];
    assert_eq!(wrong::<Vec<()>>(&many).0, ErrorKind::MemoryLimit);
    assert_eq!(wrong::<LinkedList<()>>(&many).0, ErrorKind::MemoryLimit);
    assert_eq!(wrong::<BTreeSet<()>>(&many).0, ErrorKind::MemoryLimit);
}

#[test]
fn a_heap_is_written_ascending() {
    let heap = BinaryHeap::from([3_u8, 1, 2, 1]);
    assert_eq!(bytes(&heap), [4, 1, 1, 2, 3]);
    assert_eq!(read::<BinaryHeap<u8>>(&[4, 1, 1, 2, 3]).unwrap().into_sorted_vec(), [1, 1, 2, 3]);
    assert_eq!(read::<BinaryHeap<u8>>(&[2, 2, 1]).unwrap().into_sorted_vec(), [1, 2]);
    assert_eq!(bytes(&BinaryHeap::from([Reverse(1_u8), Reverse(2)])), [2, 2, 1]);
}

#[test]
fn an_ordered_map_is_written_in_its_order_and_read_in_any() {
    both_ways(&BTreeMap::from([(2_i8, true), (-1, false)]), &[2, 255, 0, 2, 1]);
    let read_map = read::<BTreeMap<i8, bool>>;
    assert_eq!(read_map(&[2, 2, 1, 255, 0]).unwrap(), [(2, true), (-1, false)].into());
    for places in [[1_u8, 2, 3, 4], [4, 3, 2, 1], [2, 1, 4, 3], [1, 4, 2, 3]] {
        let set = read::<BTreeSet<u8>>(&[&[4], &places[..]].concat()).unwrap();
        assert_eq!(set, places.into());
        let entries = places.map(|key| [key, key & 1]);
        let map = read::<BTreeMap<u8, bool>>(&[&[4], entries.as_flattened()].concat()).unwrap();
        assert_eq!(map, places.map(|key| (key, key & 1 == 1)).into());
    }
}

#[test]
fn a_key_that_occurs_twice_is_refused_wherever_it_stands() {
    for (keys, at) in [([2_u8, 2, 3], 1), ([3, 2, 2], 2), ([2, 1, 2], 2), ([1, 3, 1], 2)] {
        let error = read::<BTreeSet<u8>>(&[&[3], &keys[..]].concat()).unwrap_err();
        assert_eq!(error.path(), alloc::format!("[{at}]"));
        assert_eq!((error.kind(), error.detail()), (ErrorKind::KeyOrder, "this key occurs twice"));
        let entries = keys.map(|key| [key, 1]);
        let bytes = [&[3], entries.as_flattened()].concat();
        let error = read::<BTreeMap<u8, bool>>(&bytes).unwrap_err();
        let place = (alloc::format!("{{{at}}}"), Some(2 + 2 * at));
        assert_eq!((error.path().into(), error.offset()), place);
    }
}

#[cfg(feature = "std")]
#[test]
fn a_hashed_map_is_in_the_order_of_its_keys_bytes() {
    use std::collections::{HashMap, HashSet};
    both_ways(&HashMap::from([(256_u16, 1_u8), (2, 2)]), &[2, 0, 1, 1, 2, 0, 2]);
    both_ways(&HashSet::from([-1_i8, 3]), &[2, 3, 255]);
    assert_eq!(wrong::<HashSet<i8>>(&[2, 255, 3]), (ErrorKind::KeyOrder, "[1]".into()));
    assert_eq!(wrong::<HashMap<u8, ()>>(&[2, 3, 3]), (ErrorKind::KeyOrder, "{1}".into()));
}

#[test]
fn enums_of_the_library_are_tags_and_fields() {
    both_ways(&Ok::<u8, String>(7), &[0, 7]);
    both_ways(&Err::<u8, String>("a".into()), &[1, 1, b'a']);
    both_ways(&ControlFlow::<u8, u16>::Break(7), &[1, 7]);
    both_ways(&Bound::<u8>::Unbounded, &[2]);
    both_ways(&IpAddr::from([127, 0, 0, 1]), &[0, 127, 0, 0, 1]);
    let error = read::<Bound<u8>>(&[3]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownTag);
    assert_eq!(error.detail(), "`std.Bound` version 1 has no variant with the tag 3");
}

#[test]
fn structs_of_the_library_are_their_fields() {
    both_ways(&(1_u8..4), &[1, 4]);
    both_ways(&(..=4_u8), &[4]);
    both_ways(&(..), &[]);
    both_ways(&Duration::new(1, 2), &[1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]);
    assert_eq!(
        wrong::<Duration>(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 202, 154, 59]).0,
        ErrorKind::InvalidValue
    );
}

#[test]
fn an_exhausted_range_has_no_form() {
    both_ways(&(1_u8..=1), &[1, 1]);
    let (start, end) = (2_u8, 1);
    both_ways(&(start..=end), &[2, 1]);
    let mut range = 1_u8..=1;
    range.next();
    assert_eq!(refused(&range), ErrorKind::Unrepresentable);
}

#[cfg(feature = "std")]
#[test]
fn a_point_in_time_has_one_form() {
    use std::time::UNIX_EPOCH;
    let half = Duration::from_millis(500);
    let nanos = 500_000_000_u32.to_le_bytes();
    both_ways(&(UNIX_EPOCH + half), &[[0; 8].as_slice(), &nanos].concat());
    both_ways(&(UNIX_EPOCH - half), &[[255; 8].as_slice(), &nanos].concat());
    both_ways(&(UNIX_EPOCH - half * 2), &[[255; 8].as_slice(), &[0; 4]].concat());
    // Other systems count from 1601, or not as far.
    #[cfg(target_os = "linux")]
    let first = [i64::MIN.to_le_bytes().as_slice(), &[0; 4]].concat();
    #[cfg(target_os = "linux")]
    assert!(read::<std::time::SystemTime>(&first).is_ok_and(|time| bytes(&time) == first));
}

#[test]
fn a_pointer_adds_nothing() {
    both_ways(&Box::new(7_u8), &[7]);
    both_ways(&Rc::new(7_u8), &[7]);
    both_ways(&Rc::<str>::from("a"), &[1, b'a']);
    both_ways(&Rc::<[u16]>::from([1]), &[1, 1, 0]);
    both_ways(&RefCell::new(7_u8), &[7]);
}

#[test]
fn shared_sequences_may_be_long() {
    let long: Rc<[u64]> = core::iter::repeat_n(7, 1 << 16).collect();
    assert_eq!(read::<Rc<[u64]>>(&bytes(&long)).unwrap(), long);
}

#[test]
fn a_value_that_is_being_changed_has_no_form() {
    let cell = RefCell::new(7_u8);
    let _guard = cell.borrow_mut();
    assert_eq!(refused(&cell), ErrorKind::Unrepresentable);
}

#[cfg(feature = "std")]
#[test]
fn keys_that_are_written_alike_are_refused() {
    #[derive(PartialEq, Eq, Hash)]
    struct Alike(u8);
    impl crate::Describe for Alike {
        const TYPE: &'static Type = <()>::TYPE;
    }
    impl Serialize for Alike {
        fn serialize<A: crate::OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
            archive.unit()
        }
    }
    let set = std::collections::HashSet::from([Alike(1), Alike(2)]);
    assert_eq!(refused(&set), ErrorKind::Unrepresentable);
}
