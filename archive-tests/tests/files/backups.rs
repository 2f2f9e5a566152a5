//! Former versions of a file stay beside it, and one of them is loaded if the file is damaged.

use std::fs;
use std::path::{Path, PathBuf};

use archive::{Archive, ErrorKind, Options, text};
use archive_tests::wire::seal;
use tempfile::TempDir;

pub(crate) fn file_of(path: &Path, number: u32) -> PathBuf {
    let name = path.file_name().unwrap().to_str().unwrap();
    path.with_file_name(format!("{name}.{number}"))
}

/// The levels in a file and its backups, as far as there are any.
fn levels(path: &Path) -> Vec<u32> {
    let backups = (1..).map(|number| file_of(path, number)).take_while(|it| it.exists());
    let all = std::iter::once(path.to_path_buf()).chain(backups);
    all.map(|path| archive::load(path).unwrap()).collect()
}

/// A file with level 2, and its only backup with level 1.
pub(crate) fn saved_twice() -> (TempDir, PathBuf, Options) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    let slot = Options::file().backups(1);
    slot.save(&path, &1_u32).unwrap();
    slot.save(&path, &2_u32).unwrap();
    (directory, path, slot)
}

#[test]
fn each_save_keeps_the_files_before_it() {
    const SLOT: Options = Options::file().backups(3);

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    let slot = SLOT;
    let mut expected = vec![];
    for level in 1..=6_u32 {
        slot.save(&path, &level).unwrap();
        expected.insert(0, level);
        expected.truncate(4);
        assert_eq!(levels(&path), expected);
    }
    // The same again changes nothing, and no backups leave the older ones alone.
    slot.save(&path, &6_u32).unwrap();
    assert_eq!(levels(&path), [6, 5, 4, 3]);
    archive::save(&path, &7_u32).unwrap();
    assert_eq!(levels(&path), [7, 5, 4, 3]);
    // Bytes from elsewhere, and a gap.
    fs::remove_file(file_of(&path, 1)).unwrap();
    slot.save_bytes(&path, &archive::to_vec(&8_u32).unwrap()).unwrap();
    assert_eq!(levels(&path), [8, 7, 4, 3]);
    // Fewer backups.
    Options::file().backups(1).save(&path, &9_u32).unwrap();
    assert_eq!(levels(&path), [9, 8]);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
}

#[test]
fn whatever_options_find_the_backups() {
    let (_directory, path, _) = saved_twice();
    fs::write(&path, b"damaged").unwrap();
    let (level, lost) = archive::load_or_backup::<u32>(&path).unwrap();
    assert_eq!((level, lost.len()), (1, 1));
    assert!(lost[0].is_damage());
}

/// Wherever a save ended, backups that are left over move on, so that those before them are newer.
#[test]
fn what_a_crash_left_is_behind_the_others_until_the_next_save() {
    for left in [&[2][..], &[1, 2], &[2, 3], &[1, 2, 3, 4]] {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("slot1.sav");
        let slot = Options::file().backups(1);
        archive::save(&path, &9_u32).unwrap();
        for number in left {
            archive::save(file_of(&path, *number), &(9 - number)).unwrap();
        }
        let ages = || {
            let all = (0..9).map(|number| match number {
                0 => path.clone(),
                number => file_of(&path, number),
            });
            let ages: Vec<u32> = all.filter_map(|it| archive::load(it).ok()).collect();
            assert!(ages.is_sorted_by(|newer, older| newer > older), "{left:?}: {ages:?}");
            ages.len()
        };
        for level in 10..14_u32 {
            slot.save(&path, &level).unwrap();
            ages();
            let good = fs::read(&path).unwrap();
            fs::write(&path, [0; 100]).unwrap();
            assert_eq!(slot.load_or_backup::<u32>(&path).unwrap().0, level - 1);
            fs::write(&path, good).unwrap();
        }
        assert_eq!(ages(), 2, "{left:?}");
    }
}

#[test]
fn no_bit_of_a_file_needs_to_be_right() {
    let (_directory, path, slot) = saved_twice();
    let file = fs::read(&path).unwrap();
    for bit in 0..file.len() * 8 {
        let mut damaged = file.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, damaged).unwrap();
        let (level, errors) = slot.load_or_backup::<u32>(&path).unwrap();
        assert_eq!((level, errors.len()), (1, 1), "bit {bit}");
    }
    // A file that needs a newer program is not damaged: its checksum, if there is one, is as that program wrote it.
    let mut newer = file;
    newer[8] = 2;
    seal(&mut newer);
    fs::write(&path, newer).unwrap();
    let error = slot.load_or_backup::<u32>(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}

macro_rules! item {
    ($($name:ident)*) => {
        #[derive(Archive, Clone, Copy, Debug, Default, PartialEq)]
        enum Item {
            #[default]
            None,
            $($name,)*
        }
    };
}
item! {
    V0 V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11 V12 V13 V14 V15 V16 V17 V18 V19 V20 V21 V22 V23 V24 V25 V26 V27 V28 V29
    V30 V31 V32 V33 V34 V35 V36 V37 V38 V39 V40 V41 V42 V43 V44 V45 V46 V47 V48 V49 V50 V51 V52 V53 V54 V55 V56
    V57 V58 V59 V60 V61 V62 V63 V64 V65 V66 V67 V68 V69 V70 V71 V72 V73 V74 V75 V76 V77 V78 V79 V80 V81 V82 V83
    V84 V85 V86 V87 V88 V89 V90 V91 V92 V93 V94 V95 V96 V97 V98 V99 V100 V101 V102 V103 V104 V105 V106 V107 V108
    V109 V110 V111 V112 V113 V114 V115 V116 V117 V118 V119 V120 V121 V122 V123 V124 V125 V126 V127 V128 V129
}

/// A type has a part for each variant at each of a thousand places, in a file of a few thousand bytes.
#[test]
fn a_damaged_file_of_many_parts_does_not_become_a_backup() {
    type Ten<T> = (T, T, T, T, T, T, T, T, T, T);
    #[derive(Archive, Debug, Default, PartialEq)]
    struct Save {
        level: u32,
        items: Ten<Ten<Ten<Item>>>,
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    let slot = Options::file().backups(1);
    let save = |level| slot.save(&path, &Save { level, ..Save::default() }).unwrap();
    save(1);
    save(2);
    let mut file = fs::read(&path).unwrap();
    assert!(file.len() < 6500, "{}", file.len());
    let middle = file.len() - 100;
    file[middle] ^= 1;
    fs::write(&path, file).unwrap();
    save(3);
    let levels =
        [path.clone(), file_of(&path, 1)].map(|path| archive::load::<Save>(path).unwrap().level);
    assert_eq!(levels, [3, 1]);
}

#[test]
fn a_save_that_fails_keeps_the_backups() {
    let (_directory, path, slot) = saved_twice();
    // A value that cannot be saved.
    let strange = std::cell::RefCell::new(1_u32);
    let borrowed = strange.borrow_mut();
    slot.save(&path, &strange).unwrap_err();
    drop(borrowed);
    assert_eq!(levels(&path), [2, 1]);
}

/// Somebody copied the backup back, or linked it: the other backups stay.
#[test]
fn a_file_that_is_its_backup_already_makes_no_other() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    let slot = Options::file().backups(2);
    for level in 1..=3_u32 {
        slot.save(&path, &level).unwrap();
    }
    for copies in [false, true] {
        fs::remove_file(&path).unwrap();
        match copies {
            true => fs::copy(file_of(&path, 1), &path).map(drop).unwrap(),
            false => fs::hard_link(file_of(&path, 1), &path).unwrap(),
        }
        slot.save(&path, &7_u32).unwrap();
        assert_eq!(levels(&path), [7, 2, 1]);
    }
}

#[test]
fn what_is_no_backup_gives_way_to_one() {
    let (_directory, path, slot) = saved_twice();
    fs::remove_file(file_of(&path, 1)).unwrap();
    fs::create_dir(file_of(&path, 1)).unwrap();
    for level in 3..=5 {
        slot.save(&path, &level).unwrap();
        assert_eq!(archive::load::<u32>(file_of(&path, 1)).unwrap(), level - 1);
    }
    // It moved on, and is not deleted.
    assert!(file_of(&path, 3).is_dir());
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 3);
}

#[test]
fn a_backup_that_cannot_be_made_prevents_the_save() {
    let directory = tempfile::tempdir().unwrap();
    let name = "n".repeat(255);
    let path = directory.path().join(&name);
    let slot = Options::file().backups(1);
    slot.save(&path, &1_u32).unwrap();
    let error = slot.save(&path, &2_u32).unwrap_err();
    assert_eq!(error.file(), Some(&*file_of(&path, 1)));
    assert_eq!(archive::load::<u32>(&path).unwrap(), 1);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    if cfg!(target_os = "linux") {
        let text = error.to_string().replace(directory.path().to_str().unwrap(), "saves");
        insta::assert_snapshot!(text.replace(&name, "name"), @r"
        saves/name.1: cannot keep this backup: File name too long (os error 36)
          help: nothing was saved, and the file that was there before is unchanged; make sure that its backups can be renamed, or delete this one
        ");
    }
}

/// A crash may leave one backup more than there should be, and a gap before it.
#[test]
fn the_backup_behind_the_last_is_loaded_too() {
    for number in [2, 3] {
        let (_directory, path, slot) = saved_twice();
        fs::rename(file_of(&path, 1), file_of(&path, number)).unwrap();
        fs::write(file_of(&path, 1), [0; 100]).unwrap();
        fs::write(&path, [0; 100]).unwrap();
        let (level, errors) = slot.load_or_backup::<u32>(&path).unwrap();
        assert_eq!((level, errors.len()), (1, 2));
    }
}

/// They are one file, whatever leads to it.
#[cfg(unix)]
#[test]
fn threads_take_turns_for_a_file_of_several_names() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("saves");
    let path = folder.join("slot1.sav");
    fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink("saves", directory.path().join("other")).unwrap();
    let slot = Options::file().backups(200);
    std::thread::scope(|scope| {
        for (thread, name) in [(0_u32, "saves"), (1, "other"), (2, "other/../saves")] {
            let (path, slot) = (directory.path().join(name).join("slot1.sav"), &slot);
            scope.spawn(move || {
                for save in 0..20 {
                    slot.save(&path, &(100 * thread + save)).unwrap();
                }
            });
        }
    });
    let mut levels = levels(&path);
    levels.sort_unstable();
    levels.dedup();
    assert_eq!(levels.len(), 60);
}

/// A link to nowhere is a backup that can be replaced.
#[cfg(unix)]
#[test]
fn a_backup_may_be_a_link_to_nowhere() {
    let (_directory, path, slot) = saved_twice();
    fs::remove_file(file_of(&path, 1)).unwrap();
    std::os::unix::fs::symlink("slot1.sav.1", file_of(&path, 1)).unwrap();
    slot.save(&path, &3_u32).unwrap();
    assert_eq!(levels(&path), [3, 2]);
}

#[test]
fn threads_that_save_one_file_lose_no_backup() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    let slot = Options::file().backups(2);
    std::thread::scope(|scope| {
        for thread in 0..4_u32 {
            let (path, slot) = (&path, &slot);
            scope.spawn(move || {
                for save in 0..25 {
                    slot.save(path, &(100 * thread + save)).unwrap();
                }
            });
        }
    });
    let [now, before, first] = levels(&path)[..] else { panic!("two backups") };
    assert!(now != before && before != first && first != now, "{now}, {before}, {first}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 3);
}

/// A hole among the backups is filled: the older ones stay where they are.
#[test]
fn backups_move_on_to_the_next_free_place() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    let slot = Options::file().backups(4);
    for level in 1..=5_u32 {
        slot.save(&path, &level).unwrap();
    }
    assert_eq!(levels(&path), [5, 4, 3, 2, 1]);
    fs::remove_file(file_of(&path, 2)).unwrap();
    slot.save(&path, &6_u32).unwrap();
    assert_eq!(levels(&path), [6, 5, 4, 2, 1]);
    slot.save(&path, &7_u32).unwrap();
    assert_eq!(levels(&path), [7, 6, 5, 4, 2]);
}

/// Each file that may be there is looked for, so there is a maximum.
#[test]
fn any_number_of_backups_takes_no_time() {
    let (_directory, path, slot) = saved_twice();
    let slot = slot.backups(u32::MAX);
    for level in 3..=5_u32 {
        slot.save(&path, &level).unwrap();
    }
    assert_eq!(levels(&path), [5, 4, 3, 2, 1]);
    fs::write(&path, "").unwrap();
    assert_eq!(slot.load_or_backup::<u32>(&path).unwrap().0, 4);
}

#[test]
fn a_damaged_file_gives_way_to_the_newest_good_backup() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    let slot = Options::file().backups(3);
    for level in 1..=4_u32 {
        slot.save(&path, &level).unwrap();
    }
    let (level, lost) = slot.load_or_backup::<u32>(&path).unwrap();
    assert_eq!((level, lost.len()), (4, 0));
    let good = fs::read(&path).unwrap();
    let mut flipped = good.clone();
    *flipped.last_mut().unwrap() ^= 1;
    for bytes in [&[][..], &good[..good.len() - 1], &[0; 300], &flipped] {
        fs::write(&path, bytes).unwrap();
        let (level, lost) = slot.load_or_backup::<u32>(&path).unwrap();
        assert_eq!((level, lost.len()), (3, 1));
        assert_eq!(lost[0].file(), Some(path.as_path()));
    }
    fs::write(file_of(&path, 1), "").unwrap();
    fs::remove_file(file_of(&path, 2)).unwrap();
    let (level, lost) = slot.load_or_backup::<u32>(&path).unwrap();
    assert_eq!((level, lost.len()), (1, 2));
    assert_eq!(lost[1].file(), Some(file_of(&path, 1).as_path()));
    // If none is good, the error is that of the file itself.
    fs::write(file_of(&path, 3), "").unwrap();
    let error = slot.load_or_backup::<u32>(&path).unwrap_err();
    assert_eq!(error.file(), Some(path.as_path()));
    let error = Options::file().load_or_backup::<u32>(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Checksum);
}

/// Nobody means to have such bytes where archives were, but may have put a text there.
#[test]
fn bytes_of_no_kind_do_not_replace_a_good_backup() {
    let text = "lamp { on = true }, with an \u{e9} and more than forty bytes".as_bytes();
    let noise: Vec<u8> = (0..100).map(|at: u8| at.wrapping_mul(37) | 0x80).collect();
    for (bytes, kept) in [(&noise[..], 1), (&[0xff; 100], 1), (text, 2), (&text[..29], 2)] {
        let (_directory, path, slot) = saved_twice();
        let slot = slot.backups(2);
        fs::write(&path, bytes).unwrap();
        slot.save(&path, &3_u32).unwrap();
        let backups = (1..4).filter(|number| file_of(&path, *number).exists());
        assert_eq!(backups.count(), kept, "{bytes:?}");
        let good = slot.load::<u32>(file_of(&path, u32::try_from(kept).unwrap())).unwrap();
        assert_eq!(good, 1);
    }
    // A message is an archive, too.
    let (_directory, path, slot) = saved_twice();
    Options::message().backups(3).save(&path, &3_u32).unwrap();
    slot.backups(3).save(&path, &4_u32).unwrap();
    let levels: Vec<u32> =
        (1..4).map(|number| archive::load(file_of(&path, number)).unwrap()).collect();
    assert_eq!(levels, [3, 2, 1]);
    // Where no archive is lost for it, it is kept.
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    fs::write(&path, &noise).unwrap();
    Options::file().backups(2).save(&path, &1_u32).unwrap();
    assert_eq!(fs::read(file_of(&path, 1)).unwrap(), noise);
}

#[test]
fn what_no_damage_explains_is_an_error() {
    mod newer {
        #[derive(archive::Archive)]
        pub(super) struct Game {
            #[since(2, default = 0)]
            pub(super) level: u32,
        }
    }
    #[derive(Archive, Debug)]
    struct Game {}

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    let slot = Options::file().backups(2);
    slot.save(&path, &Game {}).unwrap();
    slot.save(&path, &newer::Game { level: 3 }).unwrap();
    assert_eq!(slot.load_or_backup::<Game>(&path).unwrap_err().kind(), ErrorKind::TooNew);
    slot.save(&path, &7_u32).unwrap();
    assert_eq!(slot.load_or_backup::<Game>(&path).unwrap_err().kind(), ErrorKind::WrongType);
    // A deleted game stays deleted.
    fs::remove_file(&path).unwrap();
    assert!(slot.load_or_backup::<Game>(&path).unwrap_err().is_not_found());
}

#[test]
fn a_value_that_its_own_hook_refuses_costs_one_save() {
    #[derive(Archive, Debug, PartialEq)]
    #[archive(validate = Game::check)]
    struct Game {
        health: f32,
    }
    impl Game {
        fn check(&self, context: &mut archive::Context) -> Result<(), String> {
            if let Some(seen) = context.get::<Vec<f32>>() {
                seen.push(self.health);
            }
            if self.health.is_nan() { Err("health is not a number".into()) } else { Ok(()) }
        }
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    let slot = Options::file().backups(1);
    slot.save(&path, &Game { health: 0.5 }).unwrap();
    slot.save(&path, &Game { health: f32::NAN }).unwrap();
    let mut seen = Vec::<f32>::new();
    let (game, lost) = slot.load_or_backup_with::<Game>(&path, &mut seen).unwrap();
    assert_eq!(game, Game { health: 0.5 });
    assert_eq!(lost[0].kind(), ErrorKind::Hook);
    assert_eq!(seen.len(), 2);
}

#[test]
fn texts_keep_backups_too() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scores.txt");
    let options = Options::file().backups(1);
    options.save_text(&path, &vec![1_u32]).unwrap();
    options.save_text(&path, &vec![1_u32, 2]).unwrap();
    assert_eq!(text::load::<Vec<u32>>(file_of(&path, 1)).unwrap(), [1]);
    assert_eq!(text::load::<Vec<u32>>(&path).unwrap(), [1, 2]);
}

#[cfg(unix)]
#[test]
fn backups_are_beside_the_file_that_a_link_leads_to() {
    let directory = tempfile::tempdir().unwrap();
    let (link, real) = (directory.path().join("slot1.sav"), directory.path().join("real.sav"));
    let slot = Options::file().backups(1);
    slot.save(&real, &1_u32).unwrap();
    std::os::unix::fs::symlink("real.sav", &link).unwrap();
    slot.save(&link, &2_u32).unwrap();
    assert_eq!(levels(&real), [2, 1]);
    fs::write(&real, "").unwrap();
    let (level, lost) = slot.load_or_backup::<u32>(&link).unwrap();
    assert_eq!((level, lost.len()), (1, 1));
}
