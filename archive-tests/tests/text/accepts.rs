//! Texts that people may write.

use archive::{Archive, ErrorKind, Newer, Options, Unknown, text};
use archive_tests::nothing;

#[derive(Archive, Debug, Default, PartialEq)]
struct Settings {
    volume: f32,
    #[since(2, default = 1280)]
    width: u32,
    #[archive(alias = "fullscreen")]
    #[archive(default = false)]
    full: bool,
    #[archive(default = "")]
    name: String,
    #[archive(default = None)]
    pet: Option<Pet>,
}

#[derive(Archive, Debug, PartialEq)]
#[archive(removed(legs: u8, until = 2))]
struct Pet {
    #[archive(renamed(2, from = "name"))]
    called: String,
    #[since(2, default = 3)]
    age: u8,
}

fn load(source: &str) -> Settings {
    text::from_str(source).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn fields_come_in_any_order_and_may_be_left_out() {
    let expected = Settings { volume: 0.5, width: 800, ..Settings::default() };
    for source in [
        "Settings @2 { volume = 0.5 width = 800 }",
        "{ width = 800, volume = 0.5, }",
        "// first\nSettings {\n  /* a\n comment */ volume = 0.5 // half\n\n  width = 800\n}\n",
        "\u{feff}{ \"volume\" = 0.5, `width` = 8_00 }",
        "{ volume = .5, width = 0x320 }",
        "{ volume = 5e-1, width = +800 }",
    ] {
        assert_eq!(load(source), expected, "{source}");
    }
    assert_eq!(
        load("{ volume = 1 }"),
        Settings { volume: 1.0, width: 1280, ..Settings::default() }
    );
    assert!(load("{ volume = 1, fullscreen = true }").full);
}

#[test]
fn the_version_that_is_stated_rules() {
    // Version 1 had no width, so it gets the default for old files.
    assert_eq!(load("Settings @1 { volume = 1 }").width, 1280);
    let error = text::from_str::<Settings>("Settings @1 { volume = 1, width = 8 }").unwrap_err();
    assert_eq!((error.kind(), error.line()), (ErrorKind::UnknownField, Some(1)));
}

#[test]
fn an_unstated_version_is_the_newest_that_has_all_names() {
    let pet = |source: &str| load(source).pet.unwrap();
    let old = Pet { called: "Rex".into(), age: 3 };
    assert_eq!(pet("{ volume = 1, pet = Pet { name = \"Rex\", legs = 4 } }"), old);
    assert_eq!(pet("{ volume = 1, pet = { name = \"Rex\" legs = 4 } }"), old);
    assert_eq!(pet("{ volume = 1, pet = { called = \"Rex\" } }"), old);
    assert_eq!(pet("{ volume = 1, pet = some({ called = \"Rex\", age = 9 }) }").age, 9);
    let stated = "@versions { Pet = 1 } { volume = 1, pet = { name = \"Rex\", legs = 4 } }";
    assert_eq!(pet(stated), old);
}

#[test]
fn unknown_fields_follow_the_callers_policy() {
    let source = "{ volume = 1, colour = Red { deep = [1, 2] }, width = 3 }";
    let skip = Options::file().unknown(Unknown::Skip);
    assert_eq!(skip.from_text::<Settings>(source).unwrap().width, 3);
    let error = text::from_str::<Settings>(source).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownField);
}

#[test]
fn what_a_text_cannot_retain_is_refused_and_not_lost() {
    #[derive(Archive, Debug)]
    struct Hero {
        level: u32,
        bag: Vec<Thing>,
    }

    #[derive(Archive, Debug)]
    enum Thing {
        Torch,
    }

    let retain = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
    for of_root in ["", "Hero @2 "] {
        let source = format!("{of_root}{{ level = 1, bag = [Torch], mana = 3 }}");
        let error = retain.from_text::<Hero>(&source).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownField);
        let help =
            "keep it by adding a field `#[archive(unknown)] extra: archive::Unknown` to the type";
        assert!(error.to_string().contains(help), "{error}");
    }
    let source = "{ level = 1, bag = [Ring { of = \"power\" }] }";
    assert_eq!(retain.from_text::<Hero>(source).unwrap_err().kind(), ErrorKind::UnknownTag);
    let hero: Hero = retain.from_text("{ level = 1, bag = [Torch] }").unwrap();
    assert_eq!((hero.level, hero.bag.len()), (1, 1));
}

#[test]
fn an_error_in_a_newer_text_says_which_version_it_has() {
    #[derive(Archive, Debug)]
    struct Hero {
        level: u8,
        #[since(2, default = Vec::new())]
        bag: Vec<Item>,
    }

    #[derive(Archive, Debug)]
    struct Item {
        count: u8,
    }

    let accept = Options::file().newer(Newer::Accept);
    let wrong = [
        ("Hero @5 { level = 300, bag = [] }", "Hero", 5),
        ("Hero @5 { level = 3, mana = 1 }", "Hero", 5),
        ("@versions { Item = 4 } Hero @2 { level = 3, bag = [{ count = -1 }] }", "Item", 4),
        ("@versions { Item = 1 } Hero @5 { level = 3, bag = [{ count = -1 }] }", "Item", 1),
    ];
    for (source, name, version) in wrong {
        let error = accept.from_text::<Hero>(source).unwrap_err();
        assert_eq!((error.type_name(), error.found_version()), (name, Some(version)), "{error}");
    }
    let error = accept.from_text::<Hero>(wrong[1].0).unwrap_err();
    assert!(error.help().starts_with("update this program"), "{error}");
    let variant = [
        accept.from_text::<Bird>("@versions { Bird = 2 } Owl"),
        accept.from_json(r#"{"@versions": {"Bird": 2}, "@value": "Owl"}"#),
    ];
    for error in variant.map(Result::unwrap_err) {
        assert_eq!(error.kind(), ErrorKind::UnknownTag);
        assert!(error.help().starts_with("update this program"), "{error}");
    }
    let misspelt = accept.from_text::<Bird>("@versions { Bird = 1 } Crew").unwrap_err().to_string();
    assert!(misspelt.contains("did you mean `Crow`?"), "{misspelt}");
}

#[derive(Archive, Debug)]
enum Bird {
    Crow,
    Duck,
}

#[test]
fn the_version_of_a_root_is_a_number_that_a_type_may_have() {
    #[derive(Archive, Debug)]
    struct Nest {}

    for version in ["0", "4294967296", "99999999999"] {
        let error = text::from_str::<Nest>(&format!("Nest @{version} {{}}")).unwrap_err();
        assert_eq!((error.kind(), error.column()), (ErrorKind::Syntax, Some(7)), "{error}");
    }
    let error = text::from_str::<Nest>("Nest @4294967295 {}").unwrap_err();
    assert_eq!((error.kind(), error.found_version()), (ErrorKind::TooNew, Some(u32::MAX)));
}

#[test]
fn text_without_escapes_is_borrowed() {
    let source = "\"torch\"".to_owned();
    assert_eq!(text::from_str::<&str>(&source).unwrap(), "torch");
    let error = text::from_str::<&str>("\"a\\n\"").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CannotBorrow);
}

#[test]
fn bytes_may_be_written_as_digits_or_as_numbers() {
    assert_eq!(text::from_str::<Vec<u8>>("x\"00ff 1a\n2b\"").unwrap(), [0, 255, 26, 43]);
    assert_eq!(text::from_str::<Vec<u8>>("[0, 255, 26]").unwrap(), [0, 255, 26]);
    assert_eq!(text::from_str::<[u8; 3]>("x\"00ff1a\"").unwrap(), [0, 255, 26]);
    assert_eq!(text::from_str::<[u8; 3]>("[0 255 26]").unwrap(), [0, 255, 26]);
    assert_eq!(text::from_str::<(u8, bool)>("(0, true)").unwrap(), (0, true));
}

#[test]
fn a_whole_number_may_have_zeros_behind_its_point() {
    assert_eq!(text::from_str::<u8>("255.0").unwrap(), 255);
    assert_eq!(text::from_str::<i64>("-1_000.00").unwrap(), -1000);
    for wrong in ["255.5", "256.0", "0x1.0", "1e2", "1.0e1", ".0"] {
        let error = text::from_str::<u8>(wrong).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidValue, "{wrong}");
    }
}

#[test]
fn a_newer_tuple_may_have_more_fields_if_unknown_ones_are_skipped() {
    #[derive(Archive, Debug, PartialEq)]
    struct Point(i32, i32);
    #[derive(Archive, Debug, PartialEq)]
    enum Shape {
        Dot(Point, u8),
    }
    let lenient = Options::file().newer(archive::Newer::Accept).unknown(Unknown::Skip);
    assert_eq!(lenient.from_text::<Point>("Point @2 (1, 2, 3)").unwrap(), Point(1, 2));
    let source = "@versions { Point = 2, Shape = 3 } Dot((1, 2, 3), 4, [5, 6])";
    assert_eq!(lenient.from_text::<Shape>(source).unwrap(), Shape::Dot(Point(1, 2), 4));
    // Extra values are skipped only in a newer version, and only with both options.
    for (options, source) in [
        (lenient, "Point @1 (1, 2, 3)"),
        (Options::file().unknown(Unknown::Skip), "Point @2 (1, 2, 3)"),
        (Options::file().newer(archive::Newer::Accept), "Point @2 (1, 2, 3)"),
    ] {
        options.from_text::<Point>(source).unwrap_err();
    }
}

#[test]
fn the_version_of_the_root_is_that_of_its_type_within_it() {
    #[derive(Archive, Debug, PartialEq)]
    struct Room {
        #[archive(was(u16, until = 2, with = centimetres))]
        height: u32,
        inner: Vec<Room>,
    }
    fn centimetres(metres: u16) -> u32 {
        u32::from(metres) * 100
    }
    let room = |height, inner| Room { height, inner };
    let expected = room(300, vec![room(200, vec![]), room(250, vec![])]);
    let now = "Room @2 { height = 300, inner = [Room { height = 200, inner = [] }, Room { height = 250, inner = [] }] }";
    assert_eq!(text::from_str::<Room>(now).unwrap(), expected);
    let old = "Room @1 { height = 3, inner = [Room { height = 2, inner = [] }] }";
    let expected = room(300, vec![room(200, vec![])]);
    assert_eq!(text::from_str::<Room>(old).unwrap(), expected);
    assert_eq!(
        text::from_str::<Room>(&format!("@versions {{ Other = 4 }} {old}")).unwrap(),
        expected
    );
}

#[test]
fn the_objects_of_a_name_may_stand_on_its_line() {
    #[derive(Archive, Debug, PartialEq)]
    enum Light {
        Off,
        At(std::rc::Rc<u8>),
    }
    for source in ["Off @objects {}", "Off@objects {}", "Off\n@objects {}", "`Off` @objects {}"] {
        assert_eq!(text::from_str::<Light>(source).unwrap(), Light::Off, "{source}");
    }
    let at = text::from_str::<Light>("At(&1) @objects { &1 = 7 }").unwrap();
    assert_eq!(at, Light::At(7.into()));
}

#[test]
fn bytes_may_be_links() {
    let bytes = text::from_str::<Vec<u8>>("[&1, 2, &1] @objects { &1 = 7 }");
    assert_eq!(bytes.unwrap(), [7, 2, 7]);
    let array = text::from_str::<[u8; 2]>("[&1, 2] @objects { &1 = 7 }");
    assert_eq!(array.unwrap(), [7, 2]);
}

#[test]
fn underscores_stand_between_digits_and_nowhere_else() {
    let numbers = [("1_000", 1000), ("0b1_000", 8), ("0x3_e8", 1000), ("-1_0", -10), ("+1_0", 10)];
    for (text, number) in numbers {
        assert_eq!(text::from_str::<i64>(text).unwrap(), number);
    }
    for text in ["1__0", "_1", "1_", "0_b1", "0b_1", "0x_1", "0_x1", "1_.5", "1_e3", "a_1"] {
        assert!(text::from_str::<f64>(text).is_err(), "{text}");
        assert!(text::from_str::<u64>(text).is_err(), "{text}");
    }
}

/// The former name of a field means a value of its former type, if the type changed, too.
#[test]
fn a_former_name_is_not_taken_past_a_change_of_type() {
    #[derive(Archive, Debug, PartialEq)]
    struct Sound {
        #[archive(renamed(2, from = "vol"), was(u8, until = 2, with = percent))]
        volume: f32,
        #[since(2, default = false)]
        muted: bool,
    }
    fn percent(volume: u8) -> f32 {
        f32::from(volume) / 100.0
    }
    let loaded = |text: &str| archive::text::from_str::<Sound>(text);
    let half = Sound { volume: 0.5, muted: false };
    assert_eq!(loaded("{ vol = 50 }").unwrap(), half);
    assert_eq!(loaded("Sound @1 { vol = 50 }").unwrap(), half);
    assert_eq!(loaded("{ volume = 0.5, muted = false }").unwrap(), half);
    for text in ["{ vol = 50, muted = true }", "Sound @2 { vol = 50 }"] {
        let error = loaded(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownField, "{error}");
        let said = error.to_string();
        assert!(said.contains("this was the name of `volume` before version 2"), "{said}");
    }
    // A text that states a version must use that version's names, even if the type did not change.
    #[derive(Archive, Debug, PartialEq)]
    struct Light {
        #[archive(renamed(2, from = "lum"))]
        power: u8,
    }
    let said = text::from_str::<Light>("Light @2 { lum = 1 }").unwrap_err().to_string();
    assert!(
        said.contains("this was the name of `power` before version 2: write `power`"),
        "{said}"
    );
    assert_eq!(text::from_str::<Light>("Light @1 { lum = 1 }").unwrap(), Light { power: 1 });
    for json in [r#"{"vol":50,"muted":true}"#, r#"{"@versions":{"Sound":2},"vol":50}"#] {
        let error = archive::json::from_str::<Sound>(json).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownField, "{error}");
    }
}

#[test]
fn the_name_of_a_variant_tells_its_version_too() {
    fn tens(one: u8) -> u32 {
        u32::from(one) * 10
    }

    #[derive(Archive, Debug, PartialEq)]
    enum Dose {
        #[archive(renamed(2, from = "Potion"))]
        Flask {
            #[archive(was(u8, until = 2, with = tens))]
            drops: u32,
        },
        #[archive(renamed(2, from = "Pair"))]
        Both(#[archive(was(u8, until = 2, with = tens))] u32, String),
    }

    let dose = |source| text::from_str::<Dose>(source).unwrap();
    assert_eq!(dose("Flask { drops = 3 }"), Dose::Flask { drops: 3 });
    assert_eq!(dose("Potion { drops = 3 }"), Dose::Flask { drops: 30 });
    assert_eq!(dose("Pair(3, \"a\")"), Dose::Both(30, "a".into()));
    assert_eq!(dose("Both(3, \"a\")"), Dose::Both(3, "a".into()));
    let json = |source| archive::json::from_str::<Dose>(source).unwrap();
    assert_eq!(json(r#"{"Potion": {"drops": 3}}"#), Dose::Flask { drops: 30 });
    assert_eq!(json(r#"{"Flask": {"drops": 3}}"#), Dose::Flask { drops: 3 });
}

/// No archive tells how a type without fields is declared.
#[test]
fn what_has_no_fields_may_be_written_in_any_brackets_or_none() {
    let file = archive::to_vec(&nothing::ALL).unwrap();
    for body in ["", "{}", "()"] {
        let variants = format!("[Braces{body}, Parens{body}, Neither{body}]");
        let named = format!("(Braces{body}, Parens{body}, Neither{body}, {variants})");
        let short = format!("({body}, {body}, {body}, {variants})");
        for source in [named, short].iter().take(if body.is_empty() { 1 } else { 2 }) {
            assert_eq!(text::from_str::<nothing::All>(source).unwrap(), nothing::ALL, "{source}");
            assert_eq!(text::to_archive(source, &file).unwrap(), file, "{source}");
        }
    }
    // Named fields need names, even if all have defaults.
    assert!(text::from_str::<Settings>("Settings()").is_err());
}
