//! Replaces a file that has backups.

use alloc::vec::Vec;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::keep::{keep, will_pass};
use super::{MOST, path_of};
use crate::replace::{self, Failure};

/// Replaces a file by a new one with these bytes, and makes it the first of so many backups. Returns the backups behind the
/// last, which should be deleted once the new file is safe.
///
/// Each backup moves on by one place, the last to one that is free. So no step overwrites another backup or the only name
/// of the former file, and their order stays the same: whatever fails, and wherever a program ends, all of them can be
/// loaded, the newest first.
pub(crate) fn replace(
    target: &Path,
    new: NamedTempFile,
    bytes: &[u8],
    count: u32,
) -> Result<Vec<PathBuf>, Failure> {
    let Some(former) = keep(target, new.as_file(), bytes)? else {
        replace::rename(new.into_temp_path(), target)?;
        return Ok(Vec::new());
    };
    let path = |number| path_of(target, number);
    let places = places(|number| replace::if_there(fs::symlink_metadata(path(number))));
    let places = places.map_err(|(number, error)| Failure::Backup(path(number), error))?;
    move_on(&former, target, &places)?;
    replace::rename(new.into_temp_path(), target)?;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    Ok(places.into_iter().skip(count).map(path).collect())
}

/// The numbers of the backups that are there, and the first that is free. `look` looks whether there is one; a link to
/// nowhere is there as well.
///
/// A place that a bad sector has made useless is passed over, or nothing could be saved any more.
fn places<T>(look: impl Fn(u32) -> io::Result<Option<T>>) -> Result<Vec<u32>, (u32, io::Error)> {
    let (mut places, mut bad) = (Vec::new(), None);
    let mut number = 1;
    loop {
        match look(number) {
            Ok(found) => {
                places.push(number);
                if found.is_none() {
                    return Ok(places);
                }
            }
            Err(error) if will_pass(&error) => return Err((number, error)),
            Err(error) => {
                let first = bad.take().unwrap_or((number, error));
                if number >= MOST {
                    return Err(first);
                }
                bad = Some(first);
            }
        }
        number = number.saturating_add(1);
    }
}

/// Makes the former file the first backup: the others move on to the next of these places, of which the last is free. If
/// the former file is the first backup already, by another name, nothing happens to either.
fn move_on(former: &Path, target: &Path, places: &[u32]) -> Result<(), Failure> {
    for pair in places.windows(2).rev() {
        if let [from, to] = pair {
            let [from, to] = [*from, *to].map(|it| path_of(target, it));
            let moved = replace::if_there(replace::rename_path(&from, &to));
            moved.map_err(|error| Failure::Backup(to, error))?;
        }
    }
    let first = path_of(target, places.first().copied().unwrap_or(1));
    replace::rename_path(former, &first).map_err(|error| Failure::Backup(first, error))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::string::{String, ToString};

    use super::{keep, move_on, path_of, places, replace};
    use crate::backup::keep::another;

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
            // Then there may be one too many.
            let new = tempfile::NamedTempFile::new_in(&directory).unwrap();
            fs::write(&target, "3").unwrap();
            let surplus = replace(&target, new, b"new", count).unwrap();
            assert_eq!(contents(&target, 4), ["", "3", "0", "1", "2"]);
            let last = [3, 4].map(|number| path_of(&target, number));
            assert_eq!(surplus, &last[usize::from(count == 3)..]);
        }
    }

    #[test]
    fn places_that_cannot_be_used_are_passed_over() {
        let error = |code| std::io::Error::from_raw_os_error(code);
        let look = |number| match number {
            1 | 4 => Err(error(5)),
            2 | 3 | 5 => Ok(Some(())),
            _ => Ok(None),
        };
        assert_eq!(places(look).unwrap(), [2, 3, 5, 6]);
        let nowhere = |number: u32| {
            if number < 3 { Ok(Some(())) } else { Err(error(36)) }
        };
        assert_eq!(places(nowhere).unwrap_err().0, 3);
        if cfg!(unix) {
            let busy = |_| Err::<Option<()>, _>(error(24));
            assert_eq!(places(busy).unwrap_err().0, 1);
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
        move_on(&former, &target, &[1]).unwrap();
        drop(former);
        assert_eq!(contents(&target, 2), ["0", "0", "2"]);
    }
}
