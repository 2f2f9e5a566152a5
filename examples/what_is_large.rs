//! Finds out what makes a save large: takes a census, follows its advice, and compares the sizes.
//!
//! ```text
//! cargo run --example what_is_large
//! ```

use std::error::Error;

use archive::{Archive, Options, Serialize};

#[derive(Archive)]
struct SaveGame<E> {
    player: String,
    tiles: Vec<Tile>,
    journal: Vec<E>,
}

#[derive(Archive)]
struct Tile {
    height: f32,
    kind: Kind,
    owner: Option<u16>,
}

#[derive(Archive)]
enum Kind {
    Grass,
    Water,
}

/// What happened, as the program of last year keeps it.
#[derive(Archive)]
struct Event {
    day: u64,
    text: String,
}

/// What happened, so that the text can be made again when somebody reads it.
#[derive(Archive)]
enum Happened {
    Founded { day: u16, town: u16 },
    Traded { day: u16, town: u16, gold: u32 },
}

impl Happened {
    fn text(&self) -> String {
        match self {
            Self::Founded { town, .. } => format!("The town of Harbour {town} was founded."),
            Self::Traded { town, gold, .. } => {
                format!("Harbour {town} sold its grain for {gold} pieces of gold.")
            }
        }
    }

    fn day(&self) -> u16 {
        match self {
            Self::Founded { day, .. } | Self::Traded { day, .. } => *day,
        }
    }
}

fn journal() -> impl Iterator<Item = Happened> {
    (0..3000_u16).map(|day| match day % 10 {
        0 => Happened::Founded { day, town: day / 10 },
        _ => Happened::Traded { day, town: day % 77, gold: u32::from(day) * 3 },
    })
}

fn save<E>(journal: impl Iterator<Item = E>) -> SaveGame<E> {
    let tile = |n: u16| Tile {
        height: f32::from(n).sin(),
        kind: if n % 3 == 0 { Kind::Water } else { Kind::Grass },
        owner: (n % 50 == 0).then_some(n),
    };
    let tiles = (0..4000).map(tile).collect();
    SaveGame { player: "Ann".to_owned(), tiles, journal: journal.collect() }
}

fn bytes<T: Serialize>(game: &T) -> Result<usize, archive::Error> {
    Options::file().encoded_len(game)
}

fn main() -> Result<(), Box<dyn Error>> {
    let before = save(journal().map(|it| Event { day: it.day().into(), text: it.text() }));
    println!("{}", archive::census(&before)?);

    println!(
        "Most of it is text that the game could make again. So it keeps what happened instead.\n"
    );
    let after = save(journal());
    println!("{}", archive::census(&after)?);

    println!("The file had {} bytes, and now has {}.", bytes(&before)?, bytes(&after)?);
    Ok(())
}
