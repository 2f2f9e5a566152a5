//! Lengths that claim more than there is.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use archive::{Archive, ErrorKind, Options};

use archive_tests::hostile::{Bounds, Case, reload};
use archive_tests::wire;

use crate::cases::{case, file, forms, message_of, refusal};
use crate::shapes::{Point, Weather};

const CLAIMS: [u64; 5] = [1 << 16, 1 << 31, 1 << 32, 1 << 61, u64::MAX];

/// A value whose body starts with its length.
fn sequence<T: Archive + Default + 'static>() -> Case<'static> {
    // The lengths of shared objects are in tables, which `tests/graph` covers.
    let save = |options: Options| options.by_value(true).to_vec(&T::default()).unwrap();
    let forms = forms().into_iter().map(save).collect();
    Case::today(std::any::type_name::<T>(), forms, Bounds::of::<T>(), reload::<T>)
}

fn sequences() -> Vec<Case<'static>> {
    vec![
        sequence::<String>(),
        sequence::<Box<str>>(),
        sequence::<Rc<str>>(),
        sequence::<Vec<u8>>(),
        sequence::<Arc<[u8]>>(),
        sequence::<Vec<u32>>(),
        sequence::<Vec<f64>>(),
        sequence::<Vec<bool>>(),
        sequence::<Vec<String>>(),
        sequence::<Vec<[u8; 100]>>(),
        sequence::<Vec<Option<u64>>>(),
        sequence::<VecDeque<u16>>(),
        sequence::<LinkedList<u8>>(),
        sequence::<LinkedList<String>>(),
        sequence::<BinaryHeap<u8>>(),
        sequence::<BTreeSet<u8>>(),
        sequence::<BTreeMap<u8, [u64; 12]>>(),
        sequence::<HashSet<char>>(),
        sequence::<HashMap<u8, [u64; 9]>>(),
        sequence::<Rc<[u64]>>(),
        sequence::<std::path::PathBuf>(),
        case("Vec<Weather>", &Vec::<Weather>::new(), reload::<Vec<Weather>>),
        case("Vec<Point>", &Vec::<Point>::new(), reload::<Vec<Point>>),
    ]
}

#[test]
fn a_length_beyond_the_input_is_refused_without_memory() {
    for case in sequences() {
        for claim in CLAIMS {
            for behind in [0, 1, 100] {
                let mut body = Vec::new();
                wire::varint(&mut body, claim);
                body.resize(body.len() + behind, 0);
                let bytes = message_of(&case, &body);
                let outcome = case.load(&bytes);
                assert_eq!(outcome.body.unwrap_err().kind(), ErrorKind::Length, "{}", case.name);
                assert!(outcome.peak < 2048, "{}: {} bytes of memory", case.name, outcome.peak);
            }
        }
    }
}

#[test]
fn a_length_beyond_64_bits_is_no_number() {
    for case in sequences() {
        for body in [
            &[0xff; 11][..],
            &[0x80, 0],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2],
        ] {
            let bytes = message_of(&case, body);
            assert_eq!(case.judge_body(&bytes), Err(ErrorKind::InvalidValue), "{}", case.name);
        }
    }
}

#[test]
fn a_small_input_never_takes_more_than_the_free_memory() {
    // Any number of elements behind pointers may be claimed, since their types do not say how few
    // bytes they take; the memory budget stops them.
    for case in
        [sequence::<Vec<Box<u64>>>(), sequence::<Vec<Rc<u8>>>(), sequence::<HashSet<Box<u8>>>()]
    {
        for claim in CLAIMS {
            let mut body = Vec::new();
            wire::varint(&mut body, claim);
            let refused = case.judge_body(&message_of(&case, &body));
            assert_eq!(refused, Err(refusal(claim)), "{}", case.name);
        }
    }
}

#[test]
fn the_lengths_of_a_file_are_refused_without_memory() {
    let case = sequence::<String>();
    for (at, width) in [(12, 4), (24, 8), (32, 8)] {
        for claim in CLAIMS.into_iter().chain([0, 2, 47]) {
            let mut bytes = file(&case).to_vec();
            bytes[at..at + width].copy_from_slice(&claim.to_le_bytes()[..width]);
            if at == 24 {
                bytes[32..40].copy_from_slice(&claim.to_le_bytes());
            }
            wire::seal(&mut bytes);
            let outcome = case.load(&bytes);
            assert!(outcome.peak < 2048, "{} bytes of memory", outcome.peak);
            let kind = outcome.body.unwrap_err().kind();
            assert!(
                [ErrorKind::Length, ErrorKind::Truncated, ErrorKind::TrailingBytes].contains(&kind)
            );
        }
    }
}
