//! Nested structs of numbers only. Each level must add to the compiler's work: when each doubled
//! it, twenty levels took more time and memory than anybody has.

use archive::{Archive, Options, VersionTable};

macro_rules! levels {
    ($($outer:ident $inner:ident)*) => {$(
        #[derive(Archive, Clone, Copy, Debug, Default, PartialEq)]
        struct $outer {
            a: u32,
            #[since(2, default = 9)]
            since: u8,
            pair: (u8, $inner),
        }

        impl $outer {
            /// A value that version 1 can represent.
            fn of_version_one() -> Self {
                Self { a: 5, since: 9, pair: (7, $inner::of_version_one()) }
            }
        }
    )*};
}
levels! {
    A B B C C D D E E F F G G H H I I J J K K L L M M N N O O P P Q Q R R S S T T Last
}

#[derive(Archive, Clone, Copy, Debug, Default, PartialEq)]
struct Last {
    a: [u16; 2],
    #[since(2, default = 9)]
    since: u8,
}

impl Last {
    fn of_version_one() -> Self {
        Self { a: [1, 2], since: 9 }
    }
}

fn layouts() -> [Options; 2] {
    [Options::message(), Options::file()]
}

#[test]
fn a_value_of_twenty_levels_loads() {
    let mut value = A::of_version_one();
    value.pair.1.pair.1.pair.1.since = 3;
    for options in layouts() {
        let bytes = options.to_vec(&value).unwrap();
        assert_eq!(archive::from_slice::<A>(&bytes).unwrap(), value);
        let bytes = options.to_vec(&[value; 70].to_vec()).unwrap();
        assert_eq!(archive::from_slice::<Vec<A>>(&bytes).unwrap(), [value; 70]);
    }
}

#[test]
fn a_value_whose_innermost_level_is_older_loads() {
    let value = A::of_version_one();
    let older = VersionTable::of::<A>().unwrap().with("Last", 1).with("S", 1);
    for options in layouts() {
        let options = options.write_for(&older);
        let bytes = options.to_vec(&value).unwrap();
        assert_eq!(archive::from_slice::<A>(&bytes).unwrap(), value);
        let bytes = options.to_vec(&[value; 70].to_vec()).unwrap();
        assert_eq!(archive::from_slice::<Vec<A>>(&bytes).unwrap(), [value; 70]);
    }
}

/// A default may contain what older versions of a nested type cannot: it is not written.
#[test]
fn a_default_of_a_newer_part_is_left_out_for_an_older_peer() {
    use archive::{ErrorKind, Options, VersionTable};

    #[derive(archive::Archive, Debug, PartialEq, Clone)]
    struct Inner {
        a: u8,
        #[since(2, default = 3)]
        b: u8,
    }
    #[derive(archive::Archive, Debug, PartialEq, Clone)]
    enum Kind {
        Old,
        #[since(2)]
        New,
    }
    #[derive(archive::Archive, Debug, PartialEq, Clone)]
    struct Outer {
        inner: Inner,
        kind: Kind,
        #[since(2, default = Inner { a: 9, b: 9 })]
        rest: Inner,
        #[since(2, default = Some(Kind::New))]
        other: Option<Kind>,
    }
    let outer = Outer {
        inner: Inner { a: 1, b: 3 },
        kind: Kind::Old,
        rest: Inner { a: 9, b: 9 },
        other: Some(Kind::New),
    };
    let first = VersionTable::new().with("Outer", 1).with("Inner", 1).with("Kind", 1);
    for options in [Options::file(), Options::message()] {
        let options = options.write_for(&first);
        let bytes = options.to_vec(&outer).unwrap();
        assert_eq!(archive::from_slice::<Outer>(&bytes).unwrap(), outer);
        let changed = Outer { rest: Inner { a: 9, b: 8 }, ..outer.clone() };
        let error = options.to_vec(&changed).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "rest"));
    }
}
