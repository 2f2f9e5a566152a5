//! Retained fields in generic, recursive and otherwise empty types, and from several programs.

use std::rc::Rc;

use archive::{Archive, Describe, ErrorKind, Options, Unknown};

use super::{forms, load, refused, retain};

mod theirs {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub(crate) struct Tree {
        pub(crate) name: String,
        pub(crate) children: Vec<Tree>,
        #[since(2, default = 0)]
        pub(crate) age: u32,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub(crate) struct Marker {
        #[since(2, default = 0)]
        pub(crate) at: u16,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub(crate) struct Pair<T> {
        pub(crate) first: T,
        #[since(2, default = None)]
        pub(crate) second: Option<T>,
    }
}

mod ours {
    use archive::{Archive, Unknown};

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) struct Tree {
        #[archive(unknown)]
        pub(crate) extra: Unknown,
        pub(crate) name: String,
        pub(crate) children: Vec<Tree>,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) struct Marker {
        #[archive(unknown)]
        pub(crate) extra: Unknown,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(crate) struct Pair<T> {
        pub(crate) first: T,
        #[archive(unknown)]
        pub(crate) extra: Unknown,
    }
}

fn tree(name: &str, age: u32, children: Vec<theirs::Tree>) -> theirs::Tree {
    theirs::Tree { name: name.into(), children, age }
}

#[test]
fn a_recursive_type_keeps_it_at_every_level() {
    let theirs = tree(
        "root",
        90,
        vec![tree("a", 1, vec![tree("c", 3, Vec::new())]), tree("b", 2, Vec::new())],
    );
    for form in forms() {
        let mut ours: ours::Tree = load(&form.to_vec(&theirs).unwrap()).unwrap();
        ours.children[0].name = "z".into();
        let saved: theirs::Tree = archive::from_slice(&form.to_vec(&ours).unwrap()).unwrap();
        let expected = tree(
            "root",
            90,
            vec![tree("z", 1, vec![tree("c", 3, Vec::new())]), tree("b", 2, Vec::new())],
        );
        assert_eq!(saved, expected);
    }
}

#[test]
fn a_type_without_other_fields_keeps_it() {
    let theirs: Vec<_> = (1..500).map(|at| theirs::Marker { at }).collect();
    for form in forms() {
        let ours: Vec<ours::Marker> = load(&form.to_vec(&theirs).unwrap()).unwrap();
        let saved: Vec<theirs::Marker> = archive::from_slice(&form.to_vec(&ours).unwrap()).unwrap();
        assert_eq!(saved, theirs);
    }
}

#[test]
fn a_generic_type_keeps_it() {
    let inner = |first| theirs::Pair { first, second: Some(first + 1) };
    let theirs = theirs::Pair { first: inner(1_u8), second: Some(inner(5)) };
    for form in forms() {
        let mut ours: ours::Pair<ours::Pair<u8>> = load(&form.to_vec(&theirs).unwrap()).unwrap();
        ours.first.first = 9;
        let saved: theirs::Pair<theirs::Pair<u8>> =
            archive::from_slice(&form.to_vec(&ours).unwrap()).unwrap();
        assert_eq!(
            (saved.first.first, saved.first.second, saved.second),
            (9, Some(2), Some(inner(5)))
        );
    }
}

#[test]
fn pointers_and_options_are_looked_through() {
    let theirs =
        (Some(theirs::Marker { at: 7 }), [theirs::Marker { at: 1 }, theirs::Marker { at: 2 }]);
    for form in forms() {
        type Ours = (Option<Box<ours::Marker>>, [Box<ours::Marker>; 2]);
        let ours: Ours = load(&form.to_vec(&theirs).unwrap()).unwrap();
        let saved: (Option<theirs::Marker>, [theirs::Marker; 2]) =
            archive::from_slice(&form.to_vec(&ours).unwrap()).unwrap();
        assert_eq!(saved, theirs);
        let shared: (Option<Rc<ours::Marker>>, [ours::Marker; 2]) =
            load(&form.to_vec(&theirs).unwrap()).unwrap();
        let saved: (Option<theirs::Marker>, [theirs::Marker; 2]) =
            archive::from_slice(&form.to_vec(&shared).unwrap()).unwrap();
        assert_eq!(saved, theirs);
    }
}

#[test]
fn parts_of_two_programs_do_not_go_into_one_archive() {
    mod later {
        #[derive(archive::Archive)]
        pub(super) struct Pair<T> {
            pub(super) first: T,
            #[since(2, default = None)]
            pub(super) second: Option<T>,
            #[since(3, default = 0)]
            pub(super) third: u8,
        }
    }
    let pair = theirs::Pair { first: 1_u8, second: Some(2) };
    let [one, other]: [ours::Pair<u8>; 2] = [
        load(&archive::to_vec(&pair).unwrap()).unwrap(),
        load(&archive::to_vec(&(pair, 1_u8)).unwrap()).map(|(pair, _): (_, u8)| pair).unwrap(),
    ];
    assert_eq!(one, other);
    // From two files of one program.
    let both = archive::to_vec(&vec![one.clone(), other]).unwrap();
    let both: Vec<theirs::Pair<u8>> = archive::from_slice(&both).unwrap();
    assert_eq!(both[0], both[1]);

    let third = later::Pair { first: 1_u8, second: Some(2), third: 3 };
    let third: ours::Pair<u8> = load(&archive::to_vec(&third).unwrap()).unwrap();
    let refusal = (ErrorKind::Retained, String::new());
    assert_eq!(refused(archive::to_vec(&vec![one, third])), refusal);
}

#[test]
fn a_tree_without_a_schema_is_kept_but_not_saved() {
    let tree = archive::Value::of(&theirs::Marker { at: 7 }).unwrap();
    let retain = Options::file().unknown(Unknown::Retain);
    let marker: ours::Marker = retain.from_value(&tree).unwrap();
    assert_eq!(marker.extra.get("at"), Some(&archive::Value::U16(7)));
    let error = archive::to_vec(&marker).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Retained);
    assert!(error.to_string().contains("come from a tree"), "{error}");
}

#[test]
fn a_variant_made_by_hand_is_no_value() {
    #[derive(Archive)]
    enum Mood {
        Calm,
        #[archive(unknown)]
        Other(Unknown),
    }
    for options in [Options::file(), Options::message(), Options::file().unknown(Unknown::Skip)] {
        let moods = vec![Mood::Calm, Mood::Other(Unknown::new())];
        for error in [options.to_vec(&moods).unwrap_err(), options.to_text(&moods).unwrap_err()] {
            assert_eq!(error.kind(), ErrorKind::Retained);
            assert!(error.help().starts_with("put another "), "{error}");
        }
    }
}

#[test]
fn a_holder_is_no_part_of_the_shape() {
    #[derive(Archive)]
    #[archive(name = "Tree")]
    struct Plain {
        name: String,
        children: Vec<Tree>,
    }
    #[derive(Archive)]
    struct Tree {
        name: String,
        children: Vec<Tree>,
    }
    let _ = |it: Plain, tree: Tree| (it.name, it.children, tree.name, tree.children);
    assert_eq!(ours::Tree::schema(), Tree::schema());
    assert_eq!(ours::Tree::lock().to_string(), Tree::lock().to_string());
    let (with, without) = (super::old::Mood::schema(), super::new::Mood::schema());
    assert_ne!(with, without);
    assert_eq!(with.to_string().matches("Other").count(), 0);
}

#[test]
fn what_is_kept_may_be_nested_as_deeply_as_values_may() {
    let small = std::thread::Builder::new().stack_size(2 << 20);
    let deep = || {
        let mut theirs = tree("leaf", 1, Vec::new());
        for age in 0..126 {
            theirs = tree("node", age, vec![theirs]);
        }
        for form in forms() {
            let ours: ours::Tree = load(&form.to_vec(&theirs).unwrap()).unwrap();
            let saved = form.to_vec(&ours).unwrap();
            assert_eq!(archive::from_slice::<theirs::Tree>(&saved).unwrap(), theirs);
        }
    };
    small.spawn(deep).unwrap().join().unwrap();
}

#[test]
fn large_tags_are_written_as_they_were() {
    mod wide {
        use archive::{Archive, Unknown};

        #[derive(Archive, Clone, Debug, PartialEq)]
        #[archive(name = "Sound")]
        pub(super) enum Theirs {
            Silent,
            #[archive(tag = 300)]
            Loud {
                volume: u8,
            },
            #[since(2)]
            #[archive(tag = 4294967295)]
            Noise(Vec<u16>),
        }

        #[derive(Archive, Clone, Debug, PartialEq)]
        #[archive(name = "Sound")]
        pub(super) enum Ours {
            Silent,
            #[archive(tag = 300)]
            Loud {
                volume: u8,
            },
            #[archive(unknown)]
            Other(Unknown),
        }
    }
    use wide::Theirs::{Loud, Noise, Silent};
    let theirs = vec![Noise(vec![1, 2]), Silent, Loud { volume: 7 }, Noise(Vec::new())];
    for form in forms() {
        let ours: Vec<wide::Ours> = load(&form.to_vec(&theirs).unwrap()).unwrap();
        assert!(matches!(ours[3], wide::Ours::Other(_)));
        let saved = form.to_vec(&ours).unwrap();
        assert_eq!(archive::from_slice::<Vec<wide::Theirs>>(&saved).unwrap(), theirs);
    }
}

#[test]
fn maps_and_sets_without_an_order_are_written_in_theirs() {
    mod bags {
        use std::collections::{HashMap, HashSet};

        use archive::{Archive, Unknown};

        #[derive(Archive, Debug, PartialEq)]
        #[archive(name = "Bag")]
        pub(super) struct Theirs {
            pub(super) marks: HashMap<String, super::theirs::Marker>,
            pub(super) seen: HashSet<u32>,
            #[since(2, default = HashMap::new())]
            pub(super) fame: HashMap<i16, Vec<u8>>,
        }

        #[derive(Archive, Debug, PartialEq)]
        #[archive(name = "Bag")]
        pub(super) struct Ours {
            #[archive(unknown)]
            pub(super) extra: Unknown,
            pub(super) marks: HashMap<String, super::ours::Marker>,
            pub(super) seen: HashSet<u64>,
        }
    }
    let marks = (0..300).map(|at| (format!("{at}"), theirs::Marker { at })).collect();
    let fame = (-9..9).map(|at| (at, vec![7; 3])).collect();
    let theirs = bags::Theirs { marks, seen: (250..600).collect(), fame };
    for form in forms() {
        let mut ours: bags::Ours = load(&form.to_vec(&theirs).unwrap()).unwrap();
        ours.seen.insert(7);
        let saved = form.to_vec(&ours).unwrap();
        let mut found: bags::Theirs = archive::from_slice(&saved).unwrap();
        assert!(found.seen.remove(&7));
        assert_eq!(found, theirs);
        // The error for a number that is too large for the newer program has its path.
        ours.seen = [u64::MAX].into();
        assert_eq!(refused(form.to_vec(&ours)), (ErrorKind::CannotWrite, "seen[0]".to_owned()));
    }
}

/// Where the newer program sorts elements, they are saved in its order.
#[test]
fn what_became_sorted_is_saved_sorted() {
    mod newer {
        use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};

        use archive::Archive;

        #[derive(Archive)]
        pub struct Save {
            #[archive(was(HashMap<u32, u8>, until = 2))]
            pub map: BTreeMap<u32, u8>,
            #[archive(was(HashSet<u32>, until = 2))]
            pub set: BTreeSet<u32>,
            #[archive(was(Vec<u32>, until = 2))]
            pub heap: BinaryHeap<u32>,
            pub maybe: Option<BTreeMap<String, u8>>,
            #[since(2, default = 0)]
            pub more: u8,
        }
    }
    use std::collections::{BTreeMap, HashMap, HashSet};

    #[derive(Archive)]
    struct Save {
        map: HashMap<u32, u8>,
        set: HashSet<u32>,
        heap: Vec<u32>,
        maybe: Option<BTreeMap<String, u8>>,
        #[archive(unknown)]
        extra: Unknown,
    }

    let numbers = || (0..2000_u32).step_by(77);
    let mut save = newer::Save {
        map: numbers().map(|n| (n, 1)).collect(),
        set: numbers().collect(),
        heap: numbers().collect(),
        maybe: Some([("b".into(), 1), ("a".into(), 2)].into()),
        more: 5,
    };
    for form in forms() {
        let theirs = archive::to_vec(&save).unwrap();
        let mut older: Save = retain().from_slice(&theirs).unwrap();
        older.heap.insert(0, 1000);
        older.map.insert(300, 2);
        older.set.remove(&77);
        let mine = form.to_vec(&older).unwrap();
        assert!(!older.extra.is_empty());

        let back: newer::Save = archive::from_slice(&mine).unwrap();
        save.heap.push(1000);
        save.map.insert(300, 2);
        save.set.remove(&77);
        assert_eq!(
            (&back.map, &back.set, &back.maybe, back.more),
            (&save.map, &save.set, &save.maybe, 5)
        );
        assert_eq!(back.heap.clone().into_sorted_vec(), save.heap.clone().into_sorted_vec());
        assert!(mine == form.to_vec(&save).unwrap(), "{form:?}");
    }
}
