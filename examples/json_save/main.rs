//! A save as JSON: another team's script edits last year's save, and this year's game loads it.

use std::collections::BTreeMap;

use archive::{Archive, Options, json};

#[derive(Archive, Debug, PartialEq)]
struct SaveGame {
    #[archive(renamed(2, from = "lvl"))]
    level: u32,
    #[since(2, default = 100)]
    stamina: u16,
    #[archive(was(u32, until = 2))]
    played: u64,
    bag: BTreeMap<String, Item>,
    best: f64,
}

#[derive(Archive, Debug, PartialEq)]
enum Item {
    Key,
    Potion { heal: u16 },
}

/// Written by last year's game.
const LAST_YEAR: &str = r#"{
  "@versions": { "Item": 1, "SaveGame": 1 },
  "lvl": 12,
  "played": 7200,
  "bag": { "blue": { "Potion": { "heal": 30 } }, "rusty": "Key" },
  "best": "-inf"
}"#;

fn main() -> Result<(), archive::Error> {
    let edited = LAST_YEAR.replace("30", "300");
    let game: SaveGame = json::from_str(&edited)?;
    assert_eq!((game.level, game.stamina, game.played), (12, 100, 7200));
    assert_eq!(game.bag.get("blue"), Some(&Item::Potion { heal: 300 }));

    // Saving writes it in today's version.
    let path = std::env::temp_dir().join("archive-json-save.json");
    json::save(&path, &game)?;
    assert_eq!(json::load::<SaveGame>(&path)?, game);

    // The error shows where the mistake is.
    let mistaken = LAST_YEAR.replace("30", "-30");
    if let Err(error) = json::from_str::<SaveGame>(&mistaken) {
        println!("{error}\n");
    }

    // Without versions, and with all numbers as JSON numbers rather than strings.
    let plain = json::Spelling::new().pretty(true).versions(false).wide_numbers(true);
    println!("{}", Options::file().to_json_as(&game, plain)?);
    Ok(())
}
