//! A game's save with a field that was removed and came back as another type, and a new field.

use archive::{ErrorKind, Options, VersionTable};
use archive_tests::golden::Story;

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct SaveGame {
        pub level: u32,
        pub difficulty: i32,
        pub health: f32,
    }
}

mod v2 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct SaveGame {
        pub level: u32,
        #[archive(removed(difficulty: i32, until = 2))]
        pub health: f32,
    }
}

mod v3 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct SaveGame {
        pub level: u32,
        #[archive(removed(difficulty: i32, until = 2))]
        pub health: f32,
        #[since(3, default = Difficulty::Normal)]
        pub difficulty: Difficulty,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub enum Difficulty {
        Easy,
        Normal,
        Hard,
    }
}

pub mod v4 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct SaveGame {
        pub level: u32,
        // Version 1 is still in use, so this release decided which value to write for it.
        #[archive(removed(difficulty: i32, until = 2, default = 1))]
        pub health: f32,
        #[since(3, default = Difficulty::Normal)]
        pub difficulty: Difficulty,
        #[since(4)]
        #[default = 100]
        pub stamina: u16,
        #[archive(skip)]
        pub cache: RenderCache,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub enum Difficulty {
        Easy,
        Normal,
        Hard,
    }

    /// Cannot be saved.
    #[derive(Debug, Default, PartialEq)]
    pub struct RenderCache {
        pub frames: u64,
    }
}

fn today(difficulty: v4::Difficulty, stamina: u16) -> v4::SaveGame {
    let cache = v4::RenderCache { frames: 0 };
    v4::SaveGame { level: 12, health: 0.75, difficulty, stamina, cache }
}

fn story() -> Story {
    let mut story = Story::new("save_game");
    story.ships(1, &v1::SaveGame { level: 12, difficulty: 2, health: 0.75 });
    story.ships(2, &v2::SaveGame { level: 12, health: 0.75 });
    let difficulty = v3::Difficulty::Hard;
    story.ships(3, &v3::SaveGame { level: 12, health: 0.75, difficulty });
    story.ships(4, &today(v4::Difficulty::Hard, 70));
    story
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let story = story();
    story.loads(1, 2, &v2::SaveGame { level: 12, health: 0.75 });
    let difficulty = v3::Difficulty::Normal;
    let normal = v3::SaveGame { level: 12, health: 0.75, difficulty };
    story.loads(1, 3, &normal);
    story.loads(2, 3, &normal);
    story.loads(1, 4, &today(v4::Difficulty::Normal, 100));
    story.loads(2, 4, &today(v4::Difficulty::Normal, 100));
    story.loads(3, 4, &today(v4::Difficulty::Hard, 100));

    for newer in 2..=4 {
        story.refuses::<v1::SaveGame>(newer, 1);
    }
    for newer in 3..=4 {
        story.refuses::<v2::SaveGame>(newer, 2);
    }
    story.refuses::<v3::SaveGame>(4, 3);

    let old = v2::SaveGame { level: 12, health: 0.75 };
    story.cannot_write_for(2, 1, "a field that is gone", &old);
    story.cannot_write_for(3, 1, "a field that is gone", &normal);
    story.writes_for(3, 2, &normal, &old);
    let hard = v3::SaveGame { level: 12, health: 0.75, difficulty: v3::Difficulty::Hard };
    story.cannot_write_for(3, 2, "a difficulty", &hard);

    let default = today(v4::Difficulty::Normal, 100);
    story.writes_for(4, 1, &default, &v1::SaveGame { level: 12, difficulty: 1, health: 0.75 });
    story.writes_for(4, 2, &default, &old);
    story.writes_for(4, 3, &default, &normal);
    story.writes_for(4, 3, &today(v4::Difficulty::Hard, 100), &hard);
    story.cannot_write_for(4, 3, "a stamina", &today(v4::Difficulty::Hard, 70));
    story.cannot_write_for(4, 2, "a difficulty", &today(v4::Difficulty::Hard, 100));
    insta::assert_snapshot!(story.refusals());
}

#[test]
fn a_skipped_field_is_neither_stored_nor_loaded() {
    let mut game = today(v4::Difficulty::Easy, 1);
    let bytes = archive::to_vec(&game).unwrap();
    game.cache.frames = 60;
    assert_eq!(archive::to_vec(&game).unwrap(), bytes);
    let loaded: v4::SaveGame = archive::from_slice(&bytes).unwrap();
    assert_eq!(loaded.cache, v4::RenderCache { frames: 0 });
    let options = Options::message().write_for(&VersionTable::of::<v4::SaveGame>().unwrap());
    options.to_vec(&game).unwrap();
}

#[test]
fn the_error_of_a_newer_file_tells_both_versions() {
    let story = story();
    let error = archive::from_slice::<v2::SaveGame>(story.golden(4, "file")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooNew);
    assert_eq!(error.type_name(), "SaveGame");
    assert_eq!(error.found_version(), Some(4));
    assert_eq!(error.readable_versions(), Some((1, 2)));
}
