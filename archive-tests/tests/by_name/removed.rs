//! What an error says of a field that a newer program no longer has.

use archive::{Archive, Error, ErrorKind, Layout, Newer, Options, Unknown};

mod newer {
    use archive::Archive;

    #[derive(Archive)]
    #[archive(name = "Party")]
    pub struct Party {
        pub heroes: Vec<Hero>,
        pub leader: Option<Hero>,
        pub seat: (u8, Seat),
        #[since(2, default = 0)]
        pub gold: u8,
    }

    #[derive(Archive)]
    #[archive(removed(health: u16, until = 2))]
    pub struct Hero {
        pub level: u8,
    }

    #[derive(Archive)]
    pub struct Seat(pub u8);
}

#[derive(Archive, Debug)]
struct Party {
    heroes: Vec<Hero>,
}

#[derive(Archive, Debug)]
struct Hero {
    health: u16,
    level: u8,
}

/// One whose hero has other names.
mod renamed {
    use archive::Archive;

    #[derive(Archive, Debug)]
    pub struct Party {
        pub leader: Option<Hero>,
        pub heroes: Vec<Hero>,
    }

    #[derive(Archive, Debug)]
    pub struct Hero {
        pub strength: u8,
    }
}

/// One whose seat has a second field.
mod wider {
    use archive::Archive;

    #[derive(Archive, Debug)]
    pub struct Party {
        pub seat: (u8, Seat),
    }

    #[derive(Archive, Debug)]
    pub struct Seat(pub u8, pub u8);
}

fn refused<T: Archive>(layout: Layout) -> Error {
    let heroes = (1..=3).map(|level| newer::Hero { level }).collect();
    let party = newer::Party { heroes, leader: None, seat: (1, newer::Seat(2)), gold: 3 };
    let bytes = Options::file().layout(layout).to_vec(&party).unwrap();
    let options = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    let error = options.from_slice::<T>(&bytes).err().expect("it is refused");
    assert_eq!(error.kind(), ErrorKind::MissingField);
    error
}

#[test]
fn the_version_of_the_type_is_the_one_in_the_archive() {
    for layout in [Layout::Columns, Layout::Rows] {
        let error = refused::<Party>(layout);
        assert_eq!(
            (error.path(), error.type_name(), error.found_version(), error.readable_versions()),
            ("heroes[0].health", "Hero", Some(2), Some((1, 1)))
        );
        let help = "version 2 has no such field any more: give it a default";
        assert_eq!(error.help(), help);
    }
}

#[test]
fn each_other_name_is_listed_once() {
    for layout in [Layout::Columns, Layout::Rows] {
        let error = refused::<renamed::Party>(layout);
        assert_eq!(
            error.help(),
            "the archive has fields there that this program does not know: `level`; rename the field to match one of \
             them, or give it a default"
        );
    }
}

#[test]
fn a_field_without_a_name_is_not_renamed() {
    for layout in [Layout::Columns, Layout::Rows] {
        let error = refused::<wider::Party>(layout);
        assert_eq!(error.path(), "seat[1].1");
        assert!(!error.help().contains("rename"), "{error}");
    }
}
