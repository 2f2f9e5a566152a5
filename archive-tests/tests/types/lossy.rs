//! What an older peer does not know is left out, if the caller says so.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use archive::{Archive, Error, ErrorKind, Layout, Options, Serialize, Unknown, VersionTable};

/// What the peer has.
mod older {
    use std::collections::{BTreeMap, HashMap};
    use std::rc::Rc;

    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct World {
        pub heroes: Vec<Hero>,
        pub by_name: BTreeMap<String, Rc<Hero>>,
        pub scores: HashMap<Key, u32>,
        pub turn: Turn,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Hero {
        pub level: u16,
    }

    #[derive(Archive, Debug, PartialEq, Eq, Hash)]
    pub struct Key {
        pub id: u32,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub enum Turn {
        Wait,
        Go { x: i32 },
    }
}

#[derive(Archive, Debug)]
struct World {
    heroes: Vec<Hero>,
    by_name: BTreeMap<String, Rc<Hero>>,
    scores: HashMap<Key, u32>,
    turn: Turn,
    #[since(2, default = None)]
    leader: Option<Rc<Hero>>,
}

#[derive(Archive, Debug)]
struct Hero {
    #[archive(was(u16, until = 3))]
    level: u32,
    #[since(2, default = 100)]
    stamina: u16,
    #[since(3, default = Vec::new())]
    bag: Vec<String>,
}

#[derive(Archive, Debug, PartialEq, Eq, Hash)]
struct Key {
    id: u32,
    #[since(2, default = 0)]
    realm: u32,
}

#[derive(Archive, Debug)]
enum Turn {
    Wait,
    Go {
        x: i32,
        #[since(2, default = 0)]
        z: i32,
    },
    #[since(2)]
    Fly,
}

fn hero(level: u32) -> Hero {
    Hero { level, stamina: 30, bag: vec!["rope".to_owned()] }
}

fn world() -> World {
    let ann = Rc::new(hero(7));
    World {
        heroes: (0..100).map(hero).collect(),
        by_name: [("Ann", &ann), ("Bea", &ann)].map(|(k, it)| (k.to_owned(), Rc::clone(it))).into(),
        scores: [(Key { id: 1, realm: 5 }, 8), (Key { id: 2, realm: 6 }, 9)].into(),
        turn: Turn::Go { x: 3, z: 4 },
        leader: Some(Rc::new(hero(9))),
    }
}

fn peer() -> VersionTable {
    ["World", "Hero", "Key", "Turn"].iter().fold(VersionTable::new(), |table, it| table.with(it, 1))
}

fn forms() -> Vec<Options> {
    let file = || Options::file().write_for(&peer());
    vec![
        Options::message().write_for(&peer()),
        Options::message().agreed(&peer()),
        file(),
        file().layout(Layout::Rows),
        file().by_value(true),
        file().layout(Layout::Rows).by_value(true),
    ]
}

fn lossy(options: &Options, value: &impl Serialize) -> Result<Vec<u8>, Error> {
    options.clone().unknown(Unknown::Skip).to_vec(value)
}

#[test]
fn fields_that_the_peer_lacks_are_left_out_of_every_form() {
    for options in forms() {
        let strict = options.to_vec(&world()).unwrap_err();
        assert_eq!(strict.kind(), ErrorKind::CannotWrite);
        let bytes = lossy(&options, &world()).unwrap();
        let theirs: older::World = options.from_slice(&bytes).unwrap();
        let levels: Vec<u16> = theirs.heroes.iter().map(|hero| hero.level).collect();
        assert_eq!(levels, (0..100).collect::<Vec<u16>>());
        assert_eq!(theirs.by_name["Ann"].level, 7);
        assert_eq!(theirs.scores, [(older::Key { id: 1 }, 8), (older::Key { id: 2 }, 9)].into());
        assert_eq!(theirs.turn, older::Turn::Go { x: 3 });
        // It is what would be written if the fields held their defaults.
        let mut plain = world();
        plain.heroes.iter_mut().for_each(|it| *it = Hero { stamina: 100, bag: Vec::new(), ..*it });
        let ann = Rc::new(Hero { level: 7, stamina: 100, bag: Vec::new() });
        plain.by_name.values_mut().for_each(|it| *it = Rc::clone(&ann));
        plain.scores = [(Key { id: 1, realm: 0 }, 8), (Key { id: 2, realm: 0 }, 9)].into();
        (plain.turn, plain.leader) = (Turn::Go { x: 3, z: 0 }, None);
        assert_eq!(options.to_vec(&plain).unwrap(), bytes);
    }
}

#[test]
fn a_stream_a_buffer_and_a_text_leave_them_out_too() {
    let options = Options::message().write_for(&peer()).unknown(Unknown::Skip);
    let bytes = options.to_vec(&world()).unwrap();
    let mut stream = Vec::new();
    options.to_writer(&mut stream, &world()).unwrap();
    let older: older::World = archive::from_reader(&mut &stream[..]).unwrap();
    assert_eq!(older.heroes.len(), 100);
    let mut buffer = vec![0; bytes.len()];
    let len = options.write_into(&world(), &mut buffer).unwrap();
    assert_eq!(buffer[..len], bytes);
    let text = options.to_text(&world()).unwrap();
    assert!(!text.contains("stamina") && !text.contains("leader"), "{text}");
}

#[test]
fn what_is_no_field_is_refused_all_the_same() {
    for options in forms() {
        let flying = World { turn: Turn::Fly, ..world() };
        let error = lossy(&options, &flying).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "turn"));
        let tall = World { heroes: vec![hero(70_000)], ..world() };
        let error = lossy(&options, &tall).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "heroes[0].level"));
    }
}

#[test]
fn keys_that_the_peer_could_not_tell_apart_are_refused() {
    #[derive(Archive, PartialEq, Eq, PartialOrd, Ord)]
    struct Place {
        x: u8,
        #[since(2, default = 0)]
        z: u8,
    }
    let keys = [Key { id: 1, realm: 5 }, Key { id: 1, realm: 6 }];
    let world = World { scores: keys.map(|key| (key, 1)).into(), ..world() };
    for options in forms() {
        let error = lossy(&options, &world).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Unrepresentable, "scores"));
    }
    let places: BTreeMap<Place, u8> = [(Place { x: 1, z: 2 }, 3), (Place { x: 1, z: 3 }, 4)].into();
    let peer = VersionTable::new().with("Place", 1);
    for layout in [Layout::Rows, Layout::Columns] {
        let options = Options::file().layout(layout).write_for(&peer);
        assert_eq!(lossy(&options, &places).unwrap_err().kind(), ErrorKind::Unrepresentable);
    }
}
