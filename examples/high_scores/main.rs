//! A table that starts with defaults: a missing file gives them, a damaged file is an error.
//!
//! ```text
//! cargo run --example high_scores              # shows the table
//! cargo run --example high_scores -- Ada 95    # enters a score
//! ```

use std::cmp::Reverse;
use std::error::Error;
use std::{env, fmt, fs};

use archive::Archive;

/// The ten best, best first. An array's length is part of its shape: no file holds nine.
#[derive(Archive)]
struct HighScores([Entry; 10]);

#[derive(Archive)]
struct Entry {
    name: String,
    score: u32,
}

/// What players see before anybody has played.
impl Default for HighScores {
    fn default() -> Self {
        let nobody = |score| Entry { name: "Nobody".to_owned(), score };
        Self([100, 90, 80, 70, 60, 50, 40, 30, 20, 10].map(nobody))
    }
}

impl HighScores {
    /// Enters a score below any equal ones, if it beats the last one.
    fn enter(&mut self, name: String, score: u32) -> bool {
        let [.., last] = &mut self.0;
        let beaten = score > last.score;
        if beaten {
            *last = Entry { name, score };
            self.0.sort_by_key(|entry| Reverse(entry.score));
        }
        beaten
    }
}

impl fmt::Display for HighScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Entry { name, score }) in (1..).zip(&self.0) {
            writeln!(f, "  {place:>2}. {name:<12} {score:>6}")?;
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let directory = env::temp_dir().join("archive-high-scores");
    fs::create_dir_all(&directory)?;
    let file = directory.join("high_scores.sav");

    // If there is no file yet, this gives ten times "Nobody".
    let mut scores: HighScores = archive::load_or_default(&file)?;

    let mut arguments = env::args().skip(1);
    if let Some(name) = arguments.next() {
        let score = arguments.next().ok_or("after the name, give the score")?;
        let score = score.parse().map_err(|_| "the score is not a whole number")?;
        let says = if scores.enter(name, score) { "made it" } else { "did not make it" };
        println!("{score} points {says} into the table.");
    }
    archive::save(&file, &scores)?;
    println!("{} (delete it to start over)\n{scores}", file.display());

    // A damaged file is an error and is left as it is: somebody may still rescue it.
    let damaged = directory.join("damaged.sav");
    let mut bytes = archive::to_vec(&scores)?;
    bytes.pop();
    fs::write(&damaged, bytes)?;
    match archive::load_or_default::<HighScores>(&damaged) {
        Ok(_) => return Err("a file that lacks a byte was loaded".into()),
        Err(error) => println!("A file without its last byte is no default:\n{error}\n"),
    }

    // Only the player decides to delete it.
    fs::remove_file(&damaged)?;
    let HighScores([first, ..]) = archive::load_or_default(&damaged)?;
    println!("Once it is deleted, {} leads with {} again.", first.name, first.score);
    Ok(())
}
