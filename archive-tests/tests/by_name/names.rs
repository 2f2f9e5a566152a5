//! Names that moved from one field to another.

use archive::{Archive, Error, ErrorKind, Layout, Newer, Options, Unknown, Value, json, text};

mod older {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Hero {
        #[archive(renamed(2, from = "hp"), default = 1)]
        pub health: u32,
        pub mood: Mood,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub enum Mood {
        #[archive(renamed(2, from = "Blue"))]
        Sad,
        #[archive(unknown)]
        Other(archive::Unknown),
    }
}

mod newer {
    use archive::Archive;

    /// "hp" are potions by now.
    #[derive(Archive)]
    pub struct Hero {
        #[archive(renamed(2, from = "hp"))]
        pub health: u32,
        #[since(3, default = 0)]
        pub hp: u32,
        pub mood: Mood,
    }

    #[derive(Archive)]
    pub enum Mood {
        #[archive(renamed(2, from = "Blue"))]
        Sad,
        #[since(3)]
        Blue,
    }
}

mod newest {
    use archive::Archive;

    #[derive(Archive)]
    pub struct Hero {
        #[archive(removed(health: u32, until = 4, default = 0, renamed(2, from = "hp")))]
        #[since(3, default = 0)]
        pub hp: u32,
        pub mood: super::newer::Mood,
    }
}

/// What the older program loads from each form.
fn read<T: Archive>(value: &impl Archive) -> Vec<Result<T, Error>> {
    let options = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    let rows = Options::file().layout(Layout::Rows).to_vec(value).unwrap();
    vec![
        options.from_slice(&rows),
        options.from_slice(&archive::to_vec(value).unwrap()),
        options.from_value(&Value::of(value).unwrap()),
        options.from_text(&text::to_string(value).unwrap()),
        options.from_json(&json::to_string(value).unwrap()),
    ]
}

#[test]
fn a_name_that_was_lost_by_then_is_that_of_another_field() {
    for hero in read::<older::Hero>(&newer::Hero { health: 7, hp: 9, mood: newer::Mood::Sad }) {
        assert_eq!(hero.unwrap(), older::Hero { health: 7, mood: older::Mood::Sad });
    }
    for hero in read::<older::Hero>(&newest::Hero { hp: 9, mood: newer::Mood::Blue }) {
        let hero = hero.unwrap();
        assert_eq!(hero.health, 1);
        assert!(matches!(hero.mood, older::Mood::Other(_)), "{hero:?}");
    }
}

#[test]
fn a_name_of_which_no_version_is_known_counts() {
    let hero = older::Hero { health: 3, mood: older::Mood::Sad };
    assert_eq!(text::from_str::<older::Hero>("{ hp = 3, mood = Blue }").unwrap(), hero);
    let source = r#"{"hp":3,"mood":"Blue"}"#;
    assert_eq!(json::from_str::<older::Hero>(source).unwrap(), hero);
}

mod pair {
    use archive::{Archive, Unknown};

    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Pair")]
    pub struct Old(#[default = 1] pub u32, pub u32);

    #[derive(Archive, Debug)]
    #[archive(name = "Pair")]
    pub struct Keeping(#[default = 1] pub u32, pub u32, #[archive(unknown)] pub Unknown);

    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Pair")]
    pub struct New(
        #[archive(removed(_: u32, until = 2))] pub u32,
        #[since(2, default = 5)] pub u32,
    );

    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Pair")]
    pub struct Longer(pub u32, pub u32, #[since(2, default = 5)] pub u32);
}

/// Unnamed fields keep their places when one before them is removed.
#[test]
fn places_are_those_of_the_fields_that_stood_there() {
    let (gone, longer) = (pair::New(7, 9), pair::Longer(6, 7, 9));
    assert_eq!(text::to_string(&gone).unwrap(), "Pair @2 {\n  `1` = 7\n  `2` = 9\n}\n");
    let json = r#"{"@versions":{"Pair":2},"@value":{"1":7,"2":9}}"#;
    assert_eq!(json::to_string(&gone).unwrap(), json);
    assert_eq!(text::to_string(&longer).unwrap(), "Pair @2(6, 7, 9)\n");
    for source in [text::to_string(&gone).unwrap(), "(7, 9)".into()] {
        assert_eq!(text::from_str::<pair::New>(&source).unwrap(), gone);
    }
    assert_eq!(json::from_str::<pair::New>(json).unwrap(), gone);
    is_read_by_older(&gone, 1);
    is_read_by_older(&longer, 6);
}

fn is_read_by_older<T: Archive>(value: &T, first: u32) {
    for read in read::<pair::Old>(value) {
        assert_eq!(read.unwrap(), pair::Old(first, 7));
    }
    let retain = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
    let source = text::to_string(value).unwrap();
    let kept: pair::Keeping = retain.from_text(&source).unwrap();
    assert_eq!((kept.0, kept.1, kept.2.is_empty()), (first, 7, false));
    assert_eq!(retain.to_text(&kept).unwrap(), source);
    let source = json::to_string(value).unwrap();
    let kept: pair::Keeping = retain.from_json(&source).unwrap();
    assert_eq!(retain.to_json(&kept).unwrap(), source);
}

/// JSON does not name its root, but states the versions of all types.
#[test]
fn json_of_a_root_that_has_another_name_by_now_is_another_type() {
    #[derive(Archive, Debug, PartialEq)]
    struct Save {
        hp: u8,
    }
    #[derive(Archive, Debug, PartialEq)]
    #[archive(renamed(2, from = "Save"))]
    struct SaveGame {
        hp: u8,
    }
    let source = json::to_string(&SaveGame { hp: 7 }).unwrap();
    let error = json::from_str::<Save>(&source).unwrap_err();
    insta::assert_snapshot!(error);
    let document: serde_json::Value = serde_json::from_str(&source).unwrap();
    let error = Options::file().from_serde::<Save, _>(&document).unwrap_err();
    assert!(error.to_string().contains("`SaveGame`"), "{error}");
    // The root's name must be one that it has or had, as in a file.
    let options = Options::file().newer(Newer::Accept);
    assert_eq!(options.from_json::<Save>(&source).unwrap_err().kind(), ErrorKind::WrongType);
    // It had the other name before. JSON that states no versions, or only some, is accepted.
    let source = json::to_string(&Save { hp: 7 }).unwrap();
    assert_eq!(json::from_str::<SaveGame>(&source).unwrap(), SaveGame { hp: 7 });
    let source = r#"{"@versions":{},"hp":7}"#;
    assert_eq!(json::from_str::<Save>(source).unwrap(), Save { hp: 7 });
}

#[test]
fn what_is_flattened_has_lost_its_names_too() {
    #[derive(Archive)]
    #[archive(name = "Save")]
    struct Newer {
        #[archive(flatten)]
        hero: newer::Hero,
    }
    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Save")]
    struct Older {
        #[archive(flatten)]
        hero: older::Hero,
    }
    let hero = newer::Hero { health: 7, hp: 9, mood: newer::Mood::Sad };
    for read in read::<Older>(&Newer { hero }) {
        let hero = older::Hero { health: 7, mood: older::Mood::Sad };
        assert_eq!(read.unwrap(), Older { hero });
    }
}
