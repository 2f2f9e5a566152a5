//! Changes without an attribute: they are refused, or work by name.

use super::{Change, version};
use crate::table::Table;

pub fn prove(table: &mut Table) {
    reorder(table);
    add(table);
    remove(table);
    rename(table);
    alias(table);
    widen(table);
    retype(table);
    swap_tags(table);
    rename_the_type(table);
}

fn reorder(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32, pub gold: u32 } }
    version! { after: pub struct Save { pub gold: u32, pub level: u32 } }
    let old = before::Save { level: 1, gold: 2 };
    Change::new("silently: reorder fields", old, after::Save { level: 1, gold: 2 })
        .reversible()
        .prove(table);
}

fn add(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32 } }
    version! { after: pub struct Save { pub level: u32, #[default = 9] pub mana: u8 } }
    let new = after::Save { level: 1, mana: 9 };
    Change::new("silently: add a field", before::Save { level: 1 }, new)
        .back(before::Save { level: 1 })
        .prove(table);
}

fn remove(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32, #[default = 5] pub mana: u8 } }
    version! { after: pub struct Save { pub level: u32 } }
    let old = before::Save { level: 1, mana: 9 };
    Change::new("silently: remove a field", old, after::Save { level: 1 })
        .refused()
        .back(before::Save { level: 1, mana: 5 })
        .written(before::Save { level: 1, mana: 5 })
        .prove(table);
}

fn rename(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32 } }
    version! { after: pub struct Save { pub rank: u32 } }
    Change::new("silently: rename a field", before::Save { level: 1 }, after::Save { rank: 1 })
        .refused()
        .prove(table);
}

fn alias(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32 } }
    version! { after: pub struct Save { #[archive(alias = "level")] pub rank: u32 } }
    let (old, new) = (before::Save { level: 1 }, after::Save { rank: 1 });
    Change::new("silently: rename a field, with `alias`", old, new).prove(table);
}

fn widen(table: &mut Table) {
    version! { before: pub struct Save { pub level: u8, pub pet: String } }
    version! { after: pub struct Save { pub level: u64, pub pet: Option<String> } }
    let old = before::Save { level: 255, pet: "Rex".into() };
    let new = after::Save { level: 255, pet: Some("Rex".into()) };
    Change::new("silently: widen fields", old, new).reversible().prove(table);
}

fn retype(table: &mut Table) {
    version! { before: pub struct Save { pub level: i32 } }
    version! { after: pub struct Save { pub level: String } }
    let old = before::Save { level: 1 };
    Change::new("silently: change a type", old, after::Save { level: "one".into() })
        .refused()
        .prove(table);
}

fn swap_tags(table: &mut Table) {
    version! { before: pub enum Order { Stop, Go } }
    version! { after: pub enum Order { Go, Stop } }
    let old = vec![before::Order::Go, before::Order::Stop];
    let new = vec![after::Order::Go, after::Order::Stop];
    Change::new("silently: reorder variants", old, new).reversible().prove(table);
}

/// By name, what counts are the names of fields and of the root type.
fn rename_the_type(table: &mut Table) {
    version! { before: pub struct Save { pub level: u32 } }
    version! { after: pub struct Game { pub level: u32 } }
    Change::new("silently: rename a type", before::Save { level: 1 }, after::Game { level: 1 })
        .reversible()
        .prove(table);
}
