//! Fields whose types only support serde are shown in texts and JSON as serde's own formats show them.

use std::collections::BTreeMap;
use std::net::IpAddr;

use archive::{Archive, Describe, ErrorKind, json, text};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
enum Slot {
    None,
    Unit,
    Str(String),
    Item { count: Option<u8>, name: String },
    Pair(f32, f64),
    Held(Box<Self>),
    Number(i64),
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Id(u32);

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Nothing;

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Every {
    slot: Slot,
    maybe: Option<Slot>,
    units: Vec<Option<()>>,
    nothing: Nothing,
    floats: Vec<f32>,
    doubles: Vec<f64>,
    wide: (u64, i64, u128, i128),
    c: char,
    texts: BTreeMap<String, Slot>,
    by_id: BTreeMap<Id, Option<Option<bool>>>,
    by_char: BTreeMap<char, i8>,
    by_pair: BTreeMap<(i8, String), u8>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct World {
    before: u8,
    #[archive(with = archive::with::serde)]
    every: Every,
    #[archive(with = Option<archive::with::serde>)]
    maybe: Option<Option<Slot>>,
    #[archive(with = BTreeMap<_, archive::with::serde>)]
    slots: BTreeMap<String, Slot>,
    after: u8,
}

fn every() -> Every {
    let item = Slot::Item { count: Some(3), name: "torch".into() };
    Every {
        slot: Slot::Pair(0.1, 0.1),
        maybe: Some(item.clone()),
        units: vec![None, Some(())],
        nothing: Nothing,
        floats: vec![0.1, 1.0, -0.0, f32::MAX, f32::MIN, f32::MIN_POSITIVE],
        doubles: vec![0.1, 1e300],
        wide: (1 << 40, -1, u128::MAX, i128::MIN),
        c: 'é',
        texts: [("a b".into(), Slot::None), ("true".into(), Slot::Number(-300))].into(),
        by_id: [(Id(7), None), (Id(70_000), Some(Some(true)))].into(),
        by_char: [('x', 1)].into(),
        by_pair: [((1, "one".into()), 1)].into(),
    }
}

fn world() -> World {
    let slots = [("F32".into(), Slot::Held(Box::new(Slot::Unit)))].into();
    World { before: 1, every: every(), maybe: Some(Some(Slot::Number(5))), slots, after: 2 }
}

#[test]
fn texts_and_json_show_what_serde_would() {
    insta::assert_snapshot!("plain_text", text::to_string(&world()).unwrap());
    insta::assert_snapshot!("plain_json", json::to_string_pretty(&world()).unwrap());
}

#[test]
fn its_json_schema_allows_anything() {
    let schema = archive::schema::json_schema(&World::schema());
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    assert!(schema["$defs"]["std.Serde"]["oneOf"].is_null(), "{schema}");
}

/// Saves and loads a world in each form, with and without its types.
fn comes_back(world: &World) {
    let file = archive::to_vec(world).unwrap();
    let shown = text::to_string(world).unwrap();
    let loaded: World = text::from_str(&shown).unwrap_or_else(|it| panic!("{it}\n{shown}"));
    assert_eq!(loaded, *world, "{shown}");
    let edited = text::to_archive(&text::of_archive(&file).unwrap(), &file).unwrap();
    assert_eq!(edited, file, "{shown}");

    let shown = json::to_string(world).unwrap();
    let loaded: World = json::from_str(&shown).unwrap_or_else(|it| panic!("{it}\n{shown}"));
    assert_eq!(loaded, *world, "{shown}");
    let edited = json::to_archive(&json::of_archive(&file).unwrap(), &file).unwrap();
    assert_eq!(edited, file, "{shown}");

    let mut bytes = Vec::new();
    ciborium::into_writer(&archive::with::AsSerde(world), &mut bytes).unwrap();
    let archive::with::Serde(loaded) = ciborium::from_reader::<_, &[u8]>(&bytes).unwrap();
    assert_eq!(*world, loaded);
}

#[test]
fn options_of_options_come_back() {
    for maybe in [None, Some(None), Some(Some(Slot::None)), Some(Some(Slot::Str("Unit".into())))] {
        comes_back(&World { maybe, ..world() });
    }
}

#[test]
fn what_serde_json_writes_is_read() {
    let every = every();
    let theirs = serde_json::to_string(&Every { by_pair: BTreeMap::new(), ..every.clone() });
    // Two options in one look like one to `serde_json`.
    let theirs = theirs.unwrap();
    let source = format!(r#"{{"before":1,"every":{theirs},"maybe":null,"slots":{{}},"after":2}}"#);
    let loaded: World = json::from_str(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let expected = Every { units: vec![None, None], by_pair: BTreeMap::new(), ..every };
    assert_eq!(loaded.every, expected);
}

#[derive(Archive, Debug, PartialEq)]
struct Server {
    #[archive(with = archive::with::serde)]
    address: IpAddr,
    #[archive(with = Vec<archive::with::serde>)]
    keys: Vec<Slot>,
}

#[test]
fn what_people_write_is_read() {
    let server = Server {
        address: IpAddr::from([127, 0, 0, 1]),
        keys: vec![Slot::Number(3), Slot::Pair(1.0, 2.5), Slot::Unit],
    };
    let shown = text::to_string(&server).unwrap();
    assert_eq!(text::from_str::<Server>(&shown).unwrap(), server, "{shown}");
    for source in [
        r#"{ address = "127.0.0.1", keys = [Number(3), Pair(1, 2.5), "Unit"] }"#,
        // What it gives to formats that nobody reads.
        r#"{ address = { V4 = [127, 0, 0, 1] }, keys = [{ Number = 3 }, Pair(1, 2.5), Unit] }"#,
        r#"{ address = V4(127, 0, 0, 1), keys = [`@map`([("Number", `@u8`(3))]), { Pair = (1, 2.5) }, Unit] }"#,
    ] {
        let found: Server = text::from_str(source).unwrap_or_else(|it| panic!("{it}\n{source}"));
        assert_eq!(found, server, "{source}");
    }
}

/// What a type shows to people is stored, since what serde buffers is always read as that.
#[test]
fn what_has_no_tag_or_a_tag_inside_comes_back() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum Untagged {
        Address(IpAddr),
        Text(String),
        List(Vec<u8>),
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[serde(tag = "kind")]
    enum Tagged {
        Server { address: IpAddr },
        None,
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Flat {
        #[serde(flatten)]
        tagged: Tagged,
        id: Id,
    }

    #[derive(Archive, Debug, PartialEq)]
    struct All {
        #[archive(with = Vec<archive::with::serde>)]
        untagged: Vec<Untagged>,
        #[archive(with = Vec<archive::with::serde>)]
        tagged: Vec<Tagged>,
        #[archive(with = archive::with::serde)]
        flat: Flat,
    }

    let address = IpAddr::from([127, 0, 0, 1]);
    let untagged = vec![
        Untagged::Address(address),
        Untagged::Text("a".into()),
        Untagged::List(vec![127, 0, 0, 1]),
    ];
    let flat = Flat { tagged: Tagged::Server { address }, id: Id(7) };
    let all = All { untagged, tagged: vec![Tagged::Server { address }, Tagged::None], flat };
    assert_eq!(archive::from_slice::<All>(&archive::to_vec(&all).unwrap()).unwrap(), all);
    assert_eq!(text::from_str::<All>(&text::to_string(&all).unwrap()).unwrap(), all);
    let shown = json::to_string(&all).unwrap();
    assert_eq!(json::from_str::<All>(&shown).unwrap(), all);
    assert!(shown.contains(r#""flat":{"kind":"Server","address":"127.0.0.1","id":7}"#), "{shown}");
}

/// As serde's model calls its own variants.
#[test]
fn an_enum_may_have_any_names() {
    #[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
    enum Property {
        None,
        Unit,
        Some(u8),
        Bool(bool),
        F32(f32),
        Str(String),
        Bytes(Vec<u8>),
        List(Vec<Self>),
        Map(BTreeMap<String, Self>),
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Properties {
        #[archive(with = archive::with::serde)]
        list: Vec<Property>,
    }

    let list = vec![
        Property::None,
        Property::Unit,
        Property::Some(1),
        Property::Bool(true),
        Property::F32(0.1),
        Property::Str("Unit".into()),
        Property::Bytes(vec![1]),
        Property::Map([("Str".into(), Property::List(vec![Property::Bool(false)]))].into()),
    ];
    let theirs = serde_json::to_string(&list).unwrap();
    let properties = Properties { list };
    let shown = json::to_string(&properties).unwrap();
    assert!(shown.contains(&theirs), "{shown}");
    assert_eq!(json::from_str::<Properties>(&shown).unwrap(), properties);
    let source = "{ list = [
        None, Unit, Some(1), Bool(true), F32(0.1), Str(\"Unit\"), Bytes([1])
        Map({ Str = List([Bool(false)]) })
    ] }";
    assert_eq!(text::from_str::<Properties>(source).unwrap(), properties);
    assert_eq!(
        text::from_str::<Properties>(&text::to_string(&properties).unwrap()).unwrap(),
        properties
    );
}

#[derive(Serialize, Deserialize, Debug, Default, PartialEq)]
#[serde(default)]
struct Tuning {
    speed: f32,
    jump: u8,
    on: BTreeMap<bool, (i8, u8)>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Place(i8, u8);

#[derive(Archive, Debug, PartialEq)]
struct Car {
    #[archive(with = archive::with::serde)]
    tuning: Tuning,
    #[archive(with = archive::with::serde)]
    place: Place,
}

#[test]
fn structs_may_have_their_names() {
    let tuning = Tuning { speed: 9.0, jump: 3, on: [(true, (1, 2))].into() };
    let car = Car { tuning, place: Place(-1, 2) };
    for source in [
        "Car { tuning = Tuning { speed = 9, jump = 3, on = { true = (1, 2) } }, place = Place(-1, 2) }",
        "{ tuning = Some({ speed = Some(9), jump = 3, on = Some({ true = (1, 2) }) }), place = Some(Place(-1, 2)) }",
        "{ tuning = { speed = 9, jump = 3, on = { true = [1, 2] } }, place = [-1, 2] }",
    ] {
        assert_eq!(text::from_str::<Car>(source).unwrap(), car);
    }
    let source = r#"{"tuning":{"speed":9,"jump":3,"on":{"true":[1,2]}},"place":[-1,2]}"#;
    assert_eq!(json::from_str::<Car>(source).unwrap(), car);
}

/// A map with keys of the document itself.
#[test]
fn a_root_is_not_taken_for_a_document() {
    #[derive(Archive, Debug, PartialEq)]
    #[archive(transparent)]
    struct Document(#[archive(with = archive::with::serde)] serde_json::Value);

    for source in [
        r#"{"@value":3}"#,
        r#"{"@objects":{"1":2},"a":{"@link":1}}"#,
        r#"{"@versions":1}"#,
        "[1]",
        r#"{"a":{"@link":1}}"#,
    ] {
        let document = Document(serde_json::from_str(source).unwrap());
        let shown = json::to_string(&document).unwrap();
        assert_eq!(json::from_str::<Document>(&shown).unwrap(), document, "{shown}");
    }
}

#[test]
fn mistakes_are_told_where_they_are() {
    let of_server = |value: &str| {
        let source = format!("{{\n  address = {value}\n  keys = []\n}}");
        text::from_str::<Server>(&source).unwrap_err().to_string()
    };
    let of_keys = |value: &str| {
        let source =
            format!("{{\n  address = \"::\"\n  keys = [\n    Number(5)\n    {value}\n  ]\n}}");
        text::from_str::<Server>(&source).unwrap_err().to_string()
    };
    insta::assert_snapshot!(
        [
            of_server("{ V4 = [1], V4 = [2] }"),
            of_server("[1, [`@u8`(300)]]"),
            of_server("`@map`([1, 2])"),
            of_server("[1, &1]"),
            of_server("5"),
            of_keys("Pair(1e40, 1)"),
            of_server("\"127.0.0.x\""),
            of_server("127.0.0.1"),
            of_keys("Pair(1, \"a\")"),
            of_keys("{ Pair = [1, [2]] }"),
            of_keys("Item { count = 300, name = \"a\" }"),
            of_keys("{ Item = { count = 1 } }"),
            of_keys("Nomber(5)"),
            of_keys("{ Number = 1, Unit = 2 }"),
            of_keys("Number"),
            of_keys("Unit(5)"),
        ]
        .join("\n\n")
    );
    let source = r#"{"address":"::","keys":[{"Item":{"count":{"@u8":[1,2]},"name":"a"}}]}"#;
    insta::assert_snapshot!("mistake_in_json", json::from_str::<Server>(source).unwrap_err());
    #[derive(Archive)]
    #[archive(name = "Car")]
    struct Other {
        #[archive(with = archive::with::serde)]
        tuning: BTreeMap<String, BTreeMap<bool, (i8, u16)>>,
        #[archive(with = archive::with::serde)]
        place: (u8, u8),
    }
    let tuning = BTreeMap::from([("on".into(), [(true, (1, 300))].into())]);
    let file = archive::to_vec(&Other { tuning, place: (1, 2) }).unwrap();
    insta::assert_snapshot!("mistake_in_a_file", archive::from_slice::<Car>(&file).unwrap_err());
}

#[test]
fn depth_is_limited() {
    let nested = |levels: usize| {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        let source = format!("{{ address = {open}{close}, keys = [] }}");
        text::from_str::<Server>(&source).unwrap_err().kind()
    };
    assert_eq!(nested(100), ErrorKind::Convert);
    assert_eq!(nested(200), ErrorKind::DepthLimit);
    assert_eq!(nested(100_000), ErrorKind::DepthLimit);
}

fn name() -> impl Strategy<Value = String> {
    const NAMES: &[&str] = &[
        "", "a", "None", "Unit", "F32", "Map", "Str", "some", "@link", "none", "true", "5", "-1",
        "a b", "é",
    ];
    proptest::sample::select(NAMES).prop_map(str::to_owned)
}

fn slot() -> impl Strategy<Value = Slot> {
    let leaf = prop_oneof![
        Just(Slot::None),
        Just(Slot::Unit),
        name().prop_map(Slot::Str),
        (any::<Option<u8>>(), name()).prop_map(|(count, name)| Slot::Item { count, name }),
        (any::<u32>(), any::<u64>()).prop_filter_map("not a number", |(one, two)| {
            let (one, two) = (f32::from_bits(one), f64::from_bits(two));
            (!one.is_nan() && !two.is_nan()).then_some(Slot::Pair(one, two))
        }),
        any::<i64>().prop_map(Slot::Number),
        (-3_i64..300).prop_map(Slot::Number),
    ];
    leaf.prop_recursive(2, 4, 1, |inner| inner.prop_map(|it| Slot::Held(Box::new(it))))
}

prop_compose! {
    fn any_every()(
        slot in slot(),
        maybe in proptest::option::of(slot()),
        units in vec(any::<Option<()>>(), 0..3),
        floats in vec(proptest::num::f32::ANY.prop_filter("not a number", |it| !it.is_nan()), 0..4),
        doubles in vec(proptest::num::f64::ANY.prop_filter("not a number", |it| !it.is_nan()), 0..4),
        (wide, by) in (any::<(u64, i64, u128, i128)>(), 0..64_u32),
        c in any::<char>(),
        texts in btree_map(name(), slot(), 0..3),
        by_id in btree_map(any::<u32>().prop_map(Id), any::<Option<Option<bool>>>(), 0..3),
        by_char in btree_map(any::<char>(), any::<i8>(), 0..3),
        by_pair in btree_map((any::<i8>(), name()), any::<u8>(), 0..3),
    ) -> Every {
        let wide = (wide.0 >> by, wide.1 >> by, wide.2 >> by, wide.3 >> by);
        Every {
            slot, maybe, units, nothing: Nothing, floats, doubles, wide, c, texts, by_id, by_char, by_pair,
        }
    }
}

proptest! {
    #[test]
    fn whatever_serde_saves_comes_back(
        every in any_every(),
        maybe in proptest::option::of(proptest::option::of(slot())),
        slots in btree_map(name(), slot(), 0..3),
    ) {
        comes_back(&World { before: 1, every, maybe, slots, after: 2 });
    }
}

/// A type of another crate, and what replaced it.
#[test]
fn what_was_stored_becomes_a_type_of_the_game() {
    mod old {
        use super::{Archive, Place};

        #[derive(Archive)]
        pub(super) struct Unit {
            #[archive(with = archive::with::serde)]
            pub(super) place: Place,
            #[archive(with = Vec<archive::with::serde>)]
            pub(super) path: Vec<Place>,
        }
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Position {
        x: i8,
        y: u8,
    }

    fn position(old: archive::with::serde::Stored) -> Result<Position, archive::Error> {
        let Place(x, y) = archive::with::serde::from_stored(old)?;
        Ok(Position { x, y })
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Unit {
        #[archive(was(archive::with::serde::Stored, until = 2, with = position))]
        place: Position,
        #[archive(was(Vec<archive::with::serde::Stored>, until = 2, with = |old: Vec<_>| {
            old.into_iter().map(position).collect::<Result<Vec<_>, _>>()
        }))]
        path: Vec<Position>,
    }

    let old = old::Unit { place: Place(-1, 2), path: vec![Place(3, 4)] };
    let unit = Unit { place: Position { x: -1, y: 2 }, path: vec![Position { x: 3, y: 4 }] };
    assert_eq!(archive::from_slice::<Unit>(&archive::to_vec(&old).unwrap()).unwrap(), unit);
    assert_eq!(text::from_str::<Unit>(&text::to_string(&old).unwrap()).unwrap(), unit);
    assert_eq!(json::from_str::<Unit>(&json::to_string(&old).unwrap()).unwrap(), unit);
}
