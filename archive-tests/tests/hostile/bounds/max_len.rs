//! The maximum length of a field.

use std::collections::BTreeMap;

use archive::{Archive, ErrorKind, Options};

#[derive(Archive, Debug, PartialEq, Clone)]
struct Player {
    #[archive(max_len = 4)]
    name: String,
    #[archive(max_len = 2)]
    items: Option<Vec<u64>>,
    #[archive(max_len = 1)]
    seen: BTreeMap<u8, u8>,
}

/// The same type without bounds, which are not part of its shape.
mod unbounded {
    #[derive(archive::Archive)]
    pub struct Player {
        pub name: String,
        pub items: Option<Vec<u64>>,
        pub seen: std::collections::BTreeMap<u8, u8>,
    }
}

fn loaded(name: &str, items: usize, seen: u8) -> Result<Player, archive::Error> {
    let seen = (0..seen).map(|n| (n, n)).collect();
    let player = unbounded::Player { name: name.into(), items: Some(vec![0; items]), seen };
    archive::from_slice(&archive::to_vec(&player).unwrap())
}

#[test]
fn what_is_as_long_as_it_may_be_is_loaded_and_saved() {
    let player = loaded("für", 2, 1).unwrap();
    assert!(archive::to_vec(&player).is_ok());
    assert_eq!(player.name, "für");
}

mod upper {
    pub type Stored = String;

    pub fn to_stored(text: &str) -> Stored {
        text.to_lowercase()
    }

    pub fn from_stored(text: Stored) -> String {
        text.to_uppercase()
    }
}

/// Bounds of what a converter or a widening makes.
#[derive(Archive, Debug, PartialEq)]
#[archive(name = "Player")]
struct Later {
    #[archive(was(String, until = 2), max_len = 4)]
    name: Box<str>,
    #[archive(was(Option<Vec<u64>>, until = 2, with = sum, back = |items: &String| parts(items)), max_len = 3)]
    items: String,
    #[archive(removed(seen: BTreeMap<u8, u8>, until = 2, default = BTreeMap::new()))]
    #[since(2, default = "")]
    #[archive(with = upper, max_len = 2)]
    title: String,
}

fn sum(items: Option<Vec<u64>>) -> String {
    items.into_iter().flatten().sum::<u64>().to_string()
}

fn parts(items: &str) -> Option<Vec<u64>> {
    Some(items.bytes().map(u64::from).collect())
}

#[test]
fn what_was_another_type_is_bounded_as_todays() {
    let player = |name: &str, items: Vec<u64>| {
        let player =
            unbounded::Player { name: name.into(), items: Some(items), seen: BTreeMap::default() };
        archive::from_slice::<Later>(&archive::to_vec(&player).unwrap())
    };
    let expected = Later { name: "für".into(), items: "999".into(), title: String::new() };
    assert_eq!(player("für", vec![900, 99]).unwrap(), expected);
    for (loaded, path) in
        [(player("Grace", vec![]), "name"), (player("Ann", vec![999, 1]), "items")]
    {
        let error = loaded.unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, path));
    }
    let before = Options::file().write_for(&archive::VersionTable::new().with("Player", 1));
    let later = |name: &str, items: &str, title: &str| Later {
        name: name.into(),
        items: items.into(),
        title: title.into(),
    };
    assert!(before.to_vec(&later("Ann", "999", "")).is_ok());
    for (value, path) in [(later("Grace", "9", ""), "name"), (later("Ann", "9999", ""), "items")] {
        for options in [&before, &Options::message()] {
            let error = options.to_vec(&value).unwrap_err();
            assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, path));
        }
    }
}

#[test]
fn what_another_module_stores_is_bounded() {
    let later = |title: &str| Later { name: "".into(), items: "".into(), title: title.into() };
    for options in [Options::message(), Options::file()] {
        let bytes = options.to_vec(&later("OK")).unwrap();
        assert_eq!(options.from_slice::<Later>(&bytes).unwrap(), later("OK"));
        let error = options.to_vec(&later("ALAS")).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "title"));
        // The value grows while loading: `ß` becomes `SS`.
        let bytes = options.to_vec(&later("ß")).unwrap();
        assert_eq!(options.from_slice::<Later>(&bytes).unwrap(), later("SS"));
    }
    let long = "Player @2 { name = \"\", items = \"\", title = \"alas\" }";
    let error = archive::text::from_str::<Later>(long).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "title"));
}

#[test]
fn what_is_longer_is_not_loaded() {
    for (name, items, seen, path) in
        [("Grace", 0, 0, "name"), ("", 3, 0, "items"), ("", 0, 2, "seen")]
    {
        let error = loaded(name, items, seen).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, path));
    }
}

#[test]
fn what_is_longer_is_loaded_from_no_archive() {
    let tree = |name: &str| {
        let (name, seen) = (name.into(), BTreeMap::new());
        archive::Value::of(&unbounded::Player { name, items: None, seen }).unwrap()
    };
    let long = tree("Grace");
    let record = archive::Record::of(
        1_u8,
        &Player { name: "Ann".into(), items: None, seen: BTreeMap::new() },
    );
    let mut record = record.unwrap();
    record.set("name", &"Grace").unwrap();
    assert_eq!(tree("Ann").to::<Player>().unwrap().name, "Ann");
    let errors = [
        archive::text::from_str::<Player>("Player { name = \"Grace\", items = none, seen = {} }")
            .unwrap_err(),
        archive::json::from_str::<Player>(r#"{"name": "Grace", "items": null, "seen": []}"#)
            .unwrap_err(),
        long.to::<Player>().unwrap_err(),
        record.to::<Player>().unwrap_err(),
    ];
    for error in errors {
        assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "name"), "{error}");
    }
}

#[test]
fn what_is_longer_is_saved_in_no_archive() {
    let player = Player { name: "Grace".into(), items: None, seen: BTreeMap::new() };
    let errors = [
        archive::text::to_string(&player).unwrap_err(),
        archive::json::to_string(&player).unwrap_err(),
        archive::Value::of(&player).unwrap_err(),
        archive::Record::of(1_u8, &player).unwrap_err(),
    ];
    for error in errors {
        assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "name"), "{error}");
    }
}

#[test]
fn what_is_longer_is_not_saved() {
    let player = Player { name: "Grace".into(), items: None, seen: BTreeMap::new() };
    let error = archive::to_vec(&player).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "name"));
    assert_eq!(archive::encoded_len(&player).unwrap_err().kind(), ErrorKind::MaxLen);
}
