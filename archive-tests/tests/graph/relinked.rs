//! Late links in cells of parts that objects own reach their places, whatever happens to the part.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::fmt::Debug;
use std::ops::{Bound, ControlFlow, Range};
use std::rc::{Rc, Weak};
use std::sync::Arc;

use archive::{Archive, ErrorKind, Serialize, Value};

use crate::each_way;
use crate::stories::declared;

#[derive(Archive, Clone, Debug, PartialEq)]
pub struct Leaf {
    pub number: u8,
}

/// What an object owns, and links from.
#[derive(Archive, Clone, Debug, Default, PartialEq)]
pub struct Part {
    pub links: RefCell<Vec<Rc<Leaf>>>,
    pub one: RefCell<Option<Rc<Leaf>>>,
}

fn part(number: u8) -> Part {
    let leaf = Rc::new(Leaf { number });
    Part { links: RefCell::new(vec![Rc::clone(&leaf)]), one: RefCell::new(Some(leaf)) }
}

/// Checks that a part is as it was made, with both links to one leaf.
fn check(part: &Part, number: u8) {
    let (links, one) = (part.links.borrow(), part.one.borrow());
    assert_eq!(links.len(), 1, "{number}: {part:?}");
    assert_eq!(links[0].number, number);
    assert!(Rc::ptr_eq(&links[0], one.as_ref().unwrap()), "one leaf");
}

/// Checks each way, and also a tree.
fn every_way<T: Archive + Serialize>(value: &T, check: impl Fn(T)) {
    check(Value::of(value).unwrap().to().unwrap());
    each_way(value, check);
}

#[test]
fn parts_by_value_keep_theirs() {
    #[derive(Archive, Debug)]
    struct Node {
        #[archive(by_value)]
        part: Rc<Part>,
        #[archive(by_value)]
        maybe: Option<Rc<RefCell<Part>>>,
        #[archive(by_value)]
        many: Vec<Rc<[Part]>>,
        plain: Part,
    }
    let node = Node {
        part: Rc::new(part(1)),
        maybe: Some(Rc::new(RefCell::new(part(2)))),
        many: vec![Rc::from([part(3), part(4)])],
        plain: part(5),
    };
    every_way(&vec![Rc::new(node)], |nodes| {
        check(&nodes[0].part, 1);
        check(&nodes[0].maybe.as_ref().unwrap().borrow(), 2);
        check(&nodes[0].many[0][0], 3);
        check(&nodes[0].many[0][1], 4);
        check(&nodes[0].plain, 5);
    });
}

mod owned {
    use super::*;

    #[derive(Archive, Debug)]
    pub struct Root {
        pub all: Vec<Rc<Node>>,
        pub own: Part,
    }

    #[derive(Archive, Debug)]
    pub struct Node {
        pub part: Part,
        pub list: Vec<Part>,
        pub maybe: Option<Box<Part>>,
    }
}

mod shared {
    use super::*;

    #[derive(Archive, Debug)]
    pub struct Root {
        pub all: Vec<Rc<Node>>,
        #[archive(was(Part, until = 2))]
        pub own: Rc<Part>,
    }

    #[derive(Archive, Debug)]
    pub struct Node {
        #[archive(was(Part, until = 2))]
        pub part: Rc<Part>,
        #[archive(was(Vec<Part>, until = 2))]
        pub list: Vec<Rc<Part>>,
        #[archive(was(Option<Box<Part>>, until = 2))]
        pub maybe: Option<Rc<Part>>,
    }
}

/// Each owner now owns a copy of what was shared.
mod unshared {
    use super::*;

    #[derive(Archive, Debug)]
    pub struct Root {
        pub all: Vec<Rc<Node>>,
        #[archive(was(Part, until = 2), was(Rc<Part>, until = 3))]
        pub own: Part,
    }

    #[derive(Archive, Debug)]
    pub struct Node {
        #[archive(was(Part, until = 2), was(Rc<Part>, until = 3))]
        pub part: Part,
        #[archive(was(Vec<Part>, until = 2), was(Vec<Rc<Part>>, until = 3))]
        pub list: Vec<Part>,
        #[archive(was(Option<Box<Part>>, until = 2), was(Option<Rc<Part>>, until = 3))]
        pub maybe: Option<Box<Part>>,
    }
}

#[test]
fn what_was_owned_becomes_shared_with_its_links() {
    let node =
        owned::Node { part: part(1), list: vec![part(2), part(3)], maybe: Some(Box::new(part(4))) };
    let root = owned::Root { all: vec![Rc::new(node)], own: part(5) };
    declared(&root, |root: shared::Root| {
        let node = &root.all[0];
        check(&node.part, 1);
        check(&node.list[1], 3);
        check(node.maybe.as_ref().unwrap(), 4);
        check(&root.own, 5);
    });
}

#[test]
fn what_was_shared_becomes_owned_with_its_links() {
    let same = Rc::new(part(1));
    let node = shared::Node {
        part: Rc::clone(&same),
        list: vec![Rc::clone(&same), Rc::new(part(2))],
        maybe: Some(Rc::new(part(3))),
    };
    let root = shared::Root { all: vec![Rc::new(node)], own: same };
    declared(&root, |root: unshared::Root| {
        check(&root.own, 1);
        let node = &root.all[0];
        check(&node.part, 1);
        check(&node.list[0], 1);
        check(&node.list[1], 2);
        check(node.maybe.as_ref().unwrap(), 3);
    });
}

/// A long chain through cells, in which each step copies what was shared.
mod chain {
    use super::*;

    pub mod shipped {
        use super::*;

        #[derive(Archive, Debug)]
        pub struct Step {
            pub next: RefCell<Option<Rc<Step>>>,
            pub part: Rc<Part>,
        }
    }

    pub mod today {
        use super::*;

        #[derive(Archive, Debug)]
        pub struct Step {
            pub next: RefCell<Option<Rc<Step>>>,
            #[archive(was(Rc<Part>, until = 2))]
            pub part: Part,
        }
    }

    const LEN: usize = 20_000;

    fn shipped(len: usize) -> Rc<shipped::Step> {
        let same = Rc::new(part(7));
        let step =
            |next| Rc::new(shipped::Step { next: RefCell::new(next), part: Rc::clone(&same) });
        let last = step(None);
        let first = (1..len).fold(Rc::clone(&last), |next, _| step(Some(next)));
        *last.next.borrow_mut() = Some(Rc::clone(&first));
        first
    }

    /// In the circle, each step links to one that is built later.
    #[test]
    fn it_is_loaded_on_a_small_stack() {
        let mut first = shipped(LEN);
        for options in crate::ways() {
            let bytes = options.to_vec(&first).unwrap();
            let mut loaded: Rc<today::Step> = options.from_slice(&bytes).unwrap();
            let mut len = 0;
            loop {
                check(&loaded.part, 7);
                len += 1;
                let next = loaded.next.take();
                match next {
                    Some(next) => loaded = next,
                    None => break,
                }
            }
            // The loop ends at the first step again, which now has no link.
            assert_eq!(len, LEN + 1);
        }
        loop {
            let next = first.next.take();
            match next {
                Some(next) => first = next,
                None => break,
            }
        }
    }
}

mod single {
    use super::*;

    #[derive(Archive, Debug)]
    pub struct Root {
        pub list: Vec<Rc<Part>>,
        pub maybe: Option<Rc<Part>>,
        pub pair: (u8, Rc<Part>),
        pub plain: Rc<Part>,
    }
}

mod threads {
    use super::*;

    #[derive(Archive, Debug)]
    pub struct Root {
        #[archive(was(Vec<Rc<Part>>, until = 2))]
        pub list: Vec<Arc<Part>>,
        #[archive(was(Option<Rc<Part>>, until = 2))]
        pub maybe: Option<Arc<Part>>,
        #[archive(was((u8, Rc<Part>), until = 2))]
        pub pair: (u8, Arc<Part>),
        #[archive(was(Rc<Part>, until = 2))]
        pub plain: Arc<Part>,
    }
}

#[test]
fn another_pointer_within_a_container_shares_as_before() {
    let same = Rc::new(part(1));
    let root = single::Root {
        list: vec![Rc::clone(&same), Rc::clone(&same)],
        maybe: Some(Rc::clone(&same)),
        pair: (7, Rc::clone(&same)),
        plain: same,
    };
    declared(&root, |root: threads::Root| {
        check(&root.plain, 1);
        let others = [&root.list[0], &root.list[1], root.maybe.as_ref().unwrap(), &root.pair.1];
        assert!(others.into_iter().all(|other| Arc::ptr_eq(other, &root.plain)));
    });
}

/// An option of something else stands before a pointer.
#[derive(Archive, Debug)]
struct Item {
    tag: Option<u8>,
    node: Rc<Node>,
}

#[derive(Archive, Debug)]
struct Node {
    back: RefCell<Option<Rc<Above>>>,
    items: RefCell<Vec<Item>>,
    pairs: RefCell<Vec<(Option<u8>, Rc<Node>)>>,
}

#[derive(Archive, Debug)]
struct Above {
    node: Rc<Node>,
}

fn node() -> Rc<Node> {
    Rc::new(Node { back: RefCell::default(), items: RefCell::default(), pairs: RefCell::default() })
}

#[test]
fn an_option_before_a_pointer_does_not_hold_it() {
    for tag in [None, Some(7)] {
        let (first, second, third) = (node(), node(), node());
        first.items.borrow_mut().push(Item { tag, node: second });
        first.pairs.borrow_mut().push((tag, third));
        *first.back.borrow_mut() = Some(Rc::new(Above { node: Rc::clone(&first) }));
        every_way(&first, |first: Rc<Node>| {
            let above = first.back.take().unwrap();
            assert!(Rc::ptr_eq(&above.node, &first));
            assert_eq!((first.items.borrow()[0].tag, first.pairs.borrow()[0].0), (tag, tag));
        });
        first.back.take();

        // A circle through these could not be built.
        first.items.borrow_mut().push(Item { tag, node: Rc::clone(&first) });
        let error = archive::to_vec(&first).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{error}");
        first.items.take();
        first.pairs.borrow_mut().push((tag, Rc::clone(&first)));
        let error = archive::to_vec(&first).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{error}");
        first.pairs.take();
    }
}

#[test]
fn weak_pointers_to_nothing_are_alike() {
    #[derive(Archive, Debug)]
    struct Sign {
        title: Weak<str>,
        words: Weak<[Leaf]>,
        leaf: Weak<Leaf>,
        next: RefCell<Option<Rc<Leaf>>>,
    }
    let gone: Rc<str> = "gone".into();
    let sign = Sign {
        title: Rc::downgrade(&gone),
        words: Weak::<[Leaf; 0]>::new(),
        leaf: Weak::new(),
        next: RefCell::new(Some(Rc::new(Leaf { number: 1 }))),
    };
    drop(gone);
    every_way(&Rc::new(sign), |sign| {
        assert!(sign.title.upgrade().is_none());
        assert_eq!(sign.next.borrow().as_ref().unwrap().number, 1);
    });
}

/// Objects that link to themselves from a cell within a container.
macro_rules! in_itself {
    ($($name:ident: $ty:ty, $around:expr, $cell:pat => $found:expr;)*) => {$(
        #[test]
        fn $name() {
            #[derive(Archive, Debug)]
            struct Holder {
                link: $ty,
            }
            fn cell(holder: &Holder) -> &RefCell<Weak<Holder>> {
                match &holder.link {
                    $cell => $found,
                    #[allow(unreachable_patterns, reason = "some have no other variant")]
                    other => panic!("{other:?}"),
                }
            }
            let holder = Rc::new(Holder { link: $around(RefCell::default()) });
            *cell(&holder).borrow_mut() = Rc::downgrade(&holder);
            every_way(&holder, |holder| {
                let to = cell(&holder).borrow().upgrade().unwrap();
                assert!(Rc::ptr_eq(&to, &holder));
            });
        }
    )*};
}
in_itself! {
    a_result_links_back: Result<RefCell<Weak<Holder>>, String>, Ok, Ok(cell) => cell;
    an_error_links_back: Result<u8, RefCell<Weak<Holder>>>, Err, Err(cell) => cell;
    a_flow_links_back: ControlFlow<RefCell<Weak<Holder>>>, ControlFlow::Break, ControlFlow::Break(cell) => cell;
    a_reverse_links_back: Reverse<RefCell<Weak<Holder>>>, Reverse, Reverse(cell) => cell;
    a_bound_links_back: Bound<RefCell<Weak<Holder>>>, Bound::Excluded, Bound::Excluded(cell) => cell;
    a_range_links_back: Range<RefCell<Weak<Holder>>>, |end| RefCell::default()..end, Range { end, .. } => end;
}
