//! Replaces files such that the old content or the new is there, whatever happens.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};

use crate::backup;

/// The step at which replacing a file failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nothing was replaced.
    Save(io::Error),
    /// Nothing was replaced, as this backup could not be.
    Backup(PathBuf, io::Error),
    /// The file was replaced, but a power cut may bring back its former content.
    Sync(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Save(error)
    }
}

impl From<Failure> for io::Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Save(error) | Failure::Backup(_, error) | Failure::Sync(error) => error,
        }
    }
}

/// Replaces the content of a file, and keeps its former content as the first of this many backups.
pub(crate) fn replace(path: &Path, bytes: &[u8], backups: u32) -> Result<(), Failure> {
    let target = target_of(path)?;
    let directory = directory_of(&target);
    let file = written(&target, &directory, bytes)?;
    if backups == 0 {
        rename(file.into_temp_path(), &target)?;
        return sync_directory(&directory).map_err(Failure::Sync);
    }
    let _turn = backup::Turn::of(&target);
    let surplus = backup::replace(&target, file, bytes, backups)?;
    sync_directory(&directory).map_err(Failure::Sync)?;
    // What stays is one more backup until the next save. From the last on, so that there is no gap before any.
    for backup in surplus.iter().rev() {
        if if_there(remove(backup)).is_err() && !backup.is_dir() {
            break;
        }
    }
    Ok(())
}

#[cfg(not(windows))]
fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}

/// Deletes a file, even one that is read-only, which older standard libraries do not: each save would leave one more
/// before it.
#[cfg(windows)]
fn remove(path: &Path) -> io::Result<()> {
    let removed = fs::remove_file(path);
    let Ok(old) = fs::symlink_metadata(path) else { return removed };
    let mut permissions = old.permissions();
    if removed.is_ok() || !old.is_file() || !permissions.readonly() {
        return removed;
    }
    #[allow(
        clippy::permissions_set_readonly_false,
        reason = "only on Unix may everybody write it then"
    )]
    permissions.set_readonly(false);
    fs::set_permissions(path, permissions)?;
    fs::remove_file(path)
}

/// A temporary file that is complete, with the rights of the file to replace.
fn written(target: &Path, directory: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    // Check the directory first: a later error would name the temporary file.
    if !fs::metadata(directory)?.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    let old = if_there(fs::metadata(target))?;
    if let Some(old) = &old {
        check_replaceable(old)?;
        patiently(|| check_access(target))?;
    }
    let mut file = new_file(directory, old.as_ref())?;
    // As a file, whose errors do not name the temporary path.
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// What a call returned, or `None` if the file does not exist. Any other error may hide a file that does.
pub(crate) fn if_there<T>(done: io::Result<T>) -> io::Result<Option<T>> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        done => done.map(Some),
    }
}

/// Refuses to replace what is not a writable regular file. A rename would check neither.
fn check_replaceable(old: &Metadata) -> io::Result<()> {
    if old.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
    }
    if !old.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    if old.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    Ok(())
}

/// Lets the system check whether a file may be written, and on Windows whether it may be deleted, as it is when another
/// file takes its name. If a program has it open such that it may not, not even a link to it could be deleted again.
fn check_access(target: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;

        const GENERIC_WRITE: u32 = 0x4000_0000;
        const DELETE: u32 = 0x0001_0000;
        options.access_mode(GENERIC_WRITE | DELETE);
    }
    // Opened without truncating, and closed at once.
    options.open(target).map(drop)
}

/// The maximum number of symbolic links to follow, as in Linux.
const MOST_LINKS: usize = 40;

/// The file that a path leads to, which may not exist yet. Symbolic links are followed, so that they are not
/// replaced.
pub(crate) fn target_of(path: &Path) -> io::Result<PathBuf> {
    follow(path).map_err(|(_, error)| error)
}

/// The same; an error comes with the path that links had led to before.
pub(crate) fn follow(path: &Path) -> Result<PathBuf, (PathBuf, io::Error)> {
    use io::ErrorKind::{InvalidInput, NotADirectory, NotFound};

    let mut target = path.to_path_buf();
    for _ in 0..=MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = directory_of(&target).join(next),
            // On Unix, other errors may hide a link. On Windows, what is no link has an error without a kind.
            Err(error)
                if cfg!(unix)
                    && !matches!(error.kind(), InvalidInput | NotFound | NotADirectory) =>
            {
                return Err((target, error));
            }
            Err(_) => return Ok(target),
        }
    }
    Err((target, io::Error::other("too many symbolic links in a row")))
}

pub(crate) fn directory_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// Names for temporary files.
pub(crate) fn names<'n>() -> tempfile::Builder<'n, 'n> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".archive-").suffix(".tmp");
    builder
}

/// A temporary file that only this user can read, or one with the rights of the file that it copies or replaces.
/// `old` is the latter; without one, the rights are those of any new file.
#[cfg(unix)]
pub(crate) fn new_file(directory: &Path, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;

    // It starts as private: whoever opens it before its rights are set could go on reading it.
    let mode = if old.is_some() { 0o600 } else { 0o666 };
    let file = names().permissions(fs::Permissions::from_mode(mode)).tempfile_in(directory)?;
    if let Some(old) = old {
        protect(file.as_file(), old)?;
    }
    Ok(file)
}

/// A temporary file, with the rights of the file that it copies or replaces.
#[cfg(not(unix))]
pub(crate) fn new_file(directory: &Path, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    // Opened here: the library marks its files as temporary, and cannot undo that where the path is long.
    let create = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
    let file = names().make_in(directory, create)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    Ok(file)
}

/// Gives a file the group and the permissions of another. If the system does not allow the group, all other users may do
/// what both the group and the rest could.
#[cfg(unix)]
fn protect(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    const ALL: u32 = 0o7777;
    let now = file.metadata()?;
    let mut mode = old.mode() & ALL;
    if now.gid() != old.gid() && fchown(file, None, Some(old.gid())).is_err() {
        mode = in_another_group(mode);
    }
    // Some file systems give all files the same permissions, and refuse to set any.
    if now.mode() & ALL == mode {
        return Ok(());
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

/// Permissions that allow nobody more if the group changes.
#[cfg(unix)]
fn in_another_group(mode: u32) -> u32 {
    const OTHERS: u32 = 0o077;
    let both = (mode >> 3) & mode & 0o007;
    (mode & !OTHERS) | (both << 3) | both
}

/// Gives a temporary file its name, in place of the file that had it.
///
/// On Windows, the library that makes temporary files cannot replace a file that somebody has open, not even to read it;
/// the standard library can. A virus scanner opens new files in a way that prevents both, but not for long.
pub(crate) fn rename(mut file: TempPath, to: &Path) -> io::Result<()> {
    rename_path(&file, to)?;
    file.disable_cleanup(true);
    Ok(())
}

/// Renames a file, in place of the file that had the name.
pub(crate) fn rename_path(from: &Path, to: &Path) -> io::Result<()> {
    patiently(|| fs::rename(from, to))
}

/// Tries for a moment what fails on Windows while another program has a file open.
pub(crate) fn patiently<T>(work: impl Fn() -> io::Result<T>) -> io::Result<T> {
    const PAUSES: [u64; 4] = [2, 8, 32, 128];
    let mut done = work();
    if cfg!(windows) {
        for pause in PAUSES {
            if !done.as_ref().is_err_and(is_in_use) {
                break;
            }
            std::thread::sleep(Duration::from_millis(pause));
            done = work();
        }
    }
    done
}

/// Whether an error of Windows may be that another program has the file open.
fn is_in_use(error: &io::Error) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    error.kind() == io::ErrorKind::PermissionDenied
        || error.raw_os_error() == Some(SHARING_VIOLATION)
}

/// Makes a rename survive a power cut, where possible. Systems other than Unix have no such call, some file
/// systems do not support it, and a directory may be writable but not readable.
fn sync_directory(directory: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};

    if !cfg!(unix) {
        return Ok(());
    }
    let directory = match File::open(directory) {
        Err(error) if error.kind() == PermissionDenied => return Ok(()),
        directory => directory?,
    };
    match directory.sync_all() {
        Err(error) if matches!(error.kind(), InvalidInput | Unsupported) => Ok(()),
        synced => synced,
    }
}

#[cfg(all(test, unix))]
mod tests {
    #[test]
    fn another_group_may_do_no_more() {
        for (mode, expected) in
            [(0o640, 0o600), (0o664, 0o644), (0o666, 0o666), (0o604, 0o600), (0o4755, 0o4755)]
        {
            assert_eq!(super::in_another_group(mode), expected);
        }
    }
}
