//! Both layouts match the same stored part to each part of a type.

use archive::{Archive, Layout, Newer, Options, Unknown, load_part};

use crate::skip;

mod theirs {
    use archive::Archive;

    /// `b` is gone, and `a` is the field that came in version 2.
    #[derive(Archive)]
    #[archive(version = 3)]
    pub struct Hero {
        #[since(2, default = 0)]
        pub a: u32,
        #[since(3, default = 0)]
        pub c: u32,
    }

    #[derive(Archive)]
    pub struct World {
        pub kinds: Vec<Kind>,
        pub size: u8,
    }

    #[derive(Archive)]
    #[archive(name = "Their")]
    pub enum Kind {
        Old,
        New,
    }
}

#[derive(Archive, Debug, PartialEq)]
struct Hero {
    #[archive(renamed(2, from = "a"), default = 77)]
    b: u32,
    #[since(2, default = 1)]
    a: u32,
}

#[derive(Archive, Debug, PartialEq)]
struct World {
    kinds: Vec<Kind>,
}

#[derive(Archive, Debug, PartialEq)]
enum Kind {
    #[archive(renamed(2, from = "Old"))]
    Fresh,
    New,
}

#[test]
fn a_name_that_another_field_has_is_no_former_name() {
    let saved = theirs::Hero { a: 5, c: 9 };
    assert_eq!(skip::<Hero>(&saved).unwrap(), Hero { b: 77, a: 5 });
    let options = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    for layout in [Layout::Rows, Layout::Columns] {
        let bytes = Options::file().layout(layout).to_vec(&saved).unwrap();
        assert_eq!(options.from_slice::<Hero>(&bytes).unwrap(), Hero { b: 77, a: 5 });
        let report = options.report::<Hero>(&bytes).unwrap().to_string();
        assert!(report.starts_with("b gets its default"), "{report}");
    }
    assert_eq!(archive::text::from_str::<Hero>("{ a = 5 }").unwrap(), Hero { b: 77, a: 5 });
}

#[test]
fn a_part_finds_variants_by_their_former_names() {
    let saved = theirs::World { kinds: vec![theirs::Kind::Old, theirs::Kind::New], size: 1 };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("world.sav");
    for layout in [Layout::Rows, Layout::Columns] {
        Options::file().layout(layout).save(&path, &saved).unwrap();
        let part: World = load_part(&path).unwrap();
        assert_eq!(part, World { kinds: vec![Kind::Fresh, Kind::New] });
    }
}

#[test]
fn what_does_not_fit_is_told_by_its_place() {
    mod theirs {
        #[derive(archive::Archive)]
        #[archive(version = 2)]
        pub struct Level {
            #[archive(was(u8, until = 2))]
            pub level: u64,
            pub kind: super::theirs::Kind,
        }
    }
    #[derive(Archive, Debug)]
    struct Level {
        level: u32,
        kind: Little,
    }
    #[derive(Archive, Debug)]
    #[archive(name = "Their")]
    enum Little {
        New,
    }
    let kind = || self::theirs::Kind::New;
    let large = vec![
        theirs::Level { level: 1, kind: kind() },
        theirs::Level { level: 1 << 40, kind: kind() },
    ];
    let other = vec![
        theirs::Level { level: 1, kind: kind() },
        theirs::Level { level: 2, kind: self::theirs::Kind::Old },
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("levels.sav");
    let options = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    for (levels, place) in [(large, "[1].level"), (other, "[1].kind")] {
        let said = [Layout::Rows, Layout::Columns].map(|layout| {
            let bytes = Options::file().layout(layout).to_vec(&levels).unwrap();
            std::fs::write(&path, &bytes).unwrap();
            let errors = [
                options.from_slice::<Vec<Level>>(&bytes).unwrap_err(),
                options.load_part::<Vec<Level>>(&path).unwrap_err(),
            ];
            errors.map(|error| {
                assert_eq!(error.path(), place, "{error}");
                let said = error.to_string();
                said.lines().skip(1).collect::<String>()
            })
        });
        assert_eq!(said[0], said[1]);
    }
}
