//! Types that took a name that another type had before.

use std::fmt::Debug;
use std::io::Cursor;

use archive::{
    Archive, ErrorKind, Layout, Newer, Options, Record, Serialize, Unknown, Value, json, text,
};

/// Checks that a value is read from bytes, which have a fingerprint by which a guess is checked, and as a tree.
#[track_caller]
fn is_read<T: Archive + Debug + PartialEq>(value: &impl Serialize, expected: &T) {
    let file = Options::file();
    for options in [file.clone(), file.clone().layout(Layout::Rows), Options::message()] {
        let bytes = options.to_vec(value).unwrap();
        assert_eq!(archive::from_slice::<T>(&bytes).as_ref().ok(), Some(expected), "{options:?}");
    }
    assert_eq!(&Value::of(value).unwrap().to::<T>().unwrap(), expected);
}

/// The same from its text and JSON, which have only versions.
#[track_caller]
fn is_read_as_text<T: Archive + Debug + PartialEq>(value: &impl Serialize, expected: &T) {
    let written = text::to_string(value).unwrap();
    assert_eq!(text::from_str::<T>(&written).as_ref().ok(), Some(expected), "{written}");
    let written = json::to_string(value).unwrap();
    assert_eq!(json::from_str::<T>(&written).as_ref().ok(), Some(expected), "{written}");
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

/// The same, before the last version of `B`.
mod early {
    pub use super::old::A;

    #[derive(archive::Archive)]
    pub struct S {
        pub a: A,
        pub b: Vec<B>,
    }

    #[derive(archive::Archive)]
    pub struct B {
        pub q: u8,
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

/// The same, but `B` has fewer versions than the other `B` had.
mod short_chain {
    pub use super::chain::C;

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
    }
}

/// `A` and `B` exchanged their names.
mod swapped {
    pub use super::short_chain::B;

    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct S {
        pub a: B,
        pub b: Vec<A>,
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
    let (a, b) = (swapped::B { y: 1, x: 2 }, vec![swapped::A { q: 3, r: 0 }]);
    let early = early::S { a: early::A { y: 1, x: 2 }, b: vec![early::B { q: 3 }] };
    let expected = swapped::S { a, b };
    is_read(&early, &expected);
    is_read_as_text(&early, &expected);
    let (a, b) = (swapped::B { y: 1, x: 2 }, vec![swapped::A { q: 3, r: 4 }]);
    is_read(&old_value(), &swapped::S { a, b });
}

#[test]
fn a_name_may_pass_from_type_to_type() {
    let (a, b) = (chain::B { y: 1, x: 2, z: 6 }, vec![chain::C { q: 3, r: 4 }]);
    is_read(&old_value(), &chain::S { a, b });
    let (a, b) = (short_chain::B { y: 1, x: 2 }, vec![chain::C { q: 3, r: 4 }]);
    is_read(&old_value(), &short_chain::S { a, b });
    // What is newer than this program knows is not guessed.
    let text = text::to_string(&old_value()).unwrap();
    let error = text::from_str::<short_chain::S>(&text).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooNew);
}

/// A name that a newer program gave to another type says nothing about the version of this one.
#[test]
fn a_newer_file_is_said_to_be_newer() {
    mod newer {
        #[derive(archive::Archive)]
        pub struct S {
            pub a: B,
            pub b: A,
        }

        #[derive(archive::Archive)]
        #[archive(renamed(3, from = "A"))]
        pub struct B {
            #[since(4, default = 0)]
            pub y: u8,
        }

        #[derive(archive::Archive)]
        pub struct A {
            pub q: u8,
        }
    }
    #[derive(Archive, Debug)]
    struct S {
        a: B,
    }
    #[derive(Archive, Debug)]
    #[archive(renamed(3, from = "A"))]
    struct B {}
    let file = archive::to_vec(&newer::S { a: newer::B { y: 1 }, b: newer::A { q: 2 } }).unwrap();
    let error = archive::from_slice::<S>(&file).unwrap_err();
    assert_eq!((error.kind(), error.type_name()), (ErrorKind::TooNew, "B"), "{error}");
    let text = text::to_string(&newer::S { a: newer::B { y: 1 }, b: newer::A { q: 2 } }).unwrap();
    assert_eq!(text::from_str::<S>(&text).unwrap_err().kind(), ErrorKind::TooNew);
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
