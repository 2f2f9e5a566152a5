//! Saves a level to a file: `save_level PATH BACKUPS LEVEL`. The tests of failing system calls run it.

use std::process::ExitCode;

use archive::Options;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, path, backups, level] = arguments.as_slice() else {
        eprintln!("usage: save_level PATH BACKUPS LEVEL");
        return ExitCode::FAILURE;
    };
    let (Ok(backups), Ok(level)) = (backups.parse(), level.parse::<u32>()) else {
        eprintln!("BACKUPS and LEVEL are numbers");
        return ExitCode::FAILURE;
    };
    match Options::file().backups(backups).save(path, &level) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
