//! A `Cow` of a value that owns what it has: saved without a copy, and loaded as its owner.

use std::borrow::Cow;
use std::collections::BTreeMap;

use archive::{Archive, Options, text};

#[derive(Archive, Clone, Debug, PartialEq)]
struct Pad {
    buttons: [u8; 4],
    #[since(2, default = 0.25)]
    dead_zone: f32,
}

#[derive(Archive, Debug, PartialEq)]
struct Saved<'a> {
    url: Cow<'a, Option<String>>,
    bindings: Cow<'a, BTreeMap<String, Vec<u32>>>,
    pads: Cow<'a, [Pad; 2]>,
    name: Cow<'a, str>,
    first: Vec<Cow<'a, Pad>>,
}

#[derive(Archive, Debug, PartialEq)]
#[archive(name = "Saved")]
struct Plain {
    url: Option<String>,
    bindings: BTreeMap<String, Vec<u32>>,
    pads: [Pad; 2],
    name: String,
    first: Vec<Pad>,
}

#[test]
fn it_is_stored_as_the_value() {
    let pad = Pad { buttons: [1, 2, 3, 4], dead_zone: 0.5 };
    let bindings = BTreeMap::from([("jump".to_owned(), vec![32])]);
    let pads = [pad.clone(), Pad { dead_zone: 0., ..pad.clone() }];
    let saved = Saved {
        url: Cow::Owned(Some("a".into())),
        bindings: Cow::Borrowed(&bindings),
        pads: Cow::Borrowed(&pads),
        name: Cow::Borrowed("Ann"),
        first: vec![Cow::Borrowed(&pad), Cow::Owned(pad.clone())],
    };
    let plain: Plain = archive::from_slice(&archive::to_vec(&saved).unwrap()).unwrap();
    assert_eq!((plain.bindings.clone(), &plain.pads), (bindings.clone(), &pads));
    for options in [Options::file(), Options::message()] {
        let file = options.to_vec(&saved).unwrap();
        assert_eq!(file, options.to_vec(&plain).unwrap());
        let loaded: Saved<'_> = options.from_slice(&file).unwrap();
        assert_eq!(loaded, saved);
        assert!(matches!(loaded.bindings, Cow::Owned(_)));
    }
    let shown = text::to_string(&saved).unwrap();
    assert_eq!(shown, text::to_string(&plain).unwrap());
    let old = "Pad @1 { buttons = [1, 2, 3, 4] }";
    let loaded: Cow<'_, Pad> = text::from_str(old).unwrap();
    assert_eq!(loaded.dead_zone, 0.25);
}
