//! Every text of the grammar loads, or is refused with a place.

use std::collections::BTreeMap;

use archive::{Archive, Newer, Options, Unknown, text};
use archive_tests::source::{are_same, endures};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::made::{any_text, untyped};
use crate::world::{Any, Shared, Tile, World};

/// Whether a type that keeps unknown parts loads a text.
fn is_kept(source: &str) -> bool {
    let retain = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
    endures::<Any>(&retain, source, Any::eq)
}

/// Whether a text loads as any of these types.
fn fits(source: &str) -> bool {
    let today = Options::file();
    let skip = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    let loads = [
        endures::<World>(&today, source, are_same),
        endures::<World>(&skip, source, are_same),
        endures::<Tile>(&today, source, are_same),
        endures::<Shared>(&today, source, are_same),
        endures::<Any>(&today, source, are_same),
        endures::<Vec<Option<f32>>>(&today, source, are_same),
        endures::<BTreeMap<String, (u8, char)>>(&today, source, are_same),
        endures::<(Tile, Box<[u8; 2]>)>(&today, source, are_same),
    ];
    loads.contains(&true)
}

/// This many texts, the same in each run.
fn some(count: usize, texts: &impl Strategy<Value = String>) -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let mut next = || texts.new_tree(&mut runner).map(|tree| tree.current());
    (0..count).map(|_| next().unwrap()).collect()
}

proptest! {
    #[test]
    fn what_is_of_no_type_is_kept_or_refused_at_its_place(source in untyped()) {
        is_kept(&source);
    }

    #[test]
    fn what_follows_the_grammar_is_loaded_or_refused_at_its_place(source in any_text()) {
        fits(&source);
    }
}

#[test]
fn most_values_are_kept_and_many_texts_are_of_a_type() {
    let texts = some(400, &untyped());
    let kept = texts.iter().filter(|source| is_kept(source)).count();
    let texts = some(400, &any_text());
    let loaded = texts.iter().filter(|source| fits(source)).count();
    assert!(kept > 240 && loaded > 160, "{kept} and {loaded} of 400");
}

#[test]
fn all_of_the_grammar_is_met() {
    let texts = some(400, &any_text()).concat();
    for part in [
        "\u{feff}",
        "@versions",
        "@1",
        "@objects",
        "&1",
        "//",
        "/*",
        "`",
        "\\n",
        "\\t",
        "\\r",
        "\\0",
        "\\\\",
        "\\\"",
        "\\'",
        "\\`",
        "\\u{",
        "0x",
        "0b",
        "_",
        ".",
        "e-",
        "+",
        "-inf",
        "nan(",
        "nan",
        "x\"",
        "'",
        "some",
        "none",
        "Wall{",
        "Wall {",
        "Door(",
        "Door\t (",
        "{}",
        "()",
        "[]",
        ",}",
        ",]",
        ",)",
        "\r\n",
        "\n\n",
        "\t",
    ] {
        assert!(texts.contains(part), "{part}");
    }
}

/// A word that is a value has no group of its own.
#[test]
fn a_group_behind_a_word_is_another_value() {
    type Pairs = Vec<Option<(u8, u8)>>;
    let pairs = |source: &str| text::from_str::<Pairs>(source).unwrap();
    let expected = [None, Some((1, 2)), None];
    assert_eq!(pairs("[none (1, 2) none]"), expected);
    assert_eq!(pairs("[none, (1, 2), none]"), expected);
    assert_eq!(pairs("[none\t(1, 2)\nnone]"), expected);
    assert_eq!(text::from_str::<(f32, (u8, u8))>("(inf (1, 2))").unwrap(), (f32::INFINITY, (1, 2)));
    assert_eq!(text::from_str::<(bool, (u8, u8))>("(true(1, 2))").unwrap(), (true, (1, 2)));
    let bits = |source: &str| text::from_str::<Vec<f32>>(source).map(|all| all.len());
    assert_eq!(bits("[nan(0x7fc00001) inf]").unwrap(), 2);
    let file = archive::to_vec(&Pairs::new()).unwrap();
    let made = text::to_archive("[none (1, 2) none]", &file).unwrap();
    assert_eq!(archive::from_slice::<Pairs>(&made).unwrap(), expected);

    #[derive(Archive, Debug, PartialEq)]
    struct Spot {
        x: u8,
    }
    // Elements that resemble the one before are read by other code.
    let spots =
        text::from_str::<Vec<Option<Spot>>>("[none { x = 1 } { x = 2 } none { x = 3 }]").unwrap();
    assert_eq!(spots, [None, Some(Spot { x: 1 }), Some(Spot { x: 2 }), None, Some(Spot { x: 3 })]);
    let many = format!("[{}]", "none { x = 1 } none { x = 2 }\n".repeat(9));
    assert_eq!(text::from_str::<Vec<Option<Spot>>>(&many).unwrap().len(), 36);

    #[derive(Archive, Debug, PartialEq)]
    struct Home {
        home: Option<Spot>,
    }
    let error = text::from_str::<Home>("{ home = none { x = 1 } }").unwrap_err();
    insta::assert_snapshot!(error, @r"
    (line 1, column 15): expected `=` between a key and its value
      1 | { home = none { x = 1 } }
        |               ^
      help: `none` has nothing in brackets: remove either of them
    ");
}
