//! The third release: types, fields and variants are renamed, and variants are removed.

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
    pub items: Vec<Stack>,
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
    #[archive(was(u8, until = 2), was(u16, until = 3))]
    pub gold: u32,
}

#[derive(Archive, Debug, PartialEq)]
#[archive(renamed(3, from = "Item"))]
pub struct Stack {
    pub kind: Kind,
    #[archive(was(u8, until = 2))]
    pub count: u32,
    #[archive(was(String, until = 2, with = parse_price))]
    pub price: u32,
    #[archive(renamed(3, from = "dmg"))]
    pub damage: i32,
}

fn parse_price(price: String) -> Result<u32, String> {
    let number = price.strip_suffix('g').and_then(|number| number.parse().ok());
    number.ok_or_else(|| format!("`{price}` is no price"))
}

#[derive(Archive, Debug, PartialEq)]
pub enum Kind {
    Sword,
    #[archive(renamed(3, from = "Potion"))]
    Flask {
        #[archive(was(u8, until = 3))]
        heal: u16,
        #[since(3, default = 0)]
        mana: u16,
    },
    #[archive(removed(Ore(u16), until = 3, into = smelt), removed(Key, until = 3))]
    #[since(2)]
    Scroll(String),
    #[since(3)]
    Ingot {
        weight: u16,
    },
}

fn smelt(ore: u16) -> Kind {
    Kind::Ingot { weight: ore / 2 }
}

pub fn stack(kind: Kind, count: u32, price: u32, damage: i32) -> Stack {
    Stack { kind, count, price, damage }
}

pub fn inventory(gold: u32, items: Vec<Stack>) -> Inventory {
    Inventory { first: "Mira".into(), last: "Vale".into(), purse: Purse { gold }, items }
}

pub fn shipped() -> Inventory {
    let items = vec![
        stack(Kind::Sword, 1, 120, 9),
        stack(Kind::Flask { heal: 300, mana: 5 }, 500, 15, 0),
        stack(Kind::Ingot { weight: 35 }, 70_000, 2, 0),
        stack(Kind::Scroll("Fog".into()), 1, 40, 0),
    ];
    inventory(70_000, items)
}
