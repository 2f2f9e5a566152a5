//! The errors for invalid texts.

use std::collections::BTreeMap;

use archive::{Archive, ErrorKind, text};
use archive_tests::source::mistakes;

#[derive(Archive, Debug)]
struct SaveGame {
    level: u32,
    #[since(2, default = 1.0)]
    health: f32,
    difficulty: Difficulty,
    inventory: Vec<Item>,
    #[archive(default = BTreeMap::new())]
    keys: BTreeMap<String, char>,
}

#[derive(Archive, Debug)]
enum Difficulty {
    Easy,
    Hard { ironman: bool },
}

#[derive(Archive, Debug)]
struct Item {
    id: String,
    count: Count,
}

#[derive(Archive, Debug)]
#[archive(transparent)]
struct Count(u16);

const SOURCE: &str = "\
SaveGame @2 {
  level = 12
  health = 0.85
  difficulty = Hard { ironman = true }
  inventory = [
    Item { id = \"torch\", count = 3 }
  ]
}
";

/// Parts of the text, and the mistakes that replace them.
const MISTAKES: &[(&str, &str)] = &[
    ("level =", "leval ="),
    ("level =", "level(7) ="),
    ("level =", "7 ="),
    ("0.85", "0,85"),
    ("level = 12\n", ""),
    ("level = 12", "level = -12"),
    ("level = 12", "level = \"12\""),
    ("level = 12", "level 12"),
    ("level = 12", "level = "),
    ("level = 12", "level = 12, level = 13"),
    ("0.85", "0.8.5"),
    ("0.85", "high"),
    ("SaveGame @2", "SaveGame @3"),
    ("SaveGame @2", "SaveGame @"),
    ("SaveGame @2", "Save"),
    ("SaveGame @2", "@versions { Item = 0 } SaveGame @2"),
    ("Hard {", "Hrad {"),
    ("Hard { ironman = true }", "Hard"),
    ("Hard { ironman = true }", "Hard { ironman = yes }"),
    ("Hard { ironman = true }", "Hard(true)"),
    ("Hard { ironman = true }", "7"),
    ("Item {", "Itm {"),
    ("\"torch\"", "\"torch"),
    ("torch", "tor\\ch"),
    ("count = 3", "count = 70000"),
    ("count = 3", "count = 3, colour = 7"),
    ("  ]\n", ""),
    ("  ]\n", "  ),\n"),
    ("  ]\n}\n", "  ]\n"),
    ("  ]\n}\n", "  ]\n}\n}\n"),
    ("  ]\n", "  ]\n  keys = { \"a\" = 'ab' }\n"),
    ("  ]\n", "  ]\n  /* not ended\n"),
    ("SaveGame @2 {\n", ""),
    ("Hard {", "Hard\n{"),
    ("\"torch\"", "torch"),
    ("  ]\n", "  ]\n  keys = { a = 'b' }\n"),
    ("  ]\n", "  ]\n  keys = { \"a\" = 'b', \"a\" = 'c' }\n"),
    ("count = 3", "count 3"),
    ("count = 3", "count = ,"),
    ("ironman = true", "ironman = \"yes"),
    ("SaveGame @2", "@versions { Item 2 } SaveGame @2"),
    ("SaveGame @2", "@versions { Item {} = 2 } SaveGame @2"),
    ("0.85", "some(At(1, { `a b` : 2 }))"),
    ("  ]\n}\n", "  ]\n}\n@objects { &1 = { on true } }\n"),
    ("level = 12", "level = Some(12)"),
    ("\"torch\"", "null"),
    ("0.85", "1e400"),
    ("level = 12", "level: 12"),
    ("level = 12", "\"level\" : 12"),
    ("level = 12", "level = 50%"),
    ("level = 12", "level = :"),
    ("SaveGame @2 {\n  level = 12", "level: 12"),
    ("ironman = true }", "ironman = true"),
    ("SaveGame @2 {", "[settings]"),
    (SOURCE, ""),
];

#[test]
fn a_path_grows_no_longer_than_a_person_reads() {
    let error = text::from_str::<SaveGame>(&"{ name = [".repeat(100_000)).unwrap_err();
    assert!(error.path().starts_with("..") && error.path().len() < 3000, "{error}");
}

#[test]
fn a_mistake_is_shown_where_it_is() {
    let said = mistakes(SOURCE, MISTAKES, |source| text::from_str::<SaveGame>(source).unwrap_err());
    insta::assert_snapshot!(said);
}

#[test]
fn a_text_lends_no_bytes_and_says_what_owns_them() {
    let error = text::from_str::<&[u8]>("x\"01\"").unwrap_err();
    assert_eq!(error.kind(), archive::ErrorKind::CannotBorrow);
    assert!(error.to_string().contains("load into a type that owns its data: `String`"), "{error}");
}

/// A person wrote the value, so the help does not speak of damaged data.
#[test]
fn a_value_that_its_type_forbids_is_told_from_what_to_write() {
    use std::num::{NonZeroU8, NonZeroU16};
    use std::time::Duration;

    #[derive(Archive, Debug)]
    struct Name {
        #[archive(max_len = 2)]
        #[allow(dead_code, reason = "it is only loaded")]
        text: String,
    }

    let zero = "write a number other than 0";
    assert_eq!(text::from_str::<NonZeroU8>("0").unwrap_err().help(), zero);
    assert_eq!(archive::json::from_str::<Vec<NonZeroU8>>("[1, 0]").unwrap_err().help(), zero);
    let long = text::from_str::<Duration>("{ secs = 0, nanos = 2000000000 }").unwrap_err();
    let nanos = "write nanoseconds from 0 to 999999999; whole seconds belong in `secs`";
    assert_eq!(long.help(), nanos);
    let name = text::from_str::<Name>("{ text = \"Ada\" }").unwrap_err();
    assert_eq!(name.help(), "shorten it; or raise `max_len` if values may be this long");
    let bytes = archive::to_vec(&vec![1_u16, 0]).unwrap();
    let damaged = archive::from_slice::<Vec<NonZeroU16>>(&bytes).unwrap_err();
    assert!(damaged.help().contains("damaged"), "{damaged}");
}

/// If a hook refuses a value, the error points to the value's start, not to its last part.
#[test]
fn a_refused_value_is_shown_where_it_starts() {
    #[derive(Archive, Debug)]
    #[archive(validate = Self::check)]
    struct Unit {
        hp: i32,
        #[allow(dead_code, reason = "it is only loaded")]
        list: Vec<u8>,
    }

    impl Unit {
        fn check(&self) -> Result<(), &'static str> {
            if self.hp >= 0 { Ok(()) } else { Err("hp is negative") }
        }
    }

    #[derive(Archive, Debug)]
    struct Army {
        #[allow(dead_code, reason = "it is only loaded")]
        units: Vec<Unit>,
    }

    let source =
        "Army @1 {\n  units = [\n    {\n      hp = -5\n      list = [1, 2]\n    },\n  ]\n}\n";
    let error = archive::text::from_str::<Army>(source).unwrap_err();
    assert!(error.to_string().starts_with("units[0] (line 3, column 5)"), "{error}");
    let error = archive::text::from_str::<Unit>("Unit @1 { hp = -5, list = [] }").unwrap_err();
    assert!(error.to_string().contains("line 1, column 1)"), "{error}");
}

#[test]
fn a_mark_of_the_byte_order_is_no_column() {
    let column = |text: &str| text::from_str::<Vec<u32>>(text).unwrap_err().column();
    assert_eq!(column("[1, x]"), Some(5));
    assert_eq!(column("\u{feff}[1, x]"), Some(5));
}

#[test]
fn a_field_of_another_version_is_told_from_a_misspelt_one() {
    #[derive(Archive, Debug)]
    struct Screen {
        width: u32,
        #[archive(removed(fog: u8, until = 3))]
        #[since(3, default = 720)]
        height: u32,
    }

    let said = |source: &str| {
        let error = archive::text::from_str::<Screen>(source).unwrap_err();
        assert_eq!(error.kind(), archive::ErrorKind::UnknownField);
        error.to_string()
    };
    let newer = said("Screen @2 {\n  width = 1\n  height = 900\n}");
    assert!(
        newer.contains("has a field `height` only from version 3 on, but this is version 2"),
        "{newer}"
    );
    assert!(newer.contains("(line 3, column 3)"), "{newer}");
    let gone = said("{ width = 1, height = 900, fog = 2 }");
    assert!(gone.contains("`Screen` has no field `fog` from version 3 on"), "{gone}");
    let wrong = said("Screen @2 { witdh = 1 }");
    assert!(wrong.contains("did you mean `width`?"), "{wrong}");
}

/// It is told when there was none, however often it came and went.
#[test]
fn a_field_that_came_back_is_missing_only_in_between() {
    #[derive(Archive, Debug)]
    struct Hero {
        level: u8,
        #[archive(removed(mana: u8, until = 2, default = 1))]
        #[archive(removed(mana: u16, since = 2, until = 3, default = 2))]
        #[since(5, default = String::new())]
        mana: String,
        #[archive(removed(gold: u8, since = 2, until = 4, default = 1))]
        #[since(6, default = 0)]
        gold: u32,
    }
    let said = |source: &str| text::from_str::<Hero>(source).unwrap_err().detail().to_owned();
    assert_eq!(
        said("Hero @4 { level = 1, mana = 3 }"),
        "`Hero` has no field `mana` from version 3 to 4"
    );
    assert_eq!(
        said("Hero @5 { level = 1, gold = 3 }"),
        "`Hero` has no field `gold` from version 4 to 5"
    );
    assert_eq!(
        said("Hero @1 { level = 1, mana = 3, gold = 3 }"),
        "`Hero` has a field `gold` only from version 2 on, but this is version 1"
    );
}

#[test]
fn a_variant_of_another_version_is_told_from_a_misspelt_one() {
    #[derive(Archive, Debug)]
    enum Sky {
        Clear,
        #[archive(removed(Fog, until = 3))]
        Rain(u8),
        #[since(3)]
        Storm,
    }

    let said = |source: &str| {
        let error = archive::text::from_str::<Sky>(source).unwrap_err();
        assert_eq!(error.kind(), archive::ErrorKind::UnknownTag);
        error.to_string()
    };
    let newer = said("@versions { Sky = 2 }\nStorm");
    assert!(
        newer.contains("has a variant `Storm` only from version 3 on, but this is version 2"),
        "{newer}"
    );
    assert!(
        newer.contains("or state version 3") && newer.contains("(line 2, column 1)"),
        "{newer}"
    );
    let gone = said("@versions { Sky = 3 }\nFog");
    assert!(gone.contains("`Sky` has no variant `Fog` from version 3 on"), "{gone}");
    let wrong = said("@versions { Sky = 3 }\nStrom");
    assert!(wrong.contains("did you mean `Storm`?"), "{wrong}");
}

#[test]
fn a_field_without_a_name_is_named_in_backticks() {
    #[derive(Archive, Debug, PartialEq)]
    struct Pair(
        u8,
        #[archive(removed(_: u8, until = 2, default = 9))]
        #[since(2, default = 3)]
        u8,
    );

    let file = archive::to_vec(&vec![Pair(3, 4)]).unwrap();
    let shown = archive::text::of_archive(&file).unwrap();
    assert!(shown.contains("`2` = 4"), "{shown}");
    let bare = shown.replace("`2`", "2");
    for error in [
        archive::text::from_str::<Vec<Pair>>(&bare).unwrap_err(),
        archive::text::to_archive(&bare, &file).unwrap_err(),
    ] {
        assert_eq!(error.kind(), archive::ErrorKind::Syntax, "{error}");
        assert!(error.to_string().contains("write such a name in backticks: `` `2` ``"), "{error}");
    }
}

#[test]
fn a_path_through_a_map_is_one_where_objects_stand_apart_too() {
    use std::collections::BTreeMap;
    use std::rc::Rc;

    #[derive(Archive, Debug)]
    enum Mood {
        Calm,
        Angry(u8),
    }

    #[derive(Archive, Debug)]
    struct World {
        moods: BTreeMap<String, Rc<Mood>>,
    }

    for (apart, link) in [("", "Calm"), ("@objects { &1 = Calm }", "&1")] {
        let source = format!(
            "{{ moods = {{ \"a.b\" = Calm, \"\" = [1], \"x\" = {link}, \"y\" = {link} }} }} {apart}"
        );
        let error = archive::text::from_str::<World>(&source).unwrap_err();
        assert_eq!(error.path(), "moods[\"\"]", "{error}");
        let mended = archive::text::edit(&source, error.path(), &Mood::Angry(1)).unwrap();
        archive::text::from_str::<World>(&mended).unwrap();
    }
}

/// A path is followed to its end and no further, even where what is there has a key without a name.
#[test]
fn the_path_of_an_error_ends() {
    use std::collections::BTreeMap;
    use std::rc::Rc;

    #[derive(Archive, Debug)]
    struct World {
        counts: BTreeMap<u32, (u8, u8)>,
        rooms: Rc<Room>,
    }

    #[derive(Archive, Debug)]
    struct Room {
        exits: BTreeMap<String, std::cell::RefCell<std::rc::Weak<Room>>>,
    }

    let source = r#"{ counts = { 7 = &1 }, rooms = &1 } @objects { &1 = { "" = &1, exits = {} } }"#;
    let error = archive::text::from_str::<World>(source).unwrap_err();
    assert!(error.to_string().len() < 1000, "{error}");
    let source = r#"{ counts = { 7 = { "" = { "" = 1 } } }, rooms = { exits = {} } }"#;
    let error = archive::text::from_str::<World>(source).unwrap_err();
    assert_eq!(error.path(), "counts[7]", "{error}");
}

#[test]
fn what_is_written_wrongly_is_told_by_an_example() {
    #[derive(Archive, Debug)]
    enum Mode {
        Window,
    }

    #[derive(Archive, Debug)]
    struct Level(u8, u8);

    #[derive(Archive, Debug)]
    struct Settings {
        language: String,
        key: char,
        loud: bool,
        mode: Mode,
        level: Level,
    }

    let said = |field: &str| {
        let source = format!("Settings {{ {field} }}");
        archive::text::from_str::<Settings>(&source).unwrap_err().to_string()
    };
    for (field, help) in [
        ("language = 'en'", "help: put it in double quotes: `\"en\"`"),
        ("language = \u{201c}en\u{201d}", "help: put it in quotes: `\"en\"`"),
        ("language = en", "help: put it in quotes: `\"en\"`"),
        ("language = \"en\", key = 'j', loud = yes", "help: write `true` or `false` there"),
        (
            "language = \"en\", key = 'j', loud = true, mode = \"Window\"",
            "help: write its name without quotes: `Window`",
        ),
    ] {
        let said = said(field);
        assert!(said.ends_with(help), "{said}");
    }
    let json = r#"{"language": "en", "key": "j", "loud": true, "mode": "Window", "level": 1}"#;
    let error = archive::json::from_str::<Settings>(json).unwrap_err().to_string();
    assert!(error.contains("expected an array `[..]` of its fields, found `1`"), "{error}");
}

#[test]
fn a_removed_field_that_is_refused_is_shown_where_it_is() {
    #[derive(Archive, Debug)]
    struct Hero {
        #[archive(removed(rank: u8, until = 2, into = Hero::rank))]
        name: String,
    }

    #[derive(Archive, Debug)]
    enum Door {
        Open {
            #[archive(removed(key: u8, until = 2, into = Door::key))]
            wide: bool,
        },
    }

    impl Hero {
        fn rank(&mut self, _: u8) -> Result<(), &'static str> {
            Err("there are no ranks")
        }
    }

    impl Door {
        fn key(&mut self, _: u8) -> Result<(), &'static str> {
            Err("there are no keys")
        }
    }

    let place = |error: archive::Error| (error.line(), error.column(), error.path().to_owned());
    let hero = text::from_str::<Hero>("Hero @1 {\n  name = \"Ada\"\n  rank = 2\n}").unwrap_err();
    assert_eq!(place(hero), (Some(3), Some(10), "rank".into()));
    let door = text::from_str::<Vec<Door>>("[\n  Open { wide = true, key = 7 }\n]").unwrap_err();
    assert_eq!(place(door), (Some(2), Some(29), "[0].key".into()));
    let json = "[{\n  \"Open\": { \"wide\": true, \"key\": 7 } }]";
    let door = archive::json::from_str::<Vec<Door>>(json).unwrap_err();
    assert_eq!(place(door), (Some(2), Some(34), "[0].key".into()));
}

/// The groups around one that is closed too early are part of the path, and so is a quoted key.
#[test]
fn a_value_that_is_missing_has_its_whole_path() {
    #[derive(Archive, Debug)]
    struct Controls {
        keys: BTreeMap<String, u8>,
    }
    for (source, path) in [
        ("Controls {\n  keys = {\n    \"jump\" = 1\n    \"fire\" =\n  }\n}", "keys[\"fire\"]"),
        ("Controls {\n  keys = {\n    jump =\n  }\n}", "keys.jump"),
        ("Controls {\n  keys = {\n    \"fire\" = [1 2 }\n  }\n}", "keys[\"fire\"]"),
    ] {
        let error = text::from_str::<Controls>(source).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Syntax, path));
    }
}
