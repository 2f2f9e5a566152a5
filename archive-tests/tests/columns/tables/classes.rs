//! Objects of traits, which their classes' code reads, and enums with tags of four bytes.
use std::rc::Rc;

use archive::Archive;

use archive::__private::ways;
use archive::{Layout, Object, Options};

trait Entity: Object {
    fn told(&self) -> String;
}

#[derive(Archive, Debug)]
struct Orc {
    name: String,
    rage: Option<u32>,
}

#[derive(Archive, Debug)]
#[archive(version = 3)]
struct Chest {
    #[since(2, default = 7)]
    lock: u16,
    loot: Vec<u32>,
    #[archive(was(u8, until = 3))]
    gold: u64,
}

#[derive(Archive, Debug)]
struct Rock;

macro_rules! entities {
    ($($ty:ty)*) => {$(
        impl Entity for $ty {
            fn told(&self) -> String {
                format!("{self:?}")
            }
        }
    )*};
}
entities!(Orc Chest Rock);

archive::registry! { dyn Entity as "Entity" { Orc as "orc", Chest as "chest", Rock as "rock" } }

#[derive(Archive)]
struct World {
    level: u32,
    cast: Vec<Box<dyn Entity>>,
    boss: Option<Box<dyn Entity>>,
    named: Vec<(String, Box<dyn Entity>)>,
}

fn entity(n: u32) -> Box<dyn Entity> {
    match n % 7 {
        0 | 3 => {
            Box::new(Orc { name: (n / 3).to_string(), rage: n.is_multiple_of(2).then_some(n) })
        }
        1 => Box::new(Rock),
        _ => Box::new(Chest { lock: 7, loot: (0..n % 5).collect(), gold: u64::from(n % 200) }),
    }
}

fn world(count: u32) -> World {
    World {
        level: count,
        cast: (0..count).map(entity).collect(),
        boss: (count > 2).then(|| entity(count)),
        named: (0..count / 3).map(|n| (n.to_string(), entity(n + 1))).collect(),
    }
}

fn told(world: &World) -> String {
    let cast: Vec<_> = world.cast.iter().map(|entity| entity.told()).collect();
    let named: Vec<_> = world.named.iter().map(|(name, entity)| (name, entity.told())).collect();
    let boss = world.boss.as_ref().map(|entity| entity.told());
    format!("{} {cast:?} {boss:?} {named:?}", world.level)
}

#[test]
fn objects_are_read_by_tables() {
    let options = Options::file().layout(Layout::Columns);
    let old = archive::VersionTable::of::<World>().unwrap().at::<Chest>(1).unwrap();
    for count in [0, 1, 2, 3, 16, 17, 63, 64, 65, 300, 5000] {
        let value = world(count);
        let bytes = options.to_vec(&value).unwrap();
        assert_eq!(told(&Options::file().from_slice(&bytes).unwrap()), told(&value), "{count}");
        let ways = ways::<World>(None).unwrap();
        assert!(ways.by_tables && !ways.departed && !ways.one_by_one, "{count}: {ways:?}");
        for layout in [Layout::Columns, Layout::Rows] {
            let bytes = options.clone().layout(layout).write_for(&old).to_vec(&value).unwrap();
            let loaded: World = Options::file().from_slice(&bytes).unwrap();
            assert_eq!(told(&loaded), told(&value), "{count} of before as {layout:?}");
        }
    }
}

/// An enum whose tags are large is one of classes to the tables.
#[derive(Archive, Clone, Debug, PartialEq)]
enum Far {
    #[archive(tag = 0)]
    Nothing,
    #[archive(tag = 70_000)]
    Text(String),
    #[archive(tag = 300)]
    Pair(u16, Vec<u16>),
}

#[test]
fn enums_with_large_tags_are_read_by_tables() {
    for count in [0, 1, 3, 16, 17, 64, 65, 1000] {
        let far = |n: u16| match n % 4 {
            0 => Far::Nothing,
            1 => Far::Text(n.to_string()),
            _ => Far::Pair(n, (0..n % 3).collect()),
        };
        super::by_tables(&(0..count).map(far).collect::<Vec<_>>());
        super::by_tables(&(count, far(count), (count > 3).then(|| far(count + 1))));
    }
}

trait Thing: Object {
    fn depth(&self) -> usize;
}

/// Things within things.
#[derive(Archive)]
struct Bag {
    things: Vec<Box<dyn Thing>>,
    label: Rc<str>,
}

#[derive(Archive)]
struct Coin(u8);

impl Thing for Bag {
    fn depth(&self) -> usize {
        self.things.iter().map(|thing| thing.depth()).max().unwrap_or(0) + self.label.len()
    }
}

impl Thing for Coin {
    fn depth(&self) -> usize {
        usize::from(self.0)
    }
}

archive::registry! { dyn Thing as "Thing" { Bag as "bag", Coin as "coin" } }

#[test]
fn things_within_things_are_loaded() {
    let mut thing: Box<dyn Thing> = Box::new(Coin(3));
    for n in 0..20 {
        let label = n.to_string().into();
        thing = Box::new(Bag { things: vec![Box::new(Coin(n)), thing], label });
    }
    for layout in [Layout::Columns, Layout::Rows] {
        let bytes = Options::file().layout(layout).to_vec(&thing).unwrap();
        let loaded: Box<dyn Thing> = Options::file().from_slice(&bytes).unwrap();
        assert_eq!(loaded.depth(), thing.depth());
    }
}
