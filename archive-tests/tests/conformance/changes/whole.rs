//! Changing a type as a whole.

use archive::Upgrade;

use super::{Change, version};
use crate::table::Table;

pub fn prove(table: &mut Table) {
    upgrade(table);
    rename(table);
    raise_the_oldest(table);
    forget_the_oldest(table);
    nested(table);
    key(table);
    correct(table);
    judge(table);
}

fn upgrade(table: &mut Table) {
    version! { before: pub struct Save { pub name: String, pub health: u16, pub armour: u16 } }
    version! { after {
        fn upgrade(save: &mut Save, old: &mut Upgrade) -> Result<(), &'static str> {
            let name = old.take::<String>("name").ok_or("no name")?;
            let (first, last) = name.split_once(' ').ok_or("no last name")?;
            (save.first, save.last) = (first.to_owned(), last.to_owned());
            let parts = [old.take::<u16>("health"), old.take::<u16>("armour")];
            save.strength = parts.into_iter().flatten().map(u32::from).sum();
            Ok(())
        }
    }:
        #[archive(upgrade(from = 1, with = upgrade))]
        pub struct Save {
            #[archive(removed(name: String, until = 2))]
            #[since(2, default = String::new())]
            pub first: String,
            #[since(2, default = String::new())]
            pub last: String,
            #[archive(removed(health: u16, until = 2), removed(armour: u16, until = 2))]
            #[since(2, default = 0)]
            pub strength: u32,
        }
    }
    let old = before::Save { name: "Ada Lovelace".into(), health: 40, armour: 30 };
    let new = after::Save { first: "Ada".into(), last: "Lovelace".into(), strength: 70 };
    Change::new("split and merge fields", old.clone(), new.clone()).prove(table);
    let old = before::Save { name: "Ada".into(), ..old };
    Change::new("split what cannot be", old, new).refused().prove(table);
}

fn rename(table: &mut Table) {
    version! { before: pub struct Save { pub hero: Person } pub struct Person { pub level: u8 } }
    version! { after:
        #[archive(renamed(2, from = "Save"))]
        pub struct Game { pub hero: Hero }
        #[archive(renamed(3, from = "Person"))]
        pub struct Hero { pub level: u8 }
    }
    let old = before::Save { hero: before::Person { level: 3 } };
    let new = after::Game { hero: after::Hero { level: 3 } };
    Change::new("rename types", old, new).reversible().prove(table);
}

fn raise_the_oldest(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32 } }
    version! { after:
        #[archive(oldest = 2)]
        pub struct Save { pub level: u32, #[since(3, default = 9)] pub mana: u8 }
    }
    let new = after::Save { level: 3, mana: 9 };
    Change::new("raise the oldest version", before::Save { level: 3 }, new)
        .refused()
        .back(before::Save { level: 3 })
        .prove(table);
}

fn forget_the_oldest(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32, #[since(2, default = 7)] pub mana: u8 } }
    version! { after:
        #[archive(version = 3, oldest = 2)]
        pub struct Save { pub level: u32, pub mana: u8 }
    }
    let old = before::Save { level: 3, mana: 9 };
    Change::new("raise it to what is read", old, after::Save { level: 3, mana: 9 })
        .reversible()
        .prove(table);
}

fn nested(table: &mut Table) {
    version! { before:
        pub struct Save { pub bags: Vec<Option<Bag>>, pub other: u8 }
        pub struct Bag { pub gold: u16 }
    }
    version! { after:
        pub struct Save { pub bags: Vec<Option<Bag>>, #[since(2, default = 0)] pub mana: u8, pub other: u8 }
        pub struct Bag { #[archive(was(u16, until = 3))] pub gold: u32, #[since(2, default = vec![])] pub gems: Vec<u8> }
    }
    let old = before::Save { bags: vec![None, Some(before::Bag { gold: 7 })], other: 1 };
    let bags = vec![None, Some(after::Bag { gold: 7, gems: vec![] })];
    let new = after::Save { bags, mana: 0, other: 1 };
    Change::new("change two types", old, new).reversible().prove(table);
}

fn key(table: &mut Table) {
    use std::collections::{BTreeMap, HashMap};

    mod before {
        #[derive(archive::Archive, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct Place(pub String, pub u8);
    }
    mod after {
        #[derive(archive::Archive, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct Place(#[archive(was(String, until = 2, with = parse))] pub u32, pub u8);

        fn parse(text: String) -> Result<u32, std::num::ParseIntError> {
            text.parse()
        }
    }
    let old = |text: &str| before::Place(text.into(), 1);
    let (hashed, ordered): (HashMap<_, u8>, BTreeMap<_, u8>) =
        ([(old("7"), 1)].into(), [(old("10"), 2), (old("9"), 3)].into());
    let new = |number| after::Place(number, 1);
    let expected: (HashMap<_, u8>, BTreeMap<_, u8>) =
        ([(new(7), 1)].into(), [(new(9), 3), (new(10), 2)].into());
    Change::new("change the keys of maps", (hashed, ordered), expected).prove(table);
}

fn correct(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32 } }
    version! { after {
        fn correct(save: &mut Save) {
            save.level = save.level.min(99);
        }
    }:
        #[archive(version = 2, after_load = correct)]
        pub struct Save { pub level: u32 }
    }
    let old = before::Save { level: 500 };
    Change::new("correct what was loaded", old, after::Save { level: 99 })
        .back(before::Save { level: 99 })
        .written(before::Save { level: 99 })
        .prove(table);
}

fn judge(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32 } }
    version! { after {
        fn judge(save: &Save) -> Result<(), &'static str> {
            if save.level < 100 { Ok(()) } else { Err("too high") }
        }
    }:
        #[archive(version = 2, validate = judge)] pub struct Save { pub level: u32 }
    }
    Change::new("refuse what was loaded", before::Save { level: 500 }, after::Save { level: 1 })
        .refused()
        .back(before::Save { level: 1 })
        .written(before::Save { level: 1 })
        .prove(table);
}
