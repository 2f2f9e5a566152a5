//! The lock file in a program's tests: what it accepts, what it refuses, and that the attribute it
//! asks for makes a change legal.

use std::fs;
use std::path::Path;
use std::process::Command;

use archive::lock::{accept, check};
use archive::{Archive, Describe, ErrorKind};
use archive_tests::releases;

/// Changes of a type `Save` that shipped as version 1: each without any attribute, and with the one
/// that the lock asks for.
macro_rules! changes {
    ($($name:ident:
        { $($shipped:item)* } to { $($changed:item)* } by { $($declared:item)* })*) => {$(
        mod $name {
            mod shipped {
                $(#[derive(archive::Archive)] $shipped)*
            }
            mod changed {
                $(#[derive(archive::Archive)] $changed)*
            }
            mod declared {
                $(#[derive(archive::Archive)] $declared)*
            }

            #[test]
            fn is_refused_unless_declared() {
                use archive::Describe;
                let refusal = super::refusal(
                    &shipped::Save::lock(),
                    &changed::Save::lock(),
                    &declared::Save::lock(),
                );
                insta::assert_snapshot!(refusal);
            }
        }
    )*};
}

/// The lock's error for `changed` after `shipped`. It must accept `declared`.
fn refusal(
    shipped: &archive::lock::Lock,
    changed: &archive::lock::Lock,
    declared: &archive::lock::Lock,
) -> String {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.lock");
    accept(&path, std::slice::from_ref(shipped)).unwrap();
    let before = fs::read_to_string(&path).unwrap();

    let error = check(&path, std::slice::from_ref(changed)).unwrap_err();
    assert_eq!((error.kind(), error.file()), (ErrorKind::Lock, Some(path.as_path())));
    let accepting = accept(&path, std::slice::from_ref(changed)).unwrap_err();
    assert_eq!(accepting.to_string(), error.to_string(), "accepting changes no line");
    assert_eq!(fs::read_to_string(&path).unwrap(), before);

    accept(&path, std::slice::from_ref(declared)).unwrap();
    check(&path, std::slice::from_ref(declared)).unwrap();
    error.to_string().replace(&*directory.path().to_string_lossy(), "tests")
}

changes! {
    field_added:
        { pub struct Save { level: u8 } }
        to { pub struct Save { level: u8, stamina: u16 } }
        by { pub struct Save { level: u8, #[since(2, default = 100)] stamina: u16 } }

    field_removed:
        { pub struct Save { level: u8, mana: Option<u16>, health: f32 } }
        to { pub struct Save { level: u8, health: f32 } }
        by { pub struct Save {
            level: u8,
            #[archive(removed(mana: Option<u16>, until = 2))]
            health: f32,
        } }

    field_renamed_and_retyped:
        { pub struct Save { x_cm: i32, level: u8 } }
        to { pub struct Save { x: f32, level: u8 } }
        by { pub struct Save {
            #[archive(renamed(2, from = "x_cm"), was(i32, until = 2, with = |cm: i32| cm as f32 / 100.))]
            x: f32,
            level: u8,
        } }

    enum_made_a_struct:
        { pub struct Save { sky: Sky } pub enum Sky { Clear, Rain(u8) } }
        to { pub struct Save { sky: Sky } pub struct Sky { rain: u8 } }
        by { pub struct Save {
                #[archive(was(OldSky, until = 2, with = |old: OldSky| match old {
                    OldSky::Clear => Sky { rain: 0 },
                    OldSky::Rain(rain) => Sky { rain },
                }))]
                sky: Sky,
             }
             #[archive(name = "Sky")] pub enum OldSky { Clear, Rain(u8) }
             #[archive(name = "Weather")] pub struct Sky { rain: u8 } }

    bytes_made_a_list:
        { pub struct Save { tiles: Vec<u8> } }
        to { #[archive(transparent)] pub struct Tile(u8); pub struct Save { tiles: Vec<Tile> } }
        by { #[archive(transparent)]
             pub struct Tile(u8);
             pub struct Save {
                #[archive(was(Vec<u8>, until = 2, with = |old: Vec<u8>| old.into_iter().map(Tile).collect::<Vec<_>>()))]
                tiles: Vec<Tile>,
             } }

    field_of_serde_made_our_own:
        { pub struct Save { #[archive(with = archive::with::serde)] level: u8 } }
        to { pub struct Save { level: u8 } }
        by { pub struct Save {
            #[archive(was(archive::with::serde::Stored, until = 2, with = |_: archive::with::serde::Stored| 1))]
            level: u8,
        } }

    last_field_removed:
        { pub struct Save { level: u8, mana: u16 } }
        to { pub struct Save { level: u8 } }
        by { #[archive(removed(mana: u16, until = 2))] pub struct Save { level: u8 } }

    field_renamed:
        { pub struct Save { hp: f32 } }
        to { pub struct Save { health: f32 } }
        by { pub struct Save { #[archive(renamed(2, from = "hp"))] health: f32 } }

    field_widened:
        { pub struct Save { gold: u8 } }
        to { pub struct Save { gold: u32 } }
        by { pub struct Save { #[archive(was(u8, until = 2))] gold: u32 } }

    field_of_another_type:
        { pub struct Save { price: String } }
        to { pub struct Save { price: u32 } }
        by { pub struct Save {
            #[archive(was(String, until = 2, with = |text: String| text.parse::<u32>()))]
            price: u32,
        } }

    fields_reordered:
        { pub struct Save { level: u8, health: f32 } }
        to { pub struct Save { health: f32, level: u8 } }
        by { pub struct Save { level: u8, health: f32 } }

    tuple_grown_in_the_middle:
        { pub struct Save(u8, f32); }
        to { pub struct Save(u8, String, f32); }
        by { pub struct Save(u8, f32, #[since(2, default = "")] String); }

    tuple_field_removed:
        { pub struct Save(u8, f32); }
        to { pub struct Save(f32); }
        by { pub struct Save(#[archive(removed(_: u8, until = 2))] f32); }

    variant_added_in_the_middle:
        { pub enum Save { Easy, Hard } }
        to { pub enum Save { Easy, Normal, Hard } }
        by { pub enum Save { Easy, #[since(2)] Normal, Hard } }

    variant_removed:
        { pub enum Save { Stop, Smelt { heat: u8, ore: Vec<u16> }, Go(i8) } }
        to { pub enum Save { Stop, Go(i8) } }
        by { pub enum Save {
            Stop,
            #[archive(removed(Smelt { heat: u8, ore: Vec<u16> }, until = 2))]
            Go(i8),
        } }

    newer_variant_removed:
        { pub enum Save { #[since(2)] Smelt, Stop, Go(i8), #[since(3)] Fly } }
        to { pub enum Save { Stop, Go(i8), #[since(3)] Fly } }
        by { #[archive(removed(Smelt, since = 2, until = 4))]
             pub enum Save { Stop, Go(i8), #[since(3)] Fly } }

    variant_renamed:
        { pub enum Save { Stop, Go } }
        to { pub enum Save { Halt, Go } }
        by { pub enum Save { #[archive(renamed(2, from = "Stop"))] Halt, Go } }

    variants_reordered:
        { pub enum Save { Stop, Go } }
        to { pub enum Save { Go, Stop } }
        by { pub enum Save { #[archive(tag = 1)] Go, #[archive(tag = 0)] Stop } }

    field_of_a_variant_added:
        { pub enum Save { Go { x: i8 } } }
        to { pub enum Save { Go { x: i8, y: i8 } } }
        by { pub enum Save { Go { x: i8, #[since(2, default = 0)] y: i8 } } }

    variant_whose_fields_got_names:
        { pub enum Save { Stay, Go(i8) } }
        to { pub enum Save { Stay, Go { x: i16 } } }
        by { pub enum Save {
                Stay,
                #[archive(removed(Go(i8), until = 2, into = |x: i8| Save::Go { x: x.into() }))]
                #[since(2)]
                Go { x: i16 },
             } }

    nested_type_changed:
        { pub struct Save { purse: Purse } pub struct Purse { gold: u8 } }
        to { pub struct Save { purse: Purse } pub struct Purse { gold: u8, gems: u8 } }
        by { pub struct Save { purse: Purse }
             pub struct Purse { gold: u8, #[since(2, default = 0)] gems: u8 } }

    nested_type_renamed:
        { pub struct Save { purse: Purse } pub struct Purse { gold: u8 } }
        to { pub struct Save { purse: Bag } pub struct Bag { gold: u8 } }
        by { pub struct Save { purse: Bag }
             #[archive(renamed(2, from = "Purse"))] pub struct Bag { gold: u8 } }

    type_that_gets_a_parameter:
        { pub struct Save { pace: Option<Pace> } pub struct Pace { x: f32 } }
        to { pub struct Save { pace: Option<Pace<f32>> } pub struct Pace<T> { x: T } }
        by { pub struct Save {
                #[archive(was(Option<OldPace>, until = 2, with = |old: Option<OldPace>| {
                    old.map(|old| Pace { x: old.x })
                }))]
                pace: Option<Pace<f32>>,
             }
             #[archive(name = "Pace")] pub struct OldPace { x: f32 }
             #[archive(name = "PaceOf")] pub struct Pace<T> { x: T } }

    type_made_transparent:
        { pub struct Save { level: Level } pub struct Level(u8); }
        to { pub struct Save { level: Level } #[archive(transparent)] pub struct Level(u8); }
        by { pub struct Save {
                #[archive(was(OldLevel, until = 2, with = |old: OldLevel| Level(old.0)))]
                level: Level,
             }
             #[archive(name = "Level")] pub struct OldLevel(u8);
             #[archive(transparent)] pub struct Level(u8); }

    several_changes_at_once:
        { pub struct Save { level: u8, hp: f32, mode: Mode } pub enum Mode { Easy, Hard } }
        to { pub struct Save { level: u16, health: f32, mode: Mode } pub enum Mode { Easy } }
        by { pub struct Save {
                #[archive(was(u8, until = 2))] level: u16,
                #[archive(renamed(2, from = "hp"))] health: f32,
                mode: Mode,
             }
             #[archive(removed(Hard, until = 2))] pub enum Mode { Easy } }
}

#[test]
fn a_new_shape_is_asked_for_then_accepted_then_held() {
    if std::env::var_os("ARCHIVE_LOCK").is_some() {
        return; // Whoever accepts shapes for the other tests does not need this one.
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.lock");
    let (first, second) = (releases::first::Save::lock(), releases::second::Save::lock());

    let new = check(&path, std::slice::from_ref(&first)).unwrap_err();
    assert!(!path.exists(), "checking writes nothing");
    accept(&path, std::slice::from_ref(&first)).unwrap();
    check(&path, std::slice::from_ref(&first)).unwrap();
    let grown = check(&path, std::slice::from_ref(&second)).unwrap_err();
    accept(&path, std::slice::from_ref(&second)).unwrap();
    let gone = check(&path, &[first]).unwrap_err();
    check(&path, &[second]).unwrap();

    let file = fs::read_to_string(&path).unwrap();
    let report = format!("{new}\n\n{grown}\n\n{file}\n{gone}");
    insta::assert_snapshot!(report.replace(&*directory.path().to_string_lossy(), "tests"));
}

#[test]
fn an_unchanged_program_leaves_the_file_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.lock");
    let lock = releases::second::Save::lock();
    accept(&path, std::slice::from_ref(&lock)).unwrap();
    let written = fs::metadata(&path).unwrap().modified().unwrap();
    accept(&path, &[lock.clone(), lock]).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), written);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "no other file is left");
}

#[test]
fn versions_that_were_given_up_leave_the_file_when_accepted() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.lock");
    accept(&path, &[releases::second::Save::lock()]).unwrap();
    check(&path, &[releases::third::Save::lock()]).unwrap();
    accept(&path, &[releases::third::Save::lock()]).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(!text.contains("Save@1") && text.contains("Save@2"), "{text}");
}

#[test]
fn a_type_that_is_not_checked_any_more_is_missed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.lock");
    let save = releases::second::Save::lock();
    accept(&path, &[save, others::Replay::lock()]).unwrap();
    let error = check(&path, &[releases::second::Save::lock()]).unwrap_err();
    insta::assert_snapshot!(
        error.to_string().replace(&*directory.path().to_string_lossy(), "tests")
    );
}

mod others {
    #[derive(archive::Archive)]
    pub struct Save {
        pub stage: String,
    }

    #[derive(archive::Archive)]
    pub struct Replay {
        pub frames: Vec<u64>,
    }
}

#[test]
fn a_line_that_was_edited_is_found() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.lock");
    let lock = [releases::second::Save::lock()];
    accept(&path, &lock).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("stamina:u16", "stamina:u32")).unwrap();
    let error = check(&path, &lock).unwrap_err();
    insta::assert_snapshot!(
        error.to_string().replace(&*directory.path().to_string_lossy(), "tests")
    );
}

#[test]
fn doc_comments_defaults_and_hooks_are_no_part_of_a_shape() {
    #[derive(Archive)]
    #[archive(validate = |_: &Save| ())]
    /// A save.
    struct Save {
        /// How far.
        #[archive(alias = "stage", meta(min = 1))]
        #[default = 1]
        level: u32,
    }
    assert_eq!(Save::lock().to_string(), releases::first::Save::lock().to_string());
}

/// Whether a program of the second release accepts the file, with this variable set.
fn run_with(path: &Path, accepts: Option<&str>) -> bool {
    let mut command = Command::new(env!("CARGO_BIN_EXE_check_lock"));
    command.arg(path).env_remove("ARCHIVE_LOCK");
    if let Some(value) = accepts {
        command.env("ARCHIVE_LOCK", value);
    }
    command.output().unwrap().status.success()
}

#[test]
fn the_environment_lets_a_run_of_the_tests_accept() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.lock");
    assert!(!run_with(&path, None));
    assert!(!run_with(&path, Some("1")));
    assert!(!path.exists());
    assert!(run_with(&path, Some("accept")));
    assert!(run_with(&path, None));
}

#[test]
fn the_environment_never_lets_history_change() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.lock");
    accept(&path, &[others::Save::lock()]).unwrap();
    let before = fs::read_to_string(&path).unwrap();
    assert!(!run_with(&path, Some("accept")));
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
}

mod unusable {
    use archive::{Archive, Object};

    #[derive(Archive)]
    pub struct Hero {
        pub name: String,
        #[archive(flatten)]
        pub being: Being,
    }

    #[derive(Archive)]
    pub struct Being {
        pub name: String,
    }

    pub trait Unit: Object {}

    #[derive(Archive)]
    pub struct Orc;

    #[derive(Archive)]
    pub struct Elf;

    impl Unit for Orc {}
    impl Unit for Elf {}

    archive::registry! {
        dyn Unit as "Unit" {
            Orc as "orc",
            Elf as "elf" | "orc",
        }
    }
}

/// What can be neither saved nor loaded must not ship.
#[test]
fn types_without_any_archive_are_not_locked() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.lock");
    let locks = [
        (unusable::Hero::lock(), "flattening gives `Hero` two fields that may be called `name`"),
        (<Vec<Box<dyn unusable::Unit>>>::lock(), "two classes of `Unit` have the key `orc`"),
    ];
    for (lock, said) in locks {
        let error = accept(&path, &[lock]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NameClash);
        assert!(error.detail().starts_with(said), "{error}");
        assert!(!path.exists());
    }
}
mod two {
    pub mod shipped {
        #[derive(archive::Archive)]
        pub struct Root {
            _orc: Orc,
            _elf: Elf,
        }
        #[derive(archive::Archive)]
        pub struct Orc {
            _health: u8,
        }
        #[derive(archive::Archive)]
        pub struct Elf {
            _health: u8,
        }
    }

    pub mod renamed {
        #[derive(archive::Archive)]
        pub struct Root {
            _orc: Ork,
            _elf: Human,
        }
        #[derive(archive::Archive)]
        pub struct Ork {
            _health: u16,
        }
        #[derive(archive::Archive)]
        pub struct Human {
            _health: u8,
        }
    }
}

/// Either may be called `Human` now.
#[test]
fn two_types_do_not_get_one_name() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.lock");
    accept(&path, &[two::shipped::Root::lock()]).unwrap();
    let error = check(&path, &[two::renamed::Root::lock()]).unwrap_err();
    assert!(!error.detail().contains("is now called"), "{error}");
    assert!(error.detail().contains("from `Orc` to `Ork`"), "{error}");
}
