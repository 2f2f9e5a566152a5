//! Names that went from one field to another.

use archive::{Archive, Error, Layout, Newer, Options, Unknown, Value, json, text};

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

/// What the older program makes of it in each form.
fn read<T: Archive>(value: &T) -> Vec<Result<older::Hero, Error>> {
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
    for hero in read(&newer::Hero { health: 7, hp: 9, mood: newer::Mood::Sad }) {
        assert_eq!(hero.unwrap(), older::Hero { health: 7, mood: older::Mood::Sad });
    }
    for hero in read(&newest::Hero { hp: 9, mood: newer::Mood::Blue }) {
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
