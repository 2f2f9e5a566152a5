//! A `to_stored` that gives references to the parts of what it stores.

use std::collections::BTreeMap;

use archive::with::View;
use archive::{Archive, Error, ErrorKind, Options, Serialize, VersionTable};

/// As if of another crate: what it holds can only be visited.
#[derive(Debug)]
struct Slots<T>(Vec<Option<(String, T)>>);

impl<T> Slots<T> {
    fn iter(&self) -> impl Iterator<Item = (&String, &T)> {
        self.0.iter().flatten().map(|(key, value)| (key, value))
    }
}

/// Nobody can copy it.
#[derive(Archive, Debug, PartialEq)]
struct Npc {
    name: String,
    place: [f32; 3],
    #[since(2, default = 100)]
    health: u32,
}

fn npc(name: &str, health: u32) -> Npc {
    Npc { name: name.into(), place: [1., 2., 3.], health }
}

/// A list of tuples.
mod listed {
    use super::{Slots, View};

    pub(super) type Stored<T> = Vec<(String, T)>;

    pub(super) fn to_stored<T>(slots: &Slots<T>) -> View<Vec<(&str, &T)>> {
        View(slots.iter().map(|(key, value)| (key.as_str(), value)).collect())
    }

    pub(super) fn from_stored<T>(stored: Stored<T>) -> Slots<T> {
        Slots(stored.into_iter().map(Some).collect())
    }
}

/// A map, one of whose values may be missing.
mod mapped {
    use super::{BTreeMap, Slots, View};

    pub(super) type Stored<T> = BTreeMap<String, Option<T>>;

    pub(super) fn to_stored<T>(slots: &Slots<T>) -> View<BTreeMap<&String, Option<&T>>> {
        View(slots.iter().map(|(key, value)| (key, Some(value))).collect())
    }

    pub(super) fn from_stored<T>(stored: Stored<T>) -> Result<Slots<T>, &'static str> {
        let slot = |(key, value): (_, Option<T>)| Some(Some((key, value?)));
        stored.into_iter().map(slot).collect::<Option<_>>().map(Slots).ok_or("an empty slot")
    }
}

#[derive(Archive, Debug)]
struct World {
    #[archive(with = listed<Npc>)]
    listed: Slots<Npc>,
    #[archive(with = mapped<Npc>)]
    mapped: Slots<Npc>,
    whole: Whole,
}

/// A type that is stored like that wherever it is.
#[derive(Archive, Debug)]
#[archive(with = whole)]
struct Whole(Slots<Npc>);

#[derive(Archive, Debug, PartialEq)]
struct Parts {
    count: usize,
    list: Vec<(String, Npc)>,
}

#[derive(Archive)]
#[archive(save_as = Parts)]
struct PartsView<'a> {
    count: usize,
    list: Vec<(&'a str, &'a Npc)>,
}

mod whole {
    use super::{Parts, PartsView, View, Whole, listed};

    pub(super) type Stored = Parts;

    pub(super) fn to_stored(whole: &Whole) -> View<PartsView<'_>> {
        View(PartsView { count: whole.0.0.len(), list: listed::to_stored(&whole.0).0 })
    }

    pub(super) fn from_stored(stored: Parts) -> Whole {
        let mut slots = listed::from_stored(stored.list);
        slots.0.resize_with(stored.count, || None);
        Whole(slots)
    }
}

#[derive(Archive, Debug, PartialEq)]
#[archive(name = "World")]
struct Plain {
    listed: Vec<(String, Npc)>,
    mapped: BTreeMap<String, Option<Npc>>,
    whole: Parts,
}

fn slots(health: u32) -> Slots<Npc> {
    let slot = |name: &str| Some((name.to_owned(), npc(name, health)));
    Slots(vec![slot("a"), None, slot("b"), slot("c")])
}

fn world(health: u32) -> World {
    World { listed: slots(health), mapped: slots(health), whole: Whole(slots(health)) }
}

fn ways() -> [Options; 3] {
    [Options::file(), Options::message(), Options::file().layout(archive::Layout::Rows)]
}

#[test]
fn it_is_saved_as_what_it_refers_to() {
    let plain: Plain = archive::from_slice(&archive::to_vec(&world(7)).unwrap()).unwrap();
    assert_eq!(plain.listed[2], ("c".to_owned(), npc("c", 7)));
    assert_eq!(plain.mapped["b"], Some(npc("b", 7)));
    for options in ways() {
        let file = options.to_vec(&world(7)).unwrap();
        assert_eq!(file, options.to_vec(&plain).unwrap());
        let loaded: World = options.from_slice(&file).unwrap();
        assert_eq!(options.to_vec(&loaded).unwrap(), file);
    }
    let shown = archive::text::to_string(&world(7)).unwrap();
    assert_eq!(shown, archive::text::to_string(&plain).unwrap());
    archive::check_impl(&world(7)).unwrap();
}

#[test]
fn an_older_reader_gets_its_version() {
    let older = VersionTable::of::<World>().unwrap().with("Npc", 1);
    for options in ways() {
        let options = options.write_for(&older);
        let written = options.to_vec(&world(100)).unwrap();
        let loaded: World = archive::from_slice(&written).unwrap();
        assert_eq!(loaded.listed.0[0], Some(("a".to_owned(), npc("a", 100))));
        let error = options.to_vec(&world(99)).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "listed[0][1].health"));
    }
}

mod wrong {
    use super::{Slots, View};

    pub(super) type Stored = Vec<(String, u32)>;

    pub(super) fn to_stored(slots: &Slots<u8>) -> View<Vec<(&str, &u8)>> {
        View(slots.iter().map(|(key, value)| (key.as_str(), value)).collect())
    }

    pub(super) fn from_stored(_: Stored) -> Slots<u8> {
        Slots(Vec::new())
    }
}

#[derive(Archive, Debug)]
struct Wrong {
    level: u8,
    #[archive(with = wrong)]
    slots: Slots<u8>,
}

/// The error of a save in each way, which is the same.
fn refused<T: Serialize>(value: &T) -> Error {
    let [file, message, rows] = ways().map(|options| options.to_vec(value).unwrap_err());
    assert_eq!(file.to_string(), message.to_string());
    assert_eq!(file.to_string(), rows.to_string());
    file
}

#[test]
fn a_view_of_something_else_is_refused() {
    let error = refused(&Wrong { level: 1, slots: Slots(vec![Some(("a".into(), 1))]) });
    assert_eq!((error.kind(), error.path()), (ErrorKind::Shape, "slots"));
    insta::assert_snapshot!(error);
    let many: Vec<Wrong> = (0..3).map(|level| Wrong { level, slots: Slots(Vec::new()) }).collect();
    assert_eq!(refused(&many).path(), "[0].slots");
}
