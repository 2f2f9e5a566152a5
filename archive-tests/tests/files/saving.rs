//! A failed save leaves the old file as it was, and no other files.

use std::cell::RefCell;
use std::fs;
use std::path::Path;

use archive::{Archive, ErrorKind, Options};
use tempfile::tempdir;

/// The names of the files in a directory.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_save_replaces_the_file_and_leaves_nothing_beside_it() {
    let directory = tempdir().unwrap();
    let slot = directory.path().join("slot1.sav");
    for value in ["first", "second, which is longer", "3"] {
        archive::save(&slot, value).unwrap();
        assert_eq!(archive::load::<String>(&slot).unwrap(), value);
        assert_eq!(fs::read(&slot).unwrap(), archive::to_vec(value).unwrap());
        assert_eq!(names(directory.path()), ["slot1.sav"]);
    }
}

#[test]
fn a_file_that_somebody_reads_is_replaced() {
    let directory = tempdir().unwrap();
    let slot = directory.path().join("slot1.sav");
    let options = Options::file().backups(1);
    options.save(&slot, "first").unwrap();
    let reader = fs::File::open(&slot).unwrap();
    options.save(&slot, "second").unwrap();
    assert_eq!(archive::load::<String>(&slot).unwrap(), "second");
    assert_eq!(archive::from_reader::<String>(reader).unwrap(), "first");
    assert_eq!(names(directory.path()), ["slot1.sav", "slot1.sav.1"]);
}

/// A virus scanner may have a file for itself for a moment, whatever it shares.
#[cfg(windows)]
#[test]
fn a_file_that_is_in_use_for_a_moment_is_replaced() {
    use std::os::windows::fs::OpenOptionsExt;

    for (backups, scanned) in [(0, "slot1.sav"), (2, "slot1.sav"), (2, "slot1.sav.1")] {
        for share in 0..8 {
            let directory = tempdir().unwrap();
            let slot = directory.path().join("slot1.sav");
            let options = Options::file().backups(2);
            options.save(&slot, "first").unwrap();
            options.save(&slot, "other").unwrap();
            let file = directory.path().join(scanned);
            let scanner = fs::OpenOptions::new().read(true).share_mode(share).open(file).unwrap();
            let scan = std::thread::spawn(move || {
                std::thread::sleep(std::time::Duration::from_millis(30));
                drop(scanner);
            });
            options.backups(backups).save(&slot, "third").unwrap();
            assert_eq!(archive::load::<String>(&slot).unwrap(), "third");
            scan.join().unwrap();
        }
    }
}

/// As C's `fopen` does: it may be written then, but not be renamed.
#[cfg(windows)]
#[test]
fn a_file_that_stays_in_use_is_left_alone() {
    use std::os::windows::fs::OpenOptionsExt;

    for share in 0..4 {
        let directory = tempdir().unwrap();
        let slot = directory.path().join("slot1.sav");
        let options = Options::file().backups(2);
        ["first", "other"].iter().for_each(|level| options.save(&slot, level).unwrap());
        let user = fs::OpenOptions::new().read(true).share_mode(share).open(&slot).unwrap();
        for _ in 0..2 {
            let error = options.save(&slot, "third").unwrap_err();
            assert_eq!(error.file(), Some(slot.as_path()));
            assert_eq!(names(directory.path()), ["slot1.sav", "slot1.sav.1"]);
        }
        if share & 1 == 0 {
            let error = options.load_or_backup::<String>(&slot).unwrap_err();
            assert_eq!(error.file(), Some(slot.as_path()), "it is no reason to go back");
        }
        drop(user);
        options.save(&slot, "third").unwrap();
        assert_eq!(archive::load::<String>(&slot).unwrap(), "third");
        assert_eq!(names(directory.path()), ["slot1.sav", "slot1.sav.1", "slot1.sav.2"]);
    }
}

/// Older standard libraries cannot delete it on Windows.
#[cfg(windows)]
#[test]
fn a_backup_that_is_read_only_keeps_no_others() {
    let directory = tempdir().unwrap();
    let slot = directory.path().join("slot1.sav");
    let options = Options::file().backups(1);
    ["first", "other"].iter().for_each(|level| options.save(&slot, level).unwrap());
    let backup = directory.path().join("slot1.sav.1");
    let mut rights = fs::metadata(&backup).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&backup, rights).unwrap();
    for level in 0..6 {
        options.save(&slot, &format!("level {level}")).unwrap();
    }
    assert_eq!(names(directory.path()), ["slot1.sav", "slot1.sav.1"]);
}

#[test]
fn options_decide_what_is_saved() {
    let directory = tempdir().unwrap();
    let slot = directory.path().join("slot1.msg");
    let message = Options::message();
    message.save(&slot, &7_u32).unwrap();
    assert_eq!(fs::read(&slot).unwrap(), message.to_vec(&7_u32).unwrap());
    assert_eq!(archive::load::<u32>(&slot).unwrap(), 7);
}

#[test]
fn a_value_that_has_no_form_leaves_the_old_file() {
    let directory = tempdir().unwrap();
    let slot = directory.path().join("slot1.sav");
    let value = RefCell::new(1_u32);
    archive::save(&slot, &value).unwrap();
    let old = fs::read(&slot).unwrap();
    let _in_use = value.borrow_mut();
    let error = archive::save(&slot, &value).unwrap_err();
    assert_eq!((error.kind(), error.file()), (ErrorKind::Unrepresentable, Some(slot.as_path())));
    assert_eq!(fs::read(&slot).unwrap(), old);
    assert_eq!(names(directory.path()), ["slot1.sav"]);
}

#[test]
fn a_field_that_is_too_long_leaves_the_old_file() {
    #[derive(Archive, Debug, PartialEq)]
    struct Player {
        #[archive(max_len = 3)]
        name: String,
    }
    let directory = tempdir().unwrap();
    let slot = directory.path().join("slot1.sav");
    archive::save(&slot, &Player { name: "Ada".into() }).unwrap();
    let error = archive::save(&slot, &Player { name: "Grace".into() }).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "name"));
    assert_eq!(archive::load::<Player>(&slot).unwrap().name, "Ada");
    assert_eq!(names(directory.path()), ["slot1.sav"]);
}

#[test]
fn a_missing_directory_is_an_error() {
    let directory = tempdir().unwrap();
    let slot = directory.path().join("saves").join("slot1.sav");
    let error = archive::save(&slot, "text").unwrap_err();
    assert_eq!(error.io_kind(), Some(std::io::ErrorKind::NotFound));
    assert_eq!(error.file(), Some(slot.as_path()));
    assert_eq!(names(directory.path()), [""; 0]);
}

#[test]
fn a_directory_in_the_place_of_the_file_is_an_error() {
    let directory = tempdir().unwrap();
    let slot = directory.path().join("slot1.sav");
    fs::create_dir(&slot).unwrap();
    fs::write(slot.join("kept"), "kept").unwrap();
    let error = archive::save(&slot, "text").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert_eq!(names(directory.path()), ["slot1.sav"]);
    assert_eq!(names(&slot), ["kept"]);
}

#[test]
fn a_path_that_names_a_directory_is_an_error() {
    let directory = tempdir().unwrap();
    let path = format!("{}/saves/", directory.path().to_str().unwrap());
    let told = archive::save(&path, "text").unwrap_err().to_string();
    assert!(told.contains("the path ends in a separator") && !told.contains(".archive-"), "{told}");
    assert_eq!(names(directory.path()), [""; 0]);
}

#[test]
fn a_file_in_the_place_of_the_directory_is_an_error() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("saves");
    fs::write(&file, "kept").unwrap();
    let error = archive::save(file.join("slot1.sav"), "text").unwrap_err();
    assert_eq!(error.io_kind(), Some(std::io::ErrorKind::NotADirectory));
    let told = error.to_string();
    assert!(told.contains("part of the path is a file") && !told.contains(".archive-"), "{told}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
}

#[test]
fn a_name_without_a_directory_is_saved_where_the_program_runs() {
    let directory = tempdir().unwrap();
    // A relative path, since other tests in this process need the current directory as it is.
    let relative = pathdiff(directory.path());
    archive::save(relative.join("slot1.sav"), "text").unwrap();
    assert_eq!(archive::load::<String>(directory.path().join("slot1.sav")).unwrap(), "text");
}

/// A path to `target` that does not start at the root.
fn pathdiff(target: &Path) -> std::path::PathBuf {
    let here = std::env::current_dir().unwrap();
    let up = here.components().skip(1).map(|_| "..");
    up.collect::<std::path::PathBuf>().join(target.strip_prefix("/").unwrap_or(target))
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn the_rights_of_a_file_outlast_a_save() {
        let directory = tempdir().unwrap();
        let slot = directory.path().join("slot1.sav");
        archive::save(&slot, "first").unwrap();
        for rights in [0o600, 0o640, 0o664] {
            fs::set_permissions(&slot, fs::Permissions::from_mode(rights)).unwrap();
            archive::save(&slot, "second").unwrap();
            assert_eq!(mode(&slot), rights);
        }
    }

    #[test]
    fn the_group_of_a_file_outlasts_a_save() {
        use std::os::unix::fs::{MetadataExt, chown};

        let directory = tempdir().unwrap();
        let slot = directory.path().join("slot1.sav");
        archive::save(&slot, &1_u32).unwrap();
        fs::set_permissions(&slot, fs::Permissions::from_mode(0o640)).unwrap();
        // Without rights, one can give a file only to one's own groups.
        let _ = chown(&slot, None, Some(1600));
        let group = fs::metadata(&slot).unwrap().gid();
        archive::save(&slot, &2_u32).unwrap();
        let new = fs::metadata(&slot).unwrap();
        assert_eq!((new.gid(), new.mode() & 0o777), (group, 0o640));
    }

    #[test]
    fn only_a_file_that_may_be_written_is_replaced() {
        let directory = tempdir().unwrap();
        let slot = directory.path().join("slot1.sav");
        archive::save(&slot, "first").unwrap();
        fs::set_permissions(&slot, fs::Permissions::from_mode(0o444)).unwrap();
        let error = archive::save(&slot, "second").unwrap_err();
        assert_eq!(error.io_kind(), Some(std::io::ErrorKind::PermissionDenied));
        assert!(error.to_string().contains("read-only"), "{error}");
        assert_eq!(archive::load::<String>(&slot).unwrap(), "first");

        let socket = directory.path().join("socket");
        let _socket = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for target in [socket.as_path(), directory.path()] {
            let error = archive::save(target, "second").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Io, "{error}");
        }
        assert!(!fs::symlink_metadata(&socket).unwrap().is_file());
        assert_eq!(names(directory.path()), ["slot1.sav", "socket"]);
    }

    #[test]
    fn a_new_file_has_the_rights_of_any_new_file() {
        let directory = tempdir().unwrap();
        let (slot, other) = (directory.path().join("slot1.sav"), directory.path().join("other"));
        archive::save(&slot, "text").unwrap();
        fs::write(&other, "text").unwrap();
        assert_eq!(mode(&slot), mode(&other));
    }

    #[test]
    fn a_link_is_followed_and_stays_one() {
        let directory = tempdir().unwrap();
        let (there, here) = (directory.path().join("there"), directory.path().join("here"));
        fs::create_dir(&there).unwrap();
        fs::create_dir(&here).unwrap();
        archive::save(there.join("slot1.sav"), "first").unwrap();
        symlink("../there/slot1.sav", here.join("slot1.sav")).unwrap();
        symlink(here.join("slot1.sav"), here.join("again.sav")).unwrap();
        archive::save(here.join("again.sav"), "second").unwrap();
        assert_eq!(archive::load::<String>(there.join("slot1.sav")).unwrap(), "second");
        assert!(fs::symlink_metadata(here.join("again.sav")).unwrap().is_symlink());
        assert!(fs::symlink_metadata(here.join("slot1.sav")).unwrap().is_symlink());
        assert_eq!(names(&there), ["slot1.sav"]);
        assert_eq!(names(&here), ["again.sav", "slot1.sav"]);
    }

    #[test]
    fn a_link_to_a_file_that_is_not_there_yet_is_followed() {
        let directory = tempdir().unwrap();
        let (target, link) = (directory.path().join("slot1.sav"), directory.path().join("latest"));
        symlink("slot1.sav", &link).unwrap();
        archive::save(&link, "text").unwrap();
        assert_eq!(archive::load::<String>(&target).unwrap(), "text");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn links_in_a_circle_are_an_error() {
        let directory = tempdir().unwrap();
        let (a, b) = (directory.path().join("a"), directory.path().join("b"));
        symlink(&a, &b).unwrap();
        symlink(&b, &a).unwrap();
        assert_eq!(archive::save(&a, "text").unwrap_err().kind(), ErrorKind::Io);
        assert_eq!(names(directory.path()), ["a", "b"]);
    }

    #[test]
    fn a_directory_that_cannot_be_written_leaves_the_old_file() {
        let directory = tempdir().unwrap();
        let saves = directory.path().join("saves");
        fs::create_dir(&saves).unwrap();
        let slot = saves.join("slot1.sav");
        archive::save(&slot, "first").unwrap();
        fs::set_permissions(&saves, fs::Permissions::from_mode(0o555)).unwrap();
        // An administrator can write everywhere.
        if fs::write(saves.join("probe"), "").is_err() {
            let error = archive::save(&slot, "second").unwrap_err();
            assert_eq!(error.io_kind(), Some(std::io::ErrorKind::PermissionDenied));
            assert_eq!(archive::load::<String>(&slot).unwrap(), "first");
            assert_eq!(names(&saves), ["slot1.sav"]);
        }
        fs::set_permissions(&saves, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// `/proc` accepts no new files, so the temporary file cannot be created.
    #[test]
    fn a_file_system_that_takes_no_files_is_an_error() {
        if Path::new("/proc/self").exists() {
            let error = archive::save("/proc/slot1.sav", "text").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Io);
        }
    }
}

/// A save does not read comments from a pipe that nobody writes to.
#[test]
#[cfg(target_os = "linux")]
fn a_text_is_not_saved_into_a_pipe() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (done, saved) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        done.send(archive::text::save(&pipe, &7_u8).map_err(|it| it.kind()))
    });
    let saved = saved.recv_timeout(std::time::Duration::from_secs(20)).expect("it waits for ever");
    assert_eq!(saved, Err(archive::ErrorKind::Io));
}
