//! Values of every shape.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::rc::Rc;

use archive::Archive;

use crate::check::comes_back;

#[test]
fn nothing_at_all() {
    comes_back(&());
    comes_back(&[(); 3]);
    comes_back(&Vec::<u8>::new());
    comes_back(&Vec::<Vec<String>>::new());
    comes_back(&vec![Vec::<Option<u64>>::new(); 70]);
    comes_back(&String::new());
    comes_back(&BTreeMap::<String, Vec<u8>>::new());
    comes_back(&HashMap::<u8, HashSet<u8>>::new());
    comes_back(&None::<Vec<u8>>);
    comes_back(&[0_u64; 0]);
}

#[test]
fn options_within_options() {
    comes_back(&[None, Some(None), Some(Some(None)), Some(Some(Some(7_u16)))]);
    let many: Vec<Option<Option<u8>>> =
        (0..300).map(|n| (n % 3 > 0).then(|| (n % 3 > 1).then_some(n as u8))).collect();
    comes_back(&many);
    comes_back(&vec![Some(()), None, Some(())]);
    comes_back(&vec![Some(Box::new(Some(Rc::new(String::from("x"))))), None]);
}

#[test]
fn the_largest_and_smallest_numbers() {
    comes_back(&vec![0, 1, u128::MAX, u128::MAX / 3]);
    comes_back(&(u128::MAX, i128::MIN, u64::MAX, i64::MIN));
    comes_back(&vec![i128::MIN, -1, 0, i128::MAX]);
    comes_back(&vec![i64::MIN, i64::MAX, 0]);
    comes_back(&vec![i8::MIN, -1, 0, i8::MAX]);
    comes_back(&vec![f64::MIN, f64::INFINITY, -0.0, 1.5]);
    comes_back(&(0..2000_u128).map(|n| n << (n % 100)).collect::<Vec<_>>());
    comes_back(&vec!['\0', 'a', 'ß', '\u{d7ff}', '\u{e000}', '🦀', char::MAX]);
    comes_back(&vec![usize::MAX, 0, 5]);
}

#[test]
fn arrays_of_arrays() {
    comes_back(&[[[1_u16, 2], [3, 4]], [[5, 6], [7, 8]]]);
    comes_back(&vec![[["a".to_owned(), "b".to_owned()], [String::new(), "d".to_owned()]]; 5]);
    comes_back(&vec![[[0_u8; 0]; 4]; 9]);
    comes_back(&[[Some(vec![1_u8]), None], [Some(vec![]), Some(vec![2, 3])]]);
    comes_back(&vec![[(1_u8, [true, false]), (2, [false, true])]; 3]);
    for count in [1, 3, 64, 1000] {
        let numbers = 0..count;
        comes_back(&numbers.clone().map(|n: i32| [[n; 4], [n + 1; 4]]).collect::<Vec<_>>());
        let deep = |n: i32| (n, [[[n as u8; 3]; 2]; 2], [n % 3 == 0; 9], [[n % 2 == 0; 2]; 2]);
        comes_back(&numbers.clone().map(deep).collect::<Vec<_>>());
        let wide = |n: i32| ([u128::MAX - n as u128; 2], [f64::from(n); 5], n.to_string());
        comes_back(&numbers.clone().map(|n| (n % 2 == 0).then(|| wide(n))).collect::<Vec<_>>());
        comes_back(&numbers.map(|n| vec![[n as i16; 3]; n as usize % 4]).collect::<Vec<_>>());
    }
}

#[test]
fn maps_in_maps() {
    let inner = |n: u8| -> BTreeMap<String, HashMap<u8, Vec<u16>>> {
        (0..n).map(|k| (k.to_string(), [(k, vec![u16::from(n); usize::from(k)])].into())).collect()
    };
    comes_back(&(0..9).map(|n| (n, inner(n))).collect::<BTreeMap<u8, _>>());
    comes_back(&(0..9).map(|n| (n, inner(n))).collect::<HashMap<u8, _>>());
    let sets: Vec<BTreeSet<BTreeSet<u8>>> = vec![[[1, 2].into(), [].into()].into(), [].into()];
    comes_back(&sets);
    comes_back(&[(Some('k'), ()), (None, ())].into_iter().collect::<HashMap<_, _>>());
}

#[derive(Archive, Debug, PartialEq, Eq, Clone, Default, PartialOrd, Ord)]
struct Nothing;

#[derive(Archive, Debug, PartialEq, Clone, Default)]
struct Skipped {
    #[archive(skip)]
    _cache: [u64; 4],
}

#[derive(Archive, Debug, PartialEq, Clone)]
enum Only {
    One,
}

#[test]
fn elements_without_bytes() {
    comes_back(&vec![(); 3]);
    comes_back(&vec![Nothing; 300]);
    comes_back(&vec![Skipped::default(); 100]);
    comes_back(&vec![vec![Nothing; 2], vec![], vec![Nothing]]);
    comes_back(&VecDeque::from(vec![[Nothing, Nothing]; 4]));
    comes_back(&BTreeSet::from([()]));
    comes_back(&vec![Only::One; 100]);
    comes_back(&vec![Some(Nothing), None]);
}

/// An enum with so many variants that not every tag fits in a byte.
macro_rules! wide {
    ($($name:ident $tag:literal,)*) => {
        #[derive(Archive, Debug, PartialEq, Clone)]
        enum Wide {
            $(#[archive(tag = $tag)] $name(u16),)*
            #[archive(tag = 70_000)]
            Unit,
            #[archive(tag = 4_000_000_000)]
            Fields { text: String, next: Option<Box<u8>> },
        }
    };
}
wide! { A 0, B 127, C 128, D 255, E 256, F 257, G 65_535, H 65_536, }

#[test]
fn tags_of_more_than_a_byte() {
    let fields = |text: &str| Wide::Fields { text: text.into(), next: Some(Box::new(3)) };
    let some = vec![Wide::H(8), Wide::A(1), fields("x"), Wide::D(4), Wide::E(5), Wide::Unit];
    comes_back(&some);
    comes_back(&some.iter().cycle().take(700).cloned().collect::<Vec<_>>());
    comes_back(&Wide::G(7));
    comes_back(&[Some(Wide::B(2)), None, Some(Wide::C(3)), Some(Wide::F(1))]);
}

#[derive(Archive, Debug, PartialEq, Clone, Copy)]
enum Units {
    A,
    #[archive(tag = 200)]
    B,
    #[archive(tag = 300)]
    C,
}

#[derive(Archive, Debug, PartialEq, Clone)]
enum Mixed<T> {
    None,
    One(T),
    Two { first: T, second: Vec<T> },
}

#[test]
fn enums_of_every_form() {
    comes_back(&[Units::C, Units::A, Units::B].repeat(200));
    let mixed = |n: u8| match n % 3 {
        0 => Mixed::None,
        1 => Mixed::One(n.to_string()),
        _ => Mixed::Two { first: "f".into(), second: vec![n.to_string(); usize::from(n % 4)] },
    };
    comes_back(&(0..200).map(mixed).collect::<Vec<_>>());
    comes_back(&vec![Mixed::One(Mixed::One(5_u8)), Mixed::One(Mixed::None), Mixed::None]);
    comes_back(&vec![Ok::<u8, String>(4), Err("no".into()), Ok(5)]);
}

#[test]
fn texts_and_bytes() {
    comes_back(&["", "a", "ßß", "🦀"].iter().map(ToString::to_string).collect::<Vec<_>>());
    comes_back(&vec![vec![0_u8, 255], vec![], vec![7; 1000]]);
    comes_back(&(Box::<str>::from("boxed"), Rc::<[u8]>::from([1, 2]), vec![true, false]));
    comes_back(&std::path::PathBuf::from("saves/slot1"));
}

#[test]
fn heaps_are_in_one_order() {
    let heap: BinaryHeap<(u8, String)> = [(2, "b".into()), (9, "a".into())].into();
    let bytes = archive::to_vec(&heap).unwrap();
    let loaded: BinaryHeap<(u8, String)> = archive::from_slice(&bytes).unwrap();
    assert_eq!(loaded.into_sorted_vec(), heap.into_sorted_vec());
}

#[test]
fn what_is_borrowed_stands_in_the_input_unless_it_is_compressed() {
    use std::borrow::Cow;
    #[derive(Archive, Debug, PartialEq)]
    struct Said<'s> {
        who: &'s str,
        what: Vec<Cow<'s, str>>,
        raw: Cow<'s, [u8]>,
    }
    let what = vec![Cow::Borrowed("hello"), "".into()];
    let said = Said { who: "Mira", what, raw: Cow::Borrowed(&[1, 2]) };
    let bytes = archive::to_vec(&said).unwrap();
    let loaded = archive::from_slice::<Said<'_>>(&bytes).unwrap();
    assert_eq!(loaded, said);
    assert!(bytes.as_ptr_range().contains(&loaded.who.as_ptr()));
    assert!(loaded.what.iter().all(|text| matches!(text, Cow::Borrowed(_))));
}
