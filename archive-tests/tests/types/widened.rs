//! Fields whose elements, options and map values were widened.

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

mod own {
    //! A type that its author declares to be a wider form of another.

    use std::collections::{BTreeMap, VecDeque};

    use archive::{Archive, ErrorKind, Options, VersionTable, Widen};

    #[derive(Archive, Clone, Debug, PartialEq)]
    #[archive(name = "Weapon")]
    struct OldWeapon {
        damage: u8,
    }

    #[derive(Archive, Clone, Debug, PartialEq)]
    enum Arm {
        Blade { damage: u8 },
        Bow,
    }

    impl Widen<OldWeapon> for Arm {
        fn widen(old: OldWeapon) -> Self {
            Self::Blade { damage: old.damage }
        }

        fn narrow(&self) -> Option<OldWeapon> {
            match self {
                Self::Blade { damage } => Some(OldWeapon { damage: *damage }),
                Self::Bow => None,
            }
        }
    }

    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Squad")]
    struct OldSquad {
        leader: OldWeapon,
        list: Vec<OldWeapon>,
        queue: VecDeque<OldWeapon>,
        pair: [OldWeapon; 2],
        named: BTreeMap<String, OldWeapon>,
        deep: BTreeMap<u8, Vec<OldWeapon>>,
    }

    #[derive(Archive, Debug, PartialEq)]
    struct Squad {
        #[archive(was(OldWeapon, until = 2))]
        leader: Arm,
        #[archive(was(Vec<OldWeapon>, until = 2))]
        list: Vec<Arm>,
        #[archive(was(VecDeque<OldWeapon>, until = 2))]
        queue: VecDeque<Arm>,
        #[archive(was([OldWeapon; 2], until = 2))]
        pair: [Arm; 2],
        #[archive(was(BTreeMap<String, OldWeapon>, until = 2))]
        named: BTreeMap<String, Arm>,
        #[archive(was(BTreeMap<u8, Vec<OldWeapon>>, until = 2))]
        deep: BTreeMap<u8, Vec<Arm>>,
    }

    #[test]
    fn what_holds_a_type_widens_as_it_does() {
        let old = |damage| OldWeapon { damage };
        let new = |damage| Arm::Blade { damage };
        let then = OldSquad {
            leader: old(1),
            list: vec![old(2)],
            queue: [old(3)].into(),
            pair: [old(4), old(5)],
            named: [("a".to_owned(), old(6))].into(),
            deep: [(1, vec![old(7)])].into(),
        };
        let mut now = Squad {
            leader: new(1),
            list: vec![new(2)],
            queue: [new(3)].into(),
            pair: [new(4), new(5)],
            named: [("a".to_owned(), new(6))].into(),
            deep: [(1, vec![new(7)])].into(),
        };
        let peer = VersionTable::of::<OldSquad>().unwrap();
        for options in [Options::file(), Options::message()] {
            let bytes = options.to_vec(&then).unwrap();
            assert_eq!(options.from_slice::<Squad>(&bytes).unwrap(), now);
            let written = options.clone().write_for(&peer).to_vec(&now).unwrap();
            assert_eq!(written, bytes);
        }
        now.list.push(Arm::Bow);
        let error = Options::message().write_for(&peer).to_vec(&now).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "list"), "{error}");
    }
}
