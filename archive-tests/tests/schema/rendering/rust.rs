//! A schema as Rust types.

use archive::{Describe, Newer, Options, schema};

use super::game::{Dialog, SaveGame, Tile, Unit, game};
use super::{hostile, skeleton};

/// The expected code is also compiled, as a module of this test.
#[test]
fn a_game() {
    let expected = include_str!("skeleton/game.rs");
    let found = schema::rust(&SaveGame::schema());
    assert_eq!(found, expected, "{found}");
}

#[test]
fn names_that_are_no_identifiers() {
    let expected = include_str!("skeleton/hostile.rs");
    let found = schema::rust(&hostile::schema());
    assert_eq!(found, expected, "{found}");
}

#[test]
fn the_skeleton_has_the_fingerprint_of_the_file() {
    assert_eq!(skeleton::game::Tile::schema(), Tile::schema());
    assert_eq!(skeleton::game::Unit::schema(), Unit::schema());
    assert_eq!(skeleton::game::Dialog::schema(), Dialog::schema());
}

#[test]
fn the_skeleton_reads_the_file() {
    let file = archive::to_vec(&game()).unwrap();
    // Read by name, because here `Pool<u16,2>` is a type without arguments.
    let options = Options::file().newer(Newer::Accept);
    let loaded: skeleton::game::SaveGame = options.from_slice(&file).unwrap();
    assert_eq!(loaded.units[&7].body.color, [9, 8, 7, 6]);
    assert_eq!(loaded.root.answer.unwrap().text, "Bye.");
    assert_eq!(loaded.ground.slots, [Some(1), None]);
}

#[test]
fn a_skeleton_with_other_names_has_the_fingerprint_of_the_file_at_its_version() {
    let file = hostile::schema();
    let versions = file.types.iter().map(|def| (def.name.clone(), def.version));
    let table = versions
        .fold(archive::VersionTable::new(), |table, (name, version)| table.with(&name, version));
    let ours = skeleton::hostile::WeirdUA::schema_at(&table).unwrap();
    assert_eq!(ours.canonical(), file.canonical());
}

#[test]
fn a_root_without_a_name() {
    assert_eq!(
        schema::rust(&<Vec<(bool,)>>::schema()),
        "// Reads an archive of `list<tuple<bool>>`: \
         `let value: Vec<(bool,)> = archive::load(path)?;`\n"
    );
}

#[test]
fn a_field_of_a_type_of_serde_is_what_stores_it() {
    #[derive(archive::Archive)]
    struct Save {
        #[archive(with = archive::with::serde)]
        when: std::time::Duration,
    }

    let found = schema::rust(&Save::schema());
    assert!(found.contains("pub when: archive::with::serde::Stored,"), "{found}");
    assert!(!found.contains("StdSerde"), "{found}");

    /// As it says.
    #[derive(archive::Archive)]
    #[archive(name = "Save")]
    struct Skeleton {
        when: archive::with::serde::Stored,
    }
    assert_eq!(Skeleton::schema().canonical(), Save::schema().canonical());
}

/// README's scene, in which links lead back to their owners: the skeleton puts them in cells.
#[test]
fn a_scene_is_read_by_its_skeleton() {
    use std::cell::RefCell;
    use std::collections::BTreeMap;
    use std::rc::{Rc, Weak};
    use std::sync::Arc;

    #[derive(archive::Archive, Default)]
    struct Node {
        name: String,
        parent: RefCell<Weak<Node>>,
        children: RefCell<Vec<Rc<Node>>>,
        doors: RefCell<BTreeMap<u8, Rc<Node>>>,
        label: Option<Rc<Label>>,
    }

    #[derive(archive::Archive)]
    struct Label {
        text: String,
    }

    let found = schema::rust(&Node::schema());
    for line in [
        "use std::cell::RefCell;",
        "pub parent: RefCell<Option<Arc<Node>>>,",
        "pub children: RefCell<Vec<Arc<Node>>>,",
        "pub doors: RefCell<BTreeMap<u8, Arc<Node>>>,",
        "pub label: Option<Arc<Label>>,",
    ] {
        assert!(found.contains(line), "{found}");
    }

    mod skeleton {
        use std::cell::RefCell;
        use std::collections::BTreeMap;
        use std::sync::Arc;

        #[derive(archive::Archive)]
        pub struct Node {
            pub name: String,
            pub parent: RefCell<Option<Arc<Node>>>,
            pub children: RefCell<Vec<Arc<Node>>>,
            pub doors: RefCell<BTreeMap<u8, Arc<Node>>>,
            pub label: Option<Arc<Label>>,
        }

        #[derive(archive::Archive)]
        pub struct Label {
            pub text: String,
        }
    }

    let label = Some(Rc::new(Label { text: "end".into() }));
    let child = Rc::new(Node { name: "arm".into(), label, ..Node::default() });
    let root = Rc::new(Node { name: "body".into(), ..Node::default() });
    *child.parent.borrow_mut() = Rc::downgrade(&root);
    child.doors.borrow_mut().insert(1, Rc::clone(&root));
    root.children.borrow_mut().push(Rc::clone(&child));
    let bytes = archive::to_vec(&root).unwrap();
    let loaded: Arc<skeleton::Node> = archive::from_slice(&bytes).unwrap();
    let child = Arc::clone(&loaded.children.borrow()[0]);
    assert_eq!((&*loaded.name, &*child.name), ("body", "arm"));
    assert!(Arc::ptr_eq(child.parent.borrow().as_ref().unwrap(), &loaded));
    assert!(Arc::ptr_eq(&child.doors.borrow()[&1], &loaded));
    assert_eq!(child.label.as_ref().unwrap().text, "end");
}

/// A float in a key is compared, so it has an order.
#[test]
fn floats_in_keys_have_an_order() {
    use std::collections::{BTreeMap, BTreeSet};

    use ordered_float::{NotNan, OrderedFloat};

    #[derive(archive::Archive, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    struct Place {
        x: NotNan<f32>,
    }

    #[derive(archive::Archive)]
    struct Map {
        heights: BTreeMap<NotNan<f64>, f32>,
        seen: BTreeSet<(u8, Place)>,
    }

    let found = schema::rust(&Map::schema());
    for line in [
        "use ordered_float::OrderedFloat;",
        "pub heights: BTreeMap<OrderedFloat<f64>, f32>,",
        "pub seen: BTreeSet<(u8, Place)>,",
        "pub x: OrderedFloat<f32>,",
    ] {
        assert!(found.contains(line), "{found}");
    }

    mod skeleton {
        use std::collections::{BTreeMap, BTreeSet};

        use ordered_float::OrderedFloat;

        #[derive(archive::Archive)]
        pub struct Map {
            pub heights: BTreeMap<OrderedFloat<f64>, f32>,
            pub seen: BTreeSet<(u8, Place)>,
        }

        #[derive(archive::Archive, PartialEq, Eq, PartialOrd, Ord)]
        pub struct Place {
            pub x: OrderedFloat<f32>,
        }
    }

    let float = |x| NotNan::new(x).unwrap();
    let seen = BTreeSet::from([(7, Place { x: NotNan::new(1.5).unwrap() })]);
    let map = Map { heights: BTreeMap::from([(float(0.5), 2.0)]), seen };
    let loaded: skeleton::Map = archive::from_slice(&archive::to_vec(&map).unwrap()).unwrap();
    assert_eq!(loaded.heights[&OrderedFloat(0.5)], 2.0);
    assert_eq!(loaded.seen.first().unwrap().1.x.0, 1.5);
}

/// Its variants are the keys of classes, which the compiler would warn of.
#[test]
fn keys_of_classes_are_allowed_as_names() {
    trait Tool: archive::Object {}
    #[derive(archive::Archive)]
    struct Axe(u8);
    impl Tool for Axe {}
    archive::registry! { dyn Tool as "Tool" { Axe as "axe_of_stone" } }

    let found = schema::rust(&<Box<dyn Tool>>::schema());
    let allowed = "#[allow(non_camel_case_types, reason = \"the stored names\")]\npub enum Tool {";
    assert!(found.contains(allowed), "{found}");
    assert_eq!(found.matches("allow").count(), 1, "{found}");
}
