//! Former versions of a file, kept beside it in case the file is damaged.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};

use tempfile::{NamedTempFile, TempPath};

use crate::replace::Failure;
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
        let most = if self.get_backups() == 0 { 0 } else { MOST };
        let mut errors = Vec::new();
        for number in 1..=most {
            match self.load_in(&path_of(&target, number), context.reborrow()) {
                Ok(value) => {
                    errors.insert(0, error);
                    return Ok((value, errors));
                }
                // Behind the last there may be one that a crash kept, or that a larger number left.
                Err(other) if other.is_not_found() && number > self.get_backups() => break,
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
        let file = directory.join(target.file_name().unwrap_or_default());
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

/// Replaces a file by a new one with these bytes, and makes it the first of so many backups.
///
/// No step overwrites another backup or the only name of the former file: whatever fails, and wherever a program ends,
/// all of them can be loaded. The last backup is deleted once the new file is there.
pub(crate) fn replace(
    target: &Path,
    new: NamedTempFile,
    bytes: &[u8],
    count: u32,
) -> Result<(), Failure> {
    let Some(former) = keep(target, new.as_file(), bytes)? else {
        return Ok(replace::rename(new.into_temp_path(), target)?);
    };
    let free = first_free(target)?;
    if free <= count {
        move_on(&former, target, free)?;
        return Ok(replace::rename(new.into_temp_path(), target)?);
    }
    let last = path_of(target, count);
    let spare = path_of(target, free);
    replace::rename_path(&last, &spare).map_err(|error| Failure::Backup(last, error))?;
    move_on(&former, target, count)?;
    replace::rename(new.into_temp_path(), target)?;
    // If it stays, it is one more backup.
    let _ = fs::remove_file(spare);
    Ok(())
}

/// The first number of which there is no backup.
fn first_free(target: &Path) -> Result<u32, Failure> {
    let mut number = 1;
    loop {
        let path = path_of(target, number);
        // A link to nowhere is there as well.
        match replace::if_there(fs::symlink_metadata(&path)) {
            Ok(Some(_)) => number = number.saturating_add(1),
            Ok(None) => return Ok(number),
            Err(error) => return Err(Failure::Backup(path, error)),
        }
    }
}

/// Makes the former file the first backup: the others move on, the last of them to this number, which is free. If the
/// former file is the first backup already, by another name, nothing happens to either.
fn move_on(former: &Path, target: &Path, free: u32) -> Result<(), Failure> {
    for number in (1..free).rev() {
        let [from, to] = [number, number.saturating_add(1)].map(|it| path_of(target, it));
        let moved = replace::if_there(replace::rename_path(&from, &to));
        moved.map_err(|error| Failure::Backup(to, error))?;
    }
    let first = path_of(target, 1);
    replace::rename_path(former, &first).map_err(|error| Failure::Backup(first, error))
}

/// A second name of a file that will be replaced by a new one with these bytes, or a copy of it, for its backup. `None`
/// if it should have none: there is no file, it contains these bytes already, or it is damaged and would take the place
/// of a good backup.
fn keep(target: &Path, new: &File, bytes: &[u8]) -> io::Result<Option<TempPath>> {
    let Some(old) = replace::if_there(fs::metadata(target))? else { return Ok(None) };
    let has_len = |len| u64::try_from(bytes.len()) == Ok(len);
    if has_len(old.len()) && read(target)?.is_some_and(|old| old == bytes) {
        return Ok(None);
    }
    if is_kept(target, old.len())? || is_damaged(target)? {
        return Ok(None);
    }
    another(target, &old, new).map(Some)
}

/// Whether a file is damaged, or cannot be read for a reason that will not pass.
fn is_damaged(target: &Path) -> io::Result<bool> {
    let checked = File::open(target).and_then(|mut file| stored::is_damaged(&mut file));
    match checked {
        Err(error) if will_pass(&error) => Err(error),
        checked => Ok(checked.unwrap_or(true)),
    }
}

/// Whether an error is about what else goes on in the system, and not about the file.
fn will_pass(error: &io::Error) -> bool {
    use io::ErrorKind::{
        Interrupted, OutOfMemory, ResourceBusy, StaleNetworkFileHandle, TimedOut, WouldBlock,
    };

    const TOO_MANY_FILES: &[i32] = if cfg!(windows) { &[4] } else { &[23, 24] };
    let passes =
        [Interrupted, OutOfMemory, ResourceBusy, StaleNetworkFileHandle, TimedOut, WouldBlock];
    passes.contains(&error.kind())
        || error.raw_os_error().is_some_and(|code| TOO_MANY_FILES.contains(&code))
}

/// Whether the first backup has the content of the file already: somebody copied it back, for example. The others need
/// not move on for it.
fn is_kept(target: &Path, len: u64) -> io::Result<bool> {
    let first = path_of(target, 1);
    // A link to the file is no copy of it.
    match fs::symlink_metadata(&first) {
        Ok(kept) if kept.is_file() && kept.len() == len => {}
        Err(error) if will_pass(&error) => return Err(error),
        _ => return Ok(false),
    }
    let kept = read(&first)?;
    Ok(kept.is_some() && kept == read(target)?)
}

/// What a file contains, or `None` if it cannot be read for a reason that will not pass.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Err(error) if will_pass(&error) => Err(error),
        read => Ok(read.ok()),
    }
}

/// Whether a link to a file could not be removed: in some directories, only the owner of a file may do that.
#[cfg(unix)]
fn is_bound(directory: &Path, old: &Metadata, new: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    const STICKY: u32 = 0o1000;
    Ok(old.uid() != new.metadata()?.uid() && fs::metadata(directory)?.mode() & STICKY != 0)
}

#[cfg(not(unix))]
fn is_bound(_directory: &Path, _old: &Metadata, _new: &File) -> io::Result<bool> {
    Ok(false)
}

/// The same file under a temporary name, by a link if possible. The file stays where it is until it is replaced.
fn another(target: &Path, old: &Metadata, new: &File) -> io::Result<TempPath> {
    let directory = replace::directory_of(target);
    if !is_bound(&directory, old, new)? {
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

    use super::{another, copy, is_damaged, keep, move_on, path_of, replace, will_pass};

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

    /// The new file vanishes before it is renamed, for which all others have made room by then.
    #[test]
    fn a_save_that_fails_at_its_last_step_loses_nothing() {
        for count in [2, 3] {
            let (directory, target) = with_backups();
            let new = tempfile::NamedTempFile::new_in(&directory).unwrap();
            fs::remove_file(new.path()).unwrap();
            replace(&target, new, b"new", count).unwrap_err();
            assert_eq!(contents(&target, 3), ["0", "0", "1", "2"]);
            // The next one moves nothing again.
            let new = tempfile::NamedTempFile::new_in(&directory).unwrap();
            replace(&target, new, b"new", count).unwrap();
            assert_eq!(contents(&target, 3), ["", "0", "1", "2"]);
        }
    }

    #[test]
    fn what_cannot_be_read_is_damaged() {
        let directory = tempfile::tempdir().unwrap();
        assert!(is_damaged(directory.path()).unwrap());
    }

    #[test]
    fn what_will_pass_is_no_damage() {
        let error = |code| std::io::Error::from_raw_os_error(code);
        if cfg!(unix) {
            assert!(will_pass(&error(24)), "too many open files");
            assert!(!will_pass(&error(5)), "a bad sector");
            assert!(!will_pass(&error(13)), "no rights");
        }
    }

    /// A rename between two names of one file does nothing.
    #[test]
    fn a_former_file_that_is_a_backup_already_leaves_no_other_name() {
        let (_directory, target) = with_backups();
        fs::remove_file(path_of(&target, 1)).unwrap();
        fs::hard_link(&target, path_of(&target, 1)).unwrap();
        let old = fs::metadata(&target).unwrap();
        let former = another(&target, &old, &fs::File::open(&target).unwrap()).unwrap();
        move_on(&former, &target, 1).unwrap();
        drop(former);
        assert_eq!(contents(&target, 2), ["0", "0", "2"]);
    }
}
