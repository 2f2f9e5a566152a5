//! Fields of types that only implement serde's traits, of which one becomes a type of the game.

use std::fmt::Debug;
use std::net::IpAddr;

use archive::{Archive, json, text};
use archive_tests::golden::{forms, golden};

mod v1 {
    use std::collections::BTreeMap;
    use std::net::IpAddr;

    use archive::Archive;
    use serde::{Deserialize, Serialize};

    /// What a library for windows calls its keys.
    #[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub enum Key {
        Named(String),
        Character(char),
        Mouse { button: u16, clicks: Option<u8> },
        Unidentified,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Controls {
        #[archive(with = BTreeMap<_, archive::with::serde>)]
        pub keys: BTreeMap<String, Key>,
        #[archive(with = Option<archive::with::serde>)]
        pub server: Option<IpAddr>,
        #[archive(with = archive::with::serde)]
        pub dead_zones: Vec<(i8, f32)>,
    }
}

pub mod v2 {
    use std::collections::BTreeMap;
    use std::net::IpAddr;

    use archive::with::serde::{Stored, from_stored};
    use archive::{Archive, Error};

    use super::v1;

    #[derive(Archive, Debug, PartialEq)]
    pub enum Key {
        Code(String),
        Mouse(u16),
        None,
    }

    /// The game never used the clicks.
    fn key(old: Stored) -> Result<Key, Error> {
        Ok(match from_stored(old)? {
            v1::Key::Named(name) => Key::Code(name),
            v1::Key::Character(c) => Key::Code(c.into()),
            v1::Key::Mouse { button, .. } => Key::Mouse(button),
            v1::Key::Unidentified => Key::None,
        })
    }

    fn keys(old: BTreeMap<String, Stored>) -> Result<BTreeMap<String, Key>, Error> {
        old.into_iter().map(|(action, old)| Ok((action, key(old)?))).collect()
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Controls {
        #[archive(was(BTreeMap<String, Stored>, until = 2, with = keys))]
        pub keys: BTreeMap<String, Key>,
        #[archive(with = Option<archive::with::serde>)]
        pub server: Option<IpAddr>,
        #[archive(with = archive::with::serde)]
        pub dead_zones: Vec<(i8, f32)>,
        #[since(2, default = false)]
        pub inverted: bool,
    }
}

fn old() -> v1::Controls {
    let keys = [
        ("jump", v1::Key::Named("Space".into())),
        ("shoot", v1::Key::Mouse { button: 1, clicks: Some(2) }),
        ("use", v1::Key::Character('e')),
        ("wave", v1::Key::Unidentified),
    ];
    v1::Controls {
        keys: keys.into_iter().map(|(action, key)| (action.into(), key)).collect(),
        server: Some(IpAddr::from([127, 0, 0, 1])),
        dead_zones: vec![(0, 0.1), (-1, 0.25)],
    }
}

fn new() -> v2::Controls {
    let keys = [
        ("jump", v2::Key::Code("Space".into())),
        ("shoot", v2::Key::Mouse(1)),
        ("use", v2::Key::Code("e".into())),
        ("wave", v2::Key::None),
    ];
    let old = old();
    v2::Controls {
        keys: keys.into_iter().map(|(action, key)| (action.into(), key)).collect(),
        server: old.server,
        dead_zones: old.dead_zones,
        inverted: false,
    }
}

/// The golden files of a version, as archives and as text and JSON.
fn ships<T: Archive + PartialEq + Debug>(version: u32, value: &T) -> [Vec<Vec<u8>>; 3] {
    let archives = forms()
        .into_iter()
        .map(|(form, options)| golden("controls", version, form, &options.to_vec(value).unwrap()));
    let archives: Vec<_> = archives.collect();
    let text = text::to_string(value).unwrap();
    let json = json::to_string_pretty(value).unwrap();
    let text = golden("controls", version, "text", text.as_bytes());
    let json = golden("controls", version, "json", json.as_bytes());
    // What has a schema is the same after it was shown without the types.
    for archive in archives.iter().filter(|archive| text::of_archive(archive).is_ok()) {
        let shown = text::of_archive(archive).unwrap();
        assert_eq!(shown.as_bytes(), text);
        assert_eq!(text::to_archive(&shown, archive).unwrap(), *archive);
        let shown = json::of_archive(archive).unwrap();
        assert_eq!(json::to_archive(&shown, archive).unwrap(), *archive);
    }
    [archives, vec![text], vec![json]]
}

fn loads<T: Archive + PartialEq + Debug>([archives, texts, jsons]: &[Vec<Vec<u8>>; 3], value: &T) {
    for archive in archives {
        assert_eq!(archive::from_slice::<T>(archive).unwrap(), *value);
    }
    let text = |bytes| std::str::from_utf8(bytes).unwrap();
    assert_eq!(text::from_str::<T>(text(&texts[0])).unwrap(), *value);
    assert_eq!(json::from_str::<T>(text(&jsons[0])).unwrap(), *value);
}

#[test]
fn every_version_reads_what_came_before() {
    let first = ships(1, &old());
    loads(&first, &old());
    loads(&first, &new());
    loads(&ships(2, &new()), &new());
}

/// What types gave to formats that nobody reads, as in archives of the first releases.
#[test]
fn what_was_stored_otherwise_is_read() {
    let file = archive::to_vec(&old()).unwrap();
    let shown = text::of_archive(&file).unwrap();
    let compact = shown.replace("\"127.0.0.1\"", "{ V4 = [127, 0, 0, 1] }");
    assert_ne!(compact, shown);
    let before = text::to_archive(&compact, &file).unwrap();
    assert_ne!(before, file);
    assert_eq!(archive::from_slice::<v1::Controls>(&before).unwrap(), old());
}
