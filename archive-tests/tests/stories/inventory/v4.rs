//! The fourth release, which no longer reads the first one's inventories.

use archive::Archive;

#[derive(Archive, Debug, PartialEq)]
#[archive(oldest = 2)]
pub struct Inventory {
    pub first: String,
    pub last: String,
    #[since(3, default = format!("the bag of {first}"))]
    pub label: String,
    pub purse: Purse,
    pub items: Vec<Stack>,
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
    #[since(4)]
    Bow,
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

pub fn inventory(label: &str, gold: u32, items: Vec<Stack>) -> Inventory {
    let (first, last, label) = ("Mira".into(), "Vale".into(), label.into());
    Inventory { first, last, label, purse: Purse { gold }, items }
}

pub fn shipped() -> Inventory {
    let items = vec![
        stack(Kind::Bow, 1, 150, 12),
        stack(Kind::Flask { heal: 300, mana: 5 }, 500, 15, 0),
        stack(Kind::Ingot { weight: 35 }, 70_000, 2, 0),
    ];
    inventory("loot", 70_000, items)
}
