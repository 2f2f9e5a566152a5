//! Adding, removing and changing variants.

use super::{Change, version};
use crate::table::Table;

pub fn prove(table: &mut Table) {
    add(table);
    remove(table);
    remove_without_into(table);
    rename(table);
    add_a_field(table);
    insert(table);
}

fn add(table: &mut Table) {
    version! { before: pub enum Order { Stop, Go { x: i32 } } }
    version! { after: pub enum Order { Stop, #[since(2)] Jump(u8), Go { x: i32 } } }
    let old = vec![before::Order::Go { x: -3 }, before::Order::Stop];
    let new = vec![after::Order::Go { x: -3 }, after::Order::Stop];
    Change::new("add a variant", old.clone(), new.clone()).reversible().prove(table);
    let newer = vec![after::Order::Stop, after::Order::Jump(2)];
    Change::new("add a variant, and use it", old, new).newer(newer).prove(table);
}

fn remove(table: &mut Table) {
    version! { before: pub enum Order { Stop, Wait { days: u8 }, Go } }
    version! { after {
        fn stop(_: u8) -> Order {
            Order::Stop
        }
    }:
        pub enum Order { Stop, #[archive(removed(Wait { days: u8 }, until = 2, into = stop))] Go }
    }
    let old = vec![before::Order::Go, before::Order::Wait { days: 3 }];
    let new = vec![after::Order::Go, after::Order::Stop];
    let back = vec![before::Order::Go, before::Order::Stop];
    Change::new("remove a variant, with `into`", old, new)
        .back(back.clone())
        .written(back)
        .prove(table);
}

fn remove_without_into(table: &mut Table) {
    version! { before: pub enum Order { Stop, Wait(u8), Go } }
    version! { after: pub enum Order { Stop, #[archive(removed(Wait(u8), until = 2))] Go } }
    let old = vec![before::Order::Go, before::Order::Stop];
    let new = vec![after::Order::Go, after::Order::Stop];
    Change::new("remove a variant", old, new.clone()).reversible().prove(table);
    let old = vec![before::Order::Wait(3)];
    Change::new("remove a variant that was used", old, new)
        .refused()
        .newer(vec![])
        .back(vec![])
        .written(vec![])
        .prove(table);
}

fn rename(table: &mut Table) {
    version! { before: pub enum Order { Stop, Go(u8) } }
    version! { after: pub enum Order { Stop, #[archive(renamed(2, from = "Go"))] March(u8) } }
    let old = vec![before::Order::Go(1), before::Order::Stop];
    let new = vec![after::Order::March(1), after::Order::Stop];
    Change::new("rename a variant", old.clone(), new).written(old).prove(table);
}

fn add_a_field(table: &mut Table) {
    version! { before: pub enum Order { Stop, Go { x: i32 }, Say(String) } }
    version! { after:
        pub enum Order {
            Stop { #[since(2, default = 0)] reason: u8 },
            Go { #[since(2, default = 1)] pace: u8, #[archive(was(i32, until = 2))] x: i64 },
            Say(String, #[since(2, default = false)] bool),
        }
    }
    use before::Order;
    let old = vec![Order::Go { x: -3 }, Order::Stop, Order::Say("hi".into())];
    let new = vec![
        after::Order::Go { pace: 1, x: -3 },
        after::Order::Stop { reason: 0 },
        after::Order::Say("hi".into(), false),
    ];
    Change::new("add fields to variants", old, new).reversible().prove(table);
}

fn insert(table: &mut Table) {
    version! { before: pub enum Order { Stop, Go } }
    version! { after: pub enum Order { #[since(2)] Jump, #[since(3)] Fly, Stop, Go } }
    let old = vec![before::Order::Go, before::Order::Stop];
    let new = vec![after::Order::Go, after::Order::Stop];
    Change::new("insert variants before others", old, new).reversible().prove(table);
}
