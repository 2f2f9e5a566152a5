//! Values that changed their kind: optional, in another sequence or map, behind a pointer.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use archive::{Archive, Error, ErrorKind, Layout, Newer, Options, Value};

use crate::{load, to_rows};

fn becomes<Old: Archive, New: Archive + Debug + PartialEq>(old: Old, new: New) {
    assert_eq!(stored_as::<Old, New>(old).unwrap(), new);
}

fn stored_as<Old: Archive, New: Archive>(value: Old) -> Result<New, Error> {
    #[derive(Archive)]
    #[archive(name = "Save", version = 2)]
    struct Theirs<T> {
        value: T,
    }
    #[derive(Archive)]
    #[archive(name = "Save")]
    struct Ours<T> {
        value: T,
    }
    load::<Ours<New>>(&Theirs { value }).map(|save| save.value)
}

#[test]
fn a_value_becomes_optional_and_back_if_it_is_there() {
    becomes(7_u8, Some(7_u32));
    becomes(7_u8, Some(Some(7_u8)));
    becomes(Some(7_u8), 7_u16);
    becomes(Some(7_u8), Some(7_u16));
    becomes(None::<u8>, None::<u16>);
    becomes(Some(None::<u8>), Some(None::<u16>));
    becomes(Some(vec![1_u8, 2]), vec![1_u16, 2]);
    becomes((), Some(()));
    let error = stored_as::<Option<u8>, u8>(None).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::InvalidValue, "value"));
}

#[test]
fn a_pointer_is_what_it_points_to() {
    becomes(7_u8, Box::new(7_u16));
    becomes(7_u8, Rc::new(7_u16));
    becomes(Arc::new(7_u8), 7_u16);
    becomes(String::from("a"), Rc::<str>::from("a"));
    becomes(Rc::new(vec![1_u32]), Arc::<[u64]>::from([1_u64]));
}

#[test]
fn a_sequence_becomes_any_other() {
    let list = vec![1_u16, 2, 3];
    becomes(list.clone(), VecDeque::from([1_u32, 2, 3]));
    becomes(list.clone(), LinkedList::from([1_u16, 2, 3]));
    becomes(list.clone(), BTreeSet::from([1_u64, 2, 3]));
    becomes(list.clone(), HashSet::from([1_i32, 2, 3]));
    becomes(list.clone(), [1_u16, 2, 3]);
    becomes([1_u16, 2, 3], list.clone());
    becomes(BTreeSet::from([3_u8, 1, 2]), list.clone());
    becomes(HashSet::from(["a".to_string()]), vec!["a".to_string()]);
    becomes((1_u16, 2_u8, 3_u64), list);
    becomes([1_u8, 2], (1_u32, 2_u64));
    let heap: BinaryHeap<u32> = stored_as(vec![3_u8, 1, 2]).unwrap();
    assert_eq!(heap.into_sorted_vec(), [1, 2, 3]);
}

#[test]
fn bytes_are_a_sequence_of_numbers() {
    becomes(vec![1_u8, 2], vec![1_u16, 2]);
    becomes(vec![1_u16, 2], vec![1_u8, 2]);
    becomes(vec![Some(1_u16), Some(2)], vec![1_u8, 2]);
    becomes([1_u8, 2], vec![1_u8, 2]);
    becomes(vec![1_u8, 2], [1_u8, 2]);
    becomes(BTreeSet::from([1_u8, 2]), vec![1_u8, 2]);
    becomes(Vec::<String>::new(), Vec::<u8>::new());
    let error = stored_as::<Vec<u16>, Vec<u8>>(vec![1, 300]).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::InvalidValue, "value[1]"));
    let error = stored_as::<u16, Vec<u8>>(7).unwrap_err();
    assert_eq!(error.detail(), "expected bytes, but a u16 is stored");
}

#[test]
fn an_array_has_its_length() {
    let error = stored_as::<Vec<u8>, [u8; 3]>(vec![1, 2]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidValue);
    assert_eq!(error.detail(), "expected 3 elements, but 2 are stored");
}

#[test]
fn a_map_becomes_any_other_but_a_list_becomes_none() {
    becomes(BTreeMap::from([(1_u8, 'a')]), HashMap::from([(1_u32, 'a')]));
    becomes(HashMap::from([(1_u8, 'a')]), BTreeMap::from([(1_i64, Some('a'))]));
    let pairs = stored_as::<_, BTreeMap<u8, char>>(vec![(1_u8, 'a')]);
    assert_eq!(pairs.unwrap_err().kind(), ErrorKind::Mismatch);
    let list = stored_as::<_, Vec<(u8, char)>>(BTreeMap::from([(1_u8, 'a')]));
    assert_eq!(list.unwrap_err().kind(), ErrorKind::Mismatch);
}

#[test]
fn a_key_that_occurs_twice_is_refused() {
    let error = stored_as::<Vec<u8>, BTreeSet<u16>>(vec![1, 2, 1]).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::KeyOrder, "value[2]"));
    let error = stored_as::<Vec<u8>, HashSet<u8>>(vec![1, 1]).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::KeyOrder, "value[1]"));
}

#[test]
fn a_root_without_a_name_is_what_its_parts_make_it() {
    assert_eq!(load::<BTreeSet<u64>>(&vec![2_u8, 1]).unwrap(), BTreeSet::from([1, 2]));
    assert_eq!(load::<Option<u16>>(&7_u8).unwrap(), Some(7));
    assert_eq!(load::<Vec<u32>>(&String::from("text")).unwrap_err().kind(), ErrorKind::Mismatch);
}

#[test]
fn text_and_bytes_point_to_the_input() {
    #[derive(Archive)]
    #[archive(name = "Line", version = 2)]
    struct Theirs {
        sound: Vec<u8>,
        speaker: String,
    }
    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Line")]
    struct Line<'a> {
        speaker: &'a str,
        sound: Cow<'a, [u8]>,
    }
    let bytes = to_rows(&Theirs { sound: vec![1, 2], speaker: "Ada".into() });
    let line: Line<'_> = Options::file().newer(Newer::Accept).from_slice(&bytes).unwrap();
    assert_eq!(line.speaker, "Ada");
    assert!(matches!(line.sound, Cow::Borrowed([1, 2])));
}

#[test]
fn converters_take_what_their_former_type_takes() {
    #[derive(Archive)]
    #[archive(name = "Save")]
    struct Theirs {
        mood: u8,
        other: u8,
    }
    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Save")]
    struct Ours {
        #[archive(was(u64, until = 2, with = word))]
        mood: String,
    }
    fn word(mood: u64) -> String {
        format!("mood {mood}")
    }
    let loaded = crate::skip::<Ours>(&Theirs { mood: 3, other: 0 }).unwrap();
    assert_eq!(loaded, Ours { mood: "mood 3".into() });
}

#[test]
fn a_shared_option_may_be_one_that_is_owned() {
    #[derive(Archive)]
    #[archive(name = "Hero", version = 2)]
    struct Theirs {
        mood: Rc<Option<f64>>,
        again: Rc<Option<f64>>,
        deep: Rc<Option<Option<u8>>>,
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Hero {
        mood: Option<f64>,
        again: Option<Rc<f64>>,
        deep: Option<Option<u8>>,
    }
    let options = Options::file().newer(Newer::Accept);
    for mood in [None, Some(1.0)] {
        for deep in [None, Some(None), Some(Some(3))] {
            let shared = Rc::new(mood);
            let theirs = Theirs { mood: shared.clone(), again: shared, deep: Rc::new(deep) };
            let hero = Hero { mood, again: mood.map(Rc::new), deep };
            assert_eq!(load::<Hero>(&theirs).unwrap(), hero);
            assert_eq!(options.from_slice::<Hero>(&to_rows(&theirs)).unwrap(), hero);
            let tree = Value::of(&theirs).unwrap();
            assert_eq!(options.from_value::<Hero>(&tree).unwrap(), hero);
        }
    }
}

/// In every layout, the error names the type that contains the part, and its versions.
#[test]
fn what_does_not_fit_is_said_with_its_owner() {
    mod newer {
        #[derive(archive::Archive)]
        pub struct World {
            pub lamps: Vec<std::rc::Rc<Lamp>>,
        }
        #[derive(archive::Archive)]
        pub struct Lamp {
            #[archive(was(u8, until = 3))]
            pub heat: u16,
            #[since(2, default = 5)]
            pub glow: u8,
        }
    }
    mod older {
        #[derive(archive::Archive, Debug)]
        pub struct World {
            pub lamps: Vec<std::rc::Rc<Lamp>>,
        }
        #[derive(archive::Archive, Debug)]
        pub struct Lamp {
            pub heat: u16,
        }
    }
    mod other {
        #[derive(archive::Archive, Debug)]
        pub struct World {
            pub lamps: Vec<std::rc::Rc<Lamp>>,
        }
        #[derive(archive::Archive, Debug)]
        pub struct Lamp {
            pub heat: String,
        }
    }
    let world = newer::World { lamps: vec![newer::Lamp { heat: 300, glow: 1 }.into()] };
    let accept = Options::file().newer(Newer::Accept);
    for layout in [Layout::Rows, Layout::Columns] {
        let bytes = Options::file().layout(layout).to_vec(&world).unwrap();
        for error in [
            accept.from_slice::<older::World>(&bytes).unwrap_err(),
            accept.from_slice::<other::World>(&bytes).unwrap_err(),
        ] {
            assert_eq!(error.type_name(), "Lamp", "{layout:?}: {error}");
            assert_eq!(error.found_version(), Some(3), "{layout:?}: {error}");
            assert_eq!(error.readable_versions(), Some((1, 1)), "{layout:?}: {error}");
        }
    }
}

/// The type of a bag's items does not matter if the bag is empty.
#[test]
fn what_no_value_has_is_not_asked_for() {
    mod newer {
        #[derive(archive::Archive)]
        pub struct Save {
            pub level: u8,
            pub bag: Vec<Item>,
            pub held: Option<Item>,
        }

        #[derive(archive::Archive)]
        pub struct Item {
            #[archive(was(u8, until = 2, with = name))]
            pub id: String,
            #[since(2, default = 0)]
            pub count: u16,
        }

        fn name(id: u8) -> String {
            id.to_string()
        }
    }

    #[derive(Archive, Debug)]
    struct Save {
        level: u8,
        bag: Vec<Item>,
        held: Option<Item>,
    }

    #[derive(Archive, Debug)]
    struct Item {
        id: u8,
    }

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.sav");
    for layout in [Layout::Rows, Layout::Columns] {
        let options = Options::file().layout(layout);
        let accepting = options.clone().newer(Newer::Accept);
        let none = newer::Save { level: 3, bag: vec![], held: None };
        let bytes = options.to_vec(&none).unwrap();
        let loaded: Save = accepting.from_slice(&bytes).unwrap();
        assert_eq!((loaded.level, loaded.bag.len(), loaded.held.is_none()), (3, 0, true));
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(archive::load_part::<Save>(&path).unwrap().level, 3);

        let item = newer::Item { id: "torch".into(), count: 1 };
        let some = newer::Save { level: 3, bag: vec![], held: Some(item) };
        let bytes = options.to_vec(&some).unwrap();
        let error = accepting.from_slice::<Save>(&bytes).unwrap_err();
        assert_eq!(error.type_name(), "Item", "{error}");
        assert!(error.path().starts_with("held"), "{error}");
        std::fs::write(&path, &bytes).unwrap();
        let error = archive::load_part::<Save>(&path).unwrap_err();
        assert_eq!(error.type_name(), "Item", "{error}");
    }
}
