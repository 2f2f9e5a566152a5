//! A `to_stored` that gives a reference or a guard: what it stores is not copied.

use std::ops::Deref;
use std::sync::{RwLock, RwLockReadGuard};

use archive::{Archive, Options, VersionTable};

/// A world that nobody can copy.
#[derive(Archive, Debug, Default, PartialEq)]
struct Big {
    names: Vec<String>,
}

/// As if of another crate.
#[derive(Debug, Default)]
struct Lock<T>(RwLock<T>);

/// A guard of its own.
struct Guard<'l, T>(RwLockReadGuard<'l, T>);

impl<T> Deref for Guard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

mod lock {
    use super::{Guard, Lock};

    pub(super) type Stored<T> = T;

    pub(super) fn to_stored<T>(lock: &Lock<T>) -> Guard<'_, T> {
        Guard(lock.0.read().unwrap())
    }

    pub(super) fn from_stored<T>(stored: T) -> Lock<T> {
        Lock(stored.into())
    }
}

/// A name and its bytes, behind methods only.
#[derive(Debug, PartialEq)]
struct Id(String);

mod text {
    pub(super) type Stored = String;

    pub(super) fn to_stored(id: &super::Id) -> &str {
        &id.0
    }

    pub(super) fn from_stored(stored: String) -> super::Id {
        super::Id(stored)
    }
}

mod bytes {
    pub(super) type Stored = Vec<u8>;

    pub(super) fn to_stored(id: &super::Id) -> &[u8] {
        id.0.as_bytes()
    }

    pub(super) fn from_stored(stored: Vec<u8>) -> Result<super::Id, std::string::FromUtf8Error> {
        String::from_utf8(stored).map(super::Id)
    }
}

#[derive(Archive, Debug)]
struct World {
    #[archive(with = lock<Big>)]
    big: Lock<Big>,
    #[archive(with = text)]
    id: Id,
    #[since(2, default = Id("none".into()))]
    #[archive(with = bytes)]
    raw: Id,
    #[since(3, default = Lock::default())]
    #[archive(with = lock<Big>)]
    small: Lock<Big>,
    whole: Transparent,
    #[archive(with = Option<text>)]
    other: Option<Id>,
    #[archive(with = Vec<[bytes; 1]>)]
    list: Vec<[Id; 1]>,
    #[archive(with = Vec<held>)]
    held: Vec<Held>,
}

/// As if of another crate.
#[derive(Debug)]
struct Held(Copied);

#[derive(Archive, Clone, Debug, PartialEq)]
struct Copied {
    name: String,
}

mod held {
    pub(super) type Stored = super::Copied;

    pub(super) fn to_stored(held: &super::Held) -> &Stored {
        &held.0
    }

    pub(super) fn from_stored(stored: Stored) -> super::Held {
        super::Held(stored)
    }
}

#[derive(Archive, Debug, PartialEq)]
#[archive(transparent)]
struct Transparent(#[archive(with = text)] Id);

// The same in its stored form; a comment for the schema would differ.
#[derive(Archive, Debug, PartialEq)]
#[archive(name = "World")]
struct Plain {
    big: Big,
    id: String,
    #[since(2, default = b"none".to_vec())]
    raw: Vec<u8>,
    #[since(3, default = Big::default())]
    small: Big,
    whole: String,
    other: Option<String>,
    list: Vec<[Vec<u8>; 1]>,
    held: Vec<Copied>,
}

fn world() -> World {
    let names = vec!["Ann".to_owned(), "Bo".to_owned()];
    World {
        big: Lock(Big { names }.into()),
        id: Id("hero".into()),
        raw: Id("none".into()),
        small: Lock::default(),
        whole: Transparent(Id("all".into())),
        other: Some(Id("you".into())),
        list: vec![[Id("x".into())], [Id("y".into())]],
        held: vec![Held(Copied { name: "Di".into() })],
    }
}

#[test]
fn it_is_stored_as_what_it_refers_to() {
    let plain: Plain = archive::from_slice(&archive::to_vec(&world()).unwrap()).unwrap();
    assert_eq!(plain.big.names, ["Ann", "Bo"]);
    assert_eq!((plain.id.as_str(), plain.raw.as_slice()), ("hero", b"none".as_slice()));
    assert_eq!((plain.other.as_deref(), plain.held[0].name.as_str()), (Some("you"), "Di"));
    assert_eq!(plain.list, [[b"x".to_vec()], [b"y".to_vec()]]);
    for options in [Options::file(), Options::message()] {
        let file = options.to_vec(&world()).unwrap();
        assert_eq!(file, options.to_vec(&plain).unwrap());
        let loaded: World = options.from_slice(&file).unwrap();
        assert_eq!(options.to_vec(&loaded).unwrap(), file);
        assert_eq!(*loaded.big.0.read().unwrap(), plain.big);
    }
    let shown = archive::text::to_string(&world()).unwrap();
    assert_eq!(shown, archive::text::to_string(&plain).unwrap());
    archive::check_impl(&world()).unwrap();
    assert_eq!(archive::defaults::<World>().unwrap(), archive::defaults::<Plain>().unwrap());
}

#[test]
fn an_older_reader_needs_the_default() {
    let first = VersionTable::of::<World>().unwrap().at::<World>(1).unwrap();
    let options = Options::message().write_for(&first);
    let written = options.to_vec(&world()).unwrap();
    assert_eq!(archive::from_slice::<World>(&written).unwrap().raw, Id("none".into()));
    let changed = World { raw: Id("x".into()), ..world() };
    assert_eq!(options.to_vec(&changed).unwrap_err().path(), "raw");
    let changed = World { small: Lock(Big { names: vec!["Cy".into()] }.into()), ..world() };
    assert_eq!(options.to_vec(&changed).unwrap_err().path(), "small");
}
