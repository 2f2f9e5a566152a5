//! Structs and variants of which all fields are gone.

use archive::{Archive, Options, VersionTable};

mod then {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Flag {
        pub strength: u8,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Point(pub u8, pub i16);
}

#[derive(Archive, Debug, PartialEq)]
#[archive(removed(strength: u8, until = 2, default = 7))]
struct Flag;

#[derive(Archive, Debug, PartialEq)]
#[archive(removed(_: u8, until = 2, default = 1), removed(_: i16, until = 2, default = -2))]
struct Point;

#[test]
fn a_unit_struct_loads_what_it_held_when_it_had_names() {
    for options in [Options::file(), Options::message()] {
        let stored = options.to_vec(&then::Flag { strength: 3 }).unwrap();
        assert_eq!(options.from_slice::<Flag>(&stored).unwrap(), Flag);
        let older = options.clone().write_for(&VersionTable::new().with("Flag", 1));
        let written = older.to_vec(&Flag).unwrap();
        assert_eq!(options.from_slice::<then::Flag>(&written).unwrap(), then::Flag { strength: 7 });
        assert_eq!(options.from_slice::<Flag>(&options.to_vec(&Flag).unwrap()).unwrap(), Flag);
    }
}

#[test]
fn a_unit_struct_loads_what_it_held_when_it_was_a_tuple() {
    for options in [Options::file(), Options::message()] {
        let stored = options.to_vec(&then::Point(3, 4)).unwrap();
        assert_eq!(options.from_slice::<Point>(&stored).unwrap(), Point);
        let older = options.clone().write_for(&VersionTable::new().with("Point", 1));
        let written = older.to_vec(&Point).unwrap();
        assert_eq!(options.from_slice::<then::Point>(&written).unwrap(), then::Point(1, -2));
    }
}
