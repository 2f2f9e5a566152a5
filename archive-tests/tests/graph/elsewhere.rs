//! Objects in other archives.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, ErrorKind, HashTree, Limits, Options, Value};

use crate::scene::{Scene, scene};
use crate::ways;

mod chain {
    use super::{Archive, Rc};

    macro_rules! chain {
        ($($name:ident $next:ty;)*) => {$(
            #[derive(Archive, Debug, Clone)]
            pub struct $name {
                pub next: Rc<$next>,
            }
        )*};
    }
    chain! { A B; B C; C D; D E; E F; F G; G u8; }

    pub fn chain() -> Rc<A> {
        let next = Rc::new(G { next: Rc::new(7) });
        let next = Rc::new(E { next: Rc::new(F { next }) });
        let next = Rc::new(B { next: Rc::new(C { next: Rc::new(D { next }) }) });
        Rc::new(A { next })
    }
}

#[test]
fn depth_is_that_of_one_object() {
    for depth in 0..12 {
        let limits = Limits::new().depth(depth);
        for options in ways() {
            let options = options.limits(limits);
            let Ok(bytes) = options.to_vec(&chain::chain()) else { continue };
            let loaded = options.from_slice::<Rc<chain::A>>(&bytes);
            let loaded = loaded.unwrap_or_else(|error| panic!("depth {depth}: {error}"));
            assert_eq!(*loaded.next.next.next.next.next.next.next, 7);
        }
    }
}

#[test]
fn a_deep_copy_shares_as_its_original_does() {
    let original = scene();
    let copy: Scene = archive::deep_copy(&original).unwrap();
    for options in ways() {
        assert_eq!(options.to_vec(&copy).unwrap(), options.to_vec(&original).unwrap());
    }
    assert!(!Rc::ptr_eq(&copy.hero, &original.hero));
}

#[derive(Archive, Debug)]
struct Ring {
    next: RefCell<Option<Rc<Ring>>>,
}

#[test]
fn what_knows_no_links_refuses_circles() {
    let ring = Rc::new(Ring { next: RefCell::default() });
    *ring.next.borrow_mut() = Some(Rc::clone(&ring));
    let by_value = Options::file().by_value(true);
    let mut errors =
        vec![by_value.to_text(&ring).unwrap_err(), by_value.to_json(&ring).unwrap_err()];
    errors.extend(ways().into_iter().map(|way| way.by_value(true).to_vec(&ring).unwrap_err()));
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");
    }
    let copy: Rc<Ring> = archive::deep_copy(&ring).unwrap();
    assert_eq!(archive::hash(&copy).unwrap(), archive::hash(&ring).unwrap());
    assert!(Rc::ptr_eq(copy.next.take().as_ref().unwrap(), &copy));
    ring.next.take();
}

/// Two circles that differ in a shared object.
#[test]
fn a_tree_of_hashes_tells_what_differs_in_a_circle() {
    #[derive(Archive, Debug)]
    struct Node {
        number: u32,
        next: RefCell<Option<Rc<Node>>>,
    }

    let ring = |number| {
        let last = Rc::new(Node { number, next: RefCell::default() });
        let first = Rc::new(Node { number: 1, next: RefCell::new(Some(Rc::clone(&last))) });
        *last.next.borrow_mut() = Some(Rc::clone(&first));
        first
    };
    let (ours, theirs) = (ring(2), ring(3));
    let [tree, other] = [&ours, &theirs].map(|ring| archive::hash_tree(ring).unwrap());
    assert_eq!(tree.hash(), archive::hash(&ours).unwrap());
    let path = tree.first_difference(&other).unwrap();
    assert_eq!(tree.first_difference(&tree), None);
    let [ours_shown, theirs_shown] = [&ours, &theirs].map(|ring| Value::of(ring).unwrap());
    assert_eq!(ours_shown.get(&path), Some(&Value::U32(2)), "{path}");
    let diff = ours_shown.diff(&theirs_shown);
    assert_eq!(diff.changes().iter().map(|it| it.path()).collect::<Vec<_>>(), [path]);
    for ring in [ours, theirs] {
        ring.next.take();
    }
}

/// Two worlds of named objects that differ in one number.
#[test]
fn a_tree_of_hashes_names_a_field_of_what_is_shared() {
    #[derive(Archive, Clone, Debug)]
    struct World {
        tick: u32,
        ground: Ground,
        icons: BTreeMap<(Option<u8>, Side), Vec<u8>>,
        names: BTreeMap<String, Rc<Unit>>,
        heights: Vec<u16>,
    }
    #[derive(Archive, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    enum Side {
        Left { far: bool },
    }
    #[derive(Archive, Clone, Debug)]
    struct Ground {
        map: Option<Vec<u8>>,
        level: u8,
    }
    #[derive(Archive, Clone, Debug)]
    struct Unit {
        x: f32,
        bag: Vec<Option<u8>>,
    }

    let unit = |n: u16| Rc::new(Unit { x: f32::from(n), bag: vec![None, Some(1)] });
    let names = (0..100).map(|n| (format!("unit {n}"), unit(n))).collect();
    let icons = [((Some(2), Side::Left { far: true }), vec![0, 255])].into();
    // More bytes than the tree may have parts; they count as one value.
    let ground = Ground { map: Some(vec![0; 500]), level: 0 };
    let world = World { tick: 7, ground, icons, names, heights: vec![5; 1000] };
    let differs = |most: usize, change: fn(&mut World)| {
        let mut other = world.clone();
        change(&mut other);
        let [ours, theirs] = [&world, &other].map(|it| HashTree::of(it, most).unwrap());
        assert!(ours.parts() <= most);
        ours.first_difference(&theirs).unwrap_or_else(|| "nothing".to_owned())
    };
    let moved = |world: &mut World| {
        let unit = world.names.get_mut("unit 3").unwrap();
        *unit = Rc::new(Unit { x: -1.0, ..Unit::clone(unit) });
    };
    assert_eq!(differs(10_000, |_| {}), "nothing");
    assert_eq!(differs(10_000, |world| world.tick = 8), "tick");
    let icon = |world: &mut World| world.icons.values_mut().for_each(|icon| icon[1] = 7);
    assert_eq!(differs(10_000, icon), "icons[2, Left, true]");
    assert_eq!(differs(10_000, |world| world.heights[617] = 6), "heights[617]");
    assert_eq!(differs(10_000, moved), "Unit[23].x");
    assert_eq!(differs(30, moved), "Unit[0..25]");
    assert_eq!(differs(30, |world| world.ground.level = 1), "ground.level");
    assert_eq!(differs(3, moved), "");
    let other_key = |world: &mut World| {
        let unit = world.names.remove("unit 3").unwrap();
        world.names.insert("unit 3b".to_owned(), unit);
    };
    assert_eq!(differs(10_000, other_key), "names[\"unit 3\"]");
}
