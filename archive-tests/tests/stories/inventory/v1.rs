//! The first release.

use archive::Archive;

#[derive(Archive, Debug, PartialEq)]
pub struct Inventory {
    pub owner: String,
    pub purse: Purse,
    pub items: Vec<Item>,
}

#[derive(Archive, Debug, PartialEq)]
pub struct Purse {
    pub gold: u8,
}

#[derive(Archive, Debug, PartialEq)]
pub struct Item {
    pub kind: Kind,
    pub count: u8,
    pub price: String,
    pub dmg: i32,
}

#[derive(Archive, Debug, PartialEq)]
pub enum Kind {
    Sword,
    Potion { heal: u8 },
    Ore(u16),
    Key,
}

pub fn item(kind: Kind, count: u8, price: &str, dmg: i32) -> Item {
    Item { kind, count, price: price.into(), dmg }
}

pub fn shipped() -> Inventory {
    let items = vec![
        item(Kind::Sword, 1, "120g", 9),
        item(Kind::Potion { heal: 30 }, 5, "15g", 0),
        item(Kind::Ore(70), 200, "2g", 0),
    ];
    Inventory { owner: "Mira Vale".into(), purse: Purse { gold: 200 }, items }
}
