//! Fields that an older program does not know and keeps for the newer one.

use std::fmt::Debug;

use archive::{Archive, Newer, Options, Unknown};
use archive_tests::readable::Readable;

use super::version;
use crate::table::Table;

pub fn prove(table: &mut Table) {
    fields(table);
    variants(table);
}

fn fields(table: &mut Table) {
    version! { before:
        pub struct Save { pub level: u32, #[archive(unknown)] pub extra: Unknown }
    }
    version! { after:
        pub struct Save { pub level: u32, #[since(2, default = String::new())] pub pet: String }
    }
    let newer = after::Save { level: 3, pet: "Rex".into() };
    let knows = |save: &before::Save| save.level == 3 && save.extra.names().eq(["pet"]);
    kept("keep an unknown field", table, &newer, knows);
}

fn variants(table: &mut Table) {
    version! { before: pub enum Order { Stop, #[archive(unknown)] Other(Unknown) } }
    version! { after: pub enum Order { Stop, #[since(2)] Go { x: i32 } } }
    let newer = vec![after::Order::Stop, after::Order::Go { x: -3 }];
    let knows = |orders: &Vec<before::Order>| match orders.as_slice() {
        [before::Order::Stop, before::Order::Other(unknown)] => unknown.variant() == Some("Go"),
        _ => false,
    };
    kept("keep an unknown variant", table, &newer, knows);
}

/// Checks that the old program loads a newer save, and the newer one what the old one saves again.
fn kept<Old: Archive + Debug, New: Archive + PartialEq + Debug>(
    what: &str,
    table: &mut Table,
    newer: &New,
    knows: impl Fn(&Old) -> bool,
) {
    let retain = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
    let load =
        |archive: Readable| archive.load::<Old>(&archive.save(newer, None)?, &retain, &mut ());
    table.line(what, knows, load);
    table.line(
        "  saved again, new program",
        |found: &New| found == newer,
        |archive| {
            let saved = archive.save(&load(archive)?, None)?;
            archive.load(&saved, &Options::file(), &mut ())
        },
    );
}
