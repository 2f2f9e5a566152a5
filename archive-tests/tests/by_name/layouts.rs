//! Both layouts take the same stored part for each part of a type.

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
        assert!(report.starts_with("b has its default"), "{report}");
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
