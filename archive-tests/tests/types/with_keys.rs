//! Sets and maps whose elements and keys are stored by modules.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use archive::{Archive, Describe, ErrorKind, Layout, Options, Value, VersionTable, json, text};
use archive_tests::hostile::{Bounds, Case, reload};
use indexmap::{IndexMap, IndexSet};

/// From a crate that does not know `archive`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    Space,
    Letter(char),
    Other(u16),
}

/// Stores a key as its code.
mod code {
    use super::Key;

    pub type Stored = u32;

    pub fn to_stored(key: &Key) -> u32 {
        match key {
            Key::Space => 32,
            Key::Letter(c) => u32::from(*c),
            Key::Other(code) => 0x0011_0000 + u32::from(*code),
        }
    }

    pub fn from_stored(code: u32) -> Result<Key, String> {
        match code.checked_sub(0x0011_0000) {
            None if code == 32 => Ok(Key::Space),
            None => {
                char::from_u32(code).map(Key::Letter).ok_or(format!("no key has the code {code}"))
            }
            // An old code of the same key.
            Some(1000) => Ok(Key::Other(999)),
            Some(code) => u16::try_from(code).map(Key::Other).map_err(|error| error.to_string()),
        }
    }
}

/// Stores an angle as eighths of a degree.
mod angle {
    pub type Stored = u16;

    pub fn to_stored(degrees: &f32) -> u16 {
        (degrees * 8.0) as u16
    }

    pub fn from_stored(stored: u16) -> Result<f32, String> {
        if stored < 2880 { Ok(f32::from(stored) / 8.0) } else { Err("more than a circle".into()) }
    }
}

/// It cannot be cloned.
#[derive(Archive, Debug, PartialEq)]
enum Action {
    Jump,
    Say { text: String },
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Step {
    by: i8,
}

#[derive(Archive, Debug, PartialEq)]
struct Controls {
    #[archive(with = HashMap<code, _>)]
    actions: HashMap<Key, Action>,
    #[archive(with = BTreeMap<code, angle>)]
    turns: BTreeMap<Key, f32>,
    #[archive(with = IndexMap<code, Vec<Option<angle>>>)]
    paths: IndexMap<Key, Vec<Option<f32>>>,
    #[archive(with = HashSet<code>)]
    held: HashSet<Key>,
    #[archive(with = BTreeSet<code>)]
    shown: BTreeSet<Key>,
    #[archive(with = IndexSet<code>)]
    order: IndexSet<Key>,
    #[archive(with = Vec<HashMap<code, _>>)]
    profiles: Vec<HashMap<Key, Step>>,
    #[archive(with = Option<BTreeMap<_, HashSet<code>>>)]
    groups: Option<BTreeMap<String, HashSet<Key>>>,
    #[archive(with = BTreeMap<code, BTreeMap<code, _>>)]
    chords: BTreeMap<Key, BTreeMap<Key, Step>>,
    last: u8,
}

// The same in terms of what is stored. The schema contains doc comments, so this is none.
#[derive(Archive, Debug, PartialEq)]
#[archive(name = "Controls")]
struct Codes {
    actions: HashMap<u32, Action>,
    turns: BTreeMap<u32, u16>,
    paths: IndexMap<u32, Vec<Option<u16>>>,
    held: HashSet<u32>,
    shown: BTreeSet<u32>,
    order: IndexSet<u32>,
    profiles: Vec<HashMap<u32, Step>>,
    groups: Option<BTreeMap<String, HashSet<u32>>>,
    chords: BTreeMap<u32, BTreeMap<u32, Step>>,
    last: u8,
}

const KEYS: [Key; 3] = [Key::Space, Key::Letter('w'), Key::Other(7)];
const STORED: [u32; 3] = [32, 119, 0x0011_0007];

fn actions() -> [Action; 3] {
    [Action::Jump, Action::Say { text: "hi".into() }, Action::Jump]
}

fn controls() -> Controls {
    let steps = || [Step { by: 1 }, Step { by: -1 }];
    Controls {
        actions: KEYS.into_iter().zip(actions()).collect(),
        turns: KEYS.into_iter().zip([0.5, 1.0, 90.0]).collect(),
        paths: KEYS.into_iter().rev().map(|key| (key, vec![Some(2.0), None])).collect(),
        held: KEYS.into(),
        shown: KEYS.into(),
        order: KEYS.into_iter().rev().collect(),
        profiles: vec![KEYS.into_iter().zip(steps()).collect(), HashMap::new()],
        groups: Some([("move".into(), KEYS.into())].into()),
        chords: [(KEYS[1], KEYS.into_iter().zip(steps()).collect())].into(),
        last: 5,
    }
}

fn codes() -> Codes {
    let steps = || [Step { by: 1 }, Step { by: -1 }];
    Codes {
        actions: STORED.into_iter().zip(actions()).collect(),
        turns: STORED.into_iter().zip([4, 8, 720]).collect(),
        paths: STORED.into_iter().rev().map(|key| (key, vec![Some(16), None])).collect(),
        held: STORED.into(),
        shown: STORED.into(),
        order: STORED.into_iter().rev().collect(),
        profiles: vec![STORED.into_iter().zip(steps()).collect(), HashMap::new()],
        groups: Some([("move".into(), STORED.into())].into()),
        chords: [(STORED[1], STORED.into_iter().zip(steps()).collect())].into(),
        last: 5,
    }
}

/// What is saved is a map like any other, so a map of today's types may become one of another crate's.
#[test]
fn they_are_the_sets_and_maps_of_what_is_stored() {
    let (controls, codes) = (controls(), codes());
    assert_eq!(Controls::schema().fingerprint(), Codes::schema().fingerprint());
    for layout in [Layout::Rows, Layout::Columns] {
        let options = Options::file().layout(layout);
        let bytes = options.to_vec(&controls).unwrap();
        assert_eq!(bytes, options.to_vec(&codes).unwrap());
        assert_eq!(archive::from_slice::<Controls>(&bytes).unwrap(), controls);
    }
    let message = Options::message().to_vec(&controls).unwrap();
    assert_eq!(Options::message().from_slice::<Controls>(&message).unwrap(), controls);
    let shown = text::to_string(&controls).unwrap();
    assert_eq!(shown, text::to_string(&codes).unwrap());
    assert_eq!(text::from_str::<Controls>(&shown).unwrap(), controls);
    let shown = json::to_string(&controls).unwrap();
    assert_eq!(shown, json::to_string(&codes).unwrap());
    assert_eq!(json::from_str::<Controls>(&shown).unwrap(), controls);
    let tree = Value::of(&controls).unwrap();
    assert_eq!(tree, Value::of(&codes).unwrap());
    assert_eq!(tree.to::<Controls>().unwrap(), controls);
    assert_eq!(archive::hash(&controls).unwrap(), archive::hash(&codes).unwrap());
}

#[test]
fn many_are_saved_as_each_is() {
    let many: Vec<_> = (0..200).map(|_| controls()).collect();
    let same: Vec<_> = (0..200).map(|_| codes()).collect();
    let bytes = archive::to_vec(&many).unwrap();
    assert_eq!(bytes, archive::to_vec(&same).unwrap());
    assert_eq!(archive::from_slice::<Vec<Controls>>(&bytes).unwrap(), many);
}

#[test]
fn empty_ones_come_back() {
    let nothing = Codes {
        actions: HashMap::new(),
        turns: BTreeMap::new(),
        paths: IndexMap::new(),
        held: HashSet::new(),
        shown: BTreeSet::new(),
        order: IndexSet::new(),
        profiles: Vec::new(),
        groups: None,
        chords: BTreeMap::new(),
        last: 0,
    };
    let bytes = archive::to_vec(&nothing).unwrap();
    let loaded: Controls = archive::from_slice(&bytes).unwrap();
    assert_eq!(archive::to_vec(&loaded).unwrap(), bytes);
}

#[test]
fn a_transparent_type_is_its_map() {
    #[derive(Archive, Debug, PartialEq)]
    #[archive(transparent)]
    struct Actions(#[archive(with = HashMap<code, _>)] HashMap<Key, Action>);

    let Controls { actions, .. } = controls();
    let actions = Actions(actions);
    let bytes = archive::to_vec(&actions).unwrap();
    assert_eq!(bytes, archive::to_vec(&codes().actions).unwrap());
    assert_eq!(archive::from_slice::<Actions>(&bytes).unwrap(), actions);
}

#[test]
fn keys_of_serde_types_may_be_held_as_well() {
    #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq, Eq, Hash)]
    enum KeyCode {
        Space,
        Letter(char),
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Bindings {
        #[archive(with = HashMap<archive::with::serde, _>)]
        keys: HashMap<KeyCode, Action>,
    }

    let keys = [KeyCode::Space, KeyCode::Letter('w')].into_iter().zip(actions()).collect();
    let bindings = Bindings { keys };
    assert_eq!(
        archive::from_slice::<Bindings>(&archive::to_vec(&bindings).unwrap()).unwrap(),
        bindings
    );
    let shown = text::to_string(&bindings).unwrap();
    insta::assert_snapshot!(shown);
    assert_eq!(text::from_str::<Bindings>(&shown).unwrap(), bindings);
    let shown = json::to_string(&bindings).unwrap();
    assert_eq!(json::from_str::<Bindings>(&shown).unwrap(), bindings, "{shown}");
}

/// A file could not be loaded again in which two of its keys are one.
#[test]
fn keys_that_are_stored_alike_are_refused() {
    #[derive(Archive, Debug)]
    struct Held {
        #[archive(with = HashSet<code>)]
        hashed: HashSet<Key>,
        #[archive(with = BTreeMap<code, _>)]
        ordered: BTreeMap<Key, u8>,
    }
    let alike = [Key::Space, Key::Letter(' ')];
    let hashed = Held { hashed: alike.into(), ordered: BTreeMap::new() };
    let ordered = Held { hashed: HashSet::new(), ordered: alike.map(|key| (key, 1)).into() };
    for held in [hashed, ordered] {
        for layout in [Layout::Rows, Layout::Columns] {
            let error = Options::file().layout(layout).to_vec(&held).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{error}");
        }
        assert_eq!(text::to_string(&held).unwrap_err().kind(), ErrorKind::Unrepresentable);
    }
}

#[test]
fn an_error_shows_the_key() {
    let with = |change: fn(&mut Codes)| {
        let mut codes = codes();
        change(&mut codes);
        let of_file = archive::from_slice::<Controls>(&archive::to_vec(&codes).unwrap());
        let of_text = text::from_str::<Controls>(&text::to_string(&codes).unwrap());
        format!("{}\n{}", of_file.unwrap_err(), of_text.unwrap_err())
    };
    let errors = [
        with(|codes| {
            codes.actions.insert(0xd800, Action::Jump);
        }),
        with(|codes| {
            codes.turns.insert(119, 9999);
        }),
        with(|codes| {
            codes.held.insert(u32::MAX);
        }),
        with(|codes| {
            codes.chords.insert(0x0011_0000 + 999, BTreeMap::new());
            codes.chords.insert(0x0011_0000 + 1000, BTreeMap::new());
        }),
        with(|codes| codes.profiles.push([(0xd800, Step { by: 0 })].into())),
    ];
    insta::assert_snapshot!(errors.join("\n\n"));
}

/// Values may have versions of their own.
#[test]
fn what_they_hold_is_written_for_older_programs() {
    mod old {
        use std::collections::HashMap;

        use archive::Archive;

        #[derive(Archive)]
        pub(super) struct Step {
            pub(super) by: i8,
        }

        #[derive(Archive)]
        pub(super) struct Steps {
            #[archive(with = HashMap<super::code, _>)]
            pub(super) steps: HashMap<super::Key, Step>,
        }
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Step {
        by: i8,
        #[since(2, default = 3)]
        times: u8,
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Steps {
        #[archive(with = HashMap<code, _>)]
        steps: HashMap<Key, Step>,
    }

    let old = old::Steps { steps: KEYS.map(|key| (key, old::Step { by: 2 })).into() };
    let steps = Steps { steps: KEYS.map(|key| (key, Step { by: 2, times: 3 })).into() };
    let bytes = archive::to_vec(&old).unwrap();
    assert_eq!(archive::from_slice::<Steps>(&bytes).unwrap(), steps);
    let peer = VersionTable::of::<Steps>().unwrap().at::<Step>(1).unwrap();
    let written = Options::file().write_for(&peer).to_vec(&steps).unwrap();
    assert_eq!(archive::from_slice::<old::Steps>(&written).unwrap().steps.len(), 3);
}

#[test]
fn damaged_ones_are_refused() {
    let forms = [
        Options::file().layout(Layout::Rows),
        Options::file().layout(Layout::Columns),
        Options::message(),
    ];
    let forms = forms.iter().map(|options| options.to_vec(&controls()).unwrap()).collect();
    let case = Case::today("controls", forms, Bounds::of::<Controls>(), reload::<Controls>);
    case.refuses_prefixes();
    case.refuses_flips();
    case.endures_flips();
}
