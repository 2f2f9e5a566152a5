//! Every change that a type may see, as the documentation of `archive` lists them: each as a type before and after it.

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

/// A module with the types of one version, and the functions that their attributes name.
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

/// A change, and the values that prove it.
struct Change<Old, New> {
    what: &'static str,
    old: Old,
    /// What the new program makes of `old`, if it reads it.
    new: Option<New>,
    /// What the new program writes.
    newer: New,
    /// What the old program makes of `newer` where names rule and the unknown is skipped.
    back: Option<Old>,
    /// What the old program makes of `newer` once it is written for it.
    written: Option<Old>,
}

impl<Old, New> Change<Old, New>
where
    Old: Archive + Clone + PartialEq + Debug,
    New: Archive + Clone + PartialEq + Debug,
{
    /// A change after which the new program reads `old` as `new`.
    fn new(what: &'static str, old: Old, new: New) -> Self {
        Self { what, old, new: Some(new.clone()), newer: new, back: None, written: None }
    }

    /// The new program does not read `old`.
    fn refused(self) -> Self {
        Self { new: None, ..self }
    }

    /// The new program writes another value than what it loaded.
    fn newer(self, newer: New) -> Self {
        Self { newer, ..self }
    }

    /// The old program can make this of `newer` by its names.
    fn back(self, back: Old) -> Self {
        Self { back: Some(back), ..self }
    }

    /// The old program makes this of `newer`, written for it.
    fn written(self, written: Old) -> Self {
        Self { written: Some(written), ..self }
    }

    /// What the new program wrote is for the old one, in both ways, what it wrote itself.
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
