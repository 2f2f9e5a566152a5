//! A field whose meaning changed, but not its type: in another unit.

use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{
    Archive, Compression, ErrorKind, Layout, Newer, Options, Record, Value, VersionTable, json,
    text,
};

/// In centimetres.
mod shipped {
    use super::*;

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub struct World {
        pub doors: Vec<Door>,
        pub by_name: BTreeMap<String, Door>,
        pub shared: Rc<Door>,
        pub sizes: Vec<Size>,
        pub steps: Vec<Step>,
        pub reach: u16,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub struct Door {
        pub name: String,
        pub width: f32,
        pub spare: Option<Box<Door>>,
    }

    // Nothing but floats, which columns may store together.
    #[derive(Archive, Clone, Debug, PartialEq)]
    pub struct Size {
        pub x: f32,
        pub y: f32,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub enum Step {
        Walk(u16),
        Jump { over: u16 },
    }
}

/// In millimetres or metres.
mod today {
    use super::*;

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub struct World {
        pub doors: Vec<Door>,
        pub by_name: BTreeMap<String, Door>,
        pub shared: Rc<Door>,
        pub sizes: Vec<Size>,
        pub steps: Vec<Step>,
        #[archive(was(u16, until = 3, with = to_mm, back = to_cm))]
        pub reach: u16,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub struct Door {
        pub name: String,
        #[archive(was(f32, until = 2, with = to_metres, back = from_metres))]
        pub width: f32,
        pub spare: Option<Box<Door>>,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub struct Size {
        pub x: f32,
        #[archive(was(f32, until = 2, with = to_metres, back = from_metres))]
        pub y: f32,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    pub enum Step {
        Walk(#[archive(was(u16, until = 2, with = to_mm, back = to_cm))] u16),
        Jump {
            #[archive(was(u16, until = 2, with = to_mm, back = to_cm))]
            over: u16,
        },
    }

    fn to_metres(cm: f32) -> f32 {
        cm / 128.0
    }

    fn from_metres(metres: &f32) -> f32 {
        metres * 128.0
    }

    fn to_mm(cm: u16) -> u16 {
        cm * 10
    }

    fn to_cm(mm: &u16) -> u16 {
        mm / 10
    }
}

fn shipped() -> shipped::World {
    let door =
        |n: u8| shipped::Door { name: format!("door {n}"), width: f32::from(n), spare: None };
    let with_spare = shipped::Door { spare: Some(Box::new(door(3))), ..door(200) };
    shipped::World {
        doors: (0..100).map(door).chain([with_spare]).collect(),
        by_name: BTreeMap::from([("gate".into(), door(240))]),
        shared: Rc::new(door(120)),
        sizes: (0..100_u8).map(|n| shipped::Size { x: 1.5, y: f32::from(n) }).collect(),
        steps: vec![shipped::Step::Walk(7), shipped::Step::Jump { over: 12 }],
        reach: 80,
    }
}

fn today() -> today::World {
    let door =
        |n: u8| today::Door { name: format!("door {n}"), width: f32::from(n) / 128.0, spare: None };
    let with_spare = today::Door { spare: Some(Box::new(door(3))), ..door(200) };
    today::World {
        doors: (0..100).map(door).chain([with_spare]).collect(),
        by_name: BTreeMap::from([("gate".into(), door(240))]),
        shared: Rc::new(door(120)),
        sizes: (0..100_u8).map(|n| today::Size { x: 1.5, y: f32::from(n) / 128.0 }).collect(),
        steps: vec![today::Step::Walk(70), today::Step::Jump { over: 120 }],
        reach: 800,
    }
}

fn forms() -> Vec<Options> {
    let layouts = [Options::file(), Options::file().layout(Layout::Rows), Options::message()];
    let zstd = layouts.clone().map(|it| it.compression(Compression::Zstd(3)));
    let all = layouts.into_iter().chain(zstd);
    all.flat_map(|it| [it.clone().by_value(true), it]).collect()
}

#[test]
fn archives_are_converted_in_both_directions() {
    let peer = VersionTable::of::<today::World>().unwrap();
    let peer = peer.at::<today::World>(1).unwrap().at::<today::Door>(1).unwrap();
    let peer = peer.at::<today::Size>(1).unwrap().at::<today::Step>(1).unwrap();
    for options in forms() {
        let bytes = options.to_vec(&shipped()).unwrap();
        let loaded: today::World = options.from_slice(&bytes).unwrap();
        assert_eq!(loaded, today());
        // A message has no schema.
        if let Ok(tree) = Value::from_slice(&bytes) {
            assert_eq!(tree.to::<today::World>().unwrap(), today());
        }
        let back = options.clone().write_for(&peer).to_vec(&loaded).unwrap();
        assert_eq!(back, bytes);
        let again = options.to_vec(&loaded).unwrap();
        assert_eq!(options.from_slice::<today::World>(&again).unwrap(), today());
        // An older program does not take one unit for the other.
        let error = options.newer(Newer::Accept).from_slice::<shipped::World>(&again).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooNew, "{error}");
    }
}

#[test]
fn texts_trees_and_records_are_converted() {
    let source = text::to_string(&shipped()).unwrap();
    assert_eq!(text::from_str::<today::World>(&source).unwrap(), today());
    let source = json::to_string(&shipped()).unwrap();
    assert_eq!(json::from_str::<today::World>(&source).unwrap(), today());
    assert_eq!(Value::of(&shipped()).unwrap().to::<today::World>().unwrap(), today());
    let door = shipped::Door { name: "gate".into(), width: 64.0, spare: None };
    let record = Record::of(7_u32, &door).unwrap();
    assert_eq!(record.to::<today::Door>().unwrap().width, 0.5);
    // A text that states no version is of today's.
    let door: today::Door =
        text::from_str("{ name = \"gate\", width = 2.5, spare = none }").unwrap();
    assert_eq!(door.width, 2.5);
}

#[derive(Archive, Debug, PartialEq)]
struct Twice {
    #[archive(was(u16, until = 2, with = |feet: u16| feet * 12), was(u16, until = 4, with = |inches: u16| inches * 254))]
    length: u16,
}

mod twice {
    #[derive(archive::Archive)]
    pub struct Twice {
        pub length: u16,
    }

    pub mod second {
        #[derive(archive::Archive)]
        #[archive(version = 2)]
        pub struct Twice {
            pub length: u16,
        }
    }
}

/// Each function gives today's value, as with other types.
#[test]
fn a_unit_may_change_twice() {
    let first = archive::to_vec(&twice::Twice { length: 2 }).unwrap();
    assert_eq!(archive::from_slice::<Twice>(&first).unwrap(), Twice { length: 24 });
    let second = archive::to_vec(&twice::second::Twice { length: 3 }).unwrap();
    assert_eq!(archive::from_slice::<Twice>(&second).unwrap(), Twice { length: 762 });
    // Without the way back, nothing is written for an older program.
    let peer = VersionTable::of::<Twice>().unwrap().at::<Twice>(2).unwrap();
    let error = Options::message().write_for(&peer).to_vec(&Twice { length: 1 }).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "length"));
}
