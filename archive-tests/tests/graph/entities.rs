//! Objects of several types behind one trait.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use archive::{Archive, Classes, ErrorKind, Layout, Object, Options, Value};

use super::each_way;

trait Entity: Object {
    fn name(&self) -> String;
}

#[derive(Archive, Debug, Default)]
struct Player {
    name: String,
    friends: RefCell<Vec<Rc<dyn Entity>>>,
}

#[derive(Archive, Debug)]
struct Orc {
    rage: f32,
    #[since(2, default = 3)]
    tusks: u8,
}

#[derive(Archive, Debug)]
struct Goblin {
    gold: u32,
}

impl Entity for Player {
    fn name(&self) -> String {
        self.name.clone()
    }
}

impl Entity for Orc {
    fn name(&self) -> String {
        format!("orc of rage {} with {} tusks", self.rage, self.tusks)
    }
}

impl std::fmt::Debug for dyn Entity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

fn from_goblin(goblin: Goblin) -> Box<dyn Entity> {
    Box::new(Orc { rage: 0.5, tusks: u8::try_from(goblin.gold).unwrap_or(0) })
}

archive::registry! {
    dyn Entity as "Entity" {
        Player as "player",
        Orc as "orc" | "ork",
        retired Goblin as "goblin" until 2 into from_goblin,
        u64 as "number" since 2,
    }
}

impl Entity for u64 {
    fn name(&self) -> String {
        self.to_string()
    }
}

/// The older program.
mod before {
    use super::Object;
    use archive::Archive;

    pub(super) trait Entity: Object {}

    #[derive(Archive)]
    pub(super) struct Orc {
        pub(super) rage: f32,
    }

    #[derive(Archive)]
    pub(super) struct Goblin {
        pub(super) gold: u32,
    }

    #[derive(Archive)]
    pub(super) struct Player {
        pub(super) name: String,
        pub(super) friends: std::cell::RefCell<Vec<std::rc::Rc<dyn Entity>>>,
    }

    impl Entity for Orc {}
    impl Entity for Goblin {}
    impl Entity for Player {}

    archive::registry! {
        dyn Entity as "Entity" {
            Orc as "orc",
            Goblin as "goblin",
            Player as "player",
        }
    }
}

fn player(name: &str) -> Player {
    Player { name: name.into(), friends: RefCell::default() }
}

#[test]
fn boxes_keep_their_types() {
    let party: Vec<Box<dyn Entity>> =
        vec![Box::new(player("Ada")), Box::new(Orc { rage: 0.5, tusks: 2 }), Box::new(7_u64)];
    each_way(&party, |party: Vec<Box<dyn Entity>>| {
        let names: Vec<_> = party.iter().map(|entity| entity.name()).collect();
        assert_eq!(names, ["Ada", "orc of rage 0.5 with 2 tusks", "7"]);
        assert!(party[1].as_any().is::<Box<dyn Entity>>() || (*party[1]).as_any().is::<Orc>());
    });
    let tree = Value::of(&party).unwrap();
    assert_eq!(tree.get("[1].0.rage"), Some(&Value::F32(0.5)), "{tree:?}");
    assert_eq!(tree.to::<Vec<Box<dyn Entity>>>().unwrap()[2].name(), "7");
    let text = archive::text::to_string(&party).unwrap();
    assert_eq!(archive::text::from_str::<Vec<Box<dyn Entity>>>(&text).unwrap()[0].name(), "Ada");
}

#[test]
fn shared_entities_know_each_other() {
    let ada = Rc::new(player("Ada"));
    let bob = Rc::new(player("Bob"));
    let (a, b): (Rc<dyn Entity>, Rc<dyn Entity>) = (ada.clone(), bob.clone());
    ada.friends.borrow_mut().push(b.clone());
    bob.friends.borrow_mut().push(a.clone());
    each_way(&vec![a, b.clone(), b], |all: Vec<Rc<dyn Entity>>| {
        assert!(Rc::ptr_eq(&all[1], &all[2]));
        let friends =
            |at: usize| (*all[at]).as_any().downcast_ref::<Player>().unwrap().friends.borrow();
        assert!(Rc::ptr_eq(&friends(0)[0], &all[1]));
        assert!(Rc::ptr_eq(&friends(1)[0], &all[0]));
    });
}

#[test]
fn a_class_that_is_gone_becomes_another() {
    let old: Vec<Rc<dyn before::Entity>> = vec![
        Rc::new(before::Orc { rage: 1.5 }),
        Rc::new(before::Goblin { gold: 9 }),
        Rc::new(before::Player { name: "Ada".into(), friends: RefCell::default() }),
    ];
    for options in super::ways() {
        let bytes = options.to_vec(&old).unwrap();
        let loaded: Vec<Rc<dyn Entity>> = options.from_slice(&bytes).unwrap();
        let names: Vec<_> = loaded.iter().map(|entity| entity.name()).collect();
        assert_eq!(names, ["orc of rage 1.5 with 3 tusks", "orc of rage 0.5 with 9 tusks", "Ada"]);
    }
}

#[test]
fn a_registry_makes_objects() {
    let registry = <dyn Entity>::registry();
    let mut keys: Vec<_> = registry.keys().collect();
    keys.sort_unstable();
    assert_eq!(keys, ["number", "orc", "player"]);
    assert_eq!(registry.create("player").unwrap().name(), "");
    assert!(registry.create("orc").is_none(), "it has no default");
    assert!(registry.create("goblin").is_none() && registry.create("elf").is_none());
    assert_eq!(registry.key_of(&7_u64), Some("number"));
}

trait Late: Object {}

archive::registry! { dyn Late as "Late" {} }

impl Late for u8 {}
impl Late for u16 {}
impl Late for u32 {}

#[test]
fn other_crates_join_before_the_first_use() {
    fn join_bytes() -> bool {
        <dyn Late>::join(|registry| registry.add(archive::class!(dyn Late, u8 as "byte")))
    }
    assert!(join_bytes());
    assert!(<dyn Late>::join(|registry| registry.add(archive::class!(dyn Late, u16 as "word"))));
    assert!(join_bytes(), "each test of a game may join them");
    let all: Vec<Box<dyn Late>> = vec![Box::new(1_u8), Box::new(2_u16)];
    assert!(Options::file().to_vec(&all).is_ok());
    assert!(!<dyn Late>::join(|registry| registry.add(archive::class!(dyn Late, u32 as "long"))));
    assert!(!<dyn Late>::join(|registry| registry.add(archive::class!(dyn Late, u8 as "octet"))));
    assert!(join_bytes(), "they are there");
    let unknown: Box<dyn Late> = Box::new(3_u32);
    let error = archive::to_vec(&unknown).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unrepresentable);
}

trait Torn: Object {}

archive::registry! { dyn Torn as "Torn" {} }

impl Torn for u8 {}
impl Torn for u16 {}

#[test]
fn two_crates_that_join_with_one_key_are_an_error() {
    assert!(<dyn Torn>::join(|registry| registry.add(archive::class!(dyn Torn, u8 as "number"))));
    assert!(<dyn Torn>::join(|registry| registry.add(archive::class!(dyn Torn, u16 as "number"))));
    let error = <dyn Torn>::registry().check().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NameClash);
    assert!(error.to_string().contains("two classes of `Torn` have the key `number`"), "{error}");
}

trait Twice: Object {}

archive::registry! { dyn Twice as "Twice" { u8 as "number", u16 as "long" | "number" } }

impl Twice for u8 {}
impl Twice for u16 {}

#[test]
fn two_classes_of_one_key_are_an_error() {
    let value: Box<dyn Twice> = Box::new(1_u8);
    let error = archive::to_vec(&value).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NameClash);
    assert!(error.to_string().contains("`number`"), "{error}");
}

/// An object shared as both its trait and its type would become two when loaded.
#[test]
fn an_object_is_shared_as_one_type() {
    #[derive(Archive)]
    struct World {
        all: Vec<Rc<dyn Entity>>,
        player: Option<Rc<Player>>,
        target: Weak<Player>,
        first: Weak<dyn Entity>,
    }
    let player = Rc::new(Player { name: "Ada".into(), ..Player::default() });
    let world = |all: Vec<Rc<dyn Entity>>, player: Option<&Rc<Player>>, target: Weak<Player>| {
        let first = Rc::downgrade(&all[0]);
        World { all, player: player.cloned(), target, first }
    };
    let orc: Rc<dyn Entity> = Rc::new(Orc { rage: 1.0, tusks: 2 });
    let worlds = [
        world(vec![player.clone()], Some(&player), Weak::new()),
        world(vec![player.clone()], None, Rc::downgrade(&player)),
        world(vec![orc, player.clone()], None, Rc::downgrade(&player)),
    ];
    for world in &worlds {
        for layout in [Layout::Rows, Layout::Columns] {
            let error = Options::file().layout(layout).to_vec(world).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unrepresentable);
            let said = error.to_string();
            assert!(said.contains("one object is shared as `Entity` and as `Player`"), "{said}");
        }
    }
    let sound = world(vec![player.clone()], None, Weak::new());
    let loaded: World = archive::from_slice(&archive::to_vec(&sound).unwrap()).unwrap();
    assert!(Rc::ptr_eq(&loaded.all[0], &loaded.first.upgrade().unwrap()));
}

trait Posing: Object {}

archive::registry! { dyn Posing as "std.Posing" { u8 as "number" } }

impl Posing for u8 {}

#[test]
fn a_trait_with_a_name_of_the_library_is_an_error() {
    let value: Box<dyn Posing> = Box::new(1_u8);
    let error = archive::to_vec(&value).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NameClash, "{error}");
    assert!(error.to_string().contains("does not start with `std.`"), "{error}");
}
