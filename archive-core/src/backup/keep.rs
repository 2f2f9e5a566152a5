//! Decides whether a file becomes a backup when it is replaced, and gives it a second name for that.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use tempfile::TempPath;

use super::path_of;
use crate::error::will_pass;
use crate::header::is_file;
use crate::stored::Form;
use crate::{replace, same, stored};

/// A second name of a file that will be replaced by a new one with these bytes, or a copy of it, for its backup. `None`
/// if it should have none: there is no file, it contains these bytes already, or it is damaged and would take the place
/// of a good backup.
pub(super) fn keep(target: &Path, new: &File, bytes: &[u8]) -> io::Result<Option<TempPath>> {
    let Some(old) = replace::if_there(fs::metadata(target))? else { return Ok(None) };
    let has_len = |len| u64::try_from(bytes.len()) == Ok(len);
    if has_len(old.len()) && if_readable(|| same::is_same(target, bytes))?.unwrap_or(true) {
        return Ok(None);
    }
    if is_kept(target, old.len())? || is_damaged(target)? || is_garbage(target, bytes)? {
        return Ok(None);
    }
    another(target, &old, new).map(Some)
}

/// Whether a file is damaged, or cannot be read.
fn is_damaged(target: &Path) -> io::Result<bool> {
    let check = || File::open(target).and_then(|mut file| stored::is_damaged(&mut file));
    Ok(if_readable(check)?.unwrap_or(true))
}

/// Whether a file is neither an archive nor a text, but its first backup is an archive, as these bytes are, which replace it:
/// nobody wrote it on purpose.
fn is_garbage(target: &Path, bytes: &[u8]) -> io::Result<bool> {
    let form =
        |path: &Path| if_readable(|| File::open(path).and_then(|mut file| stored::form(&mut file)));
    Ok(is_file(bytes)
        && form(target)? == Some(Form::Other)
        && form(&path_of(target, 1))? == Some(Form::Archive))
}

/// `None` if a file cannot be read for a reason that will not pass, not even at a second try.
fn if_readable<T>(read: impl Fn() -> io::Result<T>) -> io::Result<Option<T>> {
    match replace::patiently(&read).or_else(|_| read()) {
        Err(error) if will_pass(&error) => Err(error),
        read => Ok(read.ok()),
    }
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
    let compare = || File::open(target).and_then(|file| same::is_same(&first, file));
    Ok(if_readable(compare)?.unwrap_or(false))
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
pub(super) fn another(target: &Path, old: &Metadata, new: &File) -> io::Result<TempPath> {
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
    use std::fs;

    use super::{copy, is_damaged};
    use crate::error::will_pass;
    use crate::replace;

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
        if cfg!(windows) {
            for (code, what) in [(4, "too many files"), (32, "open elsewhere"), (33, "locked")] {
                assert!(will_pass(&error(code)), "{what}");
            }
            assert!(!will_pass(&error(5)), "no rights");
            assert!(!will_pass(&error(23)), "a bad sector");
        }
    }
}
