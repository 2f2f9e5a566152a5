//! Values that cannot be saved, at all or for the intended reader.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use archive::{Archive, Error, ErrorKind, Layout, Options, Serialize, VersionTable};

use crate::game::{self, Item, Mood, Player};

/// The versions of a peer of the previous release.
fn peer() -> VersionTable {
    VersionTable::new().with("SaveGame", 1).with("Player", 2).with("Item", 1).with("Mood", 1)
}

fn for_a_peer(change: impl FnOnce(&mut Player)) -> Error {
    let mut save = game::save();
    save.player.stamina = 100;
    change(&mut save.player);
    Options::message().write_for(&peer()).to_vec(&save).unwrap_err()
}

pub fn errors() -> Vec<(ErrorKind, Error)> {
    let without_items = VersionTable::new().with("SaveGame", 1).with("Player", 2);
    let options = Options::message().write_for(&without_items);
    vec![
        (ErrorKind::MissingVersion, options.to_vec(&game::save()).unwrap_err()),
        (ErrorKind::CannotWrite, for_a_peer(|player| player.stamina = 5)),
        (ErrorKind::CannotWrite, for_a_peer(|player| player.inventory[1].count = 300)),
        (ErrorKind::CannotWrite, for_a_peer(|player| player.mood = Mood::Sleepy)),
        (ErrorKind::MaxLen, too_long()),
        (ErrorKind::BufferTooSmall, archive::write_into(&game::save(), &mut [0; 100]).unwrap_err()),
        (ErrorKind::Unrepresentable, borrowed()),
        (ErrorKind::DepthLimit, too_deep()),
        (ErrorKind::Io, archive::save("saves/missing/slot1.sav", &game::save()).unwrap_err()),
        (ErrorKind::Io, Options::file().to_writer(Full, &game::save()).unwrap_err()),
    ]
}

fn too_long() -> Error {
    let mut save = game::save();
    save.player.name = "Ada Lovelace the Second".into();
    archive::to_vec(&save).unwrap_err()
}

fn borrowed() -> Error {
    #[derive(Archive)]
    struct Shop {
        shelves: Vec<RefCell<Item>>,
    }
    let shelf = RefCell::new(Item { name: "torch".into(), count: 1 });
    let shop = Shop { shelves: vec![RefCell::new(Item { name: "rope".into(), count: 1 }), shelf] };
    let _in_use = shop.shelves[1].borrow_mut();
    archive::to_vec(&shop).unwrap_err()
}

fn too_deep() -> Error {
    #[derive(Archive, Default)]
    struct Quest {
        steps: Vec<Quest>,
    }
    let quest = (0..200).fold(Quest::default(), |inner, _| Quest { steps: vec![inner] });
    archive::to_vec(&quest).unwrap_err()
}

/// A full disk.
struct Full;

impl std::io::Write for Full {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::Error::new(std::io::ErrorKind::StorageFull, "no space left on device"))
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[derive(Archive, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Key {
    #[archive(was(u8, until = 2))]
    id: u16,
}

/// The paths of the errors for a value in each layout, written for a peer with smaller keys.
fn paths(value: &impl Serialize) -> [String; 2] {
    let peer = VersionTable::new().with("Key", 1);
    [Layout::Rows, Layout::Columns].map(|layout| {
        let options = Options::file().layout(layout).write_for(&peer);
        let error = options.to_vec(value).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::CannotWrite, "{error}");
        error.path().to_owned()
    })
}

#[test]
fn a_key_that_is_refused_is_placed_where_it_stands_in_a_file_of_today() {
    let keys = || [3, 300, 1].map(|id| Key { id });
    let map: HashMap<Key, u8> = keys().into_iter().map(|key| (key, 0)).collect();
    assert_eq!(paths(&map), ["{2}.id"; 2]);
    assert_eq!(paths(&vec![HashMap::new(), map]), ["[1]{2}.id"; 2]);
    assert_eq!(paths(&HashSet::from(keys())), ["[2].id"; 2]);
    let sorted: BTreeMap<Key, u8> = keys().into_iter().map(|key| (key, 0)).collect();
    assert_eq!(paths(&sorted), ["{2}.id"; 2]);
}

#[test]
fn a_key_that_is_refused_is_placed_where_keys_lose_a_field() {
    #[derive(Archive, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[archive(name = "Key")]
    struct Longer {
        #[archive(was(u8, until = 2))]
        id: u16,
        #[since(2, default = 0)]
        more: u8,
    }
    let keys = || [3, 300, 1].map(|id| (Longer { id, more: 0 }, 0_u8));
    assert_eq!(paths(&HashMap::from(keys())), ["{2}.id"; 2]);
    assert_eq!(paths(&BTreeMap::from(keys())), ["{2}.id"; 2]);
}
