//! Links to objects that are built later reach every place that may hold them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};
use std::sync::{Arc, Mutex};

use archive::Archive;

use crate::each_way;

type Link = Rc<RefCell<Place>>;

#[derive(Archive, Debug, Default)]
struct Place {
    id: u32,
    one: Weak<RefCell<Place>>,
    owned: Option<Link>,
    list: Vec<Link>,
    weak: Vec<Weak<RefCell<Place>>>,
    pair: (Weak<RefCell<Place>>, u8, Option<Link>),
    few: [Option<Link>; 2],
    part: Option<Box<Part>>,
    variant: Variant,
    named: BTreeMap<u8, Weak<RefCell<Place>>>,
}

#[derive(Archive, Debug, Default)]
struct Part {
    back: Weak<RefCell<Place>>,
    name: String,
}

#[derive(Archive, Debug, Default)]
enum Variant {
    #[default]
    Nothing,
    Both {
        to: Weak<RefCell<Place>>,
        of: Option<Link>,
    },
    Other(Weak<RefCell<Place>>),
}

/// The same, with numbers instead of links.
#[derive(Debug, Default, PartialEq)]
struct Plain {
    id: u32,
    links: Vec<Option<u32>>,
}

fn id(link: Option<Link>) -> Option<u32> {
    link.map(|link| link.borrow().id)
}

fn plain(place: &Link) -> Plain {
    let place = place.borrow();
    let mut links = vec![id(place.one.upgrade()), id(place.owned.clone())];
    links.extend(place.list.iter().map(|link| id(Some(Rc::clone(link)))));
    links.extend(place.weak.iter().map(|link| id(link.upgrade())));
    links.extend([id(place.pair.0.upgrade()), id(place.pair.2.clone())]);
    links.extend(place.few.iter().map(|link| id(link.clone())));
    links.extend(place.part.iter().map(|part| id(part.back.upgrade())));
    match &place.variant {
        Variant::Nothing => {}
        Variant::Both { to, of } => links.extend([id(to.upgrade()), id(of.clone())]),
        Variant::Other(to) => links.push(id(to.upgrade())),
    }
    links.extend(place.named.values().map(|link| id(link.upgrade())));
    Plain { id: place.id, links }
}

/// This many places that link to each other in every way, forwards and backwards.
fn places(count: u32, is_named: bool) -> Vec<Link> {
    let place = |id| Rc::new(RefCell::new(Place { id, ..Place::default() }));
    let all: Vec<Link> = (0..count).map(place).collect();
    let mut state = 1_u32;
    let mut next = |most: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % most
    };
    for place in &all {
        let mut any = || (next(3) > 0).then(|| Rc::clone(&all[next(count) as usize]));
        let weak = |link: Option<Link>| link.as_ref().map(Rc::downgrade).unwrap_or_default();
        let mut place = place.borrow_mut();
        place.one = weak(any());
        place.owned = any();
        place.list = (0..4).filter_map(|_| any()).collect();
        place.weak = (0..3).map(|_| weak(any())).collect();
        place.pair = (weak(any()), 7, any());
        place.few = [any(), any()];
        place.part = any().map(|link| {
            Box::new(Part { back: Rc::downgrade(&link), name: format!("{}", place.id) })
        });
        place.variant = match any() {
            None => Variant::Nothing,
            Some(of) if of.borrow_id() % 2 == 0 => Variant::Both { to: weak(any()), of: Some(of) },
            Some(of) => Variant::Other(Rc::downgrade(&of)),
        };
        if is_named {
            place.named = (0..3).map(|key| (key, weak(any()))).collect();
        }
    }
    all
}

trait BorrowId {
    fn borrow_id(&self) -> u32;
}

impl BorrowId for Link {
    /// The number, or 0 for a place that is still being filled.
    fn borrow_id(&self) -> u32 {
        self.try_borrow().map_or(0, |place| place.id)
    }
}

#[test]
fn every_place_gets_its_link() {
    for is_named in [false, true] {
        let all = places(60, is_named);
        let expected: Vec<Plain> = all.iter().map(plain).collect();
        each_way(&all, |loaded: Vec<Link>| {
            assert_eq!(loaded.iter().map(plain).collect::<Vec<_>>(), expected);
            for (place, loaded) in all.iter().zip(&loaded) {
                let part = |place: &Link| place.borrow().part.as_ref().map(|it| it.name.clone());
                assert_eq!(part(place), part(loaded));
                assert_eq!(Rc::strong_count(place), Rc::strong_count(loaded));
                assert_eq!(Rc::weak_count(place), Rc::weak_count(loaded));
            }
        });
    }
}

/// Cells within an object, and objects that threads share.
#[derive(Archive, Debug, Default)]
struct Book {
    id: u32,
    above: Mutex<std::sync::Weak<Book>>,
    below: Mutex<Vec<Arc<Book>>>,
    next: Mutex<Option<Arc<Book>>>,
}

#[test]
fn cells_within_objects_get_their_links() {
    let all: Vec<Arc<Book>> = (0..9).map(|id| Arc::new(Book { id, ..Book::default() })).collect();
    for (at, book) in all.iter().enumerate().skip(1) {
        *book.above.lock().unwrap() = Arc::downgrade(&all[at / 2]);
        all[at / 2].below.lock().unwrap().push(Arc::clone(book));
        *book.next.lock().unwrap() = Some(Arc::clone(&all[at / 3]));
    }
    each_way(&all, |loaded: Vec<Arc<Book>>| {
        for (at, book) in loaded.iter().enumerate().skip(1) {
            assert_eq!(book.id as usize, at);
            assert!(Arc::ptr_eq(&book.above.lock().unwrap().upgrade().unwrap(), &loaded[at / 2]));
            assert!(Arc::ptr_eq(book.next.lock().unwrap().as_ref().unwrap(), &loaded[at / 3]));
            let below = loaded[at / 2].below.lock().unwrap();
            assert!(below.iter().any(|below| Arc::ptr_eq(below, book)));
        }
        let sum = |all: &[Arc<Book>]| -> usize {
            all.iter().map(|book| book.below.lock().unwrap().len()).sum()
        };
        assert_eq!(sum(&all), sum(&loaded));
    });
}

/// A hook that moves links about sees all of them before it is believed.
#[derive(Archive, Debug, Default)]
#[archive(after_load = swap, validate = is_judged)]
struct Swapped {
    a: Weak<RefCell<Swapped>>,
    b: Weak<RefCell<Swapped>>,
    id: u8,
}

fn swap(it: &mut Swapped) {
    std::mem::swap(&mut it.a, &mut it.b);
}

fn is_judged(it: &Swapped) -> Result<(), String> {
    if it.b.upgrade().is_some() { Ok(()) } else { Err(format!("{} has no `b`", it.id)) }
}

#[test]
fn hooks_see_late_links() {
    let last = Rc::new_cyclic(|me| {
        RefCell::new(Swapped { a: Weak::clone(me), b: Weak::clone(me), id: 9 })
    });
    let first = Rc::new(RefCell::new(Swapped { id: 1, ..Swapped::default() }));
    first.borrow_mut().a = Rc::downgrade(&last);
    each_way(&(first, last), |(first, last): (Rc<RefCell<Swapped>>, Rc<RefCell<Swapped>>)| {
        let first = first.borrow();
        assert!(Rc::ptr_eq(&first.b.upgrade().unwrap(), &last));
        assert!(first.a.upgrade().is_none());
        assert_eq!(Rc::weak_count(&last), 3);
    });
}

/// If an object is read twice, the contents of its cells are taken over, and nothing else.
#[test]
fn what_is_made_of_a_late_link_is_kept_in_cells() {
    mod then {
        use super::*;

        #[derive(Archive)]
        pub struct Node {
            pub id: u32,
            pub parent: RefCell<Weak<Node>>,
            pub children: RefCell<Vec<Rc<Node>>>,
        }
    }
    #[derive(Archive)]
    struct Node {
        id: u32,
        #[archive(removed(parent: RefCell<Weak<Node>>, until = 2, into = Node::keep_ids))]
        children: RefCell<Vec<Rc<Node>>>,
        #[since(2, default = Cell::default())]
        parent_id: Cell<u32>,
        #[since(2, default = RefCell::default())]
        parents: RefCell<Vec<u32>>,
    }
    impl Node {
        fn keep_ids(&mut self, parent: RefCell<Weak<Node>>) {
            if let Some(parent) = parent.into_inner().upgrade() {
                self.parent_id.set(parent.id);
                self.parents.get_mut().push(parent.id);
            }
        }
    }
    let node = |id, children| {
        let (parent, children) = (RefCell::default(), RefCell::new(children));
        Rc::new(then::Node { id, parent, children })
    };
    let arm = node(7, vec![]);
    let body = node(1, vec![Rc::clone(&arm)]);
    *arm.parent.borrow_mut() = Rc::downgrade(&body);
    for options in crate::ways() {
        let loaded: Rc<Node> = options.from_slice(&options.to_vec(&body).unwrap()).unwrap();
        let arm = Rc::clone(&loaded.children.borrow()[0]);
        assert_eq!((arm.parent_id.get(), arm.parents.take()), (1, vec![1]));
    }
}

mod by_hand {
    use std::cell::RefCell;
    use std::rc::{Rc, Weak};

    use archive::{Archive, Describe, Deserialize, InputArchive, OutputArchive, Serialize, Type};

    use crate::each_way;

    #[derive(Debug, Default)]
    struct Back(RefCell<Weak<Node>>);

    impl Describe for Back {
        const TYPE: &'static Type = <RefCell<Weak<Node>>>::TYPE;
    }

    impl Serialize for Back {
        fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
            self.0.serialize(archive)
        }
    }

    impl<'a> Deserialize<'a> for Back {
        fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
            <RefCell<Weak<Node>>>::deserialize(archive).map(Self)
        }

        fn relink(&self, fresh: &mut Self) -> bool {
            self.0.relink(&mut fresh.0)
        }
    }

    /// The same type by hand, but without `relink`.
    #[derive(Debug, Default)]
    struct Lost(RefCell<Weak<Leaf>>);

    impl Describe for Lost {
        const TYPE: &'static Type = <RefCell<Weak<Leaf>>>::TYPE;
    }

    impl Serialize for Lost {
        fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
            self.0.serialize(archive)
        }
    }

    impl<'a> Deserialize<'a> for Lost {
        fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
            <RefCell<Weak<Leaf>>>::deserialize(archive).map(Self)
        }
    }

    #[derive(Archive, Debug, Default)]
    struct Leaf {
        back: Lost,
        children: Vec<Rc<Leaf>>,
    }

    #[derive(Archive, Debug, Default)]
    struct Node {
        id: u8,
        parent: Back,
        children: Vec<Rc<Node>>,
    }

    #[test]
    fn a_link_in_a_type_by_hand_is_no_less_there() {
        let child = Rc::new(Node { id: 2, ..Node::default() });
        let root = Rc::new(Node { id: 1, children: vec![Rc::clone(&child)], ..Node::default() });
        *child.parent.0.borrow_mut() = Rc::downgrade(&root);
        each_way(&root, |root: Rc<Node>| {
            let parent = root.children[0].parent.0.borrow().upgrade();
            assert!(parent.is_some_and(|parent| Rc::ptr_eq(&parent, &root)));
        });
    }

    #[test]
    fn a_link_that_a_type_by_hand_would_lose_is_an_error() {
        let child = Rc::new(Leaf::default());
        let root = Rc::new(Leaf { children: vec![Rc::clone(&child)], ..Leaf::default() });
        *child.back.0.borrow_mut() = Rc::downgrade(&root);
        let bytes = archive::to_vec(&root).unwrap();
        let error = archive::from_slice::<Rc<Leaf>>(&bytes).unwrap_err();
        assert_eq!(error.kind(), archive::ErrorKind::InvalidLink);
        assert!(error.to_string().contains("see `Deserialize::relink`"), "{error}");
    }
}

/// Each child waits for its parent, and the parent's list for all children: no link is looked at for each child.
#[test]
fn a_parent_of_many_children_is_completed_in_linear_time() {
    #[derive(Archive)]
    struct World {
        nodes: Vec<Rc<Node>>,
    }
    #[derive(Archive)]
    struct Node {
        parent: Option<Rc<Node>>,
        children: RefCell<Vec<Rc<Node>>>,
    }
    const CHILDREN: usize = 60_000;
    let root = Rc::new(Node { parent: None, children: RefCell::default() });
    let child = || Node { parent: Some(Rc::clone(&root)), children: RefCell::default() };
    root.children.borrow_mut().extend((0..CHILDREN).map(|_| Rc::new(child())));
    let nodes = root.children.borrow().clone();
    let bytes = archive::to_vec(&World { nodes }).unwrap();
    root.children.borrow_mut().clear();
    let world: World = archive::from_slice(&bytes).unwrap();
    let parent = world.nodes[7].parent.as_ref().unwrap();
    assert_eq!(parent.children.borrow().len(), CHILDREN);
    assert!(Rc::ptr_eq(&parent.children.borrow()[9], &world.nodes[9]));
    parent.children.borrow_mut().clear();
}
