//! Former versions of a file, kept beside it in case the file is damaged.

mod keep;
mod moved;

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};

pub(crate) use moved::replace;

use crate::error::will_pass;
use crate::{Archive, Context, Error, ErrorKind, Lend, Options, file, replace};

/// The most backups of a file. Each that may be there is looked for.
pub(crate) const MOST: u32 = 1_000;

/// Loads a value from a file or, if the file is damaged, from the newest of its [`backups`](Options::backups) that loads,
/// and returns the errors of those that did not; see [`Options::load_or_backup`].
///
/// ```
/// use archive::Options;
///
/// let directory = tempfile::tempdir()?;
/// let slot = directory.path().join("slot1.sav");
/// for level in 1..=3_u32 {
///     Options::file().backups(1).save(&slot, &level)?;
/// }
/// std::fs::write(&slot, b"damaged")?;
/// let (level, lost) = archive::load_or_backup::<u32>(&slot)?;
/// assert_eq!((level, lost.len()), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails like [`Options::load_or_backup`].
pub fn load_or_backup<T: Archive>(path: impl AsRef<Path>) -> Result<(T, Vec<Error>), Error> {
    Options::file().load_or_backup(path)
}

impl Options {
    /// Saves the bytes of an archive to a file, as [`save_bytes`](crate::save_bytes) does, and keeps
    /// [`backups`](Self::backups).
    ///
    /// # Errors
    ///
    /// Fails like [`save_bytes`](crate::save_bytes).
    pub fn save_bytes(&self, path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), Error> {
        file::write(path.as_ref(), bytes, self.get_backups())
    }

    /// Loads a value from a file or, if the file is damaged, from the newest of its [`backups`](Self::backups) that
    /// loads. Also returns the errors of the files that did not load: if there are any, tell the player that the game
    /// is an older one.
    ///
    /// A file is [damaged](Error::is_damage) if its bytes are, if the system cannot read it for a reason that will not
    /// pass, or if a hook or a converter refuses the value in it. A file that another version of the game wrote, or that
    /// does not exist, is not: its error is returned, so that no player's progress is replaced by an older state, and a
    /// deleted game stays deleted. How many backups these options keep does not matter here.
    ///
    /// # Errors
    ///
    /// Fails like [`load`](Self::load), with the error of the file itself, if no backup loads either.
    pub fn load_or_backup<T: Archive>(
        &self,
        path: impl AsRef<Path>,
    ) -> Result<(T, Vec<Error>), Error> {
        self.load_first(path.as_ref(), Context::empty())
    }

    /// Loads a value from a file or one of its backups, lending `context` to its hooks, converters and handles. What
    /// they did for a file that then failed to load is not undone.
    ///
    /// # Errors
    ///
    /// Fails like [`load_or_backup`](Self::load_or_backup).
    pub fn load_or_backup_with<T: Archive>(
        &self,
        path: impl AsRef<Path>,
        mut context: impl Lend,
    ) -> Result<(T, Vec<Error>), Error> {
        self.load_first(path.as_ref(), Context::of(&mut context))
    }

    fn load_first<T: Archive>(
        &self,
        path: &Path,
        mut context: Context<'_>,
    ) -> Result<(T, Vec<Error>), Error> {
        let error = match self.load_twice(path, context.reborrow()) {
            Err(error) if error.is_damage() => error,
            loaded => return Ok((loaded?, Vec::new())),
        };
        // What cannot be read may be a link as well, but the backups of a file that is none can be.
        let target = replace::follow(path).unwrap_or_else(|(reached, _)| reached);
        let mut errors = Vec::new();
        let mut is_gap = false;
        for number in 1..=MOST {
            match self.load_twice(&path_of(&target, number), context.reborrow()) {
                Ok(value) => {
                    errors.insert(0, error);
                    return Ok((value, errors));
                }
                // Behind the last there may be some that a crash kept, or that a larger number left, and a crash may
                // have left a gap between them.
                Err(other) if other.is_not_found() && number <= self.get_backups() => {}
                Err(other) if other.is_not_found() && is_gap => break,
                Err(other) if other.is_not_found() => is_gap = true,
                Err(other) if other.io_source().is_some_and(will_pass) => return Err(other),
                Err(other) => {
                    is_gap = false;
                    errors.push(other);
                }
            }
        }
        Err(error)
    }

    /// Loads a file, once more if the system could not read it: a disk may do so at the second attempt.
    fn load_twice<T: Archive>(&self, path: &Path, mut context: Context<'_>) -> Result<T, Error> {
        match self.load_in(path, context.reborrow()) {
            Err(error) if error.kind() == ErrorKind::Io && error.is_damage() => {
                self.load_in(path, context)
            }
            loaded => loaded,
        }
    }
}

/// The path of a backup; the first is the newest.
pub(crate) fn path_of(target: &Path, number: u32) -> PathBuf {
    let mut path = OsString::from(target);
    path.push(std::format!(".{number}"));
    path.into()
}

/// Lets one thread at a time replace a file that has backups, or two could keep the same former file.
pub(crate) struct Turn(PathBuf);

static TAKEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
static ENDED: Condvar = Condvar::new();

impl Turn {
    /// Waits until no other thread replaces this file.
    pub(crate) fn of(target: &Path) -> Self {
        // Whatever links lead to its directory.
        let directory = replace::directory_of(target);
        let directory = fs::canonicalize(&directory).unwrap_or(directory);
        // Some file systems take `Slot` and `slot` for the same name.
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let file = directory.join(name.to_lowercase());
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        while !taken.insert(file.clone()) {
            taken = ENDED.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        Self(file)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        TAKEN.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
        ENDED.notify_all();
    }
}
