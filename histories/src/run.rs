//! Writes a history as a crate, compiles it and runs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::history::History;

/// How generated crates are compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Each type has its own code, as in release builds.
    Own,
    /// Types share code, as where games are debugged.
    Shared,
}

fn package() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    // A file that stays the same need not be compiled again.
    if fs::read_to_string(path).is_ok_and(|found| found == text) {
        return Ok(());
    }
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes the crate of a seed, and returns its directory.
///
/// # Errors
///
/// If the generator is wrong, or a file cannot be written.
pub fn generate(seed: u64) -> Result<PathBuf, String> {
    let history = History::of(seed)?;
    let directory = package().join("target/histories").join(format!("seed-{seed}"));
    let sources = directory.join("src");
    fs::create_dir_all(&sources).map_err(|error| format!("{}: {error}", sources.display()))?;
    let manifest = format!(
        "[package]\nname = \"seed-{seed}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\narchive = {{ path = \"../../../..\", features = [\"json\"] }}\n\
         histories-harness = {{ path = \"../../../harness\" }}\n"
    );
    write(&directory.join("Cargo.toml"), &manifest)?;
    if let Ok(lock) = fs::read_to_string(package().join("Cargo.lock")) {
        // All crates have the dependencies that were compiled for the first.
        write_once(&directory.join("Cargo.lock"), &lock)?;
    }
    for (number, module) in (1..).zip(&history.modules) {
        write(&sources.join(format!("v{number}.rs")), module)?;
    }
    write(&sources.join("main.rs"), &main_source(seed, &history.roots))?;
    write(&directory.join("cases.txt"), &history.cases)?;
    Ok(directory)
}

fn write_once(path: &Path, text: &str) -> Result<(), String> {
    if path.exists() { Ok(()) } else { write(path, text) }
}

fn main_source(seed: u64, roots: &[String]) -> String {
    let count = roots.len();
    let mods: String = (1..=count).map(|number| format!("mod v{number};\n")).collect();
    let starts: String = (1..=count).map(|number| format!("    v{number}::start();\n")).collect();
    let programs: String = (1..)
        .zip(roots)
        .map(|(number, root)| {
            format!("        histories_harness::program::<v{number}::{root}>(),\n")
        })
        .collect();
    format!(
        "{mods}\nfn main() -> std::process::ExitCode {{\n    let cases = include_str!(\"../cases.txt\");\n{starts}    \
         histories_harness::run({seed}, cases, &[\n{programs}    ])\n}}\n"
    )
}

/// Compiles a crate and runs it; whether all its checks passed.
///
/// # Errors
///
/// If cargo does not start.
pub fn check(directory: &Path, code: Code) -> Result<bool, String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--offline", "-j1"]).current_dir(directory);
    let (flags, target) = match code {
        Code::Own => ("--cfg archive_own_code", "own"),
        Code::Shared => ("", "shared"),
    };
    cargo.env("RUSTFLAGS", flags).env("CARGO_TARGET_DIR", package().join("target").join(target));
    cargo.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
    let status = cargo.status().map_err(|error| format!("cargo: {error}"))?;
    Ok(status.success())
}
