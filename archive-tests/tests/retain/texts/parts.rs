//! Unknown parts of flattened and shared structs, and in maps.

use archive::with::AsSerde;
use archive::{Archive, ErrorKind, Options, Unknown, Value, json, text};

use super::super::programs::old;
use super::super::retain;
use super::{Form, of_json, of_text};

pub(super) mod flat {
    use archive::{Archive, Unknown};

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(in super::super) struct Common {
        pub(in super::super) name: String,
        #[archive(unknown)]
        pub(in super::super) extra: Unknown,
    }

    /// The outermost holder is its own.
    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(in super::super) struct Unit {
        #[archive(flatten)]
        pub(in super::super) common: Common,
        pub(in super::super) health: u32,
        #[archive(unknown)]
        pub(in super::super) extra: Unknown,
    }

    /// The outermost holder is that of what is flattened.
    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(in super::super) struct Prop {
        pub(in super::super) weight: u32,
        pub(in super::super) part: Option<Common>,
        #[archive(flatten)]
        pub(in super::super) common: Common,
    }

    /// There is none.
    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(in super::super) struct Bare {
        #[archive(flatten)]
        pub(in super::super) place: Place,
        pub(in super::super) health: u32,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub(in super::super) struct Place {
        pub(in super::super) x: u8,
    }
}

#[test]
fn the_outermost_holder_keeps_what_stands_among_flattened_fields() {
    let sources = [
        (Form::Text, "Unit {\n  name = \"a\"\n  health = 3\n  mood = Calm\n}\n"),
        (Form::Json, r#"{"name":"a","health":3,"mood":"Calm"}"#),
    ];
    for (form, source) in sources {
        let unit: flat::Unit = form.load(source.as_bytes()).unwrap();
        assert!(unit.common.extra.is_empty() && unit.extra.get("mood").is_some());
        assert_eq!(form.save(&unit).unwrap(), source.as_bytes());
    }
    let sources = [
        (
            Form::Text,
            "Prop {\n  weight = 3\n  part = Common { name = \"b\", mood = Sad }\n  name = \"a\"\n  mood = Calm\n}\n",
        ),
        (Form::Json, r#"{"weight":3,"part":{"name":"b","mood":"Sad"},"name":"a","mood":"Calm"}"#),
    ];
    for (form, source) in sources {
        let prop: flat::Prop = form.load(source.as_bytes()).unwrap();
        assert!(prop.common.extra.get("mood").is_some());
        assert_eq!(form.save(&prop).unwrap(), source.as_bytes());
        if form == Form::Json {
            let bytes = Form::Cbor.save(&prop).unwrap();
            assert_eq!(Form::Cbor.load::<flat::Prop>(&bytes).unwrap(), prop);
        }
    }
    let error = retain().from_text::<flat::Bare>("{ x = 1, health = 3, mood = Calm }").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownField);
    assert!(error.to_string().contains("#[archive(unknown)]"), "{error}");
}

/// If only the flattened struct is newer, it keeps the unknown fields, and they move with it.
#[test]
fn what_is_newer_keeps_its_own_among_flattened_fields() {
    let sources = [
        (
            Form::Text,
            "@versions { Common = 2, Unit = 1 }\nUnit @1 { name = \"a\", health = 3, mood = Calm }",
        ),
        (Form::Json, r#"{"@versions":{"Common":2,"Unit":1},"name":"a","health":3,"mood":"Calm"}"#),
    ];
    for (form, source) in sources {
        let unit: flat::Unit = form.load(source.as_bytes()).unwrap();
        assert!(unit.extra.is_empty() && unit.common.extra.get("mood").is_some());
        let again: flat::Unit = form.load(&form.save(&unit).unwrap()).unwrap();
        assert_eq!(again, unit);
        let other = flat::Unit { health: 4, ..unit.clone() };
        let moved: Vec<flat::Unit> = form.load(&form.save(&vec![other]).unwrap()).unwrap();
        assert_eq!(moved[0].common, unit.common);
    }
    // If the outer struct is newer, too, it keeps them, since nobody knows whose they are.
    let source =
        "@versions { Common = 2, Unit = 2 }\nUnit @2 { name = \"a\", health = 3, mood = Calm }";
    let unit: flat::Unit = of_text(source);
    assert!(unit.common.extra.is_empty() && unit.extra.get("mood").is_some());
}

#[test]
fn an_absent_part_with_the_only_holder_loses_nothing() {
    #[derive(Archive, Debug)]
    struct Prop {
        #[archive(flatten, default = flat::Common { name: String::new(), extra: Unknown::new() })]
        common: flat::Common,
    }
    let error = retain().from_text::<Prop>("{ mood = Calm }").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownField);
    let prop: Prop = of_text("{ name = \"a\", mood = Calm }");
    assert_eq!(prop.common.extra.names().collect::<Vec<_>>(), ["mood"]);
}

mod graph {
    use std::rc::Rc;

    use archive::{Archive, Unknown};

    #[derive(Archive, Debug)]
    pub(super) struct Room {
        pub(super) main: Rc<Light>,
        pub(super) lights: Vec<Rc<Light>>,
        #[archive(unknown)]
        pub(super) extra: Unknown,
    }

    #[derive(Archive, Debug)]
    pub(super) struct Light {
        pub(super) on: bool,
        #[archive(unknown)]
        pub(super) extra: Unknown,
    }
}

#[test]
fn objects_that_are_shared_keep_their_own() {
    let source = "Room {
  main = &1
  lights = [&1, Light { on = false, watts = 2 }, &2, &2]
  door = Open
}

@objects {
  &1 = Light { on = true, watts = 1 }
  &2 = Light { on = true, watts = 3 }
}
";
    let source = source.replace("}\n\n@", "}\n@");
    let room: graph::Room = of_text(&source);
    assert!(std::rc::Rc::ptr_eq(&room.main, &room.lights[0]));
    assert_eq!(text::to_string(&room).unwrap(), source);
    let source = r#"{"main":{"@link":1},"lights":[{"@link":1},{"on":false,"watts":2}],"door":"Open","@objects":{"1":{"on":true,"watts":1}}}"#;
    let room: graph::Room = of_json(source);
    assert_eq!(json::to_string(&room).unwrap(), source);
    let mut bytes = Vec::new();
    ciborium::into_writer(&AsSerde(&room), &mut bytes).unwrap();
    let again: graph::Room = Form::Cbor.load(&bytes).unwrap();
    assert_eq!(json::to_string(&again).unwrap(), source);
    let apart = Options::file().by_value(true).to_json(&room).unwrap();
    assert_eq!(apart.matches(r#""watts":1"#).count(), 2);
}

#[test]
fn entries_of_a_map_without_an_order_keep_their_own() {
    use std::collections::HashMap;

    let entry = |at| format!(r#""{at}" = {{ name = "a", count = {at}, mark = {at} }}, "#);
    let source = format!("{{ {} }}", (0..50).map(entry).collect::<String>());
    let items: HashMap<String, old::Item> = of_text(&source);
    let again: HashMap<String, old::Item> = of_text(&text::to_string(&items).unwrap());
    assert_eq!(again, items);
    for item in again.values() {
        assert_eq!(item.extra.get("mark"), Some(&Value::U64(item.count.into())));
    }
}

#[test]
fn a_link_in_what_is_unknown_is_refused() {
    let objects = "@objects { &1 = Light { on = true } }";
    let source = format!("{{ main = &1, lights = [], spare = [&1] }} {objects}");
    let error = retain().from_text::<graph::Room>(&source).unwrap_err();
    assert_eq!((error.kind(), error.column()), (ErrorKind::InvalidLink, Some(36)));
    insta::assert_snapshot!("link", error.to_string());
    let source =
        r#"{"main":{"@link":1},"lights":[],"spare":{"@link":1},"@objects":{"1":{"on":true}}}"#;
    let said = |source: &str| {
        let error = retain().from_json::<graph::Room>(source).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidLink);
        error.detail().to_owned()
    };
    assert!(said(source).contains(r#"(`{"@link": 1}`)"#));
    assert!(said(&source.replace('1', "7")).contains(r#"(`{"@link": 7}`)"#));
    // Without objects, the error names no number.
    let source = r#"{"name":"rope","count":9,"mark":{"@link":1}}"#;
    let error = retain().from_json::<old::Item>(source).unwrap_err();
    assert_eq!(error.detail(), "this unknown part links to an object, so it cannot be kept");
}

#[test]
fn a_part_of_another_text_has_it_too() {
    let item: old::Item = of_text("Item @2 { name = \"rope\", count = 9, mark = [Red] }");
    let edited = text::edit("Save {\n  bag = []\n}", "bag", &[item]).unwrap();
    assert_eq!(edited, "Save {\n  bag = [Item { name = \"rope\", count = 9, mark = [Red] }]\n}");
}

#[test]
fn a_type_of_nothing_but_a_holder_keeps_all() {
    #[derive(Archive, Debug, PartialEq)]
    struct Rest {
        #[archive(unknown)]
        extra: Unknown,
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Places(#[archive(unknown)] Unknown);
    #[derive(Archive, Debug, PartialEq)]
    enum Mood {
        Calm {
            #[archive(unknown)]
            extra: Unknown,
        },
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Hero {
        level: u8,
        rest: Rest,
        places: Places,
        moods: Vec<Mood>,
        #[archive(flatten)]
        more: Rest,
    }
    let sources = [
        (
            Form::Text,
            "@versions { Places = 2 }\nHero {\n  level = 1\n  rest = Rest { a = 2, b = c }\n  places = Places(3, 4)\n  \
             moods = [Calm { d = 5 }, Calm]\n  e = 6\n}\n",
        ),
        (
            Form::Json,
            r#"{"@versions":{"Places":2},"level":1,"rest":{"a":2,"b":"c"},"places":[3,4],"moods":[{"Calm":{"d":5}},"Calm"],"e":6}"#,
        ),
    ];
    for (form, source) in sources {
        let hero: Hero = form.load(source.as_bytes()).unwrap();
        assert_eq!(hero.more.extra.names().collect::<Vec<_>>(), ["e"]);
        let saved = String::from_utf8(form.save(&hero).unwrap()).unwrap();
        assert_eq!(saved, source);
        assert_eq!(form.load::<Hero>(saved.as_bytes()).unwrap(), hero);
    }
    let source = "Rest {\n  a = 1\n}\n";
    assert_eq!(text::to_string(&of_text::<Rest>(source)).unwrap(), source);
}

/// A nested type that was renamed in the newer program and lost a field that the older one has.
#[test]
fn a_nested_type_may_have_another_name_by_now() {
    mod newer {
        use archive::Archive;

        #[derive(Archive, Debug, PartialEq)]
        #[archive(renamed(2, from = "Item"))]
        pub struct Thing {
            #[archive(removed(gone: u8, until = 2))]
            pub b: u8,
            #[since(2, default = 0)]
            pub c: u8,
        }

        #[derive(Archive, Debug, PartialEq)]
        pub struct Bag {
            pub x: Thing,
        }
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Item {
        #[archive(default = 0)]
        gone: u8,
        b: u8,
        #[archive(unknown)]
        extra: Unknown,
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Bag {
        x: Item,
    }

    let theirs = newer::Bag { x: newer::Thing { b: 1, c: 2 } };
    let text = text::to_string(&theirs).unwrap();
    let bag: Bag = retain().from_text(&text).unwrap();
    assert_eq!((bag.x.gone, bag.x.b), (0, 1));
    let mine = text::to_string(&bag).unwrap();
    assert_eq!(text::from_str::<newer::Bag>(&mine).unwrap(), theirs, "{mine}");

    let json = json::to_string(&theirs).unwrap();
    let bag: Bag = retain().from_json(&json).unwrap();
    let mine = json::to_string(&bag).unwrap();
    assert_eq!(json::from_str::<newer::Bag>(&mine).unwrap(), theirs, "{mine}");

    // A name that no type has is a mistake.
    let error = retain().from_text::<Bag>(&text.replace("Thing {", "Thong {")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongType, "{error}");
    assert_eq!(text::from_str::<Bag>(&text).unwrap_err().kind(), ErrorKind::WrongType);
}

/// Keywords are not taken for unknown variants.
#[test]
fn a_word_is_no_variant_that_is_unknown() {
    #[derive(Archive, Debug)]
    enum Mood {
        #[allow(dead_code, reason = "nobody is calm")]
        Calm,
        #[archive(unknown)]
        #[allow(dead_code, reason = "it is only loaded")]
        Other(Unknown),
    }

    #[derive(Archive, Debug)]
    struct Hero {
        #[allow(dead_code, reason = "it is only loaded")]
        mood: Mood,
    }

    for word in ["none", "true", "inf"] {
        let text = format!("Hero @2 {{ mood = {word} }}");
        let error = retain().from_text::<Hero>(&text).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownTag, "mood"), "{error}");
    }
    retain().from_text::<Hero>("Hero @2 { mood = angry }").unwrap();
}
