//! How values are written as JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::rc::Rc;

use archive::json::{self, Spelling};
use archive::{Archive, Options};

/// A value is written as `expected`, and comes back.
#[track_caller]
fn is_written<T: Archive + PartialEq + Debug>(value: &T, expected: &str) {
    assert_eq!(json::to_string(value).unwrap(), expected);
    assert_eq!(json::from_str::<T>(expected).unwrap(), *value);
}

#[derive(Archive, Debug, PartialEq)]
struct SaveGame {
    level: u32,
    #[since(4, default = 100)]
    stamina: u16,
    difficulty: Difficulty,
    inventory: Vec<Item>,
}

#[derive(Archive, Debug, PartialEq)]
enum Difficulty {
    Easy,
    Hard { ironman: bool },
    Custom(f32, u8),
}

#[derive(Archive, Debug, PartialEq)]
struct Item {
    id: String,
    count: u64,
}

#[derive(Archive, Debug, PartialEq)]
struct Place(i16, i16);

#[derive(Archive, Debug, PartialEq)]
struct Marker;

#[test]
fn a_struct_states_the_versions_first() {
    let game = SaveGame {
        level: 12,
        stamina: 70,
        difficulty: Difficulty::Hard { ironman: true },
        inventory: vec![Item { id: "torch".into(), count: 3 }],
    };
    let expected = r#"{"@versions":{"Difficulty":1,"Item":1,"SaveGame":4},"level":12,"stamina":70,"difficulty":{"Hard":{"ironman":true}},"inventory":[{"id":"torch","count":"3"}]}"#;
    is_written(&game, expected);
    is_written(&Marker, r#"{"@versions":{"Marker":1}}"#);
}

#[test]
fn another_root_stands_beside_the_versions() {
    is_written(&Place(3, -4), r#"{"@versions":{"Place":1},"@value":[3,-4]}"#);
    is_written(&Difficulty::Easy, r#"{"@versions":{"Difficulty":1},"@value":"Easy"}"#);
    is_written(
        &Some(Difficulty::Custom(0.5, 1)),
        r#"{"@versions":{"Difficulty":1},"@value":{"Custom":[0.5,1]}}"#,
    );
}

#[test]
fn a_root_without_versions_stands_alone() {
    is_written(&7_u8, "7");
    is_written(&vec![true, false], "[true,false]");
    let map = |key: &str| BTreeMap::from([(key.to_owned(), 1_u8)]);
    is_written(&map("a"), r#"{"a":1}"#);
    // A map is wrapped if it could be mistaken for the wrapper or for a statement of versions.
    is_written(&map("@value"), r#"{"@value":{"@value":1}}"#);
    is_written(&Some(map("@versions")), r#"{"@value":{"@versions":1}}"#);
    let plain = Options::file().to_json_as(&Place(3, -4), Spelling::new().versions(false));
    assert_eq!(plain.unwrap(), "[3,-4]");
}

#[test]
fn numbers_are_numbers_where_every_program_reads_them_exactly() {
    is_written(
        &(u32::MAX, i32::MIN, u64::MAX, i64::MIN),
        r#"[4294967295,-2147483648,"18446744073709551615","-9223372036854775808"]"#,
    );
    is_written(&u128::MAX, r#""340282366920938463463374607431768211455""#);
    let wide = Spelling::new().wide_numbers(true);
    let numbers = (u128::MAX, i128::MIN, u64::MAX);
    let json = Options::file().to_json_as(&numbers, wide).unwrap();
    let expected = "[340282366920938463463374607431768211455,-170141183460469231731687303715884105728,18446744073709551615]";
    assert_eq!(json, expected);
    assert_eq!(json::from_str::<(u128, i128, u64)>(&json).unwrap(), numbers);
}

#[test]
fn floats_have_the_fewest_digits_and_no_number_is_a_string() {
    is_written(&(0.1_f32, 0.1_f64, 1e300_f64, 3.0_f32), "[0.1,0.1,1e+300,3.0]");
    is_written(&(f32::INFINITY, f64::NEG_INFINITY), r#"["inf","-inf"]"#);
    let bits = |json: &str| json::from_str::<f32>(json).unwrap().to_bits();
    assert_eq!(json::to_string(&-0.0_f32).unwrap(), "-0.0");
    assert_eq!(bits("-0.0"), (-0.0_f32).to_bits());
    assert_eq!(bits("-0"), (-0.0_f32).to_bits());
    assert_eq!(json::to_string(&f32::from_bits(0xffc0_0001)).unwrap(), r#""nan(0xffc00001)""#);
    assert_eq!(bits(r#""nan(0xffc00001)""#), 0xffc0_0001);
    assert_eq!(json::to_string(&f64::NAN).unwrap(), r#""nan""#);
    // If it were read as a double first, it would be rounded twice.
    let number = f32::from_bits(0x15ae_43fd);
    assert_eq!(json::to_string(&number).unwrap(), "7.038531e-26");
    assert_eq!(bits("7.038531e-26"), number.to_bits());
}

#[test]
fn text_characters_and_bytes_are_strings() {
    is_written(&("a \"b\"\n\u{1}é".to_owned(), '"', '🦀'), r#"["a \"b\"\n\u0001é","\"","🦀"]"#);
    is_written(&vec![0_u8, 255, 26], r#""00ff1a""#);
    is_written(&[0_u8, 255], "[0,255]");
}

#[test]
fn what_is_there_is_told_from_nothing() {
    is_written(&Some(3_u8), "3");
    is_written(&None::<u8>, "null");
    is_written(&(), "null");
    is_written(&vec![None, Some(None), Some(Some(3_u8))], r#"[null,{"some":null},{"some":3}]"#);
    is_written(&vec![None, Some(())], r#"[null,{"some":null}]"#);
    is_written(&Some(Some(Some(()))), r#"{"some":{"some":{"some":null}}}"#);
    is_written(&Some(Rc::new(Some(1_u8))), r#"{"some":1}"#);
    is_written(&Some(BTreeMap::from([("some".to_owned(), 1_u8)])), r#"{"some":1}"#);
}

#[test]
fn maps_with_other_keys_than_text_are_pairs() {
    is_written(&BTreeMap::from([("a".to_owned(), 1_u8), (String::new(), 2)]), r#"{"":2,"a":1}"#);
    is_written(&BTreeMap::from([(7_u8, 'a'), (9, 'b')]), r#"[[7,"a"],[9,"b"]]"#);
    is_written(&BTreeMap::from([((1_u8, 2_u8), true)]), "[[[1,2],true]]");
    is_written(&BTreeMap::<u8, u8>::new(), "[]");
    is_written(&BTreeMap::<String, u8>::new(), "{}");
    is_written(&BTreeSet::from(['b', 'a']), r#"["a","b"]"#);
}

#[test]
fn an_older_program_gets_what_it_knows() {
    let game =
        SaveGame { level: 1, stamina: 100, difficulty: Difficulty::Easy, inventory: Vec::new() };
    let table = archive::VersionTable::of::<SaveGame>().unwrap().with("SaveGame", 3);
    let json = Options::file().write_for(&table).to_json(&game).unwrap();
    let expected = r#"{"@versions":{"Difficulty":1,"Item":1,"SaveGame":3},"level":1,"difficulty":"Easy","inventory":[]}"#;
    assert_eq!(json, expected);
}
