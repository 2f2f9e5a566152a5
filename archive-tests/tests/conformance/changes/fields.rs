//! Adding, removing and renaming fields.

use super::{Change, version};
use crate::table::Table;

pub fn prove(table: &mut Table) {
    add(table);
    remove(table);
    remove_and_hand_over(table);
    come_back(table);
    rename(table);
    place(table);
    skip(table);
}

fn add(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32, pub health: u16 } }
    version! { after:
        pub struct Save { pub level: u32, #[since(2, default = 9)] pub mana: u8, pub health: u16 }
    }
    let old = before::Save { level: 3, health: 70 };
    let new = after::Save { level: 3, mana: 9, health: 70 };
    Change::new("add a field", old.clone(), new.clone()).reversible().prove(table);
    let newer = after::Save { mana: 8, ..new.clone() };
    Change::new("add a field with a value", old.clone(), new).newer(newer).back(old).prove(table);
}

fn remove(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32, #[default = 50] pub health: u16 } }
    version! { after:
        #[archive(removed(health: u16, until = 2, default = 60))]
        pub struct Save { pub level: u32 }
    }
    let old = before::Save { level: 3, health: 70 };
    Change::new("remove a field", old.clone(), after::Save { level: 3 })
        .back(before::Save { health: 50, ..old })
        .written(before::Save { health: 60, ..old })
        .prove(table);
}

fn remove_and_hand_over(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32, pub health: u16 } }
    version! { after {
        fn hand_over(save: &mut Save, health: u16) {
            save.share = f32::from(health) / 100.0;
        }
    }:
        pub struct Save {
            pub level: u32,
            #[archive(removed(health: u16, until = 2, into = hand_over))]
            #[since(2, default = 0.0)]
            pub share: f32,
        }
    }
    let old = before::Save { level: 3, health: 50 };
    Change::new("remove a field, with `into`", old, after::Save { level: 3, share: 0.5 })
        .prove(table);
}

fn come_back(table: &mut Table) {
    version! { before: pub struct Save { #[archive(default = -1)] pub mode: i32, pub level: u32 } }
    version! { after:
        pub struct Save {
            #[archive(removed(mode: i32, until = 2, default = 5))]
            pub level: u32,
            #[since(3, default = String::from("easy"))]
            pub mode: String,
        }
    }
    let old = before::Save { mode: 2, level: 3 };
    let new = after::Save { level: 3, mode: "easy".into() };
    Change::new("remove a field, add it again", old.clone(), new)
        .back(before::Save { mode: -1, ..old.clone() })
        .written(before::Save { mode: 5, ..old })
        .prove(table);
}

fn rename(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32, #[default = 50] pub health: u16 } }
    version! { after:
        pub struct Save { pub level: u32, #[archive(renamed(2, from = "health"))] pub hp: u16 }
    }
    let old = before::Save { level: 3, health: 70 };
    Change::new("rename a field", old.clone(), after::Save { level: 3, hp: 70 })
        .back(before::Save { health: 50, ..old.clone() })
        .written(old)
        .prove(table);
}

fn place(table: &mut Table) {
    version! { before: pub struct Point(pub u8, pub u16); }
    version! { after: pub struct Point(pub u8, pub u16, #[since(2, default = 7)] pub u32); }
    Change::new("add a field to a tuple", before::Point(1, 2), after::Point(1, 2, 7))
        .reversible()
        .prove(table);
}

fn skip(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32 } }
    version! { after: pub struct Save { pub level: u32, #[archive(skip)] pub cache: u8 } }
    let newer = after::Save { level: 3, cache: 9 };
    Change::new(
        "add a field that is skipped",
        before::Save { level: 3 },
        after::Save { level: 3, cache: 0 },
    )
    .newer(newer)
    .reversible()
    .prove(table);
}
