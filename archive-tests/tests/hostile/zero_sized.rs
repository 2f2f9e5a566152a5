//! Values that take no bytes, so an input may claim any number of them.

use std::collections::{BTreeMap, BTreeSet, HashSet, LinkedList};
use std::rc::Rc;
use std::time::Duration;

use archive::{Archive, ErrorKind, Layout, Options};

use archive_tests::hostile::{FREE, reload};
use archive_tests::wire;
use cpu_time::ThreadTime;

use crate::cases::{case, message_of, refusal};
use crate::shapes::{Nothing, Skipped};

fn claiming<T: Archive>(value: &T, claim: u64) -> Result<(), ErrorKind> {
    let case = case(std::any::type_name::<T>(), value, reload::<T>);
    let mut body = Vec::new();
    wire::varint(&mut body, claim);
    let start = ThreadTime::now();
    let result = case.judge_body(&message_of(&case, &body));
    assert!(start.elapsed() < Duration::from_secs(1), "{}: {:?}", case.name, start.elapsed());
    result
}

#[test]
fn elements_without_bytes_are_charged_to_the_memory() {
    for claim in [1 << 31, 1 << 32, 1 << 61, u64::MAX] {
        let refused = Err(refusal(claim));
        assert_eq!(claiming::<Vec<()>>(&vec![], claim), refused);
        assert_eq!(claiming::<Vec<Nothing>>(&vec![], claim), refused);
        assert_eq!(claiming::<Vec<Skipped>>(&vec![], claim), refused);
        assert_eq!(claiming::<Vec<[u32; 0]>>(&vec![], claim), refused);
        assert_eq!(claiming::<LinkedList<()>>(&[].into(), claim), refused);
        assert_eq!(claiming::<BTreeSet<()>>(&[].into(), claim), refused);
        assert_eq!(claiming::<HashSet<Vec<()>>>(&[].into(), claim), Err(ErrorKind::Length));
        assert_eq!(claiming::<BTreeMap<(), ()>>(&[].into(), claim), refused);
    }
}

#[test]
fn a_set_holds_one_value_that_takes_no_bytes() {
    assert_eq!(claiming::<BTreeSet<()>>(&[].into(), 1), Ok(()));
    assert_eq!(claiming::<BTreeSet<()>>(&[].into(), 2), Err(ErrorKind::KeyOrder));
    assert_eq!(claiming::<HashSet<()>>(&[].into(), 2), Err(ErrorKind::KeyOrder));
    assert_eq!(claiming::<BTreeMap<(), ()>>(&[].into(), 2), Err(ErrorKind::KeyOrder));
}

#[test]
fn as_many_units_as_bytes_are_free() {
    let units = vec![(); FREE];
    let bytes = Options::message().to_vec(&units).unwrap();
    assert_eq!(archive::from_slice::<Vec<()>>(&bytes).unwrap().len(), FREE);
    assert_eq!(claiming::<Vec<()>>(&vec![], FREE as u64 + 100), Err(ErrorKind::MemoryLimit));
}

#[test]
fn more_units_than_load_are_not_saved_either() {
    #[derive(Archive, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    #[archive(pod)]
    #[repr(C)]
    struct Block;

    fn refused<T: Archive>(units: &T) {
        for options in [Options::message(), Options::file(), Options::file().layout(Layout::Rows)] {
            let kind = |result: Result<usize, archive::Error>| result.map_err(|error| error.kind());
            let refused = Err(ErrorKind::Unrepresentable);
            assert_eq!(kind(options.to_vec(units).map(|bytes| bytes.len())), refused);
            assert_eq!(kind(options.encoded_len(units)), refused);
            assert_eq!(kind(options.write_into(units, &mut [0; 1000])), refused);
        }
    }
    refused(&vec![(); FREE + 1]);
    refused(&vec![Block; FREE + 1]);
    refused(&Rc::new(vec![Block; FREE + 1]));
    // An array's length is part of its type, so no input can claim it.
    let array = [(); FREE + 1];
    let bytes = Options::message().to_vec(&array).unwrap();
    assert_eq!(archive::from_slice::<[(); FREE + 1]>(&bytes).unwrap().len(), FREE + 1);
}

#[test]
fn lists_of_lists_of_nothing_cannot_multiply() {
    // Each inner list may claim the free memory, but not all of them together.
    let mut body = vec![100];
    for _ in 0..100 {
        wire::varint(&mut body, FREE as u64);
    }
    let case = case("Vec<Vec<()>>", &Vec::<Vec<()>>::new(), reload::<Vec<Vec<()>>>);
    assert_eq!(case.judge_body(&message_of(&case, &body)), Err(ErrorKind::MemoryLimit));
}

#[test]
fn no_kind_of_list_is_saved_that_could_not_be_loaded() {
    use std::collections::{BinaryHeap, LinkedList, VecDeque};

    #[derive(archive::Archive, Clone, PartialEq, Eq, PartialOrd, Ord)]
    struct Unit;

    fn refused<T: archive::Serialize>(values: &T) {
        for options in [archive::Options::file(), archive::Options::message()] {
            let error = options.to_vec(values).unwrap_err();
            assert_eq!(error.kind(), archive::ErrorKind::Unrepresentable, "{error}");
        }
    }
    let units = vec![Unit; 70_000];
    refused(&units.iter().cloned().collect::<LinkedList<_>>());
    refused(&units.iter().cloned().collect::<BinaryHeap<_>>());
    let mut split: VecDeque<Unit> = units.iter().cloned().collect();
    split.push_front(Unit);
    refused(&split);
    refused(&units);
    // Through type-erased code.
    refused(&archive_tests::erased::Erased(units));
}

/// In every layout and by every reader, however much memory the rest of the archive may take.
#[test]
fn no_kind_of_list_is_loaded_that_could_not_be_saved() {
    use std::collections::{BinaryHeap, VecDeque};

    type With<T> = (T, Vec<(u64, f32)>);
    const SHORT: u32 = 300;
    const LONG: u32 = 70_000;

    fn refused<T: Archive + Default>(list: T) {
        let value: With<T> = (list, vec![(7, 0.5); 2_000]);
        let options = Options::file().checksum(false);
        let rows = options.clone().layout(archive::Layout::Rows).to_vec(&value).unwrap();
        let (start, mut body) = (wire::body_start(&rows), Vec::new());
        wire::varint(&mut body, SHORT.into());
        let list_len = body.len();
        assert!(rows[start..].starts_with(&body));
        body.clear();
        wire::varint(&mut body, LONG.into());
        body.extend(&rows[start + list_len..]);
        let mut columns = options.to_vec(&value).unwrap();
        let start = wire::body_start(&columns);
        let at = columns[start..].windows(4).position(|it| it == SHORT.to_le_bytes()).unwrap();
        columns[start + at..][..4].copy_from_slice(&LONG.to_le_bytes());
        for bytes in [wire::with_body(&rows, &body), columns] {
            let kind = |error: archive::Error| error.kind();
            let loaded = archive::from_slice::<With<T>>(&bytes).map(drop).map_err(kind);
            assert_eq!(loaded, Err(ErrorKind::MemoryLimit), "{}", std::any::type_name::<T>());
            // By name, and as a part.
            let mut options = Options::file();
            let part = options.part_from_reader::<(T,)>(std::io::Cursor::new(&bytes)).map(drop);
            assert!(part.is_err(), "{}", std::any::type_name::<T>());
            options = options.limits(archive::Limits::new().max_alloc(usize::MAX));
            assert!(options.from_slice::<With<T>>(&bytes).is_err());
        }
    }
    let units = vec![(); SHORT as usize];
    refused(units.iter().copied().collect::<LinkedList<()>>());
    refused(units.iter().copied().collect::<BinaryHeap<()>>());
    refused(units.iter().copied().collect::<VecDeque<()>>());
    refused(units.clone().into_boxed_slice());
    refused(vec![Nothing; SHORT as usize]);
    refused(vec![Skipped::default(); SHORT as usize]);
    refused(vec![[0_u8; 0]; SHORT as usize]);
    refused(vec![[0_u64; 0]; SHORT as usize]);
    refused(vec![[[0_f32; 4]; 0]; SHORT as usize]);
    refused(units);
}
