//! Unknown parts of texts, JSON and serde formats are kept, too.

mod bounds;
mod names;
mod own;
mod parts;
mod plain;
mod refused;

use archive::with::{AsSerde, Serde};
use archive::{Archive, Error, ErrorKind, Newer, Options, Unknown, Value, json, text};

use super::programs::{new, newer, newer_played, old, play};
use super::retain;

/// A form without a schema.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Text,
    Json,
    Cbor,
}

const FORMS: [Form; 3] = [Form::Text, Form::Json, Form::Cbor];

impl Form {
    fn save<T: archive::Serialize>(self, value: &T) -> Result<Vec<u8>, Error> {
        match self {
            Self::Text => text::to_string(value).map(String::into_bytes),
            Self::Json => json::to_string(value).map(String::into_bytes),
            Self::Cbor => {
                let mut bytes = Vec::new();
                ciborium::into_writer(&AsSerde(value), &mut bytes).unwrap();
                Ok(bytes)
            }
        }
    }

    /// Loads with options that retain.
    fn load<T: Archive>(self, bytes: &[u8]) -> Result<T, String> {
        let source = || std::str::from_utf8(bytes).unwrap();
        match self {
            Self::Text => retain().from_text(source()).map_err(|error| error.to_string()),
            Self::Json => retain().from_json(source()).map_err(|error| error.to_string()),
            Self::Cbor => {
                ciborium::from_reader(bytes).map(|Kept(it)| it).map_err(|error| error.to_string())
            }
        }
    }

    /// Loads with the options of a program that knows everything.
    fn read<T: Archive>(self, bytes: &[u8]) -> T {
        let source = || std::str::from_utf8(bytes).unwrap();
        match self {
            Self::Text => text::from_str(source()).unwrap(),
            Self::Json => json::from_str(source()).unwrap(),
            Self::Cbor => ciborium::from_reader(bytes).map(|Serde(it)| it).unwrap(),
        }
    }
}

/// Reads a value from a serde format with options that retain.
struct Kept<T>(T);

impl<'de, T: Archive> serde::Deserialize<'de> for Kept<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        retain().from_serde(deserializer).map(Self)
    }
}

fn of_text<T: Archive>(source: &str) -> T {
    retain().from_text(source).unwrap_or_else(|error| panic!("{error}"))
}

fn of_json<T: Archive>(source: &str) -> T {
    retain().from_json(source).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn an_older_program_changes_what_it_knows_and_keeps_the_rest() {
    for form in FORMS {
        let theirs = form.save(&newer()).unwrap();
        let mut save: old::Save = form.load(&theirs).unwrap();
        play(&mut save);
        let mine = form.save(&save).unwrap();

        let expected = newer_played();
        let found: new::Save = form.read(&mine);
        assert_eq!(found, expected, "{form:?}");
        // The older program can load it again, too.
        let again: old::Save = form.load(&mine).unwrap();
        assert_eq!(again, save, "{form:?}");
        assert_eq!(form.save(&again).unwrap(), mine);
    }
}

#[test]
fn what_was_kept_stands_behind_what_is_known() {
    let save: old::Save = of_text(&text::to_string(&newer()).unwrap());
    insta::assert_snapshot!("text", text::to_string(&save).unwrap());
    let save: old::Save = of_json(&json::to_string(&newer()).unwrap());
    insta::assert_snapshot!("json", json::to_string_pretty(&save).unwrap());
}

#[test]
fn a_holder_tells_what_it_keeps() {
    let save: old::Save = of_text(&text::to_string(&newer()).unwrap());
    assert_eq!(save.extra.names().collect::<Vec<_>>(), ["guild", "hearts", "pets"]);
    assert_eq!(save.extra.get("hearts"), Some(&Value::U64(2)));
    let guild = save.extra.get("guild").unwrap();
    assert_eq!(guild.get("name").unwrap(), &Value::Str("Wolves".into()));
    assert_eq!(save.hero.1.get("1"), Some(&Value::Char('♥')));
    let old::Event::Other(flew) = &save.log[1] else { panic!("not unknown") };
    assert_eq!((flew.variant(), flew.is_empty()), (Some("Flew"), false));
    assert_eq!(flew.get("to"), Some(&Value::Str("Rome".into())));
    let json: old::Save = of_json(&json::to_string(&newer()).unwrap());
    assert_eq!(json.extra.get("hearts"), Some(&Value::U64(2)));
    assert_eq!(json.extra.get("guild").unwrap().kind(), "map");
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Settings {
    volume: u8,
    #[archive(alias = "size", default = 640)]
    width: u16,
    #[archive(unknown)]
    extra: Unknown,
}

#[test]
fn a_text_by_hand_comes_back_as_it_was() {
    let source = "Settings {
  volume = 1
  size = 3
  on = true
  off = false
  nothing = none
  none_of_it = some(none)
  unit = ()
  flag = Dark
  odd = `some`
  c = 'x'
  s = \"a\\nb\"
  b = x\"00ff\"
  n = [1, -2, 0.5, 340282366920938463463374607431768211455, -0.0, inf, -inf, nan]
  nan32 = nan(0x7fc00001)
  nan64 = nan(0x7ff8000000000001)
  t = (1, Wall { height = 2, `true` = 3 }, At(1, 2), Empty {})
  m = { 1 = \"a\", Fire = \"b\" }
  q = { \"a b\" = 1 }
  r = { a = 1, `b c` = { d = {} } }
  `e f` = 1
}
";
    let settings: Settings = of_text(source);
    assert_eq!((settings.volume, settings.width), (1, 3));
    let saved = text::to_string(&settings).unwrap();
    assert_eq!(saved, source);
    assert_eq!(of_text::<Settings>(&saved), settings);
}

#[test]
fn a_group_behind_an_empty_name_is_the_group() {
    let settings: Settings = of_text("{ volume = 1, a = ``{}, b = ``(1), c = `` }");
    let saved = text::to_string(&settings).unwrap();
    assert!(saved.contains("a = {}\n  b = (1)\n  c = ``\n"), "{saved}");
    assert_eq!(of_text::<Settings>(&saved), settings);
}

#[test]
fn keys_that_are_held_by_options_are_written_without_these() {
    let settings: Settings =
        of_text("{ volume = 1, a = { some(b) = 1, c = 2 }, d = { some(none) = 3 } }");
    let saved = text::to_string(&settings).unwrap();
    assert!(saved.contains("a = { b = 1, c = 2 }\n  d = { some(none) = 3 }\n"), "{saved}");
    assert_eq!(of_text::<Settings>(&saved), settings);
}

#[test]
fn numbers_of_any_spelling_are_the_same_numbers() {
    let settings: Settings = of_text(
        "{ volume = 1, a = 0xff, b = -0b11, c = +1_000, d = -0, e = 1e3, f = nan(0x7fc00000) }",
    );
    let expected = [
        ("a", Value::U64(255)),
        ("b", Value::I64(-3)),
        ("c", Value::U64(1000)),
        ("d", Value::F64(-0.0)),
        ("e", Value::F64(1000.0)),
        ("f", Value::F64(f64::NAN)),
    ];
    for (name, value) in expected {
        assert_eq!(settings.extra.get(name), Some(&value), "{name}");
    }
    for strange in ["0x", "12abc", "nan(3)", "inf(2)"] {
        let source = format!("{{ volume = 1, a = {strange} }}");
        let error = retain().from_text::<Settings>(&source).unwrap_err();
        assert_eq!((error.kind(), error.line()), (ErrorKind::Syntax, Some(1)), "{error}");
    }
}

#[test]
fn json_by_hand_comes_back_as_it_was() {
    let source = r#"{"volume":1,"size":3,"a":{"some":null},"b":[1,-2,0.5,"7200"],"c":"é\n","d":{},"e":true}"#;
    let settings: Settings = of_json(source);
    assert_eq!(json::to_string(&settings).unwrap(), source);
}

#[test]
fn versions_are_those_of_the_text_or_todays_if_these_are_newer() {
    #[derive(Archive, Debug)]
    struct Hero {
        #[archive(renamed(2, from = "lvl"))]
        level: u32,
        item: Item,
        #[archive(unknown)]
        extra: Unknown,
    }

    #[derive(Archive, Debug)]
    struct Item {
        id: u8,
        #[archive(unknown)]
        extra: Unknown,
    }

    let saved = |source: &str| text::to_string(&of_text::<Hero>(source)).unwrap();
    // Nothing is kept, so all versions are today's.
    assert!(saved("Hero @9 { level = 1, item = { id = 1 } }").contains("Hero @2"));
    let text =
        saved("@versions { Item = 7, Other = 3 }\nHero @9 { level = 1, item = { id = 1, x = 2 } }");
    assert!(text.starts_with("@versions { Item = 7, Other = 3 }\nHero @9 {\n  level"), "{text}");
    let text = saved("@versions { Item = 7 } Hero @1 { lvl = 1, item = { id = 1, x = 2 } }");
    assert!(text.starts_with("@versions { Item = 7 }\nHero @2 {\n  level"), "{text}");
    let text = saved("{ lvl = 1, item = { id = 1, x = 2 } }");
    assert!(text.starts_with("Hero {\n  level"), "{text}");
    let text = saved("{ lvl = 1, item = { id = 1 }, x = 2 }");
    assert!(text.starts_with("Hero {\n  lvl"), "{text}");

    let source = r#"{"@versions":{"Hero":9},"level":1,"item":{"id":1},"x":2}"#;
    assert_eq!(json::to_string(&of_json::<Hero>(source)).unwrap(), source);
    let source = r#"{"level":1,"item":{"id":1,"x":3}}"#;
    assert_eq!(json::to_string(&of_json::<Hero>(source)).unwrap(), source);
    let error = Options::file()
        .unknown(Unknown::Retain)
        .from_text::<Hero>("Hero @9 { level = 1, item = { id = 1 } }")
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooNew);
    let _ = |hero: Hero| (hero.level, hero.item.id, hero.item.extra, hero.extra);
}

#[test]
fn what_todays_version_knows_is_no_part_of_an_older_text() {
    #[derive(Archive, Debug)]
    struct Hero {
        level: u32,
        #[since(2, default = 100)]
        stamina: u16,
        #[archive(unknown)]
        extra: Unknown,
    }
    let error = retain().from_text::<Hero>("Hero @1 { level = 1, stamina = 3 }").unwrap_err();
    assert_eq!((error.kind(), error.column()), (ErrorKind::UnknownField, Some(22)));
    assert!(error.to_string().contains("that version has no such field"), "{error}");
    let _ = |hero: Hero| (hero.level, hero.stamina, hero.extra);
}

#[test]
fn variants_are_kept_if_that_is_asked_for_or_the_text_is_newer() {
    let saved = |source: &str, policy| {
        let options = Options::file().newer(Newer::Accept).unknown(policy);
        options.from_text::<Vec<old::Mood>>(source).map(|moods| text::to_string(&moods).unwrap())
    };
    let source = "[Calm, Merry, Sad { why = \"rain\" }, Lost(1, Two), Odd {}]\n";
    assert_eq!(saved(source, Unknown::Retain).unwrap(), source);
    for policy in [Unknown::Error, Unknown::Skip] {
        let error = saved(source, policy).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownTag);
        assert!(error.to_string().contains("`Options::unknown(Unknown::Retain)`"), "{error}");
        let newer = format!("@versions {{ Mood = 2 }}\n{source}");
        assert_eq!(saved(&newer, policy).unwrap(), newer);
    }
    let source = r#"["Calm","Merry",{"Sad":{"why":"rain"}},{"Lost":[1,"Two"]},{"Odd":{}}]"#;
    let moods: Vec<old::Mood> = of_json(source);
    assert_eq!(json::to_string(&moods).unwrap(), source);
    // What was kept from one form cannot be written in another.
    assert_eq!(text::to_string(&moods).unwrap_err().kind(), ErrorKind::Retained);
}

#[test]
fn what_the_newer_program_no_longer_has_is_named_unless_it_holds_its_default() {
    for form in [Form::Text, Form::Json] {
        let mut save: old::Save = form.load(&form.save(&newer()).unwrap()).unwrap();
        save.health = 0.5;
        let error = form.save(&save).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "health"));
    }
}
