//! No text crashes the reader or makes it take more than the limits allow.

use std::collections::BTreeMap;

use archive::{Archive, ErrorKind, Limits, Options, text};
use archive_tests::source::endures_flips;
use proptest::prelude::*;

#[derive(Archive, Clone, Debug, PartialEq)]
struct World {
    name: String,
    tiles: Vec<Tile>,
    keys: BTreeMap<String, (i8, char)>,
    blob: Vec<u8>,
    heights: Vec<f32>,
    next: Option<Box<World>>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum Tile {
    Empty,
    Wall { height: f64 },
    Door(u32, bool),
}

fn world() -> World {
    let inner = World {
        name: "cellar \"one\"\n".into(),
        tiles: vec![Tile::Empty, Tile::Wall { height: -0.5e300 }, Tile::Door(7, true)],
        keys: [("é".into(), (-3, '\''))].into(),
        blob: (0..40).collect(),
        heights: vec![f32::NAN, f32::INFINITY, 1.5],
        next: None,
    };
    World { next: Some(Box::new(inner.clone())), ..inner }
}

#[test]
fn every_prefix_is_refused() {
    let source = text::to_string(&world()).unwrap();
    for end in (0..source.trim_end().len()).filter(|end| source.is_char_boundary(*end)) {
        let error = text::from_str::<World>(&source[..end]).unwrap_err();
        assert!(error.line().is_some(), "{error}");
    }
}

#[test]
fn every_flip_is_endured() {
    let source = text::to_string(&world()).unwrap();
    endures_flips(&source, b" \"{}(]=,@-x\\\n9/", |source| text::from_str::<World>(source));
}

#[test]
fn deep_nesting_is_an_error() {
    for open in ["[", "{ a = ", "(", "some(", "W { next = "] {
        let source = open.repeat(200_000);
        assert_eq!(text::from_str::<World>(&source).unwrap_err().kind(), ErrorKind::Syntax);
    }
    let level = "{ name = \"\", tiles = [], keys = {}, blob = [], heights = [], next = ";
    let source = level.repeat(1000) + "none" + &"}".repeat(1000);
    let error = text::from_str::<World>(&source).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
}

#[test]
fn huge_tokens_are_read_or_refused() {
    let digits = "9".repeat(1 << 20);
    assert_eq!(text::from_str::<u64>(&digits).unwrap_err().kind(), ErrorKind::InvalidValue);
    assert_eq!(text::from_str::<f64>(&digits).unwrap(), f64::INFINITY);
    let name = "n".repeat(1 << 20);
    assert!(text::from_str::<Tile>(&name).unwrap_err().to_string().len() < 2000);
    let string = format!("\"{}\"", "é".repeat(1 << 20));
    assert_eq!(text::from_str::<String>(&string).unwrap().len(), 2 << 20);
    let comment = format!("/*{}*/ 7", "*".repeat(1 << 20));
    assert_eq!(text::from_str::<u8>(&comment).unwrap(), 7);
}

#[test]
fn memory_obeys_the_limits() {
    let source = format!("[{}]", "1 ".repeat(100_000));
    let careful = Options::file().limits(Limits::new().max_alloc(1000));
    let error = careful.from_text::<Vec<u64>>(&source).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MemoryLimit);
    assert_eq!(text::from_str::<Vec<u64>>(&source).unwrap().len(), 100_000);
}

#[test]
fn a_key_that_occurs_twice_is_refused() {
    let error = text::from_str::<BTreeMap<u8, u8>>("{ 1 = 2, 1 = 3 }").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyOrder);
}

/// Texts that follow the grammar, or nearly.
fn any_text() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        "[-+]?[0-9]{1,5}(\\.[0-9]{1,3})?(e[-+]?[0-9]{1,3})?",
        "\"[a-z\\\\né]{0,6}\"",
        "'[a-z]?'",
        "x\"[0-9a-f ]{0,8}\"",
        "(true|false|none|inf|nan|Empty|Wall|Door|World)",
    ];
    scalar.prop_recursive(6, 64, 6, |inner| {
        let key = prop_oneof!["(name|tiles|keys|blob|heights|next|height|0)", "\"[a-z]{0,3}\""];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6)
                .prop_map(|all| format!("[{}]", all.join(", "))),
            prop::collection::vec(inner.clone(), 0..4)
                .prop_map(|all| format!("({})", all.join(" "))),
            ("(World |Wall |Door|some|)", prop::collection::vec((key, inner), 0..6)).prop_map(
                |(name, all)| {
                    let all: Vec<_> =
                        all.iter().map(|(key, value)| format!("{key} = {value}")).collect();
                    format!("{name}{{ {} }}", all.join("\n"))
                }
            ),
        ]
    })
}

proptest! {
    #[test]
    fn no_text_crashes(source in any_text()) {
        let _ = text::from_str::<World>(&source);
        let _ = text::from_str::<Tile>(&source);
        let _ = text::from_str::<Vec<Option<f32>>>(&source);
        let _ = text::from_str::<BTreeMap<String, (u8, char)>>(&source);
    }

    #[test]
    fn no_bytes_crash(source in "[ -~\n]{0,60}") {
        let _ = text::from_str::<World>(&source);
    }
}
