//! Names that mean something else in a newer program: of a field that a function converts, and of another field.

use archive::{
    Archive, Deserialize, Error, ErrorKind, Layout, Newer, Options, Outcome, Serialize, Unknown,
    UnknownPolicy,
};

/// Loads a newer program's file.
fn load<T: for<'a> Deserialize<'a>>(bytes: &[u8], unknown: UnknownPolicy) -> Result<T, Error> {
    Options::file().newer(Newer::Accept).unknown(unknown).from_slice(bytes)
}

/// A value as a file in each layout.
fn files(value: &impl Serialize) -> [Vec<u8>; 2] {
    [Layout::Rows, Layout::Columns]
        .map(|layout| Options::file().layout(layout).to_vec(value).unwrap())
}

mod metres {
    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct World {
        pub rockets: Vec<Rocket>,
        #[archive(unknown)]
        pub extra: archive::Unknown,
    }

    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct Rocket {
        pub name: String,
        pub range: u16,
        #[archive(unknown)]
        pub extra: archive::Unknown,
    }
}

mod millimetres {
    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct World {
        pub rockets: Vec<Rocket>,
        #[since(2, default = 0)]
        pub day: u32,
    }

    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct Rocket {
        pub name: String,
        #[archive(was(u16, until = 3, with = to_millimetres))]
        pub range: u32,
    }

    fn to_millimetres(metres: u16) -> u32 {
        u32::from(metres) * 1000
    }
}

#[test]
fn a_number_in_another_unit_is_refused_by_an_older_program() {
    let rockets = vec![millimetres::Rocket { name: "V2".into(), range: 3000 }];
    for bytes in files(&millimetres::World { rockets, day: 4 }) {
        for unknown in [Unknown::Error, Unknown::Skip, Unknown::Retain] {
            let error = load::<metres::World>(&bytes, unknown).unwrap_err();
            if unknown == Unknown::Error {
                assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownField, "day"));
                continue;
            }
            assert_eq!((error.kind(), error.path()), (ErrorKind::TooNew, "rockets[0].range"));
            assert_eq!(error.found_version(), Some(3));
            insta::allow_duplicates! {
                insta::assert_snapshot!(error, @"
                rockets[0].range: since version 3, a function converts this field: in version 1, which this program has, the same value means something else
                  type: Rocket, version 3 (this program reads version 1)
                  help: update this program
                ");
            }
        }
        // Another type has no versions in common with this one: it states what it takes the number for.
        let ranges: Ranges = load(&bytes, Unknown::Skip).unwrap();
        assert_eq!(ranges.rockets[0].range, 3000);
    }
}

#[test]
fn a_part_under_the_same_name_states_which_version_it_is_of() {
    #[derive(Archive, Debug)]
    struct World {
        rockets: Vec<Rocket>,
    }
    #[derive(Archive, Debug)]
    struct Rocket {
        #[allow(dead_code, reason = "it is refused")]
        range: u32,
    }
    mod stated {
        #[derive(archive::Archive)]
        #[archive(version = 3)]
        pub struct Rocket {
            pub range: u32,
        }
    }
    #[derive(Archive)]
    struct Part {
        rockets: Vec<stated::Rocket>,
    }
    let rockets = vec![millimetres::Rocket { name: "V2".into(), range: 3000 }];
    for bytes in files(&millimetres::World { rockets, day: 4 }) {
        let file = || std::io::Cursor::new(&bytes);
        let error = Options::file().part_from_reader::<World>(file()).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::TooNew, "rockets[0].range"));
        assert!(error.to_string().contains("`#[archive(version = 3)]`"), "{error}");
        let part: Part = Options::file().part_from_reader(file()).unwrap();
        assert_eq!(part.rockets[0].range, 3000);
    }
}

#[derive(Archive)]
#[archive(name = "World")]
struct Ranges {
    rockets: Vec<Range>,
}

#[derive(Archive)]
struct Range {
    range: u32,
}

#[test]
fn a_file_without_such_a_value_is_loaded_and_saved_as_the_newer_program_would() {
    for bytes in files(&millimetres::World { rockets: Vec::new(), day: 4 }) {
        let world: metres::World = load(&bytes, Unknown::Retain).unwrap();
        assert!(world.rockets.is_empty());
        let saved = Options::file().to_vec(&world).unwrap();
        let theirs: millimetres::World = archive::from_slice(&saved).unwrap();
        assert_eq!(theirs.day, 4);
    }
}

#[test]
fn a_report_says_what_an_older_program_cannot_load() {
    let rockets = vec![millimetres::Rocket { name: "V2".into(), range: 3000 }];
    let [rows, _] = files(&millimetres::World { rockets, day: 4 });
    let report = Options::file().newer(Newer::Accept).report::<metres::World>(&rows).unwrap();
    let notes: Vec<_> = report.notes().iter().map(|it| (it.outcome, it.path.as_str())).collect();
    assert_eq!(notes, [(Outcome::Refused, "rockets[].range"), (Outcome::Dropped, "day")]);
}

#[test]
fn what_is_written_for_the_older_program_has_its_unit() {
    #[derive(Archive)]
    #[archive(name = "Rocket")]
    struct Rocket {
        #[archive(was(u16, until = 3, with = to_millimetres, back = to_metres))]
        range: u32,
        #[since(4, default = 1)]
        stages: u8,
    }
    fn to_millimetres(metres: u16) -> u32 {
        u32::from(metres) * 1000
    }
    fn to_metres(range: &u32) -> Result<u16, std::num::TryFromIntError> {
        u16::try_from(range / 1000)
    }
    #[derive(Archive)]
    #[archive(name = "Rocket")]
    struct Older {
        range: u16,
        // So that it is read by name, though its version is known.
        #[default = 7]
        fuel: u8,
    }
    let peer = archive::VersionTable::of::<Rocket>().unwrap().at::<Rocket>(2).unwrap();
    let bytes = Options::file().write_for(&peer).to_vec(&Rocket { range: 3000, stages: 1 });
    let older: Older = load(&bytes.unwrap(), Unknown::Error).unwrap();
    assert_eq!((older.range, older.fuel), (3, 7));
}

/// The first release.
mod coins {
    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct Purse {
        #[default = 5]
        pub gold: u32,
        #[default = 6]
        pub left: u8,
        #[default = 7]
        pub right: u8,
        #[archive(unknown)]
        pub extra: archive::Unknown,
    }
}

/// A later release: `gold` is another field, and two fields swapped their names.
mod bars {
    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct Purse {
        #[archive(removed(gold: u32, until = 2, default = 5))]
        #[since(3, default = 0)]
        pub gold: u32,
        #[archive(renamed(2, from = "left"))]
        pub right: u8,
        #[archive(renamed(2, from = "right"))]
        pub left: u8,
    }
}

#[test]
fn another_field_under_a_known_name_is_unknown() {
    let theirs = bars::Purse { gold: 1, right: 2, left: 3 };
    for bytes in files(&theirs) {
        let error = load::<coins::Purse>(&bytes, Unknown::Error).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownField, "gold"));
        let detail = "since version 3, this is the name of another field, which is unknown here";
        assert!(error.to_string().contains(detail), "{error}");
        let purse: coins::Purse = load(&bytes, Unknown::Skip).unwrap();
        assert_eq!((purse.gold, purse.left, purse.right), (5, 6, 7));
        let purse: coins::Purse = load(&bytes, Unknown::Retain).unwrap();
        assert_eq!((purse.gold, purse.left, purse.right), (5, 6, 7));
        let saved = Options::file().to_vec(&purse).unwrap();
        assert_eq!(archive::from_slice::<bars::Purse>(&saved).unwrap(), theirs);
        let error = Options::file().to_vec(&coins::Purse { gold: 8, ..purse }).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "gold"));
    }
}

#[test]
fn variants_and_units_of_transparent_types_are_told_apart() {
    #[derive(Archive, Clone, Copy)]
    #[archive(transparent)]
    struct Radians(f32);

    impl From<Radians> for f32 {
        fn from(angle: Radians) -> Self {
            angle.0
        }
    }
    fn to_radians(degrees: f32) -> Radians {
        Radians(degrees.to_radians())
    }

    #[derive(Archive)]
    enum Turn {
        #[allow(dead_code, reason = "the other variant is what matters")]
        Stay,
        By {
            #[archive(was(f32, until = 2, with = to_radians))]
            angle: Radians,
        },
    }
    mod degrees {
        #[derive(archive::Archive, Debug)]
        pub enum Turn {
            #[allow(dead_code, reason = "nothing makes one")]
            Stay,
            #[allow(dead_code, reason = "it is refused")]
            By { angle: f32 },
        }
    }
    for bytes in files(&Turn::By { angle: Radians(1.5) }) {
        let error = load::<degrees::Turn>(&bytes, Unknown::Skip).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::TooNew, "angle"));
    }
    for bytes in files(&Turn::Stay) {
        load::<degrees::Turn>(&bytes, Unknown::Skip).unwrap();
    }
}

#[test]
fn a_schema_tells_since_when_a_name_means_a_field() {
    insta::assert_snapshot!(archive::schema::<millimetres::Rocket>(), @"
    struct Rocket @3 {
        name: str,
        #[archive(meta(archive.converted = 3))]
        range: u32,
    }
    ");
    insta::assert_snapshot!(archive::schema::<bars::Purse>(), @"
    struct Purse @3 {
        #[archive(meta(archive.since = 3))]
        gold: u32,
        #[archive(meta(archive.since = 2))]
        right: u8,
        #[archive(meta(archive.since = 2))]
        left: u8,
    }
    ");
}
