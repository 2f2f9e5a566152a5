//! A game whose save has changed three times loads every file that it ever shipped.
//!
//! ```text
//! cargo run --example save_game [directory]
//! ```
//!
//! Plays the two slots in the directory and saves them. Then loads the files beside this one,
//! which versions 1 to 4 wrote, and two that it must refuse. Run it twice.
//!
//! `history.rs` has `SaveGame` as it was in versions 1 to 3, and as it may be in 5, to show that
//! those files are real. A game needs no such module: the attributes below are enough.

mod history;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

use archive::{Archive, VersionTable};

/// A player's progress, with its whole history.
#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[archive(removed(difficulty: i32, until = 2))] // was here in version 1
    health: f32,
    #[since(3, default = Difficulty::Normal)] // came back as an enum in version 3
    difficulty: Difficulty,
    #[since(4, default = 100)]
    stamina: u16,
    #[archive(skip)]
    cache: RenderCache, // never saved; loads as its default
}

#[derive(Archive, Debug)]
enum Difficulty {
    Easy,
    Normal,
    Hard,
}

/// Data that the game can always rebuild.
#[derive(Default)]
struct RenderCache {
    frames: u32,
}

impl SaveGame {
    fn new(difficulty: Difficulty) -> Self {
        let cache = RenderCache::default();
        Self { level: 1, health: 1.0, difficulty, stamina: 100, cache }
    }

    /// An evening's play: one level up, with less health and stamina.
    fn play(&mut self) {
        self.level = self.level.saturating_add(1);
        self.health = (self.health * 0.9).max(0.1);
        self.stamina = self.stamina.saturating_sub(5);
        self.cache.frames = self.cache.frames.saturating_add(60);
    }
}

impl fmt::Display for SaveGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, health, difficulty, stamina, cache } = self;
        write!(f, "level {level}, health {health:.2}, {difficulty:?}, stamina {stamina}")?;
        write!(f, ", {} frames cached", cache.frames)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let directory = match arguments.next() {
        // This wrote the files beside this one. It leaves existing files alone.
        Some(first) if first == "write-history" => {
            return history::write(&arguments.next().map_or_else(shipped, PathBuf::from));
        }
        Some(first) => PathBuf::from(first),
        None => env::temp_dir().join("archive-save-game"),
    };
    fs::create_dir_all(&directory)?;

    println!("An evening's play, saved in {}", directory.display());
    play_slot(&directory.join("slot1.sav"), Difficulty::Easy)?;
    play_slot(&directory.join("slot2.sav"), Difficulty::Hard)?;

    println!("\nFiles of every version that shipped, loaded by this program");
    for name in ["v1.sav", "v2.sav", "v3.sav", "v4.sav"] {
        show_shipped(&shipped().join(name))?;
    }

    println!("\nFiles that are refused, and why");
    for name in ["damaged.sav", "v5.sav"] {
        show_refused(&shipped().join(name));
    }
    Ok(())
}

/// Where the files of all versions are.
fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/save_game/slots")
}

/// Loads or starts a slot, plays, and saves it, as a whole or not at all.
fn play_slot(slot: &Path, difficulty: Difficulty) -> Result<(), Box<dyn Error>> {
    let (origin, mut game) = match archive::load(slot) {
        // Only a missing file means a new game. A file that exists but does not load is an error:
        // never overwrite somebody's progress because it could not be read.
        Err(error) if error.is_not_found() => ("starts", SaveGame::new(difficulty)),
        loaded => ("loaded", loaded?),
    };
    println!("  {} {origin}: {game}", name_of(slot));
    game.play();
    archive::save(slot, &game)?;
    println!("  {} saved:  {game}", name_of(slot));
    Ok(())
}

/// Loads an earlier version's file. A game never asks which version it is; a tool may.
fn show_shipped(path: &Path) -> Result<(), Box<dyn Error>> {
    let versions = VersionTable::of_archive(&fs::read(path)?)?;
    let game: SaveGame = archive::load(path)?;
    let version = versions.get("SaveGame").unwrap_or_default();
    println!("  {} of version {version}: {game}", name_of(path));
    Ok(())
}

/// Tries to load a file that must be refused. The error says where, why and what to do.
fn show_refused(path: &Path) {
    match archive::load::<SaveGame>(path) {
        Ok(game) => println!("  {} was loaded after all: {game}", name_of(path)),
        Err(error) => println!("{error}"),
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
