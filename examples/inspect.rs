//! Opens any archive without its types: prints its schema, its text, and parts found by a pattern.
//!
//! ```text
//! cargo run --example inspect                            # a file that it writes first
//! cargo run --example inspect -- slot1.sav '**.count'
//! ```

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use archive::{Archive, Schema, Value, text};

/// The types of some game. The code that inspects its files never names them.
mod game {
    use std::collections::BTreeMap;

    use archive::Archive;

    /// A player's progress.
    #[derive(Archive)]
    #[archive(version = 2)]
    pub(crate) struct SaveGame {
        pub(crate) player: String,
        /// From dusk on, torches burn down.
        #[archive(meta(unit = "hours"))]
        pub(crate) time: f32,
        pub(crate) bags: BTreeMap<String, Vec<Item>>,
    }

    #[derive(Archive)]
    pub(crate) struct Item {
        pub(crate) kind: Kind,
        pub(crate) count: u16,
    }

    #[derive(Archive)]
    pub(crate) enum Kind {
        Torch { left: u8 },
        Key(u32),
    }
}

fn example() -> impl Archive {
    use game::{Item, Kind, SaveGame};
    let torches = Item { kind: Kind::Torch { left: 80 }, count: 3 };
    let key = Item { kind: Kind::Key(7), count: 1 };
    let bags = [("belt".to_owned(), vec![torches]), ("pouch".to_owned(), vec![key])];
    SaveGame { player: "Ann".to_owned(), time: 17.5, bags: bags.into() }
}

fn inspect(path: &Path, pattern: &str) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(path)?;
    println!("The schema that the file carries:\n\n{}\n", Schema::of_archive(&bytes)?);

    println!("What it holds:\n\n{}", text::of_archive(&bytes)?);

    println!("What `{pattern}` finds:\n");
    let tree = Value::from_slice(&bytes)?;
    for (path, part) in tree.find(pattern) {
        println!("{path} = {part}");
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let Some(file) = arguments.next() else {
        let directory = env::temp_dir().join("archive-inspect");
        fs::create_dir_all(&directory)?;
        let file = directory.join("slot1.sav");
        archive::save(&file, &example())?;
        return inspect(&file, "bags[*][*].count");
    };
    let pattern = arguments.next().and_then(|it| it.into_string().ok());
    inspect(&PathBuf::from(file), pattern.as_deref().unwrap_or("*"))
}
