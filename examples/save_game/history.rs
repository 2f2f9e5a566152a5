//! `SaveGame` as it was in each release, and the code that wrote each release's file.
//!
//! A game needs no such module: it only keeps the files. This one shows what they were written
//! from, and that each release changed one thing.

use std::error::Error;
use std::fs;
use std::path::Path;

/// The first release.
mod v1 {
    use archive::Archive;

    #[derive(Archive)]
    struct SaveGame {
        level: u32,
        difficulty: i32,
        health: f32,
    }

    pub(super) fn save(path: &std::path::Path) -> Result<(), archive::Error> {
        archive::save(path, &SaveGame { level: 3, difficulty: 2, health: 0.9 })
    }
}

/// The numeric difficulty was a mistake and was removed.
mod v2 {
    use archive::Archive;

    #[derive(Archive)]
    struct SaveGame {
        level: u32,
        #[archive(removed(difficulty: i32, until = 2))]
        health: f32,
    }

    pub(super) fn save(path: &std::path::Path) -> Result<(), archive::Error> {
        archive::save(path, &SaveGame { level: 7, health: 0.45 })
    }
}

/// Players wanted difficulty levels, so it came back as an enum, which has not changed since.
mod v3 {
    use crate::Difficulty;
    use archive::Archive;

    #[derive(Archive)]
    struct SaveGame {
        level: u32,
        #[archive(removed(difficulty: i32, until = 2))]
        health: f32,
        #[since(3, default = Difficulty::Normal)]
        difficulty: Difficulty,
    }

    pub(super) fn save(path: &std::path::Path) -> Result<(), archive::Error> {
        archive::save(path, &SaveGame { level: 12, health: 0.8, difficulty: Difficulty::Easy })
    }
}

/// Today's release, as in `main.rs`.
mod v4 {
    use crate::{Difficulty, SaveGame};

    pub(super) fn save(path: &std::path::Path) -> Result<(), archive::Error> {
        let fresh = SaveGame::new(Difficulty::Hard);
        archive::save(path, &SaveGame { level: 30, health: 0.65, stamina: 70, ..fresh })
    }
}

/// A future release, with gold: today's program must refuse its file rather than guess.
mod v5 {
    use crate::Difficulty;
    use archive::Archive;

    #[derive(Archive)]
    struct SaveGame {
        level: u32,
        #[archive(removed(difficulty: i32, until = 2))]
        health: f32,
        #[since(3, default = Difficulty::Normal)]
        difficulty: Difficulty,
        #[since(4, default = 100)]
        stamina: u16,
        #[since(5, default = 0)]
        gold: u64,
    }

    pub(super) fn save(path: &std::path::Path) -> Result<(), archive::Error> {
        let difficulty = Difficulty::Hard;
        let game = SaveGame { level: 41, health: 0.3, difficulty, stamina: 15, gold: 2500 };
        archive::save(path, &game)
    }
}

/// Writes the files that are missing. It never overwrites one: those were shipped.
pub(crate) fn write(directory: &Path) -> Result<(), Box<dyn Error>> {
    let releases: [(&str, Save); 6] = [
        ("v1.sav", v1::save),
        ("v2.sav", v2::save),
        ("v3.sav", v3::save),
        ("v4.sav", v4::save),
        ("v5.sav", v5::save),
        ("damaged.sav", save_damaged),
    ];
    fs::create_dir_all(directory)?;
    for (name, save) in releases {
        let path = directory.join(name);
        if path.exists() {
            println!("kept {}", path.display());
        } else {
            save(&path)?;
            println!("wrote {}", path.display());
        }
    }
    Ok(())
}

type Save = fn(&Path) -> Result<(), archive::Error>;

/// One of today's files with one bit flipped.
fn save_damaged(path: &Path) -> Result<(), archive::Error> {
    v4::save(path)?;
    let damage = |mut bytes: Vec<u8>| {
        if let Some(last) = bytes.last_mut() {
            *last ^= 1;
        }
        fs::write(path, bytes)
    };
    let damaged = fs::read(path).and_then(damage);
    damaged.map_err(|error| archive::Error::io("cannot damage", error).in_file(path))
}
