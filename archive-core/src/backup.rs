//! Former versions of a file, kept beside it in case the file is damaged.

use alloc::vec::Vec;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

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
            match self.load_in(&path_of(&target, number), context.reborrow()) {
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
pub(crate) fn path_of(target: &Path, number: u32) -> PathBuf {
    let mut path = OsString::from(target);
    path.push(std::format!(".{number}"));
    path.into()
}

/// Lets one thread at a time replace files with backups, or two could keep the same former file. It is short: the new
/// file is complete by then.
pub(crate) fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A second name of a file that will be replaced by a new one with these bytes, or a copy of it, for its
/// [backup](move_on). `None` if it should have none: there is no file, it contains these bytes already, or it is damaged
/// and would take the place of a good backup.
///
/// # Errors
///
/// On failure, nothing has changed.
pub(crate) fn keep(target: &Path, new: &File, bytes: &[u8]) -> io::Result<Option<TempPath>> {
    let Some(old) = replace::if_there(fs::metadata(target))? else { return Ok(None) };
    let is_same = || {
        u64::try_from(bytes.len()) == Ok(old.len()) && fs::read(target).is_ok_and(|it| it == bytes)
    };
    // What the system cannot read is damaged as well.
    let is_damaged = || File::open(target).map_or(true, |mut old| stored::is_damaged(&mut old));
    if is_same() || is_kept(target, old.len()) || is_damaged() {
        return Ok(None);
    }
    another(target, &old, is_of_one_user(&old, &new.metadata()?)).map(Some)
}

/// Whether the first backup has the content of the file already: somebody copied it back, for example. The others need
/// not move on for it.
fn is_kept(target: &Path, len: u64) -> bool {
    let first = path_of(target, 1);
    let has_len = fs::metadata(&first).is_ok_and(|it| it.len() == len);
    has_len && matches!((fs::read(&first), fs::read(target)), (Ok(kept), Ok(now)) if kept == now)
}

/// Makes the [former file](keep) the first backup: the others move on, and the last is deleted.
pub(crate) fn move_on(former: TempPath, target: &Path, count: u32) -> io::Result<()> {
    let mut free = count;
    for number in 1..count {
        if !path_of(target, number).try_exists()? {
            free = number;
            break;
        }
    }
    for number in (1..free).rev() {
        let [from, to] = [number, number.saturating_add(1)].map(|it| path_of(target, it));
        replace::if_there(fs::rename(from, to))?;
    }
    // If both are names of the same file, a rename does nothing: dropping the temporary name removes it.
    fs::rename(&former, path_of(target, 1))
}

/// Whether two files belong to the same user. In some directories, nobody can remove a link to another user's file.
#[cfg(unix)]
fn is_of_one_user(old: &Metadata, new: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    old.uid() == new.uid()
}

#[cfg(not(unix))]
fn is_of_one_user(_old: &Metadata, _new: &Metadata) -> bool {
    true
}

/// The same file under a temporary name, by a link if possible. The file stays where it is until it is replaced.
fn another(target: &Path, old: &Metadata, may_link: bool) -> io::Result<TempPath> {
    let directory = replace::directory_of(target);
    if may_link {
        // A link takes neither time nor space, but some file systems have none.
        let link = |path: &Path| fs::hard_link(target, path);
        if let Ok(linked) = replace::names().make_in(&directory, link) {
            return Ok(linked.into_temp_path());
        }
    }
    copy(target, &directory, old)
}

/// Copies a file to a temporary name.
fn copy(from: &Path, directory: &Path, old: &Metadata) -> io::Result<TempPath> {
    let mut file = replace::new_file(directory, Some(old))?;
    io::copy(&mut File::open(from)?, file.as_file_mut())?;
    file.as_file().sync_all()?;
    Ok(file.into_temp_path())
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::string::{String, ToString};

    use super::{another, copy, keep, move_on, path_of, replace};

    #[test]
    fn a_copy_replaces_what_was_there_and_leaves_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let [from, to] = ["slot1.sav", "slot1.sav.1"].map(|name| directory.path().join(name));
        fs::write(&from, "new").unwrap();
        fs::write(&to, "old, and longer").unwrap();
        let old = fs::metadata(&from).unwrap();
        let copied = copy(&from, directory.path(), &old).unwrap();
        assert_eq!(fs::read(&to).unwrap(), b"old, and longer");
        replace::rename(copied, &to).unwrap();
        assert_eq!(
            (fs::read(&from).unwrap(), fs::read(&to).unwrap()),
            (b"new".into(), b"new".into())
        );
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
        copy(&directory.path().join("none"), directory.path(), &old).unwrap_err();
        assert_eq!(fs::read(&to).unwrap(), b"new");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
    }

    /// A file with two backups, each of which contains its number.
    fn with_backups() -> (tempfile::TempDir, PathBuf) {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("slot1.sav");
        fs::write(&target, "0").unwrap();
        (1..=2).for_each(|number| fs::write(path_of(&target, number), number.to_string()).unwrap());
        (directory, target)
    }

    /// The contents of a file and of its backups, of which there are no more, nor other files.
    fn contents(target: &Path, backups: u32) -> Vec<String> {
        let count = fs::read_dir(target.parent().unwrap()).unwrap().count();
        assert_eq!(u32::try_from(count).unwrap(), 1 + backups);
        let paths = (1..=backups).map(|number| path_of(target, number));
        [target.to_path_buf()]
            .into_iter()
            .chain(paths)
            .map(|it| fs::read_to_string(it).unwrap())
            .collect()
    }

    #[test]
    fn nothing_moves_before_the_file_is_replaced() {
        let (_directory, target) = with_backups();
        let new = tempfile::tempfile().unwrap();
        let former = keep(&target, &new, b"new").unwrap().unwrap();
        assert_eq!(fs::read(&former).unwrap(), b"0");
        drop(former);
        assert_eq!(contents(&target, 2), ["0", "1", "2"]);
    }

    /// A rename between two names of one file does nothing.
    #[test]
    fn a_former_file_that_is_a_backup_already_leaves_no_other_name() {
        let (_directory, target) = with_backups();
        fs::remove_file(path_of(&target, 1)).unwrap();
        fs::hard_link(&target, path_of(&target, 1)).unwrap();
        let old = fs::metadata(&target).unwrap();
        let former = another(&target, &old, true).unwrap();
        move_on(former, &target, 1).unwrap();
        assert_eq!(contents(&target, 2), ["0", "0", "2"]);
    }
}
