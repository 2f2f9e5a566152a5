//! Versions of flattened structs and of the structs that contain them.

use archive::{Archive, Describe, Options, VersionTable, json, text};

/// A release in which every monster had its own fields.
mod v1 {
    use super::*;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Troll {
        pub name: String,
        pub hp: u32,
    }
}

/// The common fields have moved to a base.
mod v2 {
    use super::*;

    #[derive(Archive, Debug, PartialEq)]
    #[archive(upgrade(from = 1, with = Troll::gather))]
    pub struct Troll {
        #[archive(removed(name: String, until = 2), removed(hp: u32, until = 2))]
        #[since(2, default = Base::default())]
        #[archive(flatten)]
        pub base: Base,
        #[since(2, default = false)]
        pub stone: bool,
    }

    impl Troll {
        fn gather(&mut self, old: &mut archive::Upgrade) {
            self.base.name = old.take("name").unwrap_or_default();
            self.base.hp = old.take("hp").unwrap_or_default();
        }
    }

    #[derive(Archive, Debug, Default, PartialEq)]
    pub struct Base {
        pub name: String,
        pub hp: u32,
    }
}

/// The base has its own history, which the monsters do not mention.
mod v3 {
    use super::*;

    #[derive(Archive, Debug, PartialEq)]
    #[archive(upgrade(from = 1, with = Troll::gather))]
    pub struct Troll {
        #[archive(removed(name: String, until = 2), removed(hp: u32, until = 2))]
        #[since(2, default = Base::default())]
        #[archive(flatten)]
        pub base: Base,
        #[since(2, default = false)]
        pub stone: bool,
    }

    impl Troll {
        fn gather(&mut self, old: &mut archive::Upgrade) {
            self.base.name = old.take("name").unwrap_or_default();
            self.base.health = f64::from(old.take::<u32>("hp").unwrap_or_default());
        }
    }

    #[derive(Archive, Debug, Default, PartialEq)]
    pub struct Base {
        pub name: String,
        #[archive(renamed(2, from = "hp"), was(u32, until = 2))]
        pub health: f64,
        #[since(2, default = 7)]
        pub mood: i8,
    }
}

fn old() -> v1::Troll {
    v1::Troll { name: "Tom".into(), hp: 80 }
}

fn middle() -> v2::Troll {
    v2::Troll { base: v2::Base { name: "Tom".into(), hp: 80 }, stone: true }
}

fn new(stone: bool, mood: i8) -> v3::Troll {
    v3::Troll { base: v3::Base { name: "Tom".into(), health: 80.0, mood }, stone }
}

#[test]
fn each_form_of_an_older_release_is_read() {
    let options = Options::file();
    // The hook of the default base leaves `mood` at its `Default`.
    assert_eq!(
        options.from_slice::<v3::Troll>(&options.to_vec(&old()).unwrap()).unwrap(),
        new(false, 0)
    );
    assert_eq!(
        options.from_slice::<v3::Troll>(&options.to_vec(&middle()).unwrap()).unwrap(),
        new(true, 7)
    );
    for (written, expected) in [
        (text::to_string(&old()).unwrap(), new(false, 0)),
        (text::to_string(&middle()).unwrap(), new(true, 7)),
        (text::to_string(&new(true, -1)).unwrap(), new(true, -1)),
    ] {
        assert_eq!(text::from_str::<v3::Troll>(&written).unwrap(), expected, "{written}");
    }
    for (written, expected) in [
        (json::to_string(&old()).unwrap(), new(false, 0)),
        (json::to_string(&middle()).unwrap(), new(true, 7)),
        (json::to_string(&new(true, -1)).unwrap(), new(true, -1)),
    ] {
        assert_eq!(json::from_str::<v3::Troll>(&written).unwrap(), expected, "{written}");
    }
}

#[test]
fn without_versions_names_tell_them() {
    let read = |source: &str| text::from_str::<v3::Troll>(source).unwrap();
    // The fields of the base are those of version 1, but not the troll's.
    assert_eq!(read("{ hp = 80, name = \"Tom\", stone = true }"), new(true, 7));
    assert_eq!(read("{ health = 80, mood = 3, name = \"Tom\", stone = true }"), new(true, 3));
}

#[test]
fn it_is_written_for_an_older_program() {
    let table = VersionTable::new().with("Troll", 2).with("Base", 1);
    let options = Options::file().write_for(&table);
    let written = options.to_text(&new(true, 7)).unwrap();
    assert_eq!(written, text::to_string(&middle()).unwrap());
    assert_eq!(text::from_str::<v2::Troll>(&written).unwrap(), middle());
    assert_eq!(options.to_vec(&new(true, 7)).unwrap(), Options::file().to_vec(&middle()).unwrap());
}

#[test]
fn the_versions_of_the_schema_know_it() {
    let table = VersionTable::new().with("Troll", 2).with("Base", 1);
    let then = v3::Troll::schema_at(&table).unwrap();
    assert_eq!(then.fingerprint(), v2::Troll::schema().fingerprint());
    assert!(then.get("Troll").is_some_and(|it| match &it.body {
        archive::schema::BodyDef::Struct(fields) => fields.list[0].flatten,
        archive::schema::BodyDef::Enum(_) => false,
    }));
}

/// The base is gone: the troll takes over its name, and nothing else.
mod v4 {
    use super::*;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Troll {
        #[archive(removed(base: Base, until = 3, flatten, default = Base::default(), into = Troll::take))]
        #[since(3, default = String::new())]
        pub name: String,
        #[since(2, default = false)]
        pub stone: bool,
    }

    impl Troll {
        fn take(&mut self, base: Base) {
            self.name = base.name;
        }
    }

    #[derive(Archive, Debug, Default, PartialEq)]
    pub struct Base {
        pub name: String,
        pub hp: u32,
    }
}

/// The base is an ordinary field.
mod nested {
    use super::*;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Troll {
        #[archive(removed(base: v4::Base, until = 3, flatten, into = Troll::take))]
        #[since(3, default = v4::Base::default())]
        pub base: v4::Base,
        #[since(2, default = false)]
        pub stone: bool,
    }

    impl Troll {
        fn take(&mut self, base: v4::Base) {
            self.base = base;
        }
    }
}

#[test]
fn a_flattened_field_that_is_gone_is_read() {
    let expected = v4::Troll { name: "Tom".into(), stone: true };
    let bytes = archive::to_vec(&middle()).unwrap();
    assert_eq!(archive::from_slice::<v4::Troll>(&bytes).unwrap(), expected);
    for written in [
        text::to_string(&middle()).unwrap(),
        text::to_string(&expected).unwrap(),
        "{ name = \"Tom\", stone = true }".into(),
    ] {
        assert_eq!(text::from_str::<v4::Troll>(&written).unwrap(), expected, "{written}");
    }
    for written in [json::to_string(&middle()).unwrap(), json::to_string(&expected).unwrap()] {
        assert_eq!(json::from_str::<v4::Troll>(&written).unwrap(), expected, "{written}");
    }
}

#[test]
fn a_flattened_field_may_be_nested_from_some_version_on() {
    let base = v4::Base { name: "Tom".into(), hp: 80 };
    let expected = nested::Troll { base, stone: true };
    let bytes = archive::to_vec(&middle()).unwrap();
    assert_eq!(archive::from_slice::<nested::Troll>(&bytes).unwrap(), expected);
    for written in [
        text::to_string(&middle()).unwrap(),
        text::to_string(&expected).unwrap(),
        "{ base = { name = \"Tom\", hp = 80 }, stone = true }".into(),
        "{ name = \"Tom\", hp = 80, stone = true }".into(),
    ] {
        assert_eq!(text::from_str::<nested::Troll>(&written).unwrap(), expected, "{written}");
    }
    for written in [json::to_string(&middle()).unwrap(), json::to_string(&expected).unwrap()] {
        assert_eq!(json::from_str::<nested::Troll>(&written).unwrap(), expected, "{written}");
    }
}

#[test]
fn a_flattened_field_that_is_gone_is_written_for_an_older_program() {
    let table = VersionTable::new().with("Troll", 2).with("Base", 1);
    let options = Options::file().write_for(&table);
    let troll = v4::Troll { name: String::new(), stone: true };
    let older = v2::Troll { base: v2::Base::default(), stone: true };
    let written = options.to_text(&troll).unwrap();
    assert_eq!(written, text::to_string(&older).unwrap());
    assert_eq!(text::from_str::<v2::Troll>(&written).unwrap(), older);
    assert_eq!(options.to_vec(&troll).unwrap(), Options::file().to_vec(&older).unwrap());
}

/// A field had the name that a flattened one has today.
mod names {
    pub mod old {
        use archive::Archive;

        #[derive(Archive)]
        pub struct Orc {
            pub extra: u8,
            #[archive(flatten)]
            pub base: Base,
        }

        #[derive(Archive, Debug, PartialEq)]
        pub struct Base {
            pub hp: u16,
        }
    }
    pub mod renamed {
        use archive::Archive;

        #[derive(Archive, Debug, PartialEq)]
        pub struct Orc {
            #[archive(renamed(2, from = "extra"))]
            pub rage: u8,
            #[archive(renamed(2, from = "base"), flatten)]
            pub extra: super::old::Base,
        }
    }
    pub mod removed {
        use archive::Archive;

        #[derive(Archive, Debug, PartialEq)]
        pub struct Orc {
            #[archive(removed(extra: u8, until = 2))]
            #[archive(renamed(2, from = "base"), flatten)]
            pub extra: super::old::Base,
        }
    }
}

#[test]
fn a_name_goes_from_a_field_to_what_is_flattened() {
    use names::old::{self, Base};
    use names::{removed, renamed};
    let orc = old::Orc { extra: 3, base: Base { hp: 50 } };
    let (renamed, removed) =
        (renamed::Orc { rage: 3, extra: Base { hp: 50 } }, removed::Orc { extra: Base { hp: 50 } });
    let text = text::to_string(&orc).unwrap();
    assert_eq!(text::from_str::<renamed::Orc>(&text).unwrap(), renamed);
    assert_eq!(text::from_str::<removed::Orc>(&text).unwrap(), removed);
    let json = json::to_string(&orc).unwrap();
    assert_eq!(json::from_str::<renamed::Orc>(&json).unwrap(), renamed);
    assert_eq!(json::from_str::<removed::Orc>(&json).unwrap(), removed);
    let text = text::to_string(&renamed).unwrap();
    assert_eq!(text::from_str::<renamed::Orc>(&text).unwrap(), renamed);
    // As it was written before it was flattened.
    let nested = "Orc @1 { extra = 3, base = Base { hp = 50 } }";
    assert_eq!(text::from_str::<renamed::Orc>(nested).unwrap(), renamed);
}
