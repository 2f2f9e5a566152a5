//! Texts that no program saved, and the limits for what is kept of them.

use archive::{ErrorKind, Limits, Options, Unknown, json, text};

use proptest::prelude::*;
use proptest::sample::select;

use super::super::programs::{newer, old};
use super::super::retain;
use super::parts::flat;
use super::{Form, Settings, of_json, of_text};

#[test]
fn limits_bound_what_is_kept() {
    let nested = |levels: usize| {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        (
            format!("{{ volume = 1, x = {open}{close} }}"),
            format!(r#"{{"volume":1,"x":{open}{close}}}"#),
        )
    };
    let (text, json) = nested(100);
    let settings: Settings = of_text(&text);
    assert_eq!(of_text::<Settings>(&text::to_string(&settings).unwrap()), settings);
    let settings: Settings = of_json(&json);
    assert_eq!(of_json::<Settings>(&json::to_string(&settings).unwrap()), settings);
    for levels in [200, 400] {
        let (text, json) = nested(levels);
        let error = retain().from_text::<Settings>(&text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");
        let error = retain().from_json::<Settings>(&json).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");
    }
    let careful = retain().limits(Limits::new().max_alloc(1 << 20));
    let source = format!("{{ volume = 1, x = [{}] }}", "1,".repeat(40_000));
    let kept = |options: &Options| options.from_text::<Settings>(&source).map(drop);
    assert!(kept(&retain()).is_ok() && kept(&careful.clone().unknown(Unknown::Skip)).is_ok());
    assert_eq!(kept(&careful).unwrap_err().kind(), ErrorKind::MemoryLimit);
}

/// Whatever loads can be saved and loaded again.
#[test]
fn damaged_texts_are_errors_or_values() {
    let theirs = [text::to_string(&newer()).unwrap(), json::to_string(&newer()).unwrap()];
    for (form, source) in [Form::Text, Form::Json].into_iter().zip(theirs) {
        for at in 0..source.len() {
            for byte in *b" \"{}()[]=,:@&-x9n\\" {
                let mut bytes = source.clone().into_bytes();
                bytes[at] = byte;
                let Ok(changed) = String::from_utf8(bytes) else { continue };
                let Ok(save) = form.load::<old::Save>(changed.as_bytes()) else {
                    continue;
                };
                let saved = form.save(&save).unwrap_or_else(|error| panic!("{error}\n{changed}"));
                let again = form.load::<old::Save>(&saved);
                assert_eq!(again.as_ref(), Ok(&save), "{changed}");
            }
        }
    }
}

#[test]
fn many_unknown_keys_take_no_time() {
    let keys: String = (0..50_000).map(|at| format!("k{at} = {at}\n")).collect();
    let source = format!("{{ name = \"a\", health = 1\n{keys}}}");
    let unit: flat::Unit = of_text(&source);
    assert_eq!(unit.extra.names().count(), 50_000);
    assert!(text::to_string(&unit).is_ok());
}

/// Types that are not in a table of versions have other names in that text. An empty table has no types at all.
#[test]
fn a_text_that_states_the_versions_of_no_type_is_no_newer_one() {
    let settings = of_text("@versions {} { volume = 1, x = 2 }");
    let expected = Settings { volume: 1, width: 640, ..settings };
    assert_eq!(
        text::to_string(&expected).unwrap(),
        "Settings {\n  volume = 1\n  width = 640\n  x = 2\n}\n"
    );
    let settings = of_json(r#"{"volume":1,"x":2,"@versions":{}}"#);
    let expected = Settings { volume: 1, width: 640, ..settings };
    assert_eq!(json::to_string(&expected).unwrap(), r#"{"volume":1,"width":640,"x":2}"#);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// Any text is refused or comes back the same.
    #[test]
    fn anything_that_is_kept_comes_back(parts in prop::collection::vec(select(PARTS), 1..14)) {
        let text = format!("{{ volume = 1, x = {} }}", parts.concat());
        let json = format!(r#"{{"volume":1,"x":{}}}"#, parts.concat().replace('=', ":").replace('`', "\""));
        for (form, source) in [(Form::Text, text), (Form::Json, json)] {
            let Ok(settings) = form.load::<Settings>(source.as_bytes()) else { continue };
            let saved = form.save(&settings).unwrap();
            let again: Settings = form.load(&saved).unwrap_or_else(|error| panic!("{source}: {error}"));
            prop_assert_eq!(&again, &settings, "{}", source);
            prop_assert_eq!(form.save(&again).unwrap(), saved, "{}", source);
        }
    }
}

/// Parts of values, valid and invalid.
const PARTS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    " = ",
    ", ",
    ", ",
    "a",
    "B ",
    "`c d`",
    "true",
    "none",
    "null",
    "some(",
    "inf",
    "nan",
    "nan(0x7fc00001)",
    "1",
    "-0",
    "-2.5",
    "1e400",
    "0x1F",
    "'x'",
    "\"s\"",
    "\"@link\"",
    "x\"00\"",
    "&1",
    "{a = 1}",
    "[1, 2]",
    "`@objects`",
    "`@value`",
    "`@versions`",
    "{}",
    "\n",
];
