//! Types that declare the bound `Archive` on their parameters.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, text};

#[derive(Archive, Debug, PartialEq)]
struct Grid<T: Archive> {
    cells: Vec<T>,
    #[since(2, default = None)]
    one: Option<Box<Grid<T>>>,
}

#[derive(Archive, Debug, PartialEq)]
enum Tree<T>
where
    T: archive::Archive + Clone,
{
    Leaf(T),
    Node(Vec<Self>),
}

#[derive(Archive, Debug, PartialEq, PartialOrd, Eq, Ord)]
#[archive(transparent)]
struct Id<T: Archive>(T);

/// One parameter says so, and the other leaves it to the derive.
#[derive(Archive, Debug, PartialEq)]
struct Mixed<K: Archive + Ord, V> {
    map: BTreeMap<K, V>,
    #[archive(skip)]
    last: Option<V>,
    #[archive(was(K, until = 2, with = Some))]
    #[archive(removed(gone: Vec<K>, until = 2, default))]
    first: Option<K>,
}

#[derive(Archive)]
struct Shared<T: Archive + 'static> {
    both: [Rc<T>; 2],
    cell: RefCell<Option<Rc<T>>>,
}

fn comes_back<T: Archive + std::fmt::Debug + PartialEq>(value: &T) {
    let loaded: T = archive::from_slice(&archive::to_vec(value).unwrap()).unwrap();
    assert_eq!(loaded, *value);
    let loaded: T = text::from_str(&text::to_string(value).unwrap()).unwrap();
    assert_eq!(loaded, *value);
}

#[test]
fn parameters_may_be_bounded_by_archive() {
    let inner = Grid { cells: vec![7], one: None };
    comes_back(&Grid { cells: vec![1, 2], one: Some(Box::new(inner)) });
    comes_back(&Tree::Node(vec![Tree::Leaf("a".to_owned()), Tree::Node(vec![])]));
    let map = [(Id(1_u8), "one".to_owned())].into();
    comes_back(&Mixed { map, last: None, first: Some(Id(3)) });

    let one = Rc::new(5_u8);
    let shared = Shared { both: [Rc::clone(&one), one], cell: RefCell::new(None) };
    let loaded: Shared<u8> = archive::from_slice(&archive::to_vec(&shared).unwrap()).unwrap();
    assert!(Rc::ptr_eq(&loaded.both[0], &loaded.both[1]) && loaded.cell.borrow().is_none());
}
