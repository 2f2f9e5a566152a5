//! Replaces a file that has backups.

use alloc::vec::Vec;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::keep::keep;
use super::{MOST, path_of};
use crate::error::will_pass;
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
    let look = |number| replace::if_there(fs::symlink_metadata(path(number)));
    let found = places(1, look).map_err(|(number, error)| Failure::Backup(path(number), error))?;
    let mut used = move_on(&former, target, &found)?;
    replace::rename(new.into_temp_path(), target)?;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    // A save that ended between two moves left others behind the place that was free.
    let behind = used.last().map_or(1, |last| last.saturating_add(1));
    let others = places(behind, look).unwrap_or_default();
    used.extend(others.iter().filter(|place| !place.is_unclear).map(|place| place.number));
    Ok(used.into_iter().skip(count).map(path).collect())
}

/// A place for a backup.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    number: u32,
    /// Whether the system could not say if there is a backup.
    is_unclear: bool,
}

/// The places from a number on up to the first that is free. `look` looks whether there is a backup; a link to nowhere is
/// one as well.
fn places<T>(
    start: u32,
    look: impl Fn(u32) -> io::Result<Option<T>>,
) -> Result<Vec<Place>, (u32, io::Error)> {
    let (mut places, mut unclear) = (Vec::new(), None);
    let mut number = start;
    loop {
        let found = look(number);
        places.push(Place { number, is_unclear: found.is_err() });
        match found {
            Ok(None) => return Ok(places),
            Ok(Some(_)) => {}
            Err(error) if will_pass(&error) => return Err((number, error)),
            Err(error) => {
                let first = unclear.take().unwrap_or((number, error));
                if number >= MOST {
                    return Err(first);
                }
                unclear = Some(first);
            }
        }
        number = number.saturating_add(1);
    }
}

/// Makes the former file the first backup: the others move on to the next of these places, of which the last is free. If
/// the former file is the first backup already, by another name, nothing happens to either. Returns the places of the
/// backups in use.
///
/// If a bad sector has made a place useless, it is passed over, or nothing could be saved any more.
fn move_on(former: &Path, target: &Path, places: &[Place]) -> Result<Vec<u32>, Failure> {
    let Some((last, others)) = places.split_last() else { return Ok(Vec::new()) };
    let mut used = Vec::from([last.number]);
    let mut free = last.number;
    for place in others.iter().rev() {
        let [from, to] = [place.number, free].map(|it| path_of(target, it));
        match replace::if_there(replace::rename_path(&from, &to)) {
            Ok(None) if place.is_unclear => continue,
            Err(error) if place.is_unclear && !will_pass(&error) => continue,
            Err(error) => return Err(Failure::Backup(to, error)),
            Ok(_) => {}
        }
        free = place.number;
        used.insert(0, free);
    }
    let first = path_of(target, free);
    replace::rename_path(former, &first).map_err(|error| Failure::Backup(first, error))?;
    Ok(used)
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::string::{String, ToString};

    use super::{Place, keep, move_on, path_of, places, replace};
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
            let last = [3, 4, 5].map(|number| path_of(&target, number));
            assert_eq!(surplus, &last[usize::from(count == 3)..]);
        }
    }

    fn place(number: u32) -> Place {
        Place { number, is_unclear: false }
    }

    #[test]
    fn places_that_cannot_be_looked_at_are_unclear() {
        let error = |code| std::io::Error::from_raw_os_error(code);
        let look = |number| match number {
            1 => Err(error(5)),
            2 | 3 => Ok(Some(())),
            _ => Ok(None),
        };
        let unclear = Place { is_unclear: true, ..place(1) };
        assert_eq!(places(1, look).unwrap(), [unclear, place(2), place(3), place(4)]);
        assert_eq!(places(5, look).unwrap(), [place(5)]);
        let nowhere = |number: u32| {
            if number < 3 { Ok(Some(())) } else { Err(error(36)) }
        };
        assert_eq!(places(1, nowhere).unwrap_err().0, 3);
        if cfg!(unix) {
            let busy = |_| Err::<Option<()>, _>(error(24));
            assert_eq!(places(1, busy).unwrap_err().0, 1);
        }
    }

    /// Whether it is there or not; both happen after a bad sector.
    #[test]
    fn an_unclear_place_moves_on_if_it_can() {
        for is_there in [true, false] {
            let (_directory, target) = with_backups();
            if !is_there {
                fs::remove_file(path_of(&target, 1)).unwrap();
            }
            let new = tempfile::tempfile().unwrap();
            let former = keep(&target, &new, b"new").unwrap().unwrap();
            let all = [Place { is_unclear: true, ..place(1) }, place(2), place(3)];
            let used = move_on(&former, &target, &all).unwrap();
            let levels: Vec<_> = used
                .iter()
                .map(|number| fs::read_to_string(path_of(&target, *number)).unwrap())
                .collect();
            let (places, expected) = match is_there {
                true => (vec![1, 2, 3], vec!["0", "1", "2"]),
                false => (vec![2, 3], vec!["0", "2"]),
            };
            assert_eq!((used, levels), (places, expected.into_iter().map(String::from).collect()));
        }
    }

    /// What a save left that ended between two moves.
    #[test]
    fn backups_behind_a_gap_are_deleted_too() {
        let (directory, target) = with_backups();
        fs::rename(path_of(&target, 2), path_of(&target, 4)).unwrap();
        fs::write(path_of(&target, 2), "1b").unwrap();
        let new = tempfile::NamedTempFile::new_in(&directory).unwrap();
        let surplus = replace(&target, new, b"new", 2).unwrap();
        let expected = [3, 4, 5].map(|number| path_of(&target, number));
        assert_eq!(surplus, expected);
    }

    /// A rename between two names of one file does nothing.
    #[test]
    fn a_former_file_that_is_a_backup_already_leaves_no_other_name() {
        let (_directory, target) = with_backups();
        fs::remove_file(path_of(&target, 1)).unwrap();
        fs::hard_link(&target, path_of(&target, 1)).unwrap();
        let old = fs::metadata(&target).unwrap();
        let former = another(&target, &old, &fs::File::open(&target).unwrap()).unwrap();
        assert_eq!(move_on(&former, &target, &[place(1)]).unwrap(), [1]);
        drop(former);
        assert_eq!(contents(&target, 2), ["0", "0", "2"]);
    }
}
