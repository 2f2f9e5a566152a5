//! Makes each system call of a save fail, or ends the program there, with `strace`.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use archive::Options;
use tempfile::TempDir;

use crate::backups::file_of;

/// The system calls of a file system that a save makes.
const CALLS: &str = "openat,read,write,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,\
    readlink,readlinkat,statx,newfstatat,chmod,fchmod,fchown";

const NEW: u32 = 100;

/// What is there before a save: the file and its backups, newest first. `None` is a damaged one.
#[derive(Debug)]
struct Before(&'static [Option<u32>]);

/// What happens at a system call.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Fails(&'static str),
    Kill,
}

struct Saves {
    directory: TempDir,
    path: PathBuf,
    backups: u32,
}

impl Saves {
    fn new(before: &Before, backups: u32) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("slot1.sav");
        for (number, level) in (0..).zip(before.0) {
            let bytes = level.map_or(vec![0; 100], |level| archive::to_vec(&level).unwrap());
            fs::write(place(&path, number), bytes).unwrap();
        }
        Self { directory, path, backups }
    }

    /// Saves a level, or loads one.
    fn run(&self, level: Option<u32>, arguments: &[String]) -> Output {
        Command::new("strace")
            .args(["-f", "-o", "/dev/stdout"])
            .args(arguments)
            .arg(env!("CARGO_BIN_EXE_slot"))
            .arg(&self.path)
            .args(
                [Some(self.backups), level].into_iter().flatten().map(|number| number.to_string()),
            )
            .env_remove("LD_LIBRARY_PATH") // in which Cargo lists many directories
            .output()
            .expect("`strace` is installed")
    }

    /// How often each call happens in a save.
    fn calls(&self) -> BTreeMap<String, usize> {
        let output = self.run(Some(NEW), &[format!("-etrace={CALLS}")]);
        assert!(output.status.success(), "{output:?}");
        let mut calls = BTreeMap::new();
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let call = line.split_once(' ').and_then(|(_, call)| call.trim_start().split_once('('));
            if let Some((name, _)) = call {
                *calls.entry(name.to_owned()).or_default() += 1;
            }
        }
        calls
    }

    /// The levels that load, newest first. A file that was not replaced in the end may be its first backup already.
    fn levels(&self) -> Vec<u32> {
        let places = (0..20).map(|number| place(&self.path, number));
        let mut levels: Vec<u32> = places.filter_map(|place| archive::load(place).ok()).collect();
        levels.dedup();
        levels
    }

    fn temporary(&self) -> usize {
        let names = fs::read_dir(&self.directory).unwrap().map(|it| it.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().starts_with(".archive-")).count()
    }
}

fn place(path: &Path, number: u32) -> PathBuf {
    if number == 0 { path.to_path_buf() } else { file_of(path, number) }
}

/// Checks what a save that was disturbed left behind, then two that are not.
fn check(saves: &Saves, before: &Before, output: &Output, call: &str, what: &impl Debug) {
    let levels = saves.levels();
    let fail = || format!("{what:?}: {output:?}, now {levels:?}");
    assert!(levels.is_sorted_by(|newer, older| newer > older), "{}", fail());
    let is_saved = levels.contains(&NEW);
    // A damaged file does not become a backup, but a backup that is damaged later takes a place.
    let former = before.0.iter().skip_while(|level| level.is_none());
    let most = if is_saved { usize::try_from(saves.backups).unwrap() } else { usize::MAX };
    for level in former.take(most).flatten() {
        assert!(levels.contains(level), "{level} is lost: {}", fail());
    }
    let file: Option<u32> = archive::load(&saves.path).ok();
    let expected = if is_saved { Some(NEW) } else { before.0.first().copied().flatten() };
    assert_eq!(file, expected, "{}", fail());
    match output.status.code() {
        Some(0) => assert!(is_saved, "{}", fail()),
        Some(1) => {
            let text = String::from_utf8_lossy(&output.stderr);
            assert_eq!(is_saved, text.contains("the file was saved"), "{}", fail());
        }
        // Killed, or not even started.
        _ => {}
    }
    if output.status.code().is_some() && !call.starts_with("unlink") {
        assert_eq!(saves.temporary(), 0, "{}", fail());
    }
    let slot = Options::file().backups(saves.backups);
    for level in [NEW + 1, NEW + 2] {
        slot.save(&saves.path, &level).unwrap();
    }
    let after = saves.levels();
    let fail = || format!("{what:?}: {output:?}, then {levels:?}, and {after:?} after two saves");
    assert_eq!(after[..2], [NEW + 2, NEW + 1], "{}", fail());
    assert!(after.is_sorted_by(|newer, older| newer > older), "{}", fail());
    assert!(after.len() <= 1 + usize::try_from(saves.backups).unwrap(), "{}", fail());
}

#[test]
#[ignore = "needs `strace`, and takes a minute"]
fn whatever_fails_and_wherever_a_program_ends_no_file_is_lost() {
    let states = [
        Before(&[]),
        Before(&[Some(9)]),
        Before(&[Some(9), Some(8)]),
        Before(&[Some(9), Some(8), Some(7)]),
        Before(&[Some(9), Some(8), Some(7), Some(6)]),
        Before(&[None, Some(8), Some(7)]),
        Before(&[Some(9), None, Some(7)]),
    ];
    let mut runs = 0;
    for before in states {
        for backups in 1..=2 {
            for (call, count) in Saves::new(&before, backups).calls() {
                for at in 1..=count {
                    for fault in [
                        Fault::Fails("EIO"),
                        Fault::Fails("EACCES"),
                        Fault::Fails("ENOSPC"),
                        Fault::Kill,
                    ] {
                        let saves = Saves::new(&before, backups);
                        let inject = match fault {
                            Fault::Fails(error) => format!("error={error}"),
                            Fault::Kill => "signal=KILL".to_owned(),
                        };
                        let inject = format!("-einject={call}:{inject}:when={at}");
                        let output = saves.run(Some(NEW), &[format!("-etrace={call}"), inject]);
                        check(
                            &saves,
                            &before,
                            &output,
                            &call,
                            &(&before, backups, &call, at, fault),
                        );
                        runs += 1;
                    }
                }
            }
        }
    }
    println!("{runs} runs");
}

#[test]
#[ignore = "needs `strace`"]
fn what_fails_once_is_no_reason_to_go_back_to_an_older_game() {
    let saves = Saves::new(&Before(&[Some(9), Some(8)]), 1);
    let load = |call: &str, when: &str| {
        let inject = format!("-einject={call}:error=EIO:when={when}");
        let path = saves.path.to_str().unwrap();
        let output = saves.run(None, &[format!("-etrace={call}"), format!("-P{path}"), inject]);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let mut faults = 0;
    for call in ["openat", "read", "statx", "lseek"] {
        for at in 1.. {
            let told = load(call, &at.to_string());
            assert!(told.contains("level 9, 0 errors"), "{told}");
            if !told.contains("INJECTED") {
                break;
            }
            faults += 1;
        }
    }
    assert!(faults >= 3, "{faults} faults");
    let told = load("read", "1+");
    assert!(told.contains("level 8, 1 errors"), "a bad sector: {told}");
}
