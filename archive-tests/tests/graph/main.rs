//! Objects with several owners: saved once, loaded as one.

#![expect(clippy::vec_box, reason = "the very types whose saving is tested")]

/// Declares `Stranger`, which stands in for an object of a later program or a missing mod.
macro_rules! stranger {
    ($trait:ident) => {
        #[derive(Debug)]
        #[allow(dead_code, reason = "not every program keeps by it")]
        pub struct Stranger(pub archive::Unknown);

        impl $trait for Stranger {}

        impl From<archive::Unknown> for Stranger {
            fn from(held: archive::Unknown) -> Self {
                Self(held)
            }
        }

        impl AsRef<archive::Unknown> for Stranger {
            fn as_ref(&self) -> &archive::Unknown {
                &self.0
            }
        }
    };
}

mod around_pointers;
mod became_shared;
mod beside;
mod by_id;
mod by_module;
mod chains;
mod circles;
mod classes;
mod copies;
mod derived_in_cells;
mod elsewhere;
mod entities;
mod exits;
mod freed;
mod golden;
mod handles;
mod hostile;
mod identity;
mod in_macros;
mod late;
mod lent;
mod made;
mod missing;
mod mods;
mod order;
mod peers;
mod random;
mod recursion;
mod references;
mod relinked;
mod renamed;
mod retained;
mod retired;
mod scene;
mod sets;
mod shown;
mod shown_hostile;
mod stories;
mod strangers;
mod validated;
mod walks;
mod weak;

use archive::{Archive, Compression, Layout, Options};

/// Every way to write an archive of objects.
fn ways() -> Vec<Options> {
    let file = Options::file();
    let mut ways = vec![Options::message()];
    for layout in [Layout::Rows, Layout::Columns] {
        ways.push(file.clone().layout(layout));
        ways.push(file.clone().layout(layout).compression(Compression::Lz4));
    }
    ways
}

fn each_way<T: Archive>(value: &T, check: impl Fn(T)) {
    for options in ways() {
        let bytes = options.to_vec(value).unwrap();
        assert_eq!(options.to_vec(value).unwrap(), bytes, "the same value, the same bytes");
        check(options.from_slice(&bytes).unwrap());
    }
    let shown = archive::text::to_string(value).unwrap();
    check(archive::text::from_str(&shown).unwrap_or_else(|error| panic!("{error}")));
    let shown = archive::json::to_string(value).unwrap();
    check(archive::json::from_str(&shown).unwrap_or_else(|error| panic!("{error}")));
}
