//! The second release: each type changes on its own.

use archive::{Archive, Upgrade};

#[derive(Archive, Debug, PartialEq)]
#[archive(upgrade(from = 1, with = split_owner))]
pub struct Inventory {
    #[archive(removed(owner: String, until = 2))]
    #[since(2, default = "")]
    pub first: String,
    #[since(2, default = "")]
    pub last: String,
    pub purse: Purse,
    pub items: Vec<Item>,
}

fn split_owner(inventory: &mut Inventory, upgrade: &mut Upgrade) -> Result<(), String> {
    let owner: String = upgrade.take("owner").ok_or("version 1 has an owner")?;
    let (first, last) =
        owner.split_once(' ').ok_or_else(|| format!("`{owner}` has no last name"))?;
    (inventory.first, inventory.last) = (first.into(), last.into());
    Ok(())
}

#[derive(Archive, Debug, PartialEq)]
pub struct Purse {
    #[archive(was(u8, until = 2))]
    pub gold: u16,
}

#[derive(Archive, Debug, PartialEq)]
pub struct Item {
    pub kind: Kind,
    #[archive(was(u8, until = 2))]
    pub count: u32,
    #[archive(was(String, until = 2, with = parse_price))]
    pub price: u32,
    pub dmg: i32,
}

fn parse_price(price: String) -> Result<u32, String> {
    let number = price.strip_suffix('g').and_then(|number| number.parse().ok());
    number.ok_or_else(|| format!("`{price}` is no price"))
}

#[derive(Archive, Debug, PartialEq)]
pub enum Kind {
    Sword,
    Potion {
        heal: u8,
    },
    Ore(u16),
    Key,
    #[since(2)]
    Scroll(String),
}

pub fn item(kind: Kind, count: u32, price: u32, dmg: i32) -> Item {
    Item { kind, count, price, dmg }
}

pub fn inventory(gold: u16, items: Vec<Item>) -> Inventory {
    Inventory { first: "Mira".into(), last: "Vale".into(), purse: Purse { gold }, items }
}

pub fn shipped() -> Inventory {
    let items = vec![
        item(Kind::Sword, 1, 120, 9),
        item(Kind::Potion { heal: 30 }, 500, 15, 0),
        item(Kind::Ore(70), 70_000, 2, 0),
        item(Kind::Scroll("Fog".into()), 1, 40, 0),
    ];
    inventory(1000, items)
}
