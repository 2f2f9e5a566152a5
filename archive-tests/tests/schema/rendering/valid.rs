//! The JSON of a value is valid by the JSON Schema of its type.

use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, Describe, schema};
use serde_json::Value as Json;

/// Why a value does not match a schema. Knows only the keywords that ours use.
fn refused(top: &Json, rule: &Json, value: &Json) -> Option<String> {
    let refuse = |keyword: &str| Some(format!("{keyword}: {value} by {rule}"));
    let number = |key: &str| rule.get(key).and_then(Json::as_f64);
    if let Some(path) = rule.get("$ref").and_then(Json::as_str) {
        let name = path.strip_prefix("#/$defs/").unwrap();
        return refused(top, &top["$defs"][name], value);
    }
    let passes = |choices: &Json| {
        let all = choices.as_array().unwrap().iter();
        all.filter(|choice| refused(top, choice, value).is_none()).count()
    };
    if rule.get("anyOf").is_some_and(|choices| passes(choices) == 0) {
        return refuse("anyOf");
    }
    if rule.get("oneOf").is_some_and(|choices| passes(choices) != 1) {
        return refuse("oneOf");
    }
    if rule.get("const").is_some_and(|it| it != value) {
        return refuse("const");
    }
    if rule.get("enum").is_some_and(|all| !all.as_array().unwrap().contains(value)) {
        return refuse("enum");
    }
    let is_of = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    if rule.get("type").is_some_and(|name| !is_of(name.as_str().unwrap())) {
        return refuse("type");
    }
    let is_beyond = |it| {
        number("minimum").is_some_and(|min| it < min)
            || number("maximum").is_some_and(|max| it > max)
    };
    if value.as_f64().is_some_and(is_beyond) {
        return refuse("bounds");
    }
    let pattern = rule.get("pattern").and_then(Json::as_str).zip(value.as_str());
    if pattern.is_some_and(|(pattern, text)| !matches(pattern, text)) {
        return refuse("pattern");
    }
    if let Some(parts) = value.as_array() {
        let len = parts.len() as f64;
        if number("minItems").is_some_and(|min| len < min)
            || number("maxItems").is_some_and(|max| len > max)
        {
            return refuse("items");
        }
        let none = Vec::new();
        let first = rule.get("prefixItems").and_then(Json::as_array).unwrap_or(&none);
        let rest = rule.get("items").filter(|rest| rest.is_object());
        let each = parts.iter().enumerate();
        return each
            .filter_map(|(at, part)| Some((first.get(at).or(rest)?, part)))
            .find_map(|(rule, part)| refused(top, rule, part));
    }
    let object = value.as_object()?;
    for key in rule.get("required").and_then(Json::as_array).into_iter().flatten() {
        if !object.contains_key(key.as_str().unwrap()) {
            return refuse("required");
        }
    }
    object.iter().find_map(|(key, part)| {
        match (
            rule.get("properties").and_then(|all| all.get(key)),
            rule.get("additionalProperties"),
        ) {
            (Some(rule), _) => refused(top, rule, part),
            (None, Some(Json::Bool(false))) => refuse("additionalProperties"),
            (None, Some(rule)) => refused(top, rule, part),
            (None, None) => None,
        }
    })
}

/// Whether a text matches a pattern. Knows only the patterns that ours use.
fn matches(pattern: &str, text: &str) -> bool {
    let is_hex = |text: &str| text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    let nan = |digits| {
        let bits = text.strip_prefix("nan(0x").and_then(|text| text.strip_suffix(')'));
        bits.is_some_and(|bits| bits.len() == digits && is_hex(bits))
    };
    match pattern {
        "^(0|[1-9][0-9]*)$" => text.parse::<u128>().is_ok(),
        "^(0|-?[1-9][0-9]*)$" => text.parse::<i128>().is_ok(),
        "^([0-9a-f]{2})*$" => text.len().is_multiple_of(2) && is_hex(text),
        r"^nan\(0x[0-9a-f]{8}\)$" => nan(8),
        r"^nan\(0x[0-9a-f]{16}\)$" => nan(16),
        other => panic!("{other}"),
    }
}

fn check<T: Archive>(value: &T) {
    let text = schema::json_schema(&T::schema());
    let top: Json = serde_json::from_str(&text).unwrap();
    let shown: Json = serde_json::from_str(&archive::json::to_string(value).unwrap()).unwrap();
    assert_eq!(refused(&top, &top, &shown), None, "{text}");
}

#[derive(Archive)]
struct All {
    wide: (u64, i128),
    twice: [Option<Option<u8>>; 3],
    units: Vec<Option<()>>,
    singles: Vec<f32>,
    doubles: Vec<f64>,
    bytes: Box<[u8]>,
    keys: BTreeMap<u8, String>,
    #[since(2, default)]
    names: BTreeMap<String, u8>,
    choice: Vec<Choice>,
}

#[derive(Archive)]
enum Choice {
    None,
    Pair(u8, char),
    #[since(2)]
    Named {
        held: Option<Box<Choice>>,
    },
}

fn choices() -> Vec<Choice> {
    vec![
        Choice::None,
        Choice::Pair(1, 'x'),
        Choice::Named { held: Some(Box::new(Choice::Named { held: None })) },
    ]
}

#[test]
fn a_struct_is() {
    check(&All {
        wide: (u64::MAX, i128::MIN),
        twice: [None, Some(None), Some(Some(3))],
        units: vec![None, Some(())],
        singles: vec![1.5, f32::NAN, f32::from_bits(0xffc0_0001), f32::NEG_INFINITY],
        doubles: vec![-0.0, f64::NAN, f64::from_bits(0x7ff8_0000_0000_0001), f64::INFINITY],
        bytes: Box::new([0, 255]),
        keys: BTreeMap::from([(1, "one".into())]),
        names: BTreeMap::from([("one".into(), 1)]),
        choice: choices(),
    });
}

#[test]
fn other_roots_are() {
    check(&choices());
    check(&Choice::None);
    check(&(Choice::None, 1_u8));
    check(&vec![1_u8]);
    check(&BTreeMap::from([("@versions".to_owned(), 1_u8)]));
    check(&Some(BTreeMap::from([("a".to_owned(), 1_u8)])));
}

#[test]
fn what_is_shared_is() {
    #[derive(Archive)]
    struct Room {
        main: Rc<Light>,
        lights: Vec<Rc<Light>>,
    }

    #[derive(Archive)]
    struct Light {
        on: bool,
    }
    let main = Rc::new(Light { on: true });
    check(&Room { lights: vec![Rc::clone(&main), Rc::new(Light { on: false })], main });
}

#[test]
fn what_is_of_another_type_is_not() {
    let top: Json = serde_json::from_str(&schema::json_schema(&All::schema())).unwrap();
    assert!(refused(&top, &top, &serde_json::json!({})).is_some());
    let choice: Json =
        serde_json::from_str(&schema::json_schema(&<Vec<Choice>>::schema())).unwrap();
    let is_it = |value: Json| refused(&choice, &choice, &value).is_none();
    assert!(is_it(serde_json::json!(["None", { "Pair": [1, "x"] }])));
    assert!(!is_it(serde_json::json!(["Nome"])));
    assert!(!is_it(serde_json::json!([{ "Pair": [256, "x"] }])));
    assert!(!is_it(serde_json::json!([{ "Pair": [1] }])));
    assert!(!is_it(serde_json::json!([{ "Named": { "holds": null } }])));
}
