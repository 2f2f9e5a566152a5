//! A game whose saves the tests inspect.

use std::collections::BTreeMap;

use archive::{Archive, Value};

#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(version = 2)]
pub struct Save {
    pub hero: Hero,
    #[since(2, default = BTreeMap::new())]
    pub stock: BTreeMap<ItemId, Item>,
    pub names: BTreeMap<String, u32>,
    pub ores: BTreeMap<Ore, u64>,
    pub places: BTreeMap<(u8, u8), char>,
    pub seed: [u8; 4],
}

#[derive(Archive, Clone, Debug, PartialEq)]
pub struct Hero {
    pub name: String,
    pub level: u32,
    pub bag: Vec<Item>,
    pub pet: Option<Box<Hero>>,
    pub weights: Vec<f32>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
pub struct Item {
    pub item_id: ItemId,
    pub count: u32,
}

#[derive(Archive, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ItemId(pub u16);

#[derive(Archive, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ore {
    Iron,
    Gold,
}

pub fn item(id: u16, count: u32) -> Item {
    Item { item_id: ItemId(id), count }
}

pub fn hero(name: &str) -> Hero {
    let bag = vec![item(1, 10), item(2, 20), item(3, 30)];
    Hero { name: name.into(), level: 3, bag, pet: None, weights: vec![0.5, 1.0, 2.0] }
}

pub fn save() -> Save {
    Save {
        hero: Hero { pet: Some(Box::new(hero("Rex"))), ..hero("Ada") },
        stock: BTreeMap::from([(ItemId(7), item(7, 1)), (ItemId(9), item(9, 2))]),
        names: BTreeMap::from([("torch".into(), 1), ("odd \"name\"\n".into(), 2)]),
        ores: BTreeMap::from([(Ore::Iron, 4), (Ore::Gold, 5)]),
        places: BTreeMap::from([((0, 1), 'a'), ((2, 3), 'b')]),
        seed: [1, 2, 3, 4],
    }
}

pub fn tree() -> Value<'static> {
    Value::of(&save()).unwrap()
}
