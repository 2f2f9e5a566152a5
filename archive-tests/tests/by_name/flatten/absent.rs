//! Flattened structs whose fields are all missing.

use archive::{Archive, ErrorKind, Newer, Options, Unknown, json, text};

/// Loads a file, its text and its JSON, each from the value and from the file.
fn each<T: Archive>(options: &Options, value: &impl Archive) -> Vec<Result<T, archive::Error>> {
    let file = archive::to_vec(value).unwrap();
    vec![
        options.from_slice(&file),
        options.from_text(&text::to_string(value).unwrap()),
        options.from_text(&text::of_archive(&file).unwrap()),
        options.from_json(&json::to_string(value).unwrap()),
        options.from_json(&json::of_archive(&file).unwrap()),
    ]
}

mod v1 {
    #[derive(archive::Archive)]
    pub struct Tags {}

    #[derive(archive::Archive)]
    pub struct Tile {
        pub kind: u8,
        #[since(2, default = Tags {})]
        #[archive(flatten)]
        pub tags: Tags,
    }
}

mod v2 {
    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct Tags {
        #[since(2, default = 5)]
        pub weight: u8,
    }

    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct Tile {
        pub kind: u8,
        #[since(2, default = Tags { weight: 9 })]
        #[archive(flatten)]
        pub tags: Tags,
    }
}

#[test]
fn one_without_fields_is_there_if_it_was_saved() {
    let saved = v1::Tile { kind: 1, tags: v1::Tags {} };
    for loaded in each::<v2::Tile>(&Options::file(), &saved) {
        assert_eq!(loaded.unwrap(), v2::Tile { kind: 1, tags: v2::Tags { weight: 5 } });
    }
    // The struct came with version 2, and a person may leave it out.
    for (source, weight) in [
        ("Tile @1 { kind = 1 }", 9),
        ("Tile { kind = 1 }", 9),
        ("Tile @2 { kind = 1 }", 9),
        ("@versions { Tags = 2 } Tile @2 { kind = 1 }", 9),
        ("@versions { Tags = 1 } Tile @2 { kind = 1 }", 5),
        ("@versions { Tags = 2 } Tile @2 { kind = 1, weight = 3 }", 3),
    ] {
        let loaded: v2::Tile = text::from_str(source).unwrap();
        assert_eq!(loaded.tags.weight, weight, "{source}");
    }
}

mod older {
    #[derive(archive::Archive, Clone, Debug)]
    pub struct Base {
        #[archive(default = 5)]
        pub hp: u8,
        #[archive(unknown)]
        pub extra: archive::Unknown,
    }

    #[derive(archive::Archive, Clone, Debug)]
    pub struct Orc {
        pub name: u8,
        #[since(2, default = Base { hp: 9, extra: archive::Unknown::new() })]
        #[archive(flatten)]
        pub base: Base,
        #[archive(unknown)]
        pub extra: archive::Unknown,
    }
}

mod newer {
    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct Base {
        #[archive(removed(hp: u8, until = 2))]
        #[since(2, default = 0)]
        pub life: u8,
    }

    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct Orc {
        pub name: u8,
        #[since(2, default = Base { life: 1 })]
        #[archive(flatten)]
        pub base: Base,
    }
}

#[test]
fn one_whose_fields_are_all_newer_is_there() {
    let saved = newer::Orc { name: 1, base: newer::Base { life: 3 } };
    let accept = Options::file().newer(Newer::Accept);
    for loaded in each::<older::Orc>(&accept.clone().unknown(Unknown::Skip), &saved) {
        assert_eq!(loaded.unwrap().base.hp, 5);
    }
    for loaded in each::<older::Orc>(&accept.unknown(Unknown::Retain), &saved) {
        let loaded = loaded.unwrap();
        assert_eq!((loaded.base.hp, loaded.base.extra.is_empty()), (5, false));
        assert!(loaded.extra.is_empty());
    }
}

mod dropped {
    pub mod older {
        #[derive(archive::Archive, Clone, Debug)]
        pub struct Base {
            #[archive(default = 5)]
            pub hp: u8,
        }

        #[derive(archive::Archive, Clone, Debug)]
        pub struct Orc {
            pub name: u8,
            #[archive(flatten, default = Base { hp: 5 })]
            pub base: Base,
            #[archive(unknown)]
            pub extra: archive::Unknown,
        }
    }
    pub mod newer {
        pub use super::older::Base;

        #[derive(archive::Archive, Debug, PartialEq)]
        pub struct Orc {
            pub name: u8,
            #[archive(removed(base: Base, until = 2, flatten, default = Base { hp: 5 }))]
            #[since(2, default = 0)]
            pub rage: u8,
        }
    }
}

#[test]
fn one_that_a_newer_program_has_no_more_is_not_written_for_it() {
    use dropped::{newer, older};
    let saved = newer::Orc { name: 1, rage: 7 };
    let retain = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
    let text = text::to_string(&saved).unwrap();
    let mut orc: older::Orc = retain.from_text(&text).unwrap();
    assert_eq!(text::to_string(&orc).unwrap(), text);
    let json = json::to_string(&saved).unwrap();
    assert_eq!(json::to_string(&retain.from_json::<older::Orc>(&json).unwrap()).unwrap(), json);
    for loaded in each::<older::Orc>(&retain, &saved) {
        assert_eq!(loaded.unwrap().base.hp, 5);
    }
    orc.base.hp = 6;
    let error = text::to_string(&orc).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "base"), "{error}");
}

#[test]
fn holders_have_no_name_that_another_field_could_have() {
    #[derive(Archive, Default)]
    struct Left {
        x: u8,
        #[archive(unknown)]
        extra: Unknown,
    }
    #[derive(Archive, Default)]
    struct Right {
        y: u8,
        #[archive(unknown)]
        extra: Unknown,
    }
    #[derive(Archive, Default)]
    struct Both {
        #[archive(flatten)]
        left: Left,
        #[archive(flatten)]
        right: Right,
        extra: u8,
    }
    let both = Both { extra: 7, ..Both::default() };
    for loaded in each::<Both>(&Options::file(), &both) {
        let Both { left, right, extra } = loaded.unwrap();
        assert_eq!((left.x, right.y, extra), (0, 0, 7));
    }
}
