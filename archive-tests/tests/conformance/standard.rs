//! Every supported type of the standard library, each family with edge cases.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::OsString;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::{
    Bound, ControlFlow, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::*;
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, SystemTime};

use archive::{Archive, Options, Record, RecordUpdate, Serialize, Tracking, Value, VersionTable};

use crate::table::Table;

/// Passes values through every archive, in one list. Borrowing types are loaded as owned ones.
fn pass<T: Serialize, U: Archive>(table: &mut Table, family: &str, values: Vec<T>) {
    // Rows hold the whole value, so values of any types with equal rows are equal.
    let rows = |values: &Vec<U>| Options::message().to_vec(values).unwrap();
    let expected = Options::message().to_vec(&values).unwrap();
    let through = |archive: archive_tests::readable::Readable| {
        let saved = archive.save(&values, None)?;
        Ok(rows(&archive.load(&saved, &Options::file(), &mut ())?))
    };
    table.line(family, |found: &Vec<u8>| *found == expected, through);
    let record = Record::of("it", &values).unwrap();
    assert_eq!(rows(&record.to().unwrap()), expected, "a record of {family}");
}

pub fn owned<T: Archive>(table: &mut Table, family: &str, values: Vec<T>) {
    archive::check_impl(&values).unwrap();
    pass::<T, T>(table, family, values);
}

#[test]
fn every_standard_type_passes_every_archive() {
    let mut table = Table::default();
    numbers(&mut table);
    many_numbers(&mut table);
    wrappers(&mut table);
    texts(&mut table);
    sequences(&mut table);
    maps(&mut table);
    pointers(&mut table);
    of_the_library(&mut table);
    of_archive(&mut table);
    insta::assert_snapshot!(table.shown());
}

fn numbers(table: &mut Table) {
    let least = (u8::MIN, u16::MIN, u32::MIN, u64::MIN, u128::MIN);
    let most = (u8::MAX, u16::MAX, u32::MAX, u64::MAX, u128::MAX);
    owned(table, "unsigned integers", vec![least, most, (1, 2, 3, 4, 5), least]);
    let least = (i8::MIN, i16::MIN, i32::MIN, i64::MIN, i128::MIN);
    let most = (i8::MAX, i16::MAX, i32::MAX, i64::MAX, i128::MAX);
    owned(table, "signed integers", vec![least, most, (-1, -1, -1, -1, -1), (0, 0, 0, 0, 0)]);
    let smallest = (f32::from_bits(1), f64::from_bits(1));
    let nan = (f32::from_bits(0xffc1_2345), f64::from_bits(0x7ff8_0000_0000_0001));
    let infinite = (f32::NEG_INFINITY, f64::INFINITY);
    owned(table, "floats", vec![(0.0, -0.0), (f32::MAX, f64::MIN), smallest, nan, infinite]);
    owned(table, "words", vec![(usize::MIN, isize::MIN), (usize::MAX, isize::MAX)]);
    owned(table, "bool, char, ()", vec![(false, '\0', ()), (true, char::MAX, ()), (true, 'ß', ())]);
    let unsigned = (NonZero::<u8>::MIN, NonZero::<u64>::MAX, NonZero::<usize>::MIN);
    let signed = (NonZero::<i16>::MIN, NonZero::<i32>::MAX, NonZero::<i128>::MIN);
    owned(table, "numbers that are not zero", vec![(unsigned, signed)]);
}

/// Contiguous numbers, which archives take at once.
fn many_numbers(table: &mut Table) {
    let lists = (vec![0, u16::MAX], vec![1, u32::MAX], vec![2, u64::MAX], vec![3, u128::MAX]);
    let arrays = ([0, u8::MAX], [1, u16::MAX], [2, u32::MAX], [3, u64::MAX], [4, u128::MAX]);
    owned(table, "unsigned integers, many", vec![(lists, arrays), Default::default()]);
    let lists = (vec![i8::MIN], vec![i16::MIN, 1], vec![i32::MIN], vec![i64::MIN], vec![i128::MIN]);
    let arrays = ([i8::MIN, 1], [i16::MIN, 2], [i32::MIN, 3], [i64::MIN, 4], [i128::MIN, 5]);
    owned(table, "signed integers, many", vec![(lists, arrays), Default::default()]);
    let lists = (vec![f32::MIN, -0.0], vec![f64::EPSILON]);
    let arrays = ([f32::INFINITY, 1.5, 0.0], [[f64::MAX, 0.1], [2.0, -0.0]]);
    owned(table, "floats, many", vec![(lists, arrays), Default::default()]);
}

fn wrappers(table: &mut Table) {
    let small = (AtomicBool::new(true), AtomicU8::new(255), AtomicI8::new(-128));
    let middle = (AtomicU16::new(u16::MAX), AtomicI16::new(-1), AtomicU32::new(0));
    let large = (AtomicI32::new(i32::MIN), AtomicU64::new(u64::MAX), AtomicI64::new(-1));
    let words = (AtomicUsize::new(usize::MAX), AtomicIsize::new(isize::MIN));
    owned(table, "atomics", vec![(small, middle, large, words)]);
    let wrapped = (Wrapping(i32::MIN), Saturating(u64::MAX), Reverse(0_u8), PhantomData::<String>);
    owned(table, "wrappers", vec![wrapped]);
    owned(table, "cells", vec![(Cell::new(7_u32), RefCell::new("it".to_owned()))]);
    owned(table, "locks", vec![(Mutex::new(7_u32), RwLock::new("it".to_owned()))]);
}

fn texts(table: &mut Table) {
    let odd = "\"quoted\"\\\n\t\u{1}\u{7f}\u{202e}{}=,//ß漢😀\u{10ffff}";
    let texts = ["", "torch", "none", odd];
    let all = texts.map(|text| (text.to_owned(), Box::<str>::from(text)));
    owned(table, "text", all.to_vec());
    pass::<_, (String, String)>(
        table,
        "text, borrowed",
        texts.map(|text| (text, Cow::Borrowed(text))).to_vec(),
    );
    let path = |text: &str| {
        (PathBuf::from(text), Box::<Path>::from(Path::new(text)), OsString::from(text))
    };
    owned(table, "paths", vec![path(""), path("saves/slot 1.sav"), path(odd)]);
    let bytes = [vec![], vec![0_u8], (0..=255).collect::<Vec<u8>>()];
    let all = bytes.clone().map(|bytes| (VecDeque::from(bytes.clone()), bytes));
    owned(table, "bytes", all.to_vec());
    let all: Vec<_> =
        bytes.iter().map(|it| (it.as_slice(), Cow::Borrowed(it.as_slice()))).collect();
    pass::<_, (Vec<u8>, Vec<u8>)>(table, "bytes, borrowed", all);
}

fn sequences(table: &mut Table) {
    owned(
        table,
        "arrays",
        vec![([0_u8; 3], [[1.5_f32, -0.0]; 2], [const { None::<String> }; 2], [0_u16; 0])],
    );
    let lists = |it: Vec<i16>| {
        let (deque, linked) = (it.iter().copied().collect(), it.iter().copied().collect());
        let boxed: Box<[i16]> = it.clone().into();
        (it, boxed, VecDeque::<i16>::clone(&deque), LinkedList::<i16>::clone(&linked))
    };
    owned(
        table,
        "lists of numbers",
        vec![lists(vec![]), lists(vec![-1]), lists((0..300).collect())],
    );
    let texts = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect::<Vec<String>>();
    let all = |it: &[&str]| {
        (
            VecDeque::from(texts(it)),
            texts(it).into_iter().collect::<LinkedList<_>>(),
            vec![texts(it), vec![]],
        )
    };
    owned(table, "lists of lists", vec![all(&[]), all(&["a", "", "ccc"])]);
    let slices: [&[u32]; 3] = [&[], &[u32::MAX], &[1, 2, 3]];
    pass::<_, (Vec<u32>, Vec<u32>)>(
        table,
        "slices",
        slices.map(|it| (it, Cow::Borrowed(it))).to_vec(),
    );
    owned(table, "values without bytes", vec![vec![(); 3], vec![]]);
    owned(table, "heaps", vec![BinaryHeap::from([3_u8, 1, 2, 1]), BinaryHeap::new()]);
    owned(table, "options", vec![None, Some(None), Some(Some(None)), Some(Some(Some(0_u8)))]);
    owned(table, "options of ()", vec![Some(()), None]);
    owned(
        table,
        "tuples",
        vec![(
            1_u8,
            (-1_i8,),
            ("a".to_owned(), None::<u64>, 'c'),
            (1_u8, 2_u8, 3_u8, 4_u8),
            5.0_f64,
            6_u8,
            7_u8,
            8_u8,
            9_u8,
            10_u8,
            11_u8,
            true,
        )],
    );
}

fn maps(table: &mut Table) {
    let ordered = BTreeMap::from([("b".to_owned(), vec![1_u8]), (String::new(), vec![])]);
    let hashed: HashMap<i64, Option<char>> = [(i64::MIN, None), (0, Some('x')), (-1, None)].into();
    owned(table, "maps", vec![(BTreeMap::new(), HashMap::new()), (ordered, hashed)]);
    let of_pairs = BTreeMap::from([((1_u8, 'b'), ()), ((1, 'a'), ())]);
    let of_lists = BTreeMap::from([(vec![Some(1_u16), None], 1.5_f32), (vec![], f32::NAN)]);
    let of_maps = BTreeMap::from([(BTreeMap::from([(true, 0_u8)]), "in".to_owned())]);
    owned(table, "maps whose keys have parts", vec![(of_pairs, of_lists, of_maps)]);
    let sets = (BTreeSet::from([3_u32, 1, 2]), HashSet::from(["b".to_owned(), "a".to_owned()]));
    owned(table, "sets", vec![(BTreeSet::new(), HashSet::new()), sets]);
    owned(
        table,
        "sets of sets",
        vec![BTreeSet::from([BTreeSet::from([(1_u8, 2_u8)]), BTreeSet::new()])],
    );
}

fn pointers(table: &mut Table) {
    let boxes = (Box::new(7_u32), Box::new(Some(Box::new("in".to_owned()))));
    owned(table, "boxes", vec![boxes]);
    let counted =
        (Rc::new(7_u32), Arc::new("it".to_owned()), Rc::<str>::from("a"), Arc::<str>::from(""));
    let lists = (
        Rc::<[u16]>::from([1, 2]),
        Arc::<[u8]>::from([3, 4]),
        Arc::<[String]>::from(["a".to_owned()]),
    );
    owned(table, "shared pointers", vec![(counted, lists)]);
    let (number, text) = (7_u64, "it".to_owned());
    pass::<_, (u64, String, Option<u64>)>(
        table,
        "references",
        vec![(&number, &text, Some(&&number))],
    );
}

fn of_the_library(table: &mut Table) {
    let results: [Result<u8, String>; 2] = [Ok(1), Err("no".into())];
    let flows = [ControlFlow::Break(()), ControlFlow::Continue(vec![1_u8])];
    owned(table, "results and flows", results.into_iter().zip(flows).collect());
    let two: (Range<u8>, RangeInclusive<i64>) = (Range { start: 9, end: 7 }, -1..=3);
    let one: (RangeFrom<char>, RangeTo<String>, RangeToInclusive<u8>, RangeFull) =
        ('a'.., .."b".into(), ..=0, ..);
    owned(table, "ranges", vec![(two, one)]);
    owned(table, "bounds", vec![Bound::Included(1.5_f32), Bound::Excluded(-0.0), Bound::Unbounded]);
    let epoch = SystemTime::UNIX_EPOCH;
    let nearly = Duration::new(1, 999_999_999);
    owned(
        table,
        "times",
        vec![(Duration::ZERO, epoch), (Duration::MAX, epoch - nearly), (nearly, epoch + nearly)],
    );
    let v4 = SocketAddrV4::new(Ipv4Addr::BROADCAST, u16::MAX);
    let v6 = SocketAddrV6::new(Ipv6Addr::LOCALHOST, 0, 1, u32::MAX);
    let addresses = (IpAddr::from([127, 0, 0, 1]), IpAddr::from(Ipv6Addr::UNSPECIFIED));
    owned(
        table,
        "addresses",
        vec![(addresses, SocketAddr::from(v4), SocketAddr::from(v6), v4, v6)],
    );
}

/// The types of `archive` itself.
fn of_archive(table: &mut Table) {
    let versions = VersionTable::new().with("Folk", 2).with("Save", 7);
    owned(table, "version tables", vec![VersionTable::new(), versions.clone()]);
    let tree = Value::of(&(versions, vec![Some(1_u8), None], f64::NAN, -1_i8, 1_u16)).unwrap();
    owned(table, "trees", vec![tree, Value::from(()), Value::of(&vec![1_u16; 3]).unwrap()]);
    let mut record = Record::new("torch#1").tracking(Tracking::OnSet);
    record.set("position", &[1.5_f32, 0.0, -0.0]).unwrap();
    record.set_deleted(true);
    let update: RecordUpdate = record.update();
    owned(
        table,
        "records",
        vec![(record, update), (Record::new(7_u32), Record::new(7_u32).update())],
    );
    let tree = |list: &[&str]| Value::of(&(list, list.len())).unwrap();
    let diff = tree(&["a", "b", "c", "d"]).diff(&tree(&["d", "a", "x"]));
    assert!(diff.changes().len() > 3, "{diff}");
    owned(table, "differences", vec![diff, Default::default()]);
}
