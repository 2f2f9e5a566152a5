//! An older program opens a newer program's file: a player went back to last month's release.
//!
//! ```text
//! cargo run --example newer_save
//! ```

use std::error::Error;
use std::{env, fs};

use archive::{Archive, Newer, Options, Unknown};

/// Last month's release, to which the player went back.
#[derive(Archive, Debug)]
struct SaveGame {
    level: u32,
    #[default = 1.0]
    health: f32,
    bag: Vec<Item>,
    #[archive(unknown)]
    extra: Unknown,
}

#[derive(Archive, Debug)]
struct Item {
    name: String,
    count: u16,
    #[archive(unknown)]
    extra: Unknown,
}

/// Today's release.
mod today {
    use archive::Archive;

    #[derive(Archive)]
    pub(crate) struct SaveGame {
        pub(crate) level: u32,
        #[archive(removed(health: f32, until = 2, default = 1.0))]
        #[since(2, default = 3)]
        pub(crate) hearts: u8,
        pub(crate) bag: Vec<Item>,
    }

    #[derive(Archive)]
    pub(crate) struct Item {
        #[since(2, default = None)]
        pub(crate) enchanted: Option<String>,
        pub(crate) name: String,
        pub(crate) count: u16,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let directory = env::temp_dir().join("archive-newer-save");
    fs::create_dir_all(&directory)?;
    let slot = directory.join("slot1.sav");
    let item = |name: &str, count, enchanted: Option<&str>| today::Item {
        enchanted: enchanted.map(str::to_owned),
        name: name.to_owned(),
        count,
    };
    let bag = vec![item("torch", 3, None), item("sword", 1, Some("frost"))];
    archive::save(&slot, &today::SaveGame { level: 12, hearts: 2, bag })?;

    // By default, the older program refuses the file rather than misread it.
    match archive::load::<SaveGame>(&slot) {
        Ok(_) => return Err("a file of a newer program was loaded".into()),
        Err(error) => println!("It is refused, with what could be done:\n{error}\n"),
    }

    // It can read the file by name, but would lose the fields it does not know: another error.
    let rescue = Options::file().newer(Newer::Accept);
    match rescue.load::<SaveGame>(&slot) {
        Ok(_) => return Err("what is unknown was lost".into()),
        Err(error) => println!("What would be lost is named:\n{error}\n"),
    }

    // So it keeps them.
    let mut game: SaveGame = rescue.unknown(Unknown::Retain).load(&slot)?;
    println!("Level {}; health is gone from the file, so it is {:.1}.", game.level, game.health);
    for Item { name, count, extra } in &game.bag {
        println!("{count} x {name}, and {extra:?}");
    }
    println!("Unknown here: {:?}", game.extra);

    // The player plays on for a while, and then updates.
    game.level = 13;
    archive::save(&slot, &game)?;
    let game: today::SaveGame = archive::load(&slot)?;
    println!("\nToday's release: level {}, {} hearts.", game.level, game.hearts);
    for item in &game.bag {
        println!("{} x {}, enchanted: {:?}", item.count, item.name, item.enchanted);
    }
    Ok(())
}
