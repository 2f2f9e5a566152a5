//! Saves a level to a file, or loads it: `slot PATH BACKUPS [LEVEL]`. The tests of failing system calls run it.

use std::process::ExitCode;

use archive::{Error, Options};

/// Saves the level, or returns what to print about the one that is there.
fn run(path: &str, slot: &Options, level: Option<u32>) -> Result<String, Error> {
    if let Some(level) = level {
        return slot.save(path, &level).map(|()| String::new());
    }
    let (level, errors) = slot.load_or_backup::<u32>(path)?;
    Ok(format!("level {level}, {} errors", errors.len()))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (path, backups, level) = match arguments.as_slice() {
        [path, backups] => (path, backups, Ok(None)),
        [path, backups, level] => (path, backups, level.parse().map(Some)),
        _ => {
            eprintln!("usage: slot PATH BACKUPS [LEVEL]");
            return ExitCode::FAILURE;
        }
    };
    let (Ok(backups), Ok(level)) = (backups.parse(), level) else {
        eprintln!("BACKUPS and LEVEL are numbers");
        return ExitCode::FAILURE;
    };
    match run(path, &Options::file().backups(backups), level) {
        Ok(told) => {
            print!("{told}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
