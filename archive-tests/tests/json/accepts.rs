//! JSON that other programs and people may write.

use std::collections::BTreeMap;

use archive::{Archive, ErrorKind, Newer, Options, Unknown, json};
use archive_tests::nothing;

#[derive(Archive, Debug, Default, PartialEq)]
struct Settings {
    volume: f32,
    #[since(2, default = 1280)]
    width: u32,
    #[archive(alias = "fullscreen", default = false)]
    full: bool,
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
    json::from_str(source).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn fields_come_in_any_order_and_may_be_left_out() {
    let expected = Settings { volume: 0.5, width: 800, ..Settings::default() };
    for source in [
        r#"{"@versions":{"Settings":2},"volume":0.5,"width":800}"#,
        r#" { "width" : 800 , "volume" : 5e-1 , "pet" : null } "#,
        "\u{feff}{\"\\u0077idth\": 800, \"volume\": \"0.5\"}",
        r#"{"volume": 0.5, "width": "800"}"#,
        r#"{"volume": 0.5, "width": 800.0}"#,
    ] {
        assert_eq!(load(source), expected, "{source}");
    }
    assert_eq!(load(r#"{"volume":1}"#).width, 1280);
    assert!(load(r#"{"volume":1,"fullscreen":true}"#).full);
}

#[test]
fn the_versions_may_stand_anywhere_at_the_root() {
    let pet = Pet { called: "Rex".into(), age: 3 };
    for source in [
        r#"{"@versions":{"Settings":1,"Pet":1},"volume":1,"pet":{"name":"Rex","legs":4}}"#,
        r#"{"volume":1,"pet":{"name":"Rex","legs":4},"@versions":{"Settings":1,"Pet":1}}"#,
        r#"{"volume":1,"@versions":{"Settings":1,"Pet":1},"pet":{"legs":4,"name":"Rex"}}"#,
        r#"{"@value":{"volume":1,"pet":{"name":"Rex","legs":4}},"@versions":{"Pet":1}}"#,
        r#"{"@value":{"volume":1,"pet":{"name":"Rex","legs":4}}}"#,
    ] {
        let settings = load(source);
        assert_eq!(settings.pet.as_ref(), Some(&pet), "{source}");
        assert_eq!(settings.width, 1280);
    }
    // Version 1 had no width.
    let source = r#"{"width":8,"volume":1,"@versions":{"Settings":1}}"#;
    assert_eq!(json::from_str::<Settings>(source).unwrap_err().kind(), ErrorKind::UnknownField);
}

#[test]
fn an_unstated_version_is_the_newest_that_has_all_names() {
    let pet = |source: &str| load(source).pet.unwrap();
    let old = Pet { called: "Rex".into(), age: 3 };
    assert_eq!(pet(r#"{"volume":1,"pet":{"name":"Rex","legs":4}}"#), old);
    assert_eq!(pet(r#"{"volume":1,"pet":{"called":"Rex"}}"#), old);
    assert_eq!(pet(r#"{"volume":1,"pet":{"called":"Rex","age":9}}"#).age, 9);
}

#[test]
fn unknown_fields_and_newer_versions_follow_the_callers_policy() {
    let source = r#"{"volume":1,"colour":{"deep":[1,{}]},"width":3}"#;
    let skip = Options::file().unknown(Unknown::Skip);
    assert_eq!(skip.from_json::<Settings>(source).unwrap().width, 3);
    assert_eq!(json::from_str::<Settings>(source).unwrap_err().kind(), ErrorKind::UnknownField);

    let error = Options::file().unknown(Unknown::Retain).from_json::<Settings>(source).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownField);
    assert!(error.to_string().contains("`#[archive(unknown)] extra: archive::Unknown`"), "{error}");

    let newer = r#"{"@versions":{"Settings":3},"volume":1,"width":3}"#;
    assert_eq!(json::from_str::<Settings>(newer).unwrap_err().kind(), ErrorKind::TooNew);
    let accept = Options::file().newer(Newer::Accept);
    assert_eq!(accept.from_json::<Settings>(newer).unwrap().width, 3);
}

#[test]
fn a_map_may_be_an_object_or_pairs() {
    let prices = BTreeMap::from([(3_u8, 'a'), (20, 'b')]);
    for source in [r#"[[3,"a"],[20,"b"]]"#, r#"{"3":"a","20":"b"}"#, r#"[["20","b"],[3,"a"]]"#] {
        assert_eq!(json::from_str::<BTreeMap<u8, char>>(source).unwrap(), prices, "{source}");
    }
    let names: BTreeMap<String, u8> = json::from_str(r#"[["a",1]]"#).unwrap();
    assert_eq!(names["a"], 1);
}

#[test]
fn an_option_of_an_option_may_be_written_plainly() {
    assert_eq!(json::from_str::<Option<Option<u8>>>("5").unwrap(), Some(Some(5)));
    assert_eq!(json::from_str::<Option<Option<u8>>>("null").unwrap(), None);
}

#[test]
fn text_without_escapes_is_borrowed() {
    let source = r#""torch""#.to_owned();
    assert_eq!(json::from_str::<&str>(&source).unwrap(), "torch");
    let error = json::from_str::<&str>(r#""a\n""#).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CannotBorrow);
    assert_eq!(json::from_str::<String>(r#""\ud83e\udd80\u0041\/""#).unwrap(), "🦀A/");
}

#[test]
fn bytes_may_be_digits_or_numbers() {
    #[derive(Archive, Debug)]
    enum Color {
        #[expect(non_camel_case_types, reason = "a name of hex digits")]
        be,
    }
    assert_eq!(json::from_str::<Vec<u8>>(r#""00FF 1a""#).unwrap(), [0, 255, 26]);
    assert_eq!(json::from_str::<Vec<u8>>("[0, 255, 26]").unwrap(), [0, 255, 26]);
    assert_eq!(json::from_str::<[u8; 3]>(r#""00-FF 1a""#).unwrap(), [0, 255, 26]);
    assert!(json::from_str::<[u8; 2]>(r#""00FF1a""#).is_err());
    assert!(json::from_str::<[String; 1]>(r#""ab""#).is_err());
    assert!(json::from_str::<[u32; 1]>(r#""12""#).is_err());
    assert!(json::from_str::<[Vec<u8>; 1]>(r#""12""#).is_err());
    assert!(json::from_str::<(bool,)>(r#""01""#).is_err());
    assert!(json::from_str::<[Color; 1]>(r#""be""#).is_err());
    assert!(json::from_slice::<u8>(b"\xff").is_err());
}

/// No archive tells how a type without fields is declared.
#[test]
fn what_has_no_fields_may_be_written_in_any_brackets_or_none() {
    let file = archive::to_vec(&nothing::ALL).unwrap();
    for body in ["null", "{}", "[]"] {
        let variants = match body {
            "null" => r#"["Braces","Parens","Neither"]"#.to_owned(),
            _ => format!(r#"[{{"Braces":{body}}},{{"Parens":{body}}},{{"Neither":{body}}}]"#),
        };
        let source = format!("[{body},{body},{body},{variants}]");
        assert_eq!(json::from_str::<nothing::All>(&source).unwrap(), nothing::ALL, "{source}");
        assert_eq!(json::to_archive(&source, &file).unwrap(), file, "{source}");
    }
}
