//! Replaces files such that the old content or the new is there, whatever happens.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::backup;

/// Replaces the content of a file, and returns its directory, which the caller then [syncs](sync_directory).
///
/// # Errors
///
/// On failure, nothing was replaced.
pub(crate) fn replace(path: &Path, bytes: &[u8], backups: u32) -> io::Result<PathBuf> {
    let target = target_of(path)?;
    let directory = directory_of(&target);
    // Check the directory first: a later error would name the temporary file.
    if !fs::metadata(&directory)?.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    let permissions = match fs::metadata(&target) {
        Ok(old) => {
            let permissions = replaceable(&old)?;
            // Opened without truncating, and closed at once, to let the system check write access.
            fs::OpenOptions::new().write(true).open(&target)?;
            Some(permissions)
        }
        Err(_) => None,
    };
    let mut file = new_file(&directory)?;
    // Set permissions before writing, so that nobody can read what the old file protected.
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    backup::keep(&target, bytes, backups)?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(directory)
}

/// The permissions of the file to replace, which must be a writable regular file. A rename would check
/// neither.
fn replaceable(old: &fs::Metadata) -> io::Result<fs::Permissions> {
    let permissions = old.permissions();
    if old.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
    }
    if !old.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    Ok(permissions)
}

/// The maximum number of symbolic links to follow, as in Linux.
const MOST_LINKS: usize = 40;

/// The file that a path leads to, which may not exist yet. Symbolic links are followed, so that they are not
/// replaced.
pub(crate) fn target_of(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = directory_of(&target).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many symbolic links in a row"))
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

/// A temporary file with the default permissions of new files; `tempfile` would make it private.
pub(crate) fn new_file(directory: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = names();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
        builder.tempfile_in(directory)
    }
    #[cfg(not(unix))]
    builder.tempfile_in(directory)
}

/// Makes a rename survive a power cut, where possible. Systems other than Unix have no such call, some file
/// systems do not support it, and a directory may be writable but not readable.
pub(crate) fn sync_directory(directory: &Path) -> io::Result<()> {
    let synced = match File::open(directory) {
        Ok(directory) if cfg!(unix) => directory.sync_all(),
        _ => return Ok(()),
    };
    match synced {
        Err(error)
            if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) =>
        {
            Ok(())
        }
        synced => synced,
    }
}
