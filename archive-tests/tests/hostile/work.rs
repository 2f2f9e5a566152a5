//! Work is linear in the input: a megabyte of anything loads in limited time.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList};
use std::time::Duration;

use archive::Archive;

use archive_tests::hostile::reload;
use archive_tests::wire;
use cpu_time::ThreadTime;

use crate::cases::{case, message_of};
use crate::shapes::{Scalars, Tree};

const MEGABYTE: usize = 1 << 20;
/// Much more than a debug build needs, much less than quadratic work takes.
const LONG: Duration = Duration::from_secs(10);

fn hostile<T: Archive>(seed: &T, body: &[u8]) {
    let case = case(std::any::type_name::<T>(), seed, reload::<T>);
    let start = ThreadTime::now();
    let _ = case.load(&message_of(&case, body));
    assert!(start.elapsed() < LONG, "{}: {:?}", case.name, start.elapsed());
}

/// A megabyte of as many copies of `element` as fit, after their count.
fn repeated(element: &[u8]) -> Vec<u8> {
    let count = MEGABYTE / element.len();
    let mut body = Vec::new();
    wire::varint(&mut body, count as u64);
    body.extend(element.repeat(count));
    body
}

/// A megabyte of numbers in ascending byte order, after their count.
fn ascending() -> Vec<u8> {
    let count = u32::try_from(MEGABYTE / 4).unwrap();
    let mut body = Vec::new();
    wire::varint(&mut body, u64::from(count));
    body.extend((0..count).flat_map(u32::to_be_bytes));
    body
}

#[test]
fn a_megabyte_of_elements() {
    hostile(&Vec::<u8>::new(), &repeated(&[7]));
    hostile(&Vec::<bool>::new(), &repeated(&[1]));
    hostile(&Vec::<String>::new(), &repeated(&[0]));
    hostile(&Vec::<Vec<u8>>::new(), &repeated(&[0]));
    hostile(&Vec::<Option<Box<u8>>>::new(), &repeated(&[1, 7]));
    hostile(&LinkedList::<u16>::new(), &repeated(&[1, 2]));
    hostile(&BinaryHeap::<u32>::new(), &repeated(&[0; 4]));
    hostile(&Vec::<Tree>::new(), &repeated(&[0]));
    hostile(&Vec::<Tree>::new(), &repeated(&[2, 3, 0, 0, 0]));
    hostile(&Vec::<Scalars>::new(), &repeated(&[1]));
}

#[test]
fn a_megabyte_of_keys() {
    hostile(&BTreeSet::<[u8; 4]>::new(), &ascending());
    hostile(&HashSet::<[u8; 4]>::new(), &ascending());
    hostile(&BTreeMap::<[u8; 4], ()>::new(), &ascending());
    hostile(&HashMap::<u32, ()>::new(), &ascending());
    hostile(&Vec::<BTreeMap<u8, [u8; 3]>>::new(), &repeated(&[1, 0, 1, 2, 3]));
    hostile(&Vec::<HashMap<u8, [u8; 3]>>::new(), &repeated(&[1, 0, 1, 2, 3]));
    hostile(&Vec::<HashSet<u8>>::new(), &repeated(&[1, 0]));
}

#[test]
fn a_megabyte_of_the_same_byte() {
    for byte in [0, 1, 2, 3, 4, 0x7f, 0x80, 0xff] {
        for case in crate::cases::today() {
            let body = vec![byte; MEGABYTE / 4];
            let start = ThreadTime::now();
            let _ = case.load(&message_of(&case, &body));
            assert!(start.elapsed() < LONG, "{}: {:?}", case.name, start.elapsed());
        }
    }
}
