//! Fields that texts and JSON leave out, as they hold their defaults.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use archive::json::Spelling;
use archive::{Archive, Newer, Object, Options, Unknown, Upgrade, VersionTable, json, text};
use proptest::prelude::*;

/// Stores a length in millimetres.
mod length {
    pub type Stored = u32;

    pub fn to_stored(metres: &f64) -> u32 {
        (metres * 1000.0) as u32
    }

    pub fn from_stored(stored: u32) -> f64 {
        f64::from(stored) / 1000.0
    }
}

pub trait Light: Object {}

#[derive(Archive, Debug, PartialEq)]
struct Lamp {
    name: String,
    #[default = 800]
    brightness: u32,
    /// It depends on the brightness, so no other text tells it.
    #[archive(default = *brightness / 100)]
    power: u32,
    #[default = "white"]
    color: String,
    #[default]
    is_on: bool,
    #[archive(default = 1.5, with = length)]
    height: f64,
    #[archive(default = [0.0; 3])]
    place: [f32; 3],
    #[archive(default = None)]
    next: Option<Box<Lamp>>,
    #[default]
    nothing: (),
}

impl Light for Lamp {}
archive::registry! { dyn Light as "Light" { Lamp as "lamp" } }

#[derive(Archive, Debug, Default, PartialEq)]
#[archive(default)]
struct Sound {
    volume: u8,
    device: String,
}

#[derive(Archive, Debug, PartialEq)]
struct Wrapped<T> {
    #[default = 7]
    id: u16,
    held: T,
}

#[derive(Archive, Debug, PartialEq)]
struct Pair(u8, #[default = 2] u8);

#[derive(Archive, Debug, PartialEq)]
enum Mode {
    Off,
    Timer {
        #[default = 60]
        seconds: u32,
    },
}

#[derive(Archive, Debug, PartialEq)]
struct Shade {
    #[default = 3]
    slats: u8,
}

#[derive(Archive)]
struct House {
    #[default]
    sound: Sound,
    lamps: Vec<Lamp>,
    by_name: BTreeMap<String, Wrapped<Lamp>>,
    small: Option<Wrapped<u8>>,
    pair: Pair,
    modes: Vec<Mode>,
    #[archive(flatten, default = Shade { slats: 1 })]
    shade: Shade,
    shared: Vec<Rc<Room>>,
    lights: Vec<Box<dyn Light>>,
    #[default = 0]
    visits: u64,
}

#[derive(Archive, Debug)]
struct Room {
    #[default = "room"]
    name: String,
    #[default]
    outer: RefCell<Weak<Room>>,
    #[default]
    inner: RefCell<Option<Rc<Room>>>,
    #[default = 1]
    doors: u8,
}

fn lamp(name: &str) -> Lamp {
    Lamp {
        name: name.into(),
        brightness: 800,
        power: 8,
        color: "white".into(),
        is_on: false,
        height: 1.5,
        place: [0.0; 3],
        next: None,
        nothing: (),
    }
}

fn room(doors: u8) -> Rc<Room> {
    let (outer, inner) = (RefCell::default(), RefCell::default());
    Rc::new(Room { name: "room".into(), outer, inner, doors })
}

fn house() -> House {
    let next = Some(Box::new(lamp("next")));
    let bright = Lamp { brightness: 1200, power: 8, height: 2.25, next, ..lamp("bright") };
    let (hall, attic) = (room(1), room(2));
    *hall.inner.borrow_mut() = Some(Rc::clone(&attic));
    *attic.outer.borrow_mut() = Rc::downgrade(&hall);
    House {
        sound: Sound::default(),
        lamps: vec![lamp("desk"), bright],
        by_name: [("a".into(), Wrapped { id: 7, held: lamp("in a") })].into(),
        small: Some(Wrapped { id: 8, held: 1 }),
        pair: Pair(1, 2),
        modes: vec![Mode::Off, Mode::Timer { seconds: 60 }],
        shade: Shade { slats: 3 },
        shared: vec![Rc::clone(&hall), hall, attic],
        lights: vec![Box::new(lamp("light"))],
        visits: 0,
    }
}

fn sparse() -> Options {
    Options::file().omit_defaults(true)
}

/// Checks that a value comes back from what is left of it, and returns that as text and JSON.
#[track_caller]
fn comes_back<T: Archive>(value: &T) -> [String; 2] {
    let bytes = archive::to_vec(value).unwrap();
    let text = sparse().to_text(value).unwrap();
    let loaded: T = text::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(archive::to_vec(&loaded).unwrap(), bytes, "{text}");
    let json = sparse().to_json_pretty(value).unwrap();
    let loaded: T = json::from_str(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    assert_eq!(archive::to_vec(&loaded).unwrap(), bytes, "{json}");
    let spelling = Spelling::new().versions(false);
    let short = sparse().to_json_as(value, spelling).unwrap();
    let loaded: T = json::from_str(&short).unwrap_or_else(|error| panic!("{error}\n{short}"));
    assert_eq!(archive::to_vec(&loaded).unwrap(), bytes, "{short}");
    [text, json]
}

#[test]
fn a_house_comes_back_from_what_is_left() {
    let [text, json] = comes_back(&house());
    insta::assert_snapshot!("omitted_text", text);
    insta::assert_snapshot!("omitted_json", json);
}

#[test]
fn a_value_of_nothing_but_defaults_has_no_fields() {
    let [text, json] = comes_back(&Sound::default());
    assert_eq!(text, "Sound @1 {}\n");
    assert_eq!(json, "{\n  \"@versions\": {\n    \"Sound\": 1\n  }\n}");
    assert_eq!(
        sparse().to_json_as(&Sound::default(), Spelling::new().versions(false)).unwrap(),
        "{}"
    );
    let [text, _] = comes_back(&vec![Sound::default(), Sound { volume: 3, ..Sound::default() }]);
    assert_eq!(text, "@versions { Sound = 1 }\n[Sound {}, Sound { volume = 3 }]\n");
}

#[derive(Archive, Debug)]
struct Door {
    #[archive(default = Lock { code: 7, key: Rc::new(3), spare: None })]
    lock: Lock,
    #[archive(default = (1, Rc::from("oak")))]
    wood: (u8, Rc<str>),
    #[default = 2]
    height: u8,
}

#[derive(Archive, Debug)]
struct Lock {
    code: u8,
    key: Rc<u8>,
    spare: Option<Rc<u8>>,
}

/// It cannot be seen from the bytes of a link whether its object is that of the default.
#[test]
fn a_default_with_shared_objects_is_written() {
    let key = Rc::new(4);
    let lock = Lock { code: 7, spare: Some(Rc::clone(&key)), key };
    let [text, _] = comes_back(&Door { lock, wood: (1, Rc::from("oak")), height: 2 });
    assert!(text.contains("wood = (1, \"oak\")") && !text.contains("height"), "{text}");

    let mut door = Door {
        lock: Lock { code: 1, key: Rc::new(1), spare: None },
        wood: (9, Rc::from("elm")),
        height: 5,
    };
    archive::update(&mut door, archive::defaults::<Door>().unwrap()).unwrap();
    assert_eq!((door.lock.code, *door.lock.key, &*door.wood.1, door.height), (7, 3, "oak", 2));
}

#[test]
fn archives_and_other_formats_are_as_before() {
    let lamp = lamp("desk");
    assert_eq!(sparse().to_vec(&lamp).unwrap(), archive::to_vec(&lamp).unwrap());
    let plain = text::to_string(&lamp).unwrap();
    assert_eq!(sparse().omit_defaults(false).to_text(&lamp).unwrap(), plain);
    let tree = |options: &Options| options.to_serde(&lamp, serde_json::value::Serializer).unwrap();
    assert_eq!(tree(&sparse()), tree(&Options::file()));
}

/// A chain of objects, which must not be a chain of calls.
#[test]
fn long_chains_come_back() {
    let first = room(1);
    let mut last = Rc::clone(&first);
    for doors in 0..20_000 {
        let next = room((doors % 2) as u8);
        *last.inner.borrow_mut() = Some(Rc::clone(&next));
        last = next;
    }
    let text = sparse().to_text(&first).unwrap();
    assert!(!text.contains("doors = 1") && text.contains("doors = 0"));
    let loaded: Rc<Room> = text::from_str(&text).unwrap();
    assert_eq!(sparse().to_text(&loaded).unwrap(), text);
    for room in [first, loaded] {
        let mut next = room.inner.take();
        while let Some(room) = next {
            next = room.inner.take();
        }
    }
}

/// A file that a person wrote keeps their comments, also that of a field that holds its default again.
#[test]
fn a_file_keeps_its_comments() {
    let path = tempfile::tempdir().unwrap().keep().join("sound.txt");
    std::fs::write(&path, "Sound @1 {\n  // quiet\n  volume = 1\n  device = \"tv\" // hdmi\n}\n")
        .unwrap();
    sparse().save_text(&path, &Sound { volume: 0, device: "tv".into() }).unwrap();
    let saved = std::fs::read_to_string(&path).unwrap();
    assert_eq!(saved, "Sound @1 {\n  device = \"tv\"  // hdmi\n  // quiet\n}\n");
    sparse().save_text(&path, &Sound { volume: 2, device: "tv".into() }).unwrap();
    let saved = std::fs::read_to_string(&path).unwrap();
    assert_eq!(saved, "Sound @1 {\n  volume = 2\n  device = \"tv\"  // hdmi\n  // quiet\n}\n");
}

mod old {
    use archive::{Archive, Unknown};

    #[derive(Archive, Debug, PartialEq)]
    pub(super) struct Theme {
        #[default = 50]
        pub(super) contrast: u8,
    }

    #[derive(Archive, Debug)]
    #[archive(name = "Theme")]
    pub(super) struct Keeping {
        #[default = 50]
        pub(super) contrast: u8,
        #[archive(unknown)]
        pub(super) extra: Unknown,
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Theme {
    #[default = 60]
    contrast: u8,
    #[since(2, default = 5)]
    gamma: u8,
}

/// What an older program takes for the default may be another value.
#[test]
fn nothing_is_left_out_for_older_programs() {
    let theme = Theme { contrast: 60, gamma: 5 };
    assert_eq!(sparse().to_text(&theme).unwrap(), "Theme @2 {}\n");
    let peer = VersionTable::of::<Theme>().unwrap().at::<Theme>(1).unwrap();
    let text = sparse().write_for(&peer).to_text(&theme).unwrap();
    assert_eq!(text, "Theme @1 {\n  contrast = 60\n}\n");
    assert_eq!(text::from_str::<old::Theme>(&text).unwrap(), old::Theme { contrast: 60 });
}

#[test]
fn what_was_retained_is_written_whole() {
    let newer = text::to_string(&Theme { contrast: 50, gamma: 9 }).unwrap();
    let lenient = sparse().newer(Newer::Accept).unknown(Unknown::Retain);
    let kept: old::Keeping = lenient.from_text(&newer).unwrap();
    assert_eq!(lenient.to_text(&kept).unwrap(), newer);
}

prop_compose! {
    fn any_lamp()(
        name in "[a-c]?",
        brightness in prop_oneof![Just(800_u32), 0..2_000_u32],
        power in 0..12_u32,
        color in prop_oneof![Just("white"), Just("red")],
        is_on in any::<bool>(),
        height in prop_oneof![Just(1500_u32), 0..3_000_u32],
        place in prop_oneof![Just([0.0_f32; 3]), any::<[i8; 3]>().prop_map(|it| it.map(f32::from))],
    ) -> Lamp {
        let color = color.to_owned();
        let height = length::from_stored(height);
        Lamp { name, brightness, power, color, is_on, height, place, next: None, nothing: () }
    }
}

proptest! {
    #[test]
    fn any_lamps_come_back(
        mut lamps in proptest::collection::vec(any_lamp(), 1..6),
        seconds in prop_oneof![Just(60_u32), any::<u32>()],
        slats in 0..4_u8,
        visits in 0..2_u64,
        (volume, device) in (0..2_u8, "[a]?"),
    ) {
        let next = lamps.pop().map(Box::new);
        if let Some(last) = lamps.last_mut() {
            last.next = next;
        }
        let sound = Sound { volume, device };
        let modes = vec![Mode::Timer { seconds }];
        comes_back(&House { sound, lamps, modes, shade: Shade { slats }, visits, ..house() });
    }
}

mod before {
    #[derive(archive::Archive)]
    pub struct Door {
        pub name: String,
        #[archive(default = 100)]
        pub centimetres: u16,
        #[archive(default = 5)]
        pub wear: u8,
    }
}

#[derive(Archive, Debug, PartialEq)]
#[archive(upgrade(from = 1, with = Door2::of_wear))]
#[archive(name = "Door")]
struct Door2 {
    name: String,
    #[archive(removed(centimetres: u16, until = 2, default = 100, into = |door: &mut Self, it| door.metres = f32::from(it) / 100.0))]
    #[archive(removed(wear: u8, until = 2, default = 5))]
    #[since(2, default = 7.0)]
    metres: f32,
    #[since(2, default = 0)]
    strength: u8,
}

impl Door2 {
    fn of_wear(&mut self, old: &mut Upgrade) {
        self.strength = 100 - old.take::<u8>("wear").unwrap_or(100);
    }
}

/// In the version of the text, the field that is missing held its default.
#[test]
fn a_removed_field_that_was_left_out_held_its_default() {
    for centimetres in [100, 80] {
        let before = before::Door { name: "gate".into(), centimetres, wear: 5 };
        let metres = f32::from(centimetres) / 100.0;
        let today = Door2 { name: "gate".into(), metres, strength: 95 };
        assert_eq!(
            archive::from_slice::<Door2>(&archive::to_vec(&before).unwrap()).unwrap(),
            today
        );
        let left = sparse().to_text(&before).unwrap();
        assert!(!left.contains("wear"), "{left}");
        assert_eq!(text::from_str::<Door2>(&left).unwrap(), today, "{left}");
        let left = sparse().to_json(&before).unwrap();
        assert_eq!(json::from_str::<Door2>(&left).unwrap(), today, "{left}");
    }
    // Today's version never had them.
    let new: Door2 = text::from_str("Door @2 { name = \"gate\" }").unwrap();
    assert_eq!((new.metres, new.strength), (7.0, 0));
}
