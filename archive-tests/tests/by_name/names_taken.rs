//! Types that took a name that another type had before.

use std::fmt::Debug;
use std::io::Cursor;

use archive::{
    Archive, ErrorKind, Layout, Newer, Options, Record, Serialize, Unknown, Value, json, text,
};

/// All forms in which a value is read at the versions that it states.
#[track_caller]
fn read_by_all<T: Archive + Debug + PartialEq>(value: &impl Serialize, expected: &T) {
    let file = Options::file();
    for options in [file.clone(), file.clone().layout(Layout::Rows), Options::message()] {
        let bytes = options.to_vec(value).unwrap();
        assert_eq!(archive::from_slice::<T>(&bytes).as_ref().ok(), Some(expected), "{options:?}");
    }
    let written = text::to_string(value).unwrap();
    assert_eq!(text::from_str::<T>(&written).as_ref().ok(), Some(expected), "{written}");
    let written = json::to_string(value).unwrap();
    assert_eq!(json::from_str::<T>(&written).as_ref().ok(), Some(expected), "{written}");
    assert_eq!(&Value::of(value).unwrap().to::<T>().unwrap(), expected);
}

mod old {
    #[derive(archive::Archive)]
    pub struct S {
        pub a: A,
        pub b: Vec<B>,
    }

    #[derive(archive::Archive)]
    pub struct A {
        #[archive(renamed(2, from = "x"))]
        pub y: u8,
        #[archive(renamed(2, from = "y"))]
        pub x: u8,
    }

    #[derive(archive::Archive)]
    pub struct B {
        pub q: u8,
        #[since(5, default = 0)]
        pub r: u8,
    }
}

fn old_value() -> old::S {
    old::S { a: old::A { y: 1, x: 2 }, b: vec![old::B { q: 3, r: 4 }] }
}

/// `A` became `B`, and `B` became `C`.
mod chain {
    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct S {
        pub a: B,
        pub b: Vec<C>,
    }

    #[derive(archive::Archive, Debug, PartialEq)]
    #[archive(renamed(3, from = "A"))]
    pub struct B {
        #[archive(renamed(2, from = "x"))]
        pub y: u8,
        #[archive(renamed(2, from = "y"))]
        pub x: u8,
        #[since(9, default = 6)]
        pub z: u8,
    }

    #[derive(archive::Archive, Debug, PartialEq)]
    #[archive(renamed(6, from = "B"))]
    pub struct C {
        pub q: u8,
        #[since(5, default = 0)]
        pub r: u8,
    }
}

/// `A` and `B` exchanged their names.
mod swapped {
    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct S {
        pub a: B,
        pub b: Vec<A>,
    }

    #[derive(archive::Archive, Debug, PartialEq)]
    #[archive(renamed(3, from = "A"))]
    pub struct B {
        #[archive(renamed(2, from = "x"))]
        pub y: u8,
        #[archive(renamed(2, from = "y"))]
        pub x: u8,
    }

    #[derive(archive::Archive, Debug, PartialEq)]
    #[archive(renamed(6, from = "B"))]
    pub struct A {
        pub q: u8,
        #[since(5, default = 0)]
        pub r: u8,
    }
}

#[test]
fn a_type_has_the_version_that_is_stated_under_its_name_then() {
    let (a, b) = (swapped::B { y: 1, x: 2 }, vec![swapped::A { q: 3, r: 4 }]);
    read_by_all(&old_value(), &swapped::S { a, b });
}

#[test]
fn a_name_may_pass_from_type_to_type() {
    let (a, b) = (chain::B { y: 1, x: 2, z: 6 }, vec![chain::C { q: 3, r: 4 }]);
    let expected = chain::S { a, b };
    for options in [Options::file(), Options::file().layout(Layout::Rows), Options::message()] {
        let bytes = options.to_vec(&old_value()).unwrap();
        assert_eq!(archive::from_slice::<chain::S>(&bytes).unwrap(), expected);
    }
}

/// `Item` became `Thing`, and something else is called `Item` since.
mod newer {
    #[derive(archive::Archive)]
    pub struct Bag {
        pub items: Vec<Thing>,
        #[since(2, default = None)]
        pub extra: Option<Item>,
    }

    #[derive(archive::Archive)]
    #[archive(renamed(3, from = "Item"))]
    pub struct Thing {
        #[archive(renamed(2, from = "hp"))]
        pub health: u8,
        #[since(2, default = 7)]
        pub mana: u8,
        #[archive(was(u8, until = 2))]
        pub width: u16,
    }

    #[derive(archive::Archive)]
    pub struct Item {
        pub q: u8,
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Bag {
    items: Vec<Item>,
}

#[derive(Archive, Debug, PartialEq)]
struct Item {
    #[archive(renamed(2, from = "hp"))]
    health: u8,
    #[since(2, default = 7)]
    mana: u8,
    #[archive(was(u8, until = 2))]
    width: u16,
}

#[test]
fn an_older_program_reads_a_type_at_its_own_version() {
    let thing = newer::Thing { health: 1, mana: 2, width: 3 };
    let newer = newer::Bag { items: vec![thing], extra: None };
    let expected = Bag { items: vec![Item { health: 1, mana: 2, width: 3 }] };
    let accept = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    for options in [Options::file(), Options::file().layout(Layout::Rows)] {
        let file = options.to_vec(&newer).unwrap();
        assert_eq!(accept.from_slice::<Bag>(&file).unwrap(), expected);
        assert_eq!(accept.part_from_reader::<Bag>(Cursor::new(&file)).unwrap(), expected);
        let tree = Value::from_slice(&file).unwrap();
        assert_eq!(accept.from_value::<Bag>(&tree).unwrap(), expected);
    }
}

/// Its parts changed their meaning, and their types their names.
mod renamed {
    #[derive(archive::Archive)]
    pub struct Save {
        pub size: Length,
        pub mode: Mode,
    }

    #[derive(archive::Archive)]
    #[archive(renamed(2, from = "Size"))]
    pub struct Length {
        #[archive(was(f32, until = 2, with = |cm: f32| cm / 100.0))]
        pub width: f32,
    }

    #[derive(archive::Archive)]
    #[archive(renamed(2, from = "State"))]
    pub enum Mode {
        On,
        #[archive(renamed(2, from = "Sleep"))]
        Doze(u8),
        #[since(2)]
        Sleep(u8),
    }
}

#[derive(Archive, Debug)]
struct Save {
    size: Size,
    mode: State,
}

#[derive(Archive, Debug)]
struct Size {
    width: f32,
}

#[derive(Archive, Debug)]
enum State {
    On,
    Sleep(u8),
}

#[derive(Archive, Debug)]
#[archive(name = "Save")]
struct OnlyMode {
    mode: State,
}

#[test]
fn what_means_something_else_is_refused_under_any_name() {
    let size = renamed::Length { width: 0.5 };
    let newer = renamed::Save { size, mode: renamed::Mode::Sleep(3) };
    let accept = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    for options in [Options::file(), Options::file().layout(Layout::Rows)] {
        let file = options.to_vec(&newer).unwrap();
        let tree = Value::from_slice(&file).unwrap();
        for error in [
            accept.from_slice::<Save>(&file).unwrap_err(),
            accept.from_value::<Save>(&tree).unwrap_err(),
            accept.from_record::<Save>(&Record::of("a", &newer).unwrap()).unwrap_err(),
        ] {
            assert_eq!(error.path(), "size.width", "{error}");
            assert!(error.to_string().contains("a function converts this field"), "{error}");
        }
        let error = accept.from_slice::<OnlyMode>(&file).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownTag, "mode"));
        assert!(error.help().contains("update this program"), "{error}");
        let error = accept.from_value::<OnlyMode>(&tree).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownTag, "mode"));
    }
}
