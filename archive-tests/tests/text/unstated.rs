//! Texts and JSON that state no versions.

use archive::{Archive, ErrorKind, Options, Unknown, Unstated, json, text};

#[derive(Archive, Debug, PartialEq)]
struct Save {
    #[archive(was(u16, until = 2, with = |hours: u16| u32::from(hours) * 60))]
    played: u32,
    #[archive(flatten)]
    place: Place,
    items: Vec<Item>,
    #[archive(unknown)]
    extra: Unknown,
}

#[derive(Archive, Debug, PartialEq)]
struct Place {
    #[archive(was(i32, until = 3, with = |tile: i32| f64::from(tile) / 2.0))]
    x: f64,
}

#[derive(Archive, Debug, PartialEq)]
enum Item {
    Sword {
        #[archive(was(u8, until = 2, with = |old: u8| format!("no. {old}")))]
        name: String,
    },
    #[archive(removed(Bow, until = 2, into = || Item::Sword { name: "bow".into() }))]
    Axe,
}

fn oldest() -> Options {
    Options::file().unstated(Unstated::Oldest)
}

fn expected() -> Save {
    let items =
        vec![Item::Sword { name: "no. 3".into() }, Item::Sword { name: "bow".into() }, Item::Axe];
    Save { played: 120, place: Place { x: 2.5 }, items, extra: Unknown::new() }
}

#[test]
fn all_types_are_read_at_their_oldest_versions() {
    let source = "{ played = 2, x = 5, items = [Sword { name = 3 }, Bow, Axe] }";
    assert_eq!(oldest().from_text::<Save>(source).unwrap(), expected());
    let (save, mistakes) = oldest().from_text_lenient::<Save>(source).unwrap();
    assert_eq!((save, mistakes.len()), (expected(), 0));
    let json = r#"{"played":2,"x":5,"items":[{"Sword":{"name":3}},"Bow","Axe"]}"#;
    assert_eq!(oldest().from_json::<Save>(json).unwrap(), expected());
    let value: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(oldest().from_serde::<Save, _>(value).unwrap(), expected());
    // By its names, it could be of today.
    assert_eq!(text::from_str::<Save>(source).unwrap_err().kind(), ErrorKind::Mismatch);
}

#[test]
fn what_states_a_version_states_all() {
    for options in [Options::file(), oldest()] {
        let source = text::to_string(&expected()).unwrap();
        assert_eq!(options.from_text::<Save>(&source).unwrap(), expected());
        let source = json::to_string(&expected()).unwrap();
        assert_eq!(options.from_json::<Save>(&source).unwrap(), expected());
        let source = "Save @2 { played = 120, x = 2.5, items = [] }";
        let save = options.from_text::<Save>(source).unwrap();
        assert_eq!((save.played, save.place.x), (120, 2.5));
    }
}

#[test]
fn what_is_unknown_is_kept_beside_it() {
    let options = oldest().unknown(Unknown::Retain);
    let save: Save = options.from_text("{ played = 2, x = 4, items = [], mods = [1] }").unwrap();
    let shown = text::to_string(&save).unwrap();
    let again: Save = options.from_text(&shown).unwrap();
    assert_eq!(
        (again.played, again.extra.names().collect::<Vec<_>>()),
        (120, vec!["mods"]),
        "{shown}"
    );
}
