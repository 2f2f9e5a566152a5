//! What cannot be kept, and where kept parts cannot be written.

use archive::{Error, ErrorKind, Layout, Options, Unknown, UnknownPolicy, Value, json, text};

use super::super::programs::{newer, old};
use super::super::{loaded, retain};
use super::{Settings, of_json, of_text};

#[test]
fn every_way_out_of_its_form_is_refused() {
    let of_text: old::Save = of_text(&text::to_string(&newer()).unwrap());
    let of_json: old::Save = of_json(&json::to_string(&newer()).unwrap());
    let mut both = vec![of_text.clone(), loaded()];
    let mut shown = Vec::new();
    let mut note = |what: &str, error: Error| {
        assert_eq!(error.kind(), ErrorKind::Retained, "{what}: {error}");
        shown.push(format!("{what}:\n{error}"));
    };
    for layout in [Layout::Rows, Layout::Columns] {
        let options = Options::file().layout(layout);
        note("a file of a text", options.to_vec(&of_text).unwrap_err());
    }
    note("a message of JSON", Options::message().to_vec(&of_json).unwrap_err());
    note("a variant", archive::to_vec(&of_text.log[1]).unwrap_err());
    note("JSON of a text", json::to_string(&of_text).unwrap_err());
    note("a text of JSON", text::to_string(&of_json).unwrap_err());
    note("a file of both", archive::to_vec(&both).unwrap_err());
    note("a text of both", text::to_string(&both).unwrap_err());
    both.swap(0, 1);
    note("the other way around", text::to_string(&both).unwrap_err());
    both[0] = of_json;
    note("a text and JSON", text::to_string(&both).unwrap_err());
    both[0] = super::of_text(
        "{ level = 1, bag = [], hero = (\"Ann\"), log = [], places = {}, mood = Merry, x = 1 }",
    );
    note("two texts", text::to_string(&both).unwrap_err());
    note("a tree", Value::of(&of_text).unwrap_err());
    insta::assert_snapshot!("refused", shown.join("\n\n"));
}

#[test]
fn who_asks_to_skip_it_saves_without() {
    let mut save: old::Save = of_text(&text::to_string(&newer()).unwrap());
    let skip = Options::file().unknown(Unknown::Skip);
    assert_eq!(skip.to_text(&save).unwrap_err().kind(), ErrorKind::Retained);
    save.log.retain(|event| !matches!(event, old::Event::Other(_)));
    save.mood = old::Mood::Calm;
    let bytes = skip.to_vec(&save).unwrap();
    let without: old::Save = archive::from_slice(&bytes).unwrap();
    assert!(without.extra.is_empty());
    assert_eq!(skip.to_text(&save).unwrap(), text::to_string(&without).unwrap());
    assert_eq!(skip.to_json(&save).unwrap(), json::to_string(&without).unwrap());
}

#[test]
fn a_key_that_stands_there_twice_is_refused() {
    for source in ["{ volume = 1, x = 1, x = 2 }", "{ volume = 1, x = 1, volume = 2 }"] {
        let error = retain().from_text::<Settings>(source).unwrap_err();
        assert_eq!((error.kind(), error.column()), (ErrorKind::Syntax, Some(22)), "{error}");
    }
    let error = retain().from_json::<Settings>(r#"{"x":1,"volume":1,"\u0078":2}"#).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Syntax);
    let error = retain().from_text::<old::Mood>("Sad { x = 1, x = 2 }").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Syntax);
}

#[test]
fn a_missing_field_is_named_though_others_are_kept() {
    let error = retain().from_text::<Settings>("{ volum = 1 }").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingField);
}

#[test]
fn a_policy_that_skips_or_refuses_does_so() {
    let source = "{ volume = 1, x = 2 }";
    let with =
        |policy: UnknownPolicy| Options::file().unknown(policy).from_text::<Settings>(source);
    assert_eq!(with(Unknown::Error).unwrap_err().kind(), ErrorKind::UnknownField);
    assert!(with(Unknown::Skip).unwrap().extra.is_empty());
}
