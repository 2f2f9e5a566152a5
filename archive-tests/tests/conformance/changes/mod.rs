//! Every change of a type that `archive` documents, each as a type before and after it.

mod fields;
mod moves;
mod retained;
mod silent;
mod types;
mod variants;
mod whole;

use std::fmt::Debug;

use archive::{Archive, Newer, Options, Unknown, VersionTable};

use crate::table::Table;

/// A module with the types of one version and the functions in their attributes.
macro_rules! version {
    ($module:ident $({ $($function:item)* })?: $($item:item)*) => {
        mod $module {
            #[allow(unused_imports, reason = "not every version needs them")]
            use super::*;

            $(#[derive(archive::Archive, Clone, Debug, PartialEq)] $item)*
            $($($function)*)?
        }
    };
}
use version;

/// A change, and values to test it.
struct Change<Old, New> {
    what: &'static str,
    old: Old,
    /// What the new program loads from `old`, if it accepts it.
    new: Option<New>,
    /// What the new program saves.
    newer: New,
    /// What the old program loads from `newer` by name, skipping what it does not know.
    back: Option<Old>,
    /// What the old program loads from `newer` when that was written for it.
    written: Option<Old>,
}

impl<Old, New> Change<Old, New>
where
    Old: Archive + Clone + PartialEq + Debug,
    New: Archive + Clone + PartialEq + Debug,
{
    /// A change after which the new program loads `old` as `new`.
    fn new(what: &'static str, old: Old, new: New) -> Self {
        Self { what, old, new: Some(new.clone()), newer: new, back: None, written: None }
    }

    /// The new program refuses `old`.
    fn refused(self) -> Self {
        Self { new: None, ..self }
    }

    /// The new program saves another value than it loaded.
    fn newer(self, newer: New) -> Self {
        Self { newer, ..self }
    }

    /// The old program loads `newer` by name as `back`.
    fn back(self, back: Old) -> Self {
        Self { back: Some(back), ..self }
    }

    /// The old program loads `newer`, written for it, as `written`.
    fn written(self, written: Old) -> Self {
        Self { written: Some(written), ..self }
    }

    /// The old program gets its own value back, by name and as written for it.
    fn reversible(self) -> Self {
        let old = self.old.clone();
        self.back(old.clone()).written(old)
    }

    fn prove(self, table: &mut Table) {
        let Self { what, old, new, newer, back, written } = self;
        let file = Options::file();
        table.line(
            what,
            |found: &New| Some(found) == new.as_ref(),
            |archive| archive.load(&archive.save(&old, None)?, &file, &mut ()),
        );
        let lenient = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
        table.line(
            "  new data, old program",
            |found: &Old| Some(found) == back.as_ref(),
            |archive| archive.load(&archive.save(&newer, None)?, &lenient, &mut ()),
        );
        let versions = VersionTable::of::<Old>().unwrap();
        table.line(
            "  written for the old program",
            |found: &Old| Some(found) == written.as_ref(),
            |archive| archive.load(&archive.save(&newer, Some(&versions))?, &file, &mut ()),
        );
    }
}

#[test]
fn every_change_passes_every_archive() {
    let mut table = Table::default();
    fields::prove(&mut table);
    types::prove(&mut table);
    variants::prove(&mut table);
    whole::prove(&mut table);
    silent::prove(&mut table);
    moves::prove(&mut table);
    retained::prove(&mut table);
    insta::assert_snapshot!(table.shown());
}
