//! Dropped versions of types that had other names.

use archive::{Archive, Describe, ErrorKind, Options, json, lock, text};

mod v1 {
    #[derive(archive::Archive)]
    pub struct Save {
        pub hero: Hero,
    }

    #[derive(archive::Archive)]
    pub struct Hero {
        pub hp: u8,
    }
}

mod v2 {
    #[derive(archive::Archive)]
    pub struct Save {
        pub hero: Being,
    }

    #[derive(archive::Archive)]
    #[archive(renamed(2, from = "Hero"))]
    pub struct Being {
        pub hp: u8,
    }
}

/// It still lists the former name, which identifies files that are too old.
mod v3 {
    #[derive(archive::Archive, Debug)]
    pub struct Save {
        pub hero: Being,
    }

    #[derive(archive::Archive, Debug)]
    #[archive(version = 2, oldest = 2, renamed(2, from = "Hero"))]
    pub struct Being {
        pub hp: u8,
    }
}

#[test]
fn they_are_told_as_too_old() {
    let old = v1::Save { hero: v1::Hero { hp: 3 } };
    let file = Options::file();
    let errors = [
        file.from_slice::<v3::Save>(&archive::to_vec(&old).unwrap()),
        Options::message().from_slice(&Options::message().to_vec(&old).unwrap()),
        file.from_text(&text::to_string(&old).unwrap()),
        file.from_json(&json::to_string(&old).unwrap()),
    ];
    for error in errors.map(Result::unwrap_err) {
        assert_eq!((error.kind(), error.found_version()), (ErrorKind::TooOld, Some(1)), "{error}");
    }
    let root = archive::from_slice::<v3::Being>(&archive::to_vec(&old.hero).unwrap()).unwrap_err();
    assert_eq!(root.kind(), ErrorKind::TooOld, "{root}");
}

#[test]
fn the_lock_lets_them_go() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.lock");
    for shipped in [v1::Save::lock(), v2::Save::lock(), v3::Save::lock()] {
        lock::accept(&path, &[shipped]).unwrap_or_else(|error| panic!("{error}"));
    }
    lock::check(&path, &[v3::Save::lock()]).unwrap();
}

/// A variant's name may be reused once the versions that used it are dropped.
#[test]
fn a_name_is_free_once_nobody_reads_it() {
    #[derive(Archive, Debug, PartialEq)]
    #[archive(version = 3, oldest = 3)]
    enum Goal {
        #[archive(removed(Dig, until = 3))]
        Rest,
        #[since(2)]
        Dig,
    }

    for goal in [Goal::Rest, Goal::Dig] {
        let text = text::to_string(&goal).unwrap();
        assert_eq!(text::from_str::<Goal>(&text).unwrap(), goal);
        assert_eq!(archive::from_slice::<Goal>(&archive::to_vec(&goal).unwrap()).unwrap(), goal);
    }
}
