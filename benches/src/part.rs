//! How long a small part of a large file takes to load, compared with all of it.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use archive::{Archive, Options};

use crate::clock::Start;
use crate::random::Random;
use crate::sample::{Plan, Times, interleaved};

/// A save of 50 MB.
#[derive(Archive, Clone, Debug, PartialEq)]
struct Save {
    title: String,
    level: u32,
    world: Vec<Tile>,
    play_time: u64,
}

/// A part of its world.
#[derive(Archive, Clone, Debug, PartialEq)]
struct Tile {
    height: f32,
    light: u32,
    owner: Option<u16>,
    note: String,
}

/// What a list of save slots shows.
#[derive(Archive, Debug, PartialEq)]
struct Summary {
    title: String,
    level: u32,
    play_time: u64,
}

/// The times to load a file and a part of it.
#[derive(Clone, Debug)]
pub struct Part {
    /// The size of the file.
    pub len: usize,
    /// Loading all of it.
    pub all: Times,
    /// Loading the part.
    pub part: Times,
}

/// Writes a file into a directory, and measures loading it.
///
/// # Panics
///
/// If the file cannot be written or read.
#[must_use]
pub fn measure(directory: &Path, plan: Plan) -> Part {
    let random = &mut Random::new(crate::data::SEED);
    let tile = |random: &mut Random| Tile {
        height: random.float(),
        light: random.bits() as u32,
        owner: random.maybe(|random| random.range(0..900) as u16),
        note: if random.chance(0.2) { format!("tile {}", random.bits()) } else { String::new() },
    };
    let world = random.list(3_400_000..3_400_001, tile);
    let save = Save { title: "The bridge".into(), level: 12, world, play_time: 4_000_000 };
    let path = directory.join("part-of-50-mb.sav");
    Options::file().save(&path, &save).unwrap();
    let len = std::fs::metadata(&path).unwrap().len() as usize;
    let summary = Summary { title: save.title, level: save.level, play_time: save.play_time };
    assert_eq!(archive::load_part::<Summary>(&path).unwrap(), summary);
    let timed = |load: &dyn Fn()| {
        let start = Start::now();
        load();
        start.elapsed()
    };
    let times = interleaved(2, plan, |i, times| {
        let once = || match i {
            0 => timed(&|| drop(black_box(archive::load::<Save>(&path).unwrap()))),
            _ => timed(&|| drop(black_box(archive::load_part::<Summary>(&path).unwrap()))),
        };
        (0..times).map(|_| once()).sum::<Duration>()
    });
    std::fs::remove_file(&path).unwrap();
    let [all, part] = times.try_into().expect("two things were sampled");
    Part { len, all, part }
}
