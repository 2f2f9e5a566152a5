//! Ten high scores in a file that may be missing, and must never be overwritten unread.

use std::fs;

use archive::ErrorKind;
use archive_tests::golden::Story;

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct HighScores {
        pub scores: [Score; 10],
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Score {
        pub name: String,
        pub score: u32,
    }
}

pub mod v2 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct HighScores {
        pub scores: [Score; 10],
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Score {
        pub name: String,
        pub score: u32,
        #[since(2, default = 1)]
        pub stage: u8,
    }

    impl Default for HighScores {
        fn default() -> Self {
            let scores = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10];
            Self { scores: scores.map(|score| Score { name: "Nobody".into(), score, stage: 1 }) }
        }
    }
}

fn old(name: &str) -> v1::HighScores {
    let mut score = 1100;
    let scores = [(); 10].map(|()| {
        score -= 100;
        v1::Score { name: name.into(), score }
    });
    v1::HighScores { scores }
}

fn today(name: &str, stage: u8) -> v2::HighScores {
    let scores = old(name).scores.map(|v1::Score { name, score }| v2::Score { name, score, stage });
    v2::HighScores { scores }
}

fn story() -> Story {
    let mut story = Story::new("high_scores");
    story.ships(1, &old("Ada"));
    story.ships(2, &today("Ada", 3));
    story
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let story = story();
    story.loads(1, 2, &today("Ada", 1));
    story.refuses::<v1::HighScores>(2, 1);
    story.writes_for(2, 1, &today("Ada", 1), &old("Ada"));
    let mut lost = today("Ada", 1);
    lost.scores[6].stage = 2;
    story.cannot_write_for(2, 1, "a stage", &lost);
    insta::assert_snapshot!(story.refusals());
}

#[test]
fn an_absent_file_means_ten_times_nobody() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scores");
    let scores: v2::HighScores = archive::load_or_default(&path).unwrap();
    assert!(scores.scores.iter().all(|score| score.name == "Nobody"));
    let numbers = scores.scores.map(|score| score.score);
    assert_eq!(numbers, [100, 90, 80, 70, 60, 50, 40, 30, 20, 10]);
    assert!(!path.exists(), "loading writes nothing");
}

#[test]
fn deleting_the_file_resets_the_scores() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scores");
    archive::save(&path, &today("Ada", 3)).unwrap();
    assert_eq!(archive::load_or_default::<v2::HighScores>(&path).unwrap(), today("Ada", 3));
    fs::remove_file(&path).unwrap();
    let scores: v2::HighScores = archive::load_or_default(&path).unwrap();
    assert_eq!(scores, v2::HighScores::default());
}

#[test]
fn a_file_that_cannot_be_loaded_is_an_error_and_stays() {
    let story = story();
    let file = story.golden(2, "file");
    let mut damaged = file.to_vec();
    *damaged.last_mut().unwrap() ^= 1;
    let too_long = [file, b"\n"].concat();
    let foreign = archive::to_vec(&vec![(String::from("Ada"), 1000_u32)]).unwrap();
    let cases: [(&[u8], ErrorKind); 7] = [
        (b"", ErrorKind::Truncated),
        (&file[..file.len() - 1], ErrorKind::Truncated),
        (&file[..20], ErrorKind::Truncated),
        (&too_long, ErrorKind::TrailingBytes),
        (&damaged, ErrorKind::Checksum),
        (b"\x89PNG\r\n\x1a\n", ErrorKind::NotAnArchive),
        (&foreign, ErrorKind::WrongType),
    ];
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scores");
    let mut report = String::new();
    for (bytes, kind) in cases {
        fs::write(&path, bytes).unwrap();
        let error = archive::load_or_default::<v2::HighScores>(&path).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert_eq!(error.file(), Some(path.as_path()));
        assert_eq!(fs::read(&path).unwrap(), bytes);
        report.push_str(&format!("{kind:?}: {error}\n\n"));
    }
    let report = report.replace(&*directory.path().to_string_lossy(), "saves");
    insta::assert_snapshot!(report);
}
