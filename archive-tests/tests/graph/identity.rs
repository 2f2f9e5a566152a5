//! Shared objects stay shared, and links back still lead back.

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::sync::{Arc, Mutex};

use archive::{Archive, ErrorKind, Options, Value, VersionTable};

use super::{each_way, ways};

#[derive(Archive, Debug, PartialEq)]
struct Mesh {
    name: String,
    points: Vec<f32>,
}

#[derive(Archive, Debug)]
struct Scene {
    meshes: Vec<Rc<Mesh>>,
    sun: Rc<Mesh>,
    names: Vec<Rc<str>>,
    indices: [Arc<[u16]>; 2],
    maybe: Option<Rc<Mesh>>,
}

#[test]
fn what_is_shared_is_saved_once() {
    let mesh = |name: &str| Rc::new(Mesh { name: name.into(), points: vec![0.5; 100] });
    let (rock, sun) = (mesh("rock"), mesh("sun"));
    let name: Rc<str> = "north".into();
    let indices: Arc<[u16]> = vec![1, 2, 3].into();
    let scene = Scene {
        meshes: vec![Rc::clone(&rock), Rc::clone(&sun), rock],
        sun,
        names: vec![Rc::clone(&name), name, "south".into()],
        indices: [Arc::clone(&indices), indices],
        maybe: None,
    };
    each_way(&scene, |loaded: Scene| {
        assert!(Rc::ptr_eq(&loaded.meshes[0], &loaded.meshes[2]));
        assert!(Rc::ptr_eq(&loaded.meshes[1], &loaded.sun));
        assert!(!Rc::ptr_eq(&loaded.meshes[0], &loaded.sun));
        assert_eq!(*loaded.meshes[0], *scene.meshes[0]);
        assert_eq!(
            (&*loaded.sun.name, &*loaded.names[0], &*loaded.names[2]),
            ("sun", "north", "south")
        );
        assert!(Rc::ptr_eq(&loaded.names[0], &loaded.names[1]));
        assert!(Arc::ptr_eq(&loaded.indices[0], &loaded.indices[1]));
        assert_eq!(&*loaded.indices[0], [1, 2, 3]);
        assert_eq!(Rc::strong_count(&loaded.sun), 2);
    });
}

#[derive(Archive, Debug, PartialEq)]
enum Order {
    Wait,
    Go(i8, f32),
    All(Vec<Rc<Order>>),
    Next { then: Option<Rc<Order>> },
}

/// Each kind in more than one object.
#[derive(Archive, Debug, PartialEq)]
struct Orders {
    orders: Vec<Rc<Order>>,
    maybe: [Arc<Option<u8>>; 2],
    also: Rc<Option<u8>>,
    results: Vec<Rc<Result<u8, String>>>,
    tuples: [Rc<(f32, f32)>; 3],
    boxes: Vec<Rc<(Box<Order>, u8)>>,
    maps: [Rc<std::collections::BTreeMap<u8, Order>>; 2],
    unit: [Rc<()>; 2],
}

#[test]
fn objects_of_every_kind_may_be_many() {
    let go = Rc::new(Order::Go(1, 2.5));
    let next = Rc::new(Order::Next { then: Some(Rc::clone(&go)) });
    let map = |n: u8| Rc::new((0..n).map(|n| (n, Order::Go(0, f32::from(n)))).collect());
    let orders = Orders {
        orders: vec![
            Rc::new(Order::Wait),
            Rc::clone(&go),
            Rc::new(Order::All(vec![go, Rc::clone(&next), Rc::new(Order::Wait)])),
            next,
            Rc::new(Order::Next { then: None }),
        ],
        maybe: [Arc::new(Some(1)), Arc::new(None)],
        also: Rc::new(Some(2)),
        results: vec![Rc::new(Ok(1)), Rc::new(Err("no".into())), Rc::new(Ok(2))],
        tuples: [(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)].map(Rc::new),
        boxes: [Order::Go(3, 0.5), Order::Wait].map(|order| Rc::new((Box::new(order), 7))).into(),
        maps: [map(3), map(2)],
        unit: [Rc::new(()), Rc::new(())],
    };
    each_way(&orders, |loaded: Orders| assert_eq!(loaded, orders));
}

#[derive(Archive, Debug)]
struct Node {
    value: i32,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}

fn node(value: i32, children: Vec<Rc<Node>>) -> Rc<Node> {
    let children = RefCell::new(children);
    let node = Rc::new(Node { value, parent: RefCell::new(Weak::new()), children });
    for child in node.children.borrow().iter() {
        *child.parent.borrow_mut() = Rc::downgrade(&node);
    }
    node
}

#[test]
fn children_know_their_parents() {
    let tree = node(1, vec![node(2, vec![node(3, vec![]), node(4, vec![])]), node(5, vec![])]);
    each_way(&tree, |tree: Rc<Node>| {
        assert!(tree.parent.borrow().upgrade().is_none());
        let children = tree.children.borrow();
        assert_eq!(children.iter().map(|child| child.value).collect::<Vec<_>>(), [2, 5]);
        for child in children.iter() {
            assert!(Rc::ptr_eq(&child.parent.borrow().upgrade().unwrap(), &tree));
        }
        let inner = children[0].children.borrow();
        assert!(Rc::ptr_eq(&inner[1].parent.borrow().upgrade().unwrap(), &children[0]));
        assert_eq!((Rc::strong_count(&tree), Rc::weak_count(&tree)), (1, 2));
    });
}

#[derive(Archive, Debug)]
struct Person {
    name: String,
    friend: Option<Rc<RefCell<Person>>>,
    rival: Weak<RefCell<Person>>,
    known: Vec<Rc<RefCell<Person>>>,
}

#[test]
fn two_who_know_each_other() {
    let person = |name: &str| {
        let (friend, rival, known) = (None, Weak::new(), vec![]);
        Rc::new(RefCell::new(Person { name: name.into(), friend, rival, known }))
    };
    let (ada, bob) = (person("Ada"), person("Bob"));
    ada.borrow_mut().friend = Some(Rc::clone(&bob));
    bob.borrow_mut().friend = Some(Rc::clone(&ada));
    ada.borrow_mut().rival = Rc::downgrade(&ada);
    bob.borrow_mut().known = vec![Rc::clone(&ada), Rc::clone(&bob), Rc::clone(&ada)];
    each_way(&vec![ada, bob], |people: Vec<Rc<RefCell<Person>>>| {
        let [ada, bob] = &people[..] else { panic!("two people") };
        assert!(Rc::ptr_eq(ada.borrow().friend.as_ref().unwrap(), bob));
        assert!(Rc::ptr_eq(bob.borrow().friend.as_ref().unwrap(), ada));
        assert!(Rc::ptr_eq(&ada.borrow().rival.upgrade().unwrap(), ada));
        let known = &bob.borrow().known;
        assert_eq!(known.len(), 3);
        assert!(
            Rc::ptr_eq(&known[0], ada) && Rc::ptr_eq(&known[1], bob) && Rc::ptr_eq(&known[2], ada)
        );
        assert_eq!((&*ada.borrow().name, &*bob.borrow().name), ("Ada", "Bob"));
    });
}

#[derive(Archive, Debug, Default)]
struct Link {
    value: u32,
    next: Option<Rc<Link>>,
}

impl Drop for Link {
    fn drop(&mut self) {
        let mut next = self.next.take();
        while let Some(link) = next {
            next = Rc::into_inner(link).and_then(|mut link| link.next.take());
        }
    }
}

#[test]
fn a_list_of_a_million() {
    let mut list = None;
    for value in 0..1_000_000 {
        list = Some(Rc::new(Link { value, next: list }));
    }
    for options in [Options::message(), Options::file()] {
        let bytes = options.to_vec(&list).unwrap();
        let loaded: Option<Rc<Link>> = options.from_slice(&bytes).unwrap();
        let all = std::iter::successors(loaded.as_deref(), |link| link.next.as_deref());
        assert!(all.map(|link| link.value).eq((0..1_000_000).rev()));
    }
}

#[derive(Archive, Debug)]
struct Double {
    value: u32,
    next: RefCell<Option<Rc<Double>>>,
    prev: RefCell<Weak<Double>>,
}

#[test]
fn a_list_that_is_linked_both_ways() {
    let make = |value| {
        Rc::new(Double { value, next: RefCell::default(), prev: RefCell::new(Weak::new()) })
    };
    let all: Vec<_> = (0..1000).map(make).collect();
    for pair in all.windows(2) {
        *pair[0].next.borrow_mut() = Some(Rc::clone(&pair[1]));
        *pair[1].prev.borrow_mut() = Rc::downgrade(&pair[0]);
    }
    each_way(&all[0], |first: Rc<Double>| {
        let mut at = Rc::clone(&first);
        for value in 0..1000 {
            assert_eq!(at.value, value);
            let next = at.next.borrow().clone();
            let Some(next) = next else { break };
            assert!(Rc::ptr_eq(&next.prev.borrow().upgrade().unwrap(), &at));
            at = next;
        }
        assert_eq!(at.value, 999);
    });
}

#[test]
fn a_weak_pointer_holds_nothing() {
    let held = Arc::new(7_u32);
    let lost = Arc::new(8_u32);
    let value = (Arc::downgrade(&held), Arc::downgrade(&lost), Arc::clone(&held));
    type Loaded = (std::sync::Weak<u32>, std::sync::Weak<u32>, Arc<u32>);
    each_way(&value, |(held, lost, owner): Loaded| {
        assert!(Arc::ptr_eq(&held.upgrade().unwrap(), &owner));
        assert!(lost.upgrade().is_none());
    });
}

#[derive(Archive, Debug)]
struct Closed {
    me: Weak<Closed>,
}

#[test]
fn a_way_back_outside_of_cells_is_an_error_on_saving() {
    let closed = Rc::new_cyclic(|me| Closed { me: me.clone() });
    for options in ways() {
        let error = options.to_vec(&closed).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable);
        assert!(error.to_string().contains("RefCell"), "{error}");
    }
}

#[derive(Archive, Debug)]
struct Tree {
    name: Rc<str>,
    kids: Vec<Tree>,
    lock: Arc<Mutex<u8>>,
}

#[test]
fn recursive_values_share() {
    let name: Rc<str> = "leaf".into();
    let lock = Arc::new(Mutex::new(3));
    let tree = |kids| Tree { name: Rc::clone(&name), kids, lock: Arc::clone(&lock) };
    let root = tree(vec![tree(vec![]), tree(vec![tree(vec![])])]);
    each_way(&root, |root: Tree| {
        assert!(Rc::ptr_eq(&root.name, &root.kids[1].kids[0].name));
        assert!(Arc::ptr_eq(&root.lock, &root.kids[0].lock));
        assert_eq!((&*root.name, *root.lock.lock().unwrap()), ("leaf", 3));
    });
}

#[test]
fn a_tree_keeps_what_is_shared() {
    let tree = node(1, vec![node(2, vec![node(3, vec![]), node(4, vec![])]), node(5, vec![])]);
    let of = Value::of(&tree).unwrap();
    for options in ways().into_iter().skip(1) {
        assert_eq!(Value::from_slice(&options.to_vec(&tree).unwrap()).unwrap(), of);
    }
    assert_eq!(of.get("Node[1].value").unwrap(), &Value::I32(4));
    let loaded: Rc<Node> = of.to().unwrap();
    let children = loaded.children.borrow();
    assert!(Rc::ptr_eq(&children[1].parent.borrow().upgrade().unwrap(), &loaded));
    assert_eq!(Value::of(&loaded).unwrap(), of);
}

#[derive(Archive, Debug)]
struct Apart {
    shared: Rc<str>,
    #[archive(by_value)]
    own: Rc<str>,
    #[archive(by_value)]
    all: Vec<Rc<Mesh>>,
    #[archive(by_value)]
    maybe: Option<Arc<Mesh>>,
}

#[test]
fn a_field_may_be_saved_by_value() {
    let name: Rc<str> = "Ada".into();
    let mesh = Rc::new(Mesh { name: "rock".into(), points: vec![1.0] });
    let all = vec![Rc::clone(&mesh), mesh];
    let value = Apart { shared: Rc::clone(&name), own: name, all, maybe: None };
    each_way(&value, |loaded: Apart| {
        assert_eq!((&*loaded.shared, &*loaded.own), ("Ada", "Ada"));
        assert!(!Rc::ptr_eq(&loaded.shared, &loaded.own));
        assert!(!Rc::ptr_eq(&loaded.all[0], &loaded.all[1]));
        assert_eq!((&loaded.all, loaded.maybe), (&value.all, None));
    });
    let file = Options::file().by_value(true);
    let loaded: Apart = file.from_slice(&file.to_vec(&value).unwrap()).unwrap();
    assert_eq!(&*loaded.shared, "Ada");
}

#[derive(Archive, Debug)]
#[archive(validate = Part::check)]
struct Part {
    whole: RefCell<Weak<Whole>>,
}

#[derive(Archive, Debug)]
struct Whole {
    parts: Vec<Rc<Part>>,
}

impl Part {
    fn check(&self) -> Result<(), &'static str> {
        self.whole.borrow().upgrade().map(drop).ok_or("a part of nothing")
    }
}

#[test]
fn what_links_back_is_validated_once_it_does() {
    let part = || Rc::new(Part { whole: RefCell::default() });
    let whole = Rc::new(Whole { parts: vec![part(), part()] });
    for part in &whole.parts {
        *part.whole.borrow_mut() = Rc::downgrade(&whole);
    }
    each_way(&whole, |whole: Rc<Whole>| {
        assert!(whole.parts.iter().all(|part| part.check().is_ok()));
    });
    let lost = Rc::new(Whole { parts: vec![part()] });
    let bytes = archive::to_vec(&lost).unwrap();
    let error = archive::from_slice::<Rc<Whole>>(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Hook);
}

#[test]
fn the_example_of_the_format() {
    let name: Rc<str> = "Ann".into();
    let bytes = Options::message().to_vec(&(Rc::clone(&name), name)).unwrap();
    assert_eq!((bytes[..2].to_vec(), bytes.len()), (vec![0xac, 0x41], 10 + 21));
    let links = [0; 8];
    let table = [1, 3, b'A', b'n', b'n'];
    assert_eq!(bytes[10..], [&links[..], &table, &5_u64.to_le_bytes()].concat());
}

#[test]
fn another_kind_of_shared_pointer_still_shares() {
    mod then {
        use super::*;

        #[derive(Archive)]
        pub struct Pair {
            pub one: Rc<str>,
            pub other: Rc<str>,
        }
    }
    // The macro wraps the types that it is given in invisible groups.
    macro_rules! pair {
        ($was:ty, $is:ty) => {
            #[derive(Archive)]
            struct Pair {
                #[archive(was($was, until = 2))]
                one: $is,
                #[archive(was(std::rc::Rc<str>, until = 2))]
                other: std::sync::Arc<str>,
            }
        };
    }
    pair!(Rc<str>, Arc<str>);
    let one: Rc<str> = "Ann".into();
    let pair = then::Pair { one: Rc::clone(&one), other: one };
    let older = VersionTable::of::<then::Pair>().unwrap();
    for options in ways() {
        let loaded: Pair = options.from_slice(&options.to_vec(&pair).unwrap()).unwrap();
        assert!(Arc::ptr_eq(&loaded.one, &loaded.other));
        let written = options.clone().write_for(&older).to_vec(&loaded).unwrap();
        let again: then::Pair = options.from_slice(&written).unwrap();
        assert!(Rc::ptr_eq(&again.one, &again.other));
    }
}
