//! `lock::check` and `lock::accept`, which tests call.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::fs;
use std::io;
use std::path::Path;

use super::program::Program;
use super::verdict::{Verdict, judge};
use super::{Lock, line, lines};
use crate::{Error, ErrorKind, replace};

const HEAD: &str = "\
# The shape of every version of every type that may be in a player's file: see `archive::lock`.
# A line that has shipped never changes. `ARCHIVE_LOCK=accept cargo test` adds the lines of new versions.
";

/// Checks, in a test, that no shipped shape of a type has changed and that every shape is in the lock file.
///
/// `ARCHIVE_LOCK=accept cargo test` creates and updates the file; commit it. Use one file per call of `check`. Here a
/// field was added without `since`:
///
/// ```
/// use archive::{Describe, lock};
///
/// mod shipped {
///     #[derive(archive::Archive)]
///     pub struct SaveGame { pub level: u32 }
/// }
///
/// mod changed {
///     #[derive(archive::Archive)]
///     pub struct SaveGame { pub level: u32, pub stamina: u16 }
/// }
///
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("shapes.lock");
/// lock::accept(&path, &[shipped::SaveGame::lock()])?;
///
/// let error = lock::check(&path, &[changed::SaveGame::lock()]).unwrap_err();
/// assert!(error.detail().contains("`stamina: u16` was added to SaveGame version 1 (already shipped): \
///     write `#[since(2, default = ...)] stamina: u16`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// `Lock` if a shipped shape changed or is missing (the error says which attribute to add), or if a shape is not in the
/// file yet. `NameClash` if two types share a name, or if two fields or classes do, so that no value could be saved. `Io` if
/// the file cannot be read or written.
pub fn check(path: impl AsRef<Path>, locks: &[Lock]) -> Result<(), Error> {
    let accepts = std::env::var_os("ARCHIVE_LOCK").is_some_and(|value| value == "accept");
    compare(path.as_ref(), locks, accepts)
}

/// Does what [`check`] does when `ARCHIVE_LOCK` is `accept`: adds missing shapes to the file and drops those that the
/// types no longer load. A shipped shape that has changed is still an error.
///
/// # Errors
///
/// Fails like [`check`], except for shapes that are not in the file yet.
pub fn accept(path: impl AsRef<Path>, locks: &[Lock]) -> Result<(), Error> {
    compare(path.as_ref(), locks, true)
}

fn compare(path: &Path, locks: &[Lock], accepts: bool) -> Result<(), Error> {
    let in_file = |error: Error| error.in_file(path);
    let program = Program::of(locks).map_err(in_file)?;
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| in_file(Error::io("cannot read the lock file", error)))?,
    };
    let outlines = program.entries.iter().flat_map(|entry| entry.outlines.values());
    let wanted = format!("{HEAD}{}", lines(outlines));
    let (known, mut problems) = line::read(&text);
    let mut verdict = judge(program, known);
    problems.append(&mut verdict.problems);
    if !problems.is_empty() {
        return Err(in_file(refused(&problems, &verdict)));
    }
    if !accepts {
        return if verdict.fresh.is_empty() {
            Ok(())
        } else {
            Err(in_file(not_locked(&verdict.fresh)))
        };
    }
    if text == wanted || (text.is_empty() && verdict.fresh.is_empty()) {
        return Ok(());
    }
    replace::replace(path, wanted.as_bytes(), 0)
        .map_err(|failure| in_file(Error::io("cannot write the lock file", failure.into())))
}

#[cold]
fn refused(problems: &[String], verdict: &Verdict) -> Error {
    let detail = match problems {
        [only] => only.clone(),
        _ => format!(
            "{} changes to what has shipped:\n  - {}",
            problems.len(),
            problems.join("\n  - ")
        ),
    };
    let error = Error::new(ErrorKind::Lock, detail);
    if verdict.lines.is_empty() {
        return error.with_help("repair the file; `ARCHIVE_LOCK=accept` never changes a line");
    }
    let numbers: Vec<String> = verdict.lines.iter().map(usize::to_string).collect();
    let lines = if numbers.len() == 1 { "line" } else { "lines" };
    error.with_help(format!(
        "write that, or undo the change; `ARCHIVE_LOCK=accept` never changes a line. Only if no file of that \
         version ever left your machines, delete what no longer holds ({lines} {}) and run \
         `ARCHIVE_LOCK=accept cargo test`",
        numbers.join(", ")
    ))
}

#[cold]
fn not_locked(fresh: &[String]) -> Error {
    let detail = match fresh {
        [only] => format!("a shape is not in the lock file yet: {only}"),
        _ => format!("{} shapes are not in the lock file yet: {}", fresh.len(), fresh.join(", ")),
    };
    let help = "once the types are ready to ship, run `ARCHIVE_LOCK=accept cargo test` and commit the file";
    Error::new(ErrorKind::Lock, detail).with_help(help)
}
