//! Former versions of a file, kept beside it in case the file is damaged.

use alloc::vec::Vec;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use crate::{Archive, Context, Error, ErrorKind, Lend, Options, file, replace, stored};

/// The kinds of errors that are about the bytes of a file, or the value in them, and not about its version or this
/// program: an older version of the file may have better ones.
const DAMAGE: &[ErrorKind] = &[
    ErrorKind::Io,
    ErrorKind::NotAnArchive,
    ErrorKind::Checksum,
    ErrorKind::Truncated,
    ErrorKind::TrailingBytes,
    ErrorKind::InvalidValue,
    ErrorKind::InvalidUtf8,
    ErrorKind::UnknownTag,
    ErrorKind::InvalidLink,
    ErrorKind::KeyOrder,
    ErrorKind::Length,
    ErrorKind::Convert,
    ErrorKind::Hook,
];

/// The most backups of a file. Each that may be there is looked for.
pub(crate) const MOST: u32 = 1_000;

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
    /// A file is damaged if its bytes are, if the system cannot read it, or if a hook or a converter refuses the value
    /// in it. A file that another version of the game wrote, or that does not exist, is not: its error is returned, so
    /// that no player's progress is replaced by an older state, and a deleted game stays deleted.
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
        let error = match self.load_in(path, context.reborrow()) {
            Err(error) if DAMAGE.contains(&error.kind()) && !error.is_not_found() => error,
            loaded => return Ok((loaded?, Vec::new())),
        };
        let Ok(target) = replace::target_of(path) else { return Err(error) };
        let mut errors = Vec::new();
        for number in 1..=self.get_backups() {
            match self.load_in(&backup(&target, number), context.reborrow()) {
                Ok(value) => {
                    errors.insert(0, error);
                    return Ok((value, errors));
                }
                Err(other) if other.is_not_found() => {}
                Err(other) => errors.push(other),
            }
        }
        Err(error)
    }
}

/// The path of a backup; the first is the newest.
fn backup(target: &Path, number: u32) -> PathBuf {
    let mut path = OsString::from(target);
    path.push(std::format!(".{number}"));
    path.into()
}

/// Whether the first backup has the content of the file already: a save kept it and then failed. Moving the others on
/// again would lose one for each save that fails.
fn is_kept(target: &Path, len: Option<u64>) -> bool {
    let first = backup(target, 1);
    let has_len = fs::metadata(&first).map(|it| it.len()).ok() == len;
    has_len && matches!((fs::read(&first), fs::read(target)), (Ok(kept), Ok(now)) if kept == now)
}

/// Makes a file the first of its backups, before it is replaced by `bytes`: the others move on, and the last is
/// deleted. Does nothing if there is no file, if it contains these bytes already, or if it is damaged: it would take the
/// place of a good one.
///
/// # Errors
///
/// On failure, no backup is lost.
pub(crate) fn keep(target: &Path, bytes: &[u8], count: u32) -> io::Result<()> {
    let len = fs::metadata(target).map(|it| it.len()).ok();
    let is_same =
        || len == u64::try_from(bytes.len()).ok() && fs::read(target).is_ok_and(|old| old == bytes);
    let is_damaged = || File::open(target).is_ok_and(|mut old| stored::is_damaged(&mut old));
    if count == 0 || len.is_none() || is_same() || is_kept(target, len) || is_damaged() {
        return Ok(());
    }
    // Nothing moves before the new backup is there, as a disk may be full.
    let kept = another(target)?;
    let is_free = |number: &u32| !backup(target, *number).exists();
    let free = (1..count).find(is_free).unwrap_or(count);
    for number in (1..free).rev() {
        if_there(fs::rename(backup(target, number), backup(target, number.saturating_add(1))))?;
    }
    kept.persist(backup(target, 1)).map_err(|error| error.error)
}

/// The same file under a temporary name. The file stays where it is until it is replaced.
fn another(target: &Path) -> io::Result<TempPath> {
    let directory = replace::directory_of(target);
    // A link takes neither time nor space, but some file systems have none.
    let linked = replace::names().make_in(&directory, |path| fs::hard_link(target, path));
    match linked {
        Ok(linked) => Ok(linked.into_temp_path()),
        Err(_) => copy(target, &directory),
    }
}

/// Copies a file to a temporary name.
fn copy(from: &Path, directory: &Path) -> io::Result<TempPath> {
    let mut file = replace::new_file(directory)?;
    io::copy(&mut File::open(from)?, file.as_file_mut())?;
    file.as_file().set_permissions(fs::metadata(from)?.permissions())?;
    file.as_file().sync_all()?;
    Ok(file.into_temp_path())
}

/// Ignores that a file does not exist.
fn if_there(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::string::ToString;

    use super::{backup, copy, keep};

    #[test]
    fn a_copy_replaces_what_was_there_and_leaves_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let [from, to] = ["slot1.sav", "slot1.sav.1"].map(|name| directory.path().join(name));
        fs::write(&from, "new").unwrap();
        fs::write(&to, "old, and longer").unwrap();
        let copied = copy(&from, directory.path()).unwrap();
        assert_eq!(fs::read(&to).unwrap(), b"old, and longer");
        copied.persist(&to).unwrap();
        assert_eq!(
            (fs::read(&from).unwrap(), fs::read(&to).unwrap()),
            (b"new".into(), b"new".into())
        );
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
        copy(&directory.path().join("none"), directory.path()).unwrap_err();
        assert_eq!(fs::read(&to).unwrap(), b"new");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
    }
    #[test]
    fn no_backup_is_lost_if_the_new_one_cannot_be_made() {
        let directory = tempfile::tempdir().unwrap();
        // A directory can be neither linked nor copied, like a file on a disk that has no links and is full.
        let target = directory.path().join("slot1.sav");
        fs::create_dir(&target).unwrap();
        (1..=3).for_each(|number| fs::write(backup(&target, number), number.to_string()).unwrap());
        for count in [1, 2, 3, 4] {
            keep(&target, b"new", count).unwrap_err();
            for number in 1..=3 {
                assert_eq!(
                    fs::read_to_string(backup(&target, number)).unwrap(),
                    number.to_string()
                );
            }
        }
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 4);
    }
}
