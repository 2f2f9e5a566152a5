//! Texts and JSON of objects: shared ones are listed separately, with numbers.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use archive::{Archive, ErrorKind, Layout, Options, Unknown, Value, json, text};
use archive_tests::golden::golden;

use crate::scene::{Node, Scene, node, scene};
use crate::stories::{camp, is_old_camp, old_camp};

fn rows<T: Archive>(value: &T) -> Vec<u8> {
    Options::file().layout(Layout::Rows).to_vec(value).unwrap()
}

/// Checks that a value comes back from text and JSON, and returns both.
#[track_caller]
pub(crate) fn comes_back<T: Archive>(value: &T) -> [String; 2] {
    let shown = [text::to_string(value).unwrap(), json::to_string(value).unwrap()];
    let [text, json] = &shown;
    let loaded: T = text::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(rows(&loaded), rows(value), "{text}");
    assert_eq!(&text::to_string(&loaded).unwrap(), text);
    let loaded: T = json::from_str(json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    assert_eq!(rows(&loaded), rows(value), "{json}");
    assert_eq!(&json::to_string(&loaded).unwrap(), json);
    shown
}

#[test]
fn a_scene_comes_back() {
    let shown = comes_back(&scene());
    for (form, today) in ["text", "json"].into_iter().zip(shown) {
        let kept = golden("graph", 1, form, today.as_bytes());
        assert_eq!(String::from_utf8(kept).unwrap(), today);
    }
    let pretty = json::to_string_pretty(&scene()).unwrap();
    assert_eq!(rows(&json::from_str::<Scene>(&pretty).unwrap()), rows(&scene()));
}

#[derive(Archive, Debug)]
struct Room {
    main: Rc<Light>,
    lights: Vec<Rc<Light>>,
}

#[derive(Archive, Debug, PartialEq)]
struct Light {
    on: bool,
}

fn room() -> Room {
    let main = Rc::new(Light { on: true });
    Room { lights: vec![Rc::clone(&main), Rc::new(Light { on: false })], main }
}

#[test]
fn only_what_is_shared_stands_apart() {
    let [text, json] = comes_back(&room());
    let expected = "\
@versions { Light = 1 }
Room @1 {
  main = &1
  lights = [&1, Light { on = false }]
}
@objects {
  &1 = Light { on = true }
}
";
    assert_eq!(text, expected);
    let expected = r#"{"@versions":{"Light":1,"Room":1},"main":{"@link":1},"lights":[{"@link":1},{"on":false}],"@objects":{"1":{"on":true}}}"#;
    assert_eq!(json, expected);
    let by_value = Options::file().by_value(true);
    assert!(!by_value.to_text(&room()).unwrap().contains('&'));
    assert!(!by_value.to_json(&room()).unwrap().contains("@link"));
}

#[test]
fn objects_stand_in_any_order() {
    type Chain = Vec<Option<Rc<Link>>>;
    #[derive(Archive, Debug)]
    struct Link {
        id: u8,
        next: Option<Rc<Link>>,
    }
    for order in [[1, 2, 3], [3, 2, 1], [2, 3, 1], [2, 1, 3], [1, 3, 2], [3, 1, 2]] {
        let mut source = "[&1, &2, none, some(&3), &30] @objects {\n".to_owned();
        for id in order {
            let next = if id == 3 { "none".into() } else { format!("&{}", id + 1) };
            writeln!(source, "  &{id} = Link {{ id = {id}, next = {next} }} // {id}").unwrap();
        }
        source.push_str("&30 = { next = { id = 40, next = &2 }, id = 30 } }");
        let chain: Chain = text::from_str(&source).unwrap_or_else(|error| panic!("{error}"));
        let [Some(one), Some(two), None, Some(three), Some(thirty)] = &chain[..] else {
            panic!("{chain:?}")
        };
        assert_eq!([one.id, two.id, three.id, thirty.id], [1, 2, 3, 30]);
        assert!(Rc::ptr_eq(one.next.as_ref().unwrap(), two));
        assert!(Rc::ptr_eq(two.next.as_ref().unwrap(), three));
        let forty = thirty.next.as_ref().unwrap();
        assert!(forty.id == 40 && Rc::ptr_eq(forty.next.as_ref().unwrap(), two));
    }
}

#[test]
fn a_child_that_is_met_before_its_parent_is_no_mistake() {
    let name: Rc<str> = "n".into();
    let root = node(&name, vec![node(&name, vec![node(&name, vec![])]), node(&name, vec![])]);
    let leaf = Rc::clone(&root.children.borrow()[0].children.borrow()[0]);
    comes_back(&(Rc::downgrade(&leaf), Rc::clone(&root)));
    comes_back(&(Rc::clone(&leaf), Rc::clone(&root), leaf));
    let second = Rc::clone(&root.children.borrow()[1]);
    comes_back(&(RefCell::new(Some(second)), root));
}

#[test]
fn what_stands_within_an_object_leads_back_to_it() {
    // Only one object needs a number, because each other child is linked to once.
    let source = "Node { name = \"a\", parent = none, children = [&1] }
        @objects { &1 = { name = \"b\", parent = none, children = [
            { name = \"c\", parent = &1, children = [{ name = \"d\", parent = &1, children = [] }] }
        ] } }";
    let root: Node = text::from_str(source).unwrap_or_else(|error| panic!("{error}"));
    let b = Rc::clone(&root.children.borrow()[0]);
    let c = Rc::clone(&b.children.borrow()[0]);
    let d = Rc::clone(&c.children.borrow()[0]);
    for child in [&c, &d] {
        assert!(Rc::ptr_eq(&child.parent.borrow().upgrade().unwrap(), &b));
    }
}

#[test]
fn pointers_to_pointers_and_to_nothing_come_back() {
    let text: Rc<str> = "shared".into();
    let twice = Rc::new(Rc::clone(&text));
    comes_back(&(Rc::clone(&twice), Rc::clone(&text)));
    comes_back(&(Rc::clone(&twice), twice, text));
    comes_back(&(Rc::new(Rc::new(5_u8)), Rc::new(Some(Rc::new(6_u8)))));
    let none: Rc<Option<Rc<u8>>> = Rc::new(None);
    comes_back(&(Some(Rc::clone(&none)), Some(none), None::<Rc<Option<Rc<u8>>>>));
    let unit = Rc::new(());
    comes_back(&vec![Some(Rc::clone(&unit)), Some(unit), None]);
    let held = Rc::new(Some(7_u8));
    comes_back(&vec![Some(Rc::clone(&held)), Some(Rc::clone(&held)), None, Some(Rc::new(None))]);
    let numbers: Arc<[u16]> = vec![1, 2, 3].into();
    comes_back(&(Arc::clone(&numbers), Arc::downgrade(&numbers), Weak::<u8>::new()));
    let key: Rc<str> = "key".into();
    comes_back(&BTreeMap::from([(Rc::clone(&key), key), ("other".into(), "value".into())]));
    let root = Rc::new(Light { on: true });
    comes_back(&root);
    comes_back(&Some(Rc::new(RefCell::new(Some(root)))));
}

#[test]
fn a_map_is_not_taken_for_a_link() {
    let map = |key: &str| Rc::new(BTreeMap::from([(key.to_owned(), 1_u32)]));
    for key in ["@link", "@objects", "@value", "1"] {
        comes_back(&map(key));
        comes_back(&*map(key));
        let shared = map(key);
        comes_back(&(Rc::clone(&shared), shared, map(key), (*map(key)).clone()));
    }
    let nested = BTreeMap::from([("@objects".to_owned(), (*map("1")).clone())]);
    comes_back(&nested);
    // JSON of other programs, or from before there were objects.
    assert_eq!(json::from_str::<BTreeMap<String, u32>>(r#"{"@link": 1}"#).unwrap(), *map("@link"));
    let loaded: BTreeMap<String, Rc<u32>> = json::from_str(r#"{"@objects": 1}"#).unwrap();
    assert_eq!(*loaded["@objects"], 1);
}

#[test]
fn versions_and_owners_change_as_in_files() {
    let text = text::to_string(&old_camp()).unwrap();
    is_old_camp(text::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let json = json::to_string(&old_camp()).unwrap();
    is_old_camp(json::from_str(&json).unwrap_or_else(|error| panic!("{error}\n{json}")));

    let name = Rc::from("Ada");
    let ada = Rc::new(camp::v2::Soldier { name: Rc::clone(&name), guards: None, letters: 4 });
    let camp = camp::v2::Camp { all: vec![Rc::clone(&ada), ada], flag: Some(name) };
    let [text, json] = comes_back(&camp);
    for camp in [text::from_str(&text), json::from_str(&json)] {
        let camp: camp::v3::Camp = camp.unwrap();
        assert!(Rc::ptr_eq(&camp.all[0], &camp.all[1]));
        assert!(Rc::ptr_eq(&camp.all[0].name, camp.flag.as_ref().unwrap()));
    }
}

/// A program that owns what the other one shares.
mod owns {
    use archive::Archive;

    #[derive(Archive, Debug)]
    pub struct Room {
        pub main: super::Light,
        pub lights: Vec<Box<super::Light>>,
    }
}

#[test]
fn what_is_owned_is_a_copy() {
    let [text, json] = comes_back(&room());
    for room in [text::from_str::<owns::Room>(&text), json::from_str(&json)] {
        let room = room.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(room.main, *room.lights[0]);
        assert!(!room.lights[1].on);
    }
}

#[test]
fn objects_of_unknown_fields_are_skipped() {
    let text = text::to_string(&room()).unwrap().replace("main = &1", "main = &1, old = [&2, &2]");
    let text = text.replace("&1 = Light", "&2 = { what = 7, next = &2 }\n  &1 = Light");
    let skipping = Options::file().unknown(Unknown::Skip);
    let room: Room = skipping.from_text(&text).unwrap_or_else(|error| panic!("{error}"));
    assert!(Rc::ptr_eq(&room.main, &room.lights[0]));
    assert_eq!(text::from_str::<Room>(&text).unwrap_err().kind(), ErrorKind::UnknownField);
}

#[test]
fn edits_lead_through_links() {
    let source = text::to_string(&room()).unwrap().replace("on = true }", "on = true } // main");
    let edited = text::edit(&source, "lights[0].on", &false).unwrap();
    assert_eq!(edited, source.replace("on = true", "on = false"));
    assert_eq!(text::edit(&source, "&1.on", &false).unwrap(), edited);
    let own = text::edit(&source, "main", &Light { on: false }).unwrap();
    assert_eq!(own, source.replace("main = &1", "main = Light { on = false }"));
    let loaded: Room = text::from_str(&own).unwrap();
    assert!(loaded.lights[0].on && !loaded.main.on);
    let error = text::edit(&source, "&2.on", &false).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingField, "{error}");
    let error = text::edit("&1 @objects { &1 = &1 }", "on", &false).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingField, "{error}");
}

const SOURCE: &str = "\
Room @1 {
  main = &1
  lights = [&1, Light { on = false }]
}
@objects {
  &1 = Light { on = true }
}
";

/// Parts of the text, and the mistakes that replace them.
const MISTAKES: &[(&str, &str)] = &[
    ("[&1,", "[&2,"),
    ("[&1,", "[&01,"),
    ("[&1,", "[&x,"),
    ("[&1,", "[& 1,"),
    ("[&1,", "[&99999999999,"),
    ("&1 = Light { on = true }", "&1 = Light { on = true }\n  &1 = Light { on = false }"),
    ("&1 = Light { on = true }", "&1 = Light { on = true }\n  &2 = Light { on = false }"),
    ("&1 = Light", "one = Light"),
    ("&1 = Light", "&1 = Room"),
    ("&1 = Light { on = true }", "&1 = Light { on = &2 }"),
    ("&1 = Light { on = true }", "&1 = Light { in = true }"),
    ("&1 = Light { on = true }", "&1 = Light { on = [true] }"),
    ("&1 = Light { on = true }", "&1 = &1"),
    ("&1 = Light { on = true }", "&1 = 7"),
    ("&1 = Light { on = true }", "Light { on = true }"),
    ("@objects", "@object"),
    ("@objects {", "@objects ["),
    ("}\n@objects {\n  &1 = Light { on = true }\n}", "}"),
    ("}\n@objects {", "}\n@objects {}\n@objects {"),
    ("Light { on = false }", "Light { off = false }"),
    ("@1", "@2"),
];

/// An error with its place.
fn shown(error: &archive::Error) -> String {
    format!("{:?} at {:?}:{:?}\n{error}\n", error.kind(), error.line(), error.column())
}

#[test]
fn a_mistake_is_shown_where_it_is() {
    text::from_str::<Room>(SOURCE).unwrap();
    let mut all = String::new();
    for (right, wrong) in MISTAKES {
        assert!(SOURCE.contains(right), "{right}");
        let source = SOURCE.replacen(right, wrong, 1);
        let error = text::from_str::<Room>(&source).expect_err(wrong);
        assert!(error.line().is_some(), "{error}");
        writeln!(all, "{right} -> {wrong}\n{}", shown(&error)).unwrap();
    }
    let source = "([&1], [&1]) @objects { &1 = \"a\" }";
    let error = text::from_str::<(Vec<Rc<str>>, Vec<Rc<u8>>)>(source).unwrap_err();
    writeln!(all, "two types\n{}", shown(&error)).unwrap();
    let source =
        r#"{"main": {"@link": 1}, "lights": [{"@link": 2}], "@objects": {"1": {"on": true}}}"#;
    for (right, wrong) in [
        ("2", "1.5"),
        ("2", "3"),
        ("{\"@link\": 2}", "{\"@link\": 1}], \"extra\": [{\"@link\": 1}"),
        ("\"1\":", "\"2\": {\"on\": true}, \"2\":"),
        ("\"1\":", "\"3\": 7, \"1\":"),
        ("{\"on\"", "{\"in\""),
    ] {
        let source = source.replacen(right, wrong, 1);
        let error = json::from_str::<Room>(&source).expect_err(wrong);
        assert!(error.line().is_some(), "{error}");
        writeln!(all, "{right} -> {wrong}\n{}", shown(&error)).unwrap();
    }
    insta::assert_snapshot!(all);
}

/// Checks that a file looks the same without its types as with them.
#[track_caller]
fn shows_alike<T: Archive>(value: &T) {
    for layout in [Layout::Rows, Layout::Columns] {
        let file = Options::file().layout(layout).to_vec(value).unwrap();
        assert_eq!(json::of_archive(&file).unwrap(), json::to_string_pretty(value).unwrap());
        assert_eq!(text::of_archive(&file).unwrap(), text::to_string(value).unwrap());
    }
}

#[test]
fn a_file_that_could_hold_objects_and_holds_none_is_shown() {
    shows_alike(&None::<Rc<u8>>);
    shows_alike(&(Vec::<Rc<str>>::new(), Vec::<Arc<u8>>::new(), 7_u8));
    shows_alike(&(Vec::<Rc<str>>::new(), Arc::new(7_u8)));
}

#[test]
fn a_map_by_shared_keys_is_shown_in_the_order_of_what_they_lead_to() {
    let steel: Rc<str> = "steel".into();
    let counts = HashMap::from([(Rc::clone(&steel), 1_u8), ("q".into(), 2), ("iron".into(), 3)]);
    shows_alike(&(steel, counts));
}

#[test]
fn a_link_beyond_its_table_is_not_shown() {
    let file = Options::file().layout(Layout::Rows).checksum(false);
    let refused = |bytes: &[u8]| {
        for error in [text::of_archive(bytes).unwrap_err(), json::of_archive(bytes).unwrap_err()] {
            assert_eq!(error.kind(), ErrorKind::InvalidLink, "{error}");
        }
    };
    // Two lists of two objects. The links to the first list's objects follow its length.
    let value = (vec![Rc::new(1_u8), Rc::new(2)], vec![Rc::new(1_u16), Rc::new(2)]);
    let bytes = file.to_vec(&value).unwrap();
    let body = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    assert_eq!(bytes[body..body + 9], [2, 0, 0, 0, 0, 1, 0, 0, 0]);
    for list in [0, 9] {
        for row in [2_u32, 3, 4, 5, u32::MAX] {
            let mut bytes = bytes.clone();
            bytes[body + list + 5..][..4].copy_from_slice(&row.to_le_bytes());
            refused(&bytes);
        }
    }
}

#[test]
fn the_tree_of_a_file_has_lists_of_objects_whatever_its_layout() {
    let seven = Rc::new(7_u32);
    let value = (vec![Rc::new(1_u8), Rc::new(2)], [Rc::clone(&seven), seven], Rc::<str>::from("a"));
    let many: Vec<_> = (0..60_000_u32).map(|n| Rc::new(n.to_le_bytes()[0])).collect();
    check(&value);
    check(&many);

    fn check<T: Archive>(value: &T) {
        let hash = archive::hash(&Value::of(value).unwrap()).unwrap();
        for layout in [Layout::Rows, Layout::Columns] {
            let file = Options::file().layout(layout).to_vec(value).unwrap();
            let tree = Value::from_slice(&file).unwrap();
            assert_eq!(archive::hash(&tree).unwrap(), hash, "{layout:?}");
        }
    }
}
