//! Fields whose elements, options and values of maps were widened.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::rc::Rc;

use archive::{Archive, ErrorKind, Options, VersionTable};
use indexmap::{IndexMap, IndexSet};

mod shipped {
    use super::*;

    #[derive(Archive)]
    pub struct World {
        pub bytes: Vec<u8>,
        pub queue: VecDeque<u16>,
        pub place: [f32; 3],
        pub maybe: Option<u8>,
        pub counts: BTreeMap<String, Vec<u8>>,
        pub names: HashMap<u8, String>,
        pub keyed: HashMap<u8, char>,
        pub ids: HashSet<u8>,
        pub units: Vec<Unit>,
        pub leader: Option<Unit>,
    }

    #[derive(Archive)]
    pub struct Unit {
        pub id: u8,
    }
}

#[derive(Archive, Debug, PartialEq)]
struct World {
    #[archive(was(Vec<u8>, until = 2))]
    bytes: Vec<u32>,
    #[archive(was(VecDeque<u16>, until = 2))]
    queue: VecDeque<i64>,
    #[archive(was([f32; 3], until = 2))]
    place: [f64; 3],
    #[archive(was(Option<u8>, until = 2))]
    maybe: Option<u32>,
    #[archive(was(BTreeMap<String, Vec<u8>>, until = 2))]
    counts: BTreeMap<String, Vec<u16>>,
    #[archive(was(HashMap<u8, String>, until = 2))]
    names: HashMap<u8, Option<String>>,
    #[archive(was(HashMap<u8, char>, until = 2))]
    keyed: IndexMap<u8, char>,
    #[archive(was(HashSet<u8>, until = 2))]
    ids: IndexSet<u8>,
    #[archive(was(Vec<Unit>, until = 2))]
    units: Vec<Rc<Unit>>,
    #[archive(was(Option<Unit>, until = 2))]
    leader: Option<Rc<Unit>>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Unit {
    id: u8,
}

fn old() -> shipped::World {
    let unit = |id| shipped::Unit { id };
    shipped::World {
        bytes: vec![1, 255],
        queue: [7].into(),
        place: [0.5, 1.5, -1.0],
        maybe: Some(9),
        counts: [("a".into(), vec![3])].into(),
        names: [(1, "Ann".into())].into(),
        keyed: [(2, 'b'), (1, 'a')].into(),
        ids: [3, 1].into(),
        units: vec![unit(1), unit(2)],
        leader: Some(unit(3)),
    }
}

fn today() -> World {
    let unit = |id| Rc::new(Unit { id });
    World {
        bytes: vec![1, 255],
        queue: [7].into(),
        place: [0.5, 1.5, -1.0],
        maybe: Some(9),
        counts: [("a".into(), vec![3])].into(),
        names: [(1, Some("Ann".into()))].into(),
        keyed: [(1, 'a'), (2, 'b')].into(),
        ids: [1, 3].into(),
        units: vec![unit(1), unit(2)],
        leader: Some(unit(3)),
    }
}

#[test]
fn what_is_held_widens_without_a_function() {
    for options in [Options::file(), Options::message()] {
        let bytes = options.to_vec(&old()).unwrap();
        assert_eq!(options.from_slice::<World>(&bytes).unwrap(), today());
        let table = VersionTable::of::<World>().unwrap().at::<World>(1).unwrap();
        assert_eq!(options.clone().write_for(&table).to_vec(&today()).unwrap(), bytes);
    }
    let text = archive::text::to_string(&old()).unwrap();
    assert_eq!(archive::text::from_str::<World>(&text).unwrap(), today());
}

#[test]
fn what_does_not_fit_is_refused() {
    let table = VersionTable::of::<World>().unwrap().at::<World>(1).unwrap();
    let options = Options::file().write_for(&table);
    let worlds = [
        ("bytes", World { bytes: vec![1, 256], ..today() }),
        ("place", World { place: [0.1, 0.0, 0.0], ..today() }),
        ("maybe", World { maybe: Some(256), ..today() }),
        ("counts", World { counts: [("a".into(), vec![256])].into(), ..today() }),
        ("names", World { names: [(1, None)].into(), ..today() }),
    ];
    for (field, world) in worlds {
        let error = options.to_vec(&world).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, field), "{error}");
    }
}
