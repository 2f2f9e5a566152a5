//! A field that a function of a newer program converts.

use archive::{Archive, ErrorKind, Layout, Newer, Options, Outcome, Unknown, VersionTable};

use crate::{files, load_newer as load};

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
        // A part with another name states what it takes the number for.
        let file = std::io::Cursor::new(&bytes);
        let ranges: Ranges = Options::file().part_from_reader(file).unwrap();
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
        #[archive(version = 3, oldest = 3)]
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
        assert!(error.to_string().contains("`#[archive(version = 3, oldest = 3)]`"), "{error}");
        let part: Part = Options::file().part_from_reader(file()).unwrap();
        assert_eq!(part.rockets[0].range, 3000);
    }
    // An older file, in which the range is in metres, is not of the versions that the part states.
    let rocket = metres::Rocket { name: "V2".into(), range: 3, extra: Unknown::new() };
    let old =
        archive::to_vec(&metres::World { rockets: vec![rocket], extra: Unknown::new() }).unwrap();
    let error = Options::file().part_from_reader::<Part>(std::io::Cursor::new(&old)).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::TooOld);
}

mod squads {
    #[derive(archive::Archive, Debug)]
    pub struct Squad {
        pub members: Vec<String>,
        pub ranks: Vec<Vec<String>>,
        pub leader: Option<String>,
    }
}

mod sorted_squads {
    use std::collections::BTreeSet;

    #[derive(archive::Archive)]
    pub struct Squad {
        #[archive(was(Vec<String>, until = 2, with = sorted))]
        pub members: BTreeSet<String>,
        #[archive(was(Vec<Vec<String>>, until = 3, with = of_sorted))]
        pub ranks: Vec<BTreeSet<String>>,
        #[archive(was(Option<String>, until = 4, with = title))]
        pub leader: String,
    }

    fn sorted(names: Vec<String>) -> BTreeSet<String> {
        names.into_iter().map(|name| name.to_uppercase()).collect()
    }

    fn of_sorted(ranks: Vec<Vec<String>>) -> Vec<BTreeSet<String>> {
        ranks.into_iter().map(sorted).collect()
    }

    fn title(leader: Option<String>) -> String {
        format!("Captain {}", leader.unwrap_or_default())
    }
}

/// What is stored alike is no less converted for being text.
#[test]
fn texts_in_another_list_or_option_are_refused_too() {
    let member = || std::iter::once("ANN".to_owned()).collect();
    let leader = "Captain Bo".to_owned();
    let squad = sorted_squads::Squad { members: member(), ranks: vec![member()], leader };
    for bytes in files(&squad) {
        let error = load::<squads::Squad>(&bytes, Unknown::Skip).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::TooNew, "members"));
        let report = Options::file().newer(Newer::Accept).report::<squads::Squad>(&bytes).unwrap();
        let refused = report.notes().iter().filter(|it| it.outcome == Outcome::Refused);
        let refused: Vec<&str> = refused.map(|it| it.path.as_str()).collect();
        assert_eq!(refused, ["members", "ranks", "leader"]);
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
fn a_newer_message_has_no_names_to_read_it_by() {
    let rocket = millimetres::Rocket { name: "V2".into(), range: 3000 };
    let bytes = Options::message().to_vec(&rocket).unwrap();
    let error = load::<metres::Rocket>(&bytes, Unknown::Skip).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooNew);
    assert!(error.to_string().contains("`Options::write_for`"), "{error}");
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

#[test]
fn units_within_containers_and_arguments_are_told_apart() {
    use std::collections::{BTreeMap, HashMap};
    use std::ops::Range;

    mod older {
        use std::collections::BTreeMap;
        use std::ops::Range;

        #[derive(archive::Archive, Debug)]
        pub struct Shop {
            pub open: Range<u16>,
            pub prices: BTreeMap<String, u16>,
            pub at: (u16, u16),
        }
    }
    fn seconds(hours: Range<u16>) -> Range<u32> {
        u32::from(hours.start) * 3600..u32::from(hours.end) * 3600
    }
    fn cents(prices: BTreeMap<String, u16>) -> HashMap<String, u32> {
        prices.into_iter().map(|(name, price)| (name, u32::from(price) * 100)).collect()
    }
    fn millimetres((x, y): (u16, u16)) -> [u32; 2] {
        [x, y].map(|metres| u32::from(metres) * 1000)
    }
    #[derive(Archive)]
    struct Shop {
        #[archive(was(Range<u16>, until = 2, with = seconds))]
        open: Range<u32>,
        #[archive(was(BTreeMap<String, u16>, until = 3, with = cents))]
        prices: HashMap<String, u32>,
        #[archive(was((u16, u16), until = 4, with = millimetres))]
        at: [u32; 2],
    }
    let schema = archive::schema::<Shop>().to_string();
    for since in 2..=4 {
        assert!(schema.contains(&format!("archive.converted = {since}")), "{schema}");
    }
    let shop = Shop { open: 8..20, prices: [("rope".to_owned(), 5)].into(), at: [1, 2] };
    for bytes in files(&shop) {
        let error = load::<older::Shop>(&bytes, Unknown::Skip).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::TooNew, "open"));
    }
}

#[test]
fn a_renamed_type_keeps_its_history() {
    mod older {
        #[derive(archive::Archive, Debug)]
        pub struct Save {
            pub bag: Purse,
        }

        #[derive(archive::Archive, Debug)]
        pub struct Purse {
            #[default = 5]
            pub gold: u32,
            #[default = 6]
            pub left: u8,
        }
    }
    #[derive(Archive)]
    struct Save {
        bag: Bag,
    }
    #[derive(Archive)]
    #[archive(renamed(2, from = "Purse"))]
    struct Bag {
        #[archive(was(u32, until = 3, with = |gold: u32| u64::from(gold) * 100))]
        gold: u64,
        #[archive(removed(left: u8, until = 2))]
        #[since(3, default = 0)]
        left: u8,
    }
    for bytes in files(&Save { bag: Bag { gold: 700, left: 1 } }) {
        let error = load::<older::Save>(&bytes, Unknown::Skip).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::TooNew, "bag.gold"));
    }
}

#[test]
fn what_is_stored_alike_may_mean_something_else() {
    #[derive(Archive, Clone, Copy)]
    struct Size {
        x: f32,
    }
    #[derive(Archive, Clone, Copy)]
    #[archive(transparent)]
    struct Metres(Size);
    #[derive(Archive)]
    #[archive(transparent)]
    struct Id(String);

    #[derive(Archive)]
    struct Door {
        #[archive(was(Size, until = 2, with = |feet: Size| Metres(Size { x: feet.x * 0.3 })))]
        size: Metres,
        #[archive(was(String, until = 3, with = |path: String| Id(path.replace('/', "."))))]
        key: Id,
    }
    let schema = archive::schema::<Door>().to_string();
    assert_eq!(schema.matches("archive.converted").count(), 2, "{schema}");
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
fn a_schema_tells_since_when_a_function_converts() {
    insta::assert_snapshot!(archive::schema::<millimetres::Rocket>(), @"
    struct Rocket @3 {
        name: str,
        #[archive(meta(archive.converted = 3))]
        range: u32,
    }
    ");
}

mod removed {
    pub mod v1 {
        #[derive(archive::Archive, Debug, PartialEq)]
        pub struct Ship {
            pub size: u64,
            pub decks: Vec<Option<u32>>,
        }
    }

    pub mod v2 {
        #[derive(archive::Archive, Debug, PartialEq)]
        pub struct Ship {
            #[archive(was(u64, until = 2, with = |old: u64| -> u32 { u32::try_from(old / 100).unwrap_or(0) }))]
            pub size: u32,
            #[archive(was(Vec<Option<u32>>, until = 2, with = |_: Vec<Option<u32>>| -> Vec<Option<i32>> { Vec::new() }))]
            pub decks: Vec<Option<i32>>,
        }
    }

    pub mod v3 {
        #[derive(archive::Archive, Debug, PartialEq)]
        #[archive(removed(size: u64, until = 2), removed(size: u32, since = 2, until = 3, default = 7))]
        #[archive(removed(decks: Vec<Option<u32>>, until = 2))]
        #[archive(removed(decks: Vec<Option<i32>>, since = 2, until = 3, default = Vec::new()))]
        pub struct Ship {}
    }
}

/// A number that became a smaller kind was converted by a function, which the declarations of the removed field do not state.
#[test]
fn a_removed_field_is_written_as_the_program_that_had_it_writes_it() {
    use removed::{v1, v2, v3};

    let table = VersionTable::of::<v2::Ship>().unwrap();
    for layout in [Layout::Rows, Layout::Columns] {
        let options = Options::file().layout(layout);
        let own = options.to_vec(&v2::Ship { size: 7, decks: Vec::new() }).unwrap();
        let written = options.write_for(&table).to_vec(&v3::Ship {}).unwrap();
        assert_eq!(written, own);
        let error = load::<v1::Ship>(&written, Unknown::Skip).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::TooNew, "size"));
    }
}
