//! Skeletons that are compiled here, and load what their types wrote.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use archive::{Archive, Describe, schema};

/// Whether a skeleton has these lines.
#[track_caller]
fn has<T: Describe>(lines: &[&str]) -> String {
    let found = schema::rust(&T::schema());
    for line in lines {
        assert!(found.contains(line), "{line}: {found}");
    }
    found
}

/// A weak pointer is an optional link.
#[test]
fn weak_pointers_in_lists_and_maps_are_in_cells() {
    #[derive(Archive, Default)]
    struct Node {
        friends: RefCell<Vec<Weak<Node>>>,
        enemies: RefCell<HashMap<u8, Weak<Node>>>,
        rooms: RefCell<Vec<Vec<Weak<Node>>>>,
        kids: RefCell<Vec<Rc<Node>>>,
    }
    has::<Node>(&[
        "pub friends: RefCell<Vec<Option<Arc<Node>>>>,",
        "pub enemies: RefCell<HashMap<u8, Option<Arc<Node>>>>,",
        "pub rooms: RefCell<Vec<Vec<Option<Arc<Node>>>>>,",
    ]);

    mod skeleton {
        use super::{Arc, Archive, HashMap, RefCell};

        #[derive(Archive)]
        pub struct Node {
            pub friends: RefCell<Vec<Option<Arc<Node>>>>,
            pub enemies: RefCell<HashMap<u8, Option<Arc<Node>>>>,
            pub rooms: RefCell<Vec<Vec<Option<Arc<Node>>>>>,
            pub kids: RefCell<Vec<Arc<Node>>>,
        }
    }
    let (child, root) = (Rc::new(Node::default()), Rc::new(Node::default()));
    root.kids.borrow_mut().push(Rc::clone(&child));
    child.friends.borrow_mut().push(Rc::downgrade(&root));
    child.enemies.borrow_mut().insert(1, Rc::downgrade(&root));
    child.rooms.borrow_mut().push(vec![Rc::downgrade(&root)]);
    let loaded: Arc<skeleton::Node> =
        archive::from_slice(&archive::to_vec(&root).unwrap()).unwrap();
    let child = Arc::clone(&loaded.kids.borrow()[0]);
    for back in
        [&child.friends.borrow()[0], &child.enemies.borrow()[&1], &child.rooms.borrow()[0][0]]
    {
        assert!(Arc::ptr_eq(back.as_ref().unwrap(), &loaded));
    }
}

/// Ranges can be hashed but have no order.
#[test]
fn what_is_only_hashed_derives_no_order() {
    #[derive(Archive, PartialEq, Eq, Hash)]
    struct Span {
        range: Range<u32>,
        name: Name,
        hue: Hue,
    }
    #[derive(Archive, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct Name(String);
    #[derive(Archive, PartialEq, Eq, Hash)]
    struct Hue(u8);
    #[derive(Archive)]
    struct Spans {
        all: HashSet<Span>,
        names: BTreeSet<Name>,
    }
    let found = has::<Spans>(&[
        "#[derive(Archive, Debug, PartialEq, Eq, Hash)]\npub struct Span {",
        "#[derive(Archive, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\npub struct Name(",
        "#[derive(Archive, Debug, PartialEq, Eq, Hash)]\npub struct Hue(",
    ]);
    // Only the library's types are generic, so it has the fingerprint of the file.
    assert!(found.contains("`let value: Spans = archive::load(path)?;`"), "{found}");

    mod skeleton {
        use super::{Archive, BTreeSet, HashSet};

        #[derive(Archive, Debug)]
        pub struct Spans {
            pub all: HashSet<Span>,
            pub names: BTreeSet<Name>,
        }
        #[derive(Archive, Debug, PartialEq, Eq, Hash)]
        pub struct Span {
            pub range: std::ops::Range<u32>,
            pub name: Name,
            pub hue: Hue,
        }
        #[derive(Archive, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct Name(pub String);
        #[derive(Archive, Debug, PartialEq, Eq, Hash)]
        pub struct Hue(pub u8);
    }
    assert_eq!(skeleton::Spans::schema(), Spans::schema());
}

#[test]
fn types_do_not_take_names_that_skeletons_use() {
    #[derive(Archive, PartialEq, Eq, PartialOrd, Ord)]
    struct Place {
        x: ordered_float::OrderedFloat<f32>,
    }
    #[derive(Archive)]
    #[archive(name = "OrderedFloat")]
    struct Number(u8);
    #[derive(Archive)]
    #[archive(name = "std")]
    struct Standard(u8);
    #[derive(Archive)]
    struct Map {
        seen: BTreeSet<Place>,
        number: Number,
        standard: Standard,
    }
    let found = has::<Map>(&["name = \"OrderedFloat\"", "name = \"std\""]);
    assert!(!found.contains("struct OrderedFloat("), "{found}");
    assert!(!found.contains("struct std("), "{found}");
}
