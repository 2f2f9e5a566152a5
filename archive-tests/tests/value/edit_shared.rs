//! Changes shared values by path, or overwrites parts of them.

use std::cell::RefCell;
use std::rc::Rc;

use archive::{Archive, ErrorKind, Newer, Options, Unknown, Value};

use crate::edit::{Item, Mood, item};

/// A save whose items are shared.
#[derive(Archive, Debug, PartialEq)]
struct Shared {
    bag: Vec<Rc<Item>>,
    hand: Option<Rc<Item>>,
    root: u8,
}

fn shared() -> Shared {
    let torch = Rc::new(item("torch", 3));
    Shared { bag: vec![Rc::new(item("rope", 1)), Rc::clone(&torch)], hand: Some(torch), root: 7 }
}

#[test]
fn what_is_shared_is_edited_for_all_who_own_it() {
    let mut save = shared();
    archive::edit(&mut save, |tree| tree.set("hand.count", 4_u16).map(drop)).unwrap();
    assert_eq!(save.bag, [item("rope", 1).into(), item("torch", 4).into()]);
    assert!(Rc::ptr_eq(&save.bag[1], save.hand.as_ref().unwrap()));
}

#[test]
fn paths_and_patterns_of_a_tree_lead_to_what_is_shared() {
    let mut tree = Value::of(&shared()).unwrap();
    assert_eq!(tree.get("bag[1].count"), Some(&Value::U16(3)));
    assert_eq!(tree.get("bag[1].count"), tree.get("hand.count"));
    assert_eq!((tree.get("bag[2].count"), tree.get("bag[0].0")), (None, None));
    // The value itself and one of its fields are both named `root`.
    assert_eq!(
        (tree.get("root.root"), tree.get("root.bag")),
        (Some(&Value::U8(7)), tree.get("bag"))
    );
    *tree.get_mut("hand.count").unwrap() = Value::U16(5);
    tree.insert("bag[0].rare", true).unwrap();
    assert_eq!(tree.remove("bag[0].rare").unwrap(), Value::Bool(true));
    let error = tree.set("bag[1].conut", 1_u8).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::WrongPath, "bag[1]"));
    assert!(error.to_string().contains("did you mean `count`?"), "{error}");
    let found = tree.find("**.count");
    let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["Item[0].count", "Item[1].count"]);
    for (path, value) in found.into_iter().chain(tree.find("**")) {
        assert_eq!(tree.get(&path), Some(value), "{path}");
    }
    let found = tree.find("bag[*]");
    assert!(found.len() == 2 && found[1].0 == "root.bag[1]");
    assert_eq!(tree.to::<Shared>().unwrap().hand.unwrap().count, 5);
}

/// Links are numbers of objects, and no edit moves what they lead to.
#[test]
fn objects_are_added_at_the_end_of_their_table() {
    let file = archive::to_vec(&shared()).unwrap();
    let lamp = || Value::of(&item("lamp", 9)).unwrap();
    let edited = archive::edit_archive(&file, |tree| {
        for moved in [tree.insert("Item[0]", lamp()), tree.remove("Item[0]").map(drop)] {
            let error = moved.unwrap_err();
            assert_eq!((error.kind(), error.path()), (ErrorKind::WrongPath, "Item"));
        }
        tree.insert("Item[2]", lamp())?;
        assert_eq!(tree.remove("Item[2]")?, lamp());
        // What the links are in is a list like any other.
        tree.remove("bag[0]").map(drop)
    });
    let edited: Shared = archive::from_slice(&edited.unwrap()).unwrap();
    assert_eq!(edited.bag, [Rc::new(item("torch", 3))]);
    assert!(Rc::ptr_eq(&edited.bag[0], edited.hand.as_ref().unwrap()));
}

#[test]
fn a_link_that_changes_is_a_change() {
    let (mut before, after) = (Value::of(&shared()).unwrap(), shared());
    let after = Shared { hand: Some(Rc::clone(&after.bag[0])), ..after };
    let after = Value::of(&after).unwrap();
    let diff = before.diff(&after);
    assert_eq!(diff.changes().iter().map(|it| it.path()).collect::<Vec<_>>(), ["root.hand"]);
    diff.apply(&mut before).unwrap();
    assert_eq!(before, after);
}

/// Trees may be made up, so their links may lead anywhere.
#[test]
fn paths_end_at_links_that_lead_nowhere_or_round() {
    use std::cell::RefCell;

    #[derive(Archive)]
    struct Ring(RefCell<Option<Rc<Ring>>>);

    let ring = Rc::new(Ring(RefCell::new(None)));
    *ring.0.borrow_mut() = Some(Rc::clone(&ring));
    let mut tree = Value::of(&ring).unwrap();
    assert!(tree.get("0.0.0.0").is_some());
    let link = tree.get("root").unwrap().clone();
    tree.set("Ring[0]", link).unwrap();
    // The row number of the link.
    assert_eq!(tree.get("0"), Some(&Value::U32(0)));
    assert!(tree.set("0.0", 1_u8).is_err() && tree.get_mut("0.0").is_none());
    tree.set("Ring", Value::from(Vec::<u8>::new())).unwrap();
    assert_eq!(tree.get("0"), Some(&Value::U32(0)));
    assert_eq!(tree.get("0.0"), None);
    ring.0.borrow_mut().take();
}

#[test]
fn shared_objects_are_edited_as_they_are() {
    #[derive(Archive)]
    struct Twice {
        id: u32,
        a: Option<Rc<Self>>,
        b: Option<Rc<Self>>,
    }

    // Without sharing, it would be 2^60 objects.
    let mut top = None;
    for id in 0..60 {
        top = Some(Rc::new(Twice { id, a: top.clone(), b: top }));
    }
    archive::edit(&mut top, |tree| tree.set("id", 7_u32).map(drop)).unwrap();
    let top = top.unwrap();
    assert_eq!(top.id, 7);
    assert!(Rc::ptr_eq(top.a.as_ref().unwrap(), top.b.as_ref().unwrap()));
    assert_eq!(top.a.as_ref().unwrap().id, 58);

    #[derive(Archive, Default)]
    struct Node {
        id: u32,
        next: RefCell<Option<Rc<Node>>>,
    }

    let mut ring = Rc::new(Node::default());
    *ring.next.borrow_mut() = Some(Rc::clone(&ring));
    archive::edit(&mut ring, |tree| tree.set("id", 7_u32).map(drop)).unwrap();
    assert_eq!(ring.id, 7);
    let next = ring.next.borrow_mut().take().unwrap();
    assert!(Rc::ptr_eq(&next, &ring));
}

#[test]
fn what_retained_something_is_edited_for_all_who_share_it() {
    mod newer {
        use std::rc::Rc;

        use archive::Archive;

        #[derive(Archive)]
        pub struct Node {
            pub v: u8,
        }

        #[derive(Archive)]
        pub struct Root {
            pub x: Rc<Node>,
            pub y: Rc<Node>,
            #[since(2, default = 0)]
            pub c: u8,
        }
    }

    #[derive(Archive)]
    struct Node {
        v: u8,
    }

    #[derive(Archive)]
    struct Root {
        x: Rc<Node>,
        y: Rc<Node>,
        #[archive(unknown)]
        extra: Unknown,
    }

    let node = Rc::new(newer::Node { v: 1 });
    let saved = newer::Root { x: Rc::clone(&node), y: node, c: 5 };
    let keep = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
    let mut root: Root = keep.from_slice(&archive::to_vec(&saved).unwrap()).unwrap();
    assert!(Rc::ptr_eq(&root.x, &root.y));
    archive::edit(&mut root, |tree| tree.set("x.v", 9_u8).map(drop)).unwrap();
    assert_eq!((root.x.v, root.y.v), (9, 9));
    assert!(Rc::ptr_eq(&root.x, &root.y));
    assert!(!root.extra.is_empty());
    let back: newer::Root = archive::from_slice(&archive::to_vec(&root).unwrap()).unwrap();
    assert_eq!((back.x.v, back.c), (9, 5));
    assert!(Rc::ptr_eq(&back.x, &back.y));
}

/// What `beyond` gives for trees by value has no links; an update applies it to the linked objects.
#[test]
fn an_update_reaches_what_is_shared() {
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Hero {
        gear: Rc<Gear>,
        spare: Option<Rc<Gear>>,
        mood: Rc<Option<Mood>>,
    }
    #[derive(Archive, Clone, Debug, PartialEq)]
    struct Gear {
        weight: u32,
        #[since(2, default = 1)]
        worth: u32,
        bound: Option<Rc<Gear>>,
    }
    let gear = |weight, worth, bound| Rc::new(Gear { weight, worth, bound });
    let angry = |days| Rc::new(Some(Mood::Angry { at: "Bob".into(), days }));
    let by_value = Options::file().by_value(true);
    let beyond = |copy: &Hero, base: &Hero| {
        let copy = by_value.to_value(copy).unwrap();
        copy.beyond(&by_value.to_value(base).unwrap()).unwrap()
    };

    let bound = gear(1, 2, None);
    let base = Hero { gear: gear(3, 4, Some(bound.clone())), spare: Some(bound), mood: angry(5) };
    let heavier = gear(3, 4, Some(gear(9, 2, None)));
    let over = beyond(&Hero { gear: heavier, ..base.clone() }, &base);
    let mut hero = base.clone();
    archive::update(&mut hero, over).unwrap();
    // The change is visible to all owners.
    let changed = hero.gear.bound.as_ref().unwrap();
    assert_eq!(**changed, Gear { weight: 9, worth: 2, bound: None });
    assert!(Rc::ptr_eq(changed, hero.spare.as_ref().unwrap()));

    let over = beyond(&Hero { mood: angry(6), ..base.clone() }, &base);
    let mut hero = base.clone();
    archive::update(&mut hero, over).unwrap();
    assert_eq!(hero, Hero { mood: angry(6), ..base.clone() });

    // Another variant, or none, replaces the link.
    for mood in [Some(Mood::Calm), None] {
        let copy = Hero { mood: Rc::new(mood), ..base.clone() };
        let mut hero = base.clone();
        archive::update(&mut hero, beyond(&copy, &base)).unwrap();
        assert_eq!(hero, copy);
    }
}

/// If nothing is shared, an update brings its own objects.
#[test]
fn an_update_of_what_shares_nothing_may_share() {
    #[derive(Archive, Debug, PartialEq)]
    struct Hero {
        hp: u8,
        worn: Option<Rc<str>>,
        spare: Option<Rc<str>>,
    }
    #[derive(Archive)]
    struct Part {
        worn: Option<Rc<str>>,
        spare: Option<Rc<str>>,
    }
    let mut hero = Hero { hp: 7, worn: None, spare: None };
    let bow = Some(Rc::from("bow"));
    let part = Value::of(&Part { worn: bow.clone(), spare: bow }).unwrap();
    archive::update(&mut hero, part).unwrap();
    assert_eq!((hero.hp, hero.worn.as_deref()), (7, Some("bow")));
    assert!(Rc::ptr_eq(hero.worn.as_ref().unwrap(), hero.spare.as_ref().unwrap()));
}
