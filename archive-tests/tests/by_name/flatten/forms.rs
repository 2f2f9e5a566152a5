//! Flattened structs in each form of a value.

use std::collections::BTreeMap;

use archive::{Archive, Describe, Layout, Options, Value, json, schema, text};

use super::{Being, Orc, Place, nested_orc, orc};

const TEXT: &str = "\
@versions { Being = 1, Place = 1 }
Orc @1 {
  weapon = \"scimitar\"
  name = \"Ugluk\"
  x = -3
  y = 9
  health = 35
  anger = 0.5
}
";

const JSON: &str = r#"{"@versions":{"Being":1,"Orc":1,"Place":1},"weapon":"scimitar","name":"Ugluk","x":-3,"y":9,"health":35,"anger":0.5}"#;

#[test]
fn bytes_are_those_of_nesting() {
    for layout in [Layout::Rows, Layout::Columns] {
        for options in [Options::file(), Options::message()] {
            let options = options.layout(layout);
            assert_eq!(options.to_vec(&orc()).unwrap(), options.to_vec(&nested_orc()).unwrap());
        }
    }
    assert_eq!(Orc::schema().fingerprint(), super::nested::Orc::schema().fingerprint());
    assert_eq!(Value::of(&orc()).unwrap(), Value::of(&nested_orc()).unwrap());
}

#[test]
fn a_text_has_the_fields_side_by_side() {
    assert_eq!(text::to_string(&orc()).unwrap(), TEXT);
    assert_eq!(text::from_str::<Orc>(TEXT).unwrap(), orc());
}

#[test]
fn json_has_the_fields_side_by_side() {
    assert_eq!(json::to_string(&orc()).unwrap(), JSON);
    assert_eq!(json::from_str::<Orc>(JSON).unwrap(), orc());
}

#[test]
fn a_format_of_serde_has_the_fields_side_by_side() {
    let mut bytes = Vec::new();
    ciborium::into_writer(&archive::with::AsSerde(&orc()), &mut bytes).unwrap();
    let tree: ciborium::Value = ciborium::from_reader(bytes.as_slice()).unwrap();
    assert_eq!(tree.as_map().map(Vec::len), Some(7), "{tree:?}");
    let read: archive::with::Serde<Orc> = ciborium::from_reader(bytes.as_slice()).unwrap();
    assert_eq!(read.0, orc());
}

#[test]
fn fields_come_in_any_order_and_those_with_a_default_may_be_left_out() {
    let source = "{ anger = 0.5, hp = 35, y = 9, weapon = \"scimitar\", x = -3, name = \"Ugluk\" }";
    assert_eq!(text::from_str::<Orc>(source).unwrap(), orc());
    let source = "{ anger = 0, x = 4, weapon = \"club\", name = \"Bolg\" }";
    let being = Being { name: "Bolg".into(), place: Place { x: 4, y: 0 }, health: 20 };
    let expected = Orc { weapon: "club".into(), being, anger: 0.0 };
    assert_eq!(text::from_str::<Orc>(source).unwrap(), expected);
}

#[test]
fn what_was_written_before_it_was_flattened_is_read() {
    let nested = text::to_string(&nested_orc()).unwrap();
    assert!(nested.contains("being = Being {"), "{nested}");
    assert_eq!(text::from_str::<Orc>(&nested).unwrap(), orc());
    let nested = json::to_string(&nested_orc()).unwrap();
    assert_eq!(json::from_str::<Orc>(&nested).unwrap(), orc());
}

#[test]
fn text_is_edited_by_the_names_that_stand_there() {
    let edited = text::edit(TEXT, "health", &7_u32).unwrap();
    assert_eq!(text::from_str::<Orc>(&edited).unwrap().being.health, 7);
}

#[derive(Archive, Debug, PartialEq)]
enum Thing {
    Orc {
        #[archive(flatten)]
        being: Being,
        angry: bool,
    },
    Rock(Place),
}

#[test]
fn fields_of_a_variant_may_be_flattened() {
    let things = BTreeMap::from([
        (1, Thing::Orc { being: orc().being, angry: true }),
        (2, Thing::Rock(Place { x: 1, y: 2 })),
    ]);
    let written = text::to_string(&things).unwrap();
    let line = r#"1 = Orc { name = "Ugluk", x = -3, y = 9, health = 35, angry = true }"#;
    assert!(written.contains(line), "{written}");
    assert_eq!(text::from_str::<BTreeMap<u8, Thing>>(&written).unwrap(), things);
    let written = json::to_string(&things).unwrap();
    assert!(written.contains(r#"{"Orc":{"name":"Ugluk","x":-3,"y":9,"#), "{written}");
    assert_eq!(json::from_str::<BTreeMap<u8, Thing>>(&written).unwrap(), things);
}

#[derive(Archive, Debug, PartialEq)]
struct Generic<T> {
    #[archive(flatten)]
    inner: T,
    more: u8,
}

#[test]
fn a_parameter_may_be_flattened_if_it_is_a_struct() {
    let value = Generic { inner: Place { x: 1, y: 2 }, more: 3 };
    let written = text::to_string(&value).unwrap();
    assert!(written.contains("{\n  x = 1\n  y = 2\n  more = 3\n}"), "{written}");
    assert_eq!(text::from_str::<Generic<Place>>(&written).unwrap(), value);
}

#[derive(Archive, Debug, PartialEq)]
struct Empty {}

#[derive(Archive, Debug, PartialEq)]
struct Two {
    #[archive(flatten)]
    place: Place,
    #[archive(flatten)]
    empty: Empty,
    #[archive(flatten, default = Name { name: "nobody".into() })]
    name: Name,
}

/// Its only field has the name of the field that it stands in.
#[derive(Archive, Debug, PartialEq)]
struct Name {
    name: String,
}

#[test]
fn several_stand_side_by_side_and_one_with_a_default_may_be_left_out() {
    let value = |name: &str| {
        let name = Name { name: name.into() };
        Two { place: Place { x: 1, y: 2 }, empty: Empty {}, name }
    };
    for form in ["{ x = 1, y = 2, name = \"Ann\" }", "{ name = \"Ann\", y = 2, x = 1 }"] {
        assert_eq!(text::from_str::<Two>(form).unwrap(), value("Ann"));
    }
    assert_eq!(text::from_str::<Two>("{ x = 1, y = 2 }").unwrap(), value("nobody"));
    let written = text::to_string(&value("Ann")).unwrap();
    assert_eq!(text::from_str::<Two>(&written).unwrap(), value("Ann"));
}

#[test]
fn schemas_for_tools_follow() {
    let page = schema::markdown(&Orc::schema());
    assert!(page.contains("| `being` | `Being` | | its fields are inlined here |"), "{page}");
    let rust = schema::rust(&Orc::schema());
    assert!(rust.contains("#[archive(flatten)]\n    pub being: Being,"), "{rust}");
    let rules = schema::json_schema(&Orc::schema());
    let rules: serde_json::Value = serde_json::from_str(&rules).unwrap();
    let fields = rules["$defs"]["Orc"]["properties"].as_object().unwrap();
    let mut names: Vec<_> = fields.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["@versions", "anger", "health", "name", "weapon", "x", "y"]);
}
