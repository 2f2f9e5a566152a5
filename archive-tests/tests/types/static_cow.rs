//! `Cow<'static, _>`, which a game makes from a literal or while it runs.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use archive::{Archive, ErrorKind, Options, VersionTable, text};

#[derive(Archive, Debug, PartialEq)]
struct Hero {
    name: Cow<'static, str>,
    #[since(2, default = "none")]
    title: std::borrow::Cow<'static, str>,
    all: Vec<Option<Cow<'static, str>>>,
    by_id: BTreeMap<u32, [Cow<'static, str>; 2]>,
    by_name: HashMap<String, Cow<'static, [u16]>>,
    known: BTreeSet<Cow<'static, str>>,
    names: HashMap<Cow<'static, str>, u8>,
    titles: Vec<BTreeMap<Cow<'static, str>, Cow<'static, str>>>,
    #[archive(max_len = 4)]
    raw: Cow<'static, [u8]>,
    whole: Cow<'static, Item>,
    task: Task,
    tag: Tag,
    path: Cow<'static, Path>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Item {
    count: u32,
}

#[derive(Archive, Debug, PartialEq)]
enum Task {
    Say(Cow<'static, str>, Box<Cow<'static, str>>),
}

#[derive(Archive, Debug, PartialEq)]
#[archive(transparent)]
struct Tag(Cow<'static, str>);

#[derive(Archive, Debug, PartialEq)]
#[archive(name = "Hero")]
struct Plain {
    name: String,
    #[since(2, default = "none")]
    title: String,
    all: Vec<Option<String>>,
    by_id: BTreeMap<u32, [String; 2]>,
    by_name: HashMap<String, Vec<u16>>,
    known: BTreeSet<String>,
    names: HashMap<String, u8>,
    titles: Vec<BTreeMap<String, String>>,
    #[archive(max_len = 4)]
    raw: Vec<u8>,
    whole: Item,
    task: PlainTask,
    tag: String,
    path: PathBuf,
}

#[derive(Archive, Debug, PartialEq)]
#[archive(name = "Task")]
enum PlainTask {
    Say(String, String),
}

fn hero() -> Hero {
    Hero {
        name: "Ann".into(),
        title: "none".into(),
        all: vec![None, Some("a".into()), Some(String::from("b").into())],
        by_id: [(7, ["x".into(), "y".into()])].into(),
        by_name: [("n".to_owned(), vec![1_u16, 2].into())].into(),
        known: ["b".into(), "a".into()].into(),
        names: [("x".into(), 1), ("y".into(), 2)].into(),
        titles: vec![[("of".into(), "Hill".into())].into()],
        raw: b"raw".into(),
        whole: Cow::Owned(Item { count: 3 }),
        task: Task::Say("hey".into(), Box::new("you".into())),
        tag: Tag("tag".into()),
        path: PathBuf::from("saves/1").into(),
    }
}

#[test]
fn it_is_stored_as_what_it_owns() {
    for options in [Options::file(), Options::message()] {
        let file = options.to_vec(&hero()).unwrap();
        let plain: Plain = options.from_slice(&file).unwrap();
        assert_eq!(options.to_vec(&plain).unwrap(), file);
        assert_eq!(options.from_slice::<Hero>(&file).unwrap(), hero());
    }
    let shown = text::to_string(&hero()).unwrap();
    assert_eq!(text::from_str::<Hero>(&shown).unwrap(), hero());
    archive::check_impl(&hero()).unwrap();
}

#[test]
fn it_has_versions_and_a_length() {
    let first = VersionTable::of::<Hero>().unwrap().at::<Hero>(1).unwrap();
    let options = Options::message().write_for(&first);
    let bytes = options.to_vec(&hero()).unwrap();
    assert_eq!(archive::from_slice::<Hero>(&bytes).unwrap(), hero());
    let titled = Hero { title: "Sir".into(), ..hero() };
    assert_eq!(options.to_vec(&titled).unwrap_err().path(), "title");

    let long = Hero { raw: b"12345".into(), ..hero() };
    assert_eq!(archive::to_vec(&long).unwrap_err().kind(), ErrorKind::MaxLen);
}

#[test]
fn text_becomes_one_without_an_attribute() {
    let plain: Plain = archive::from_slice(&archive::to_vec(&hero()).unwrap()).unwrap();
    let hero: Hero = archive::from_slice(&archive::to_vec(&plain).unwrap()).unwrap();
    assert_eq!(hero, self::hero());
}
