//! The errors for opening another program's file.

use archive::{Archive, Error};

use crate::load;

mod theirs {
    use archive::Archive;

    #[derive(Archive)]
    #[archive(version = 4)]
    pub struct Save {
        pub player: Player,
    }

    #[derive(Archive, Default)]
    #[archive(version = 3)]
    pub struct Player {
        pub bag: Vec<Item>,
    }

    #[derive(Archive)]
    pub enum Item {
        Torch {
            left: u32,
        },
        #[since(2)]
        Wand(String),
    }

    pub fn save(item: Item) -> Save {
        Save { player: Player { bag: vec![Item::Torch { left: 1 }, item] } }
    }
}

#[derive(Archive, Debug)]
struct Save {
    player: Player,
}

#[derive(Archive, Debug)]
struct Player {
    bag: Vec<Item>,
}

#[derive(Archive, Debug)]
enum Item {
    Torch { left: u8 },
}

/// A program whose player has other fields.
mod strange {
    use archive::Archive;

    #[derive(Archive, Debug)]
    pub struct Save<P> {
        pub player: P,
    }

    #[derive(Archive, Debug)]
    pub struct Player {
        #[archive(default = 1)]
        pub bag: u8,
    }

    #[derive(Archive, Debug)]
    #[archive(name = "Player")]
    pub struct Named {
        pub name: String,
    }

    #[derive(Archive, Debug)]
    #[archive(name = "Player")]
    pub struct Empty {}
}

fn refused<T: Archive>(item: theirs::Item) -> Error {
    load::<T>(&theirs::save(item)).err().expect("it is refused").in_file("saves/slot1.sav")
}

#[test]
fn errors_say_where_and_what_to_do() {
    let torch = || theirs::Item::Torch { left: 9 };
    let errors = [
        ("too large a number", refused::<Save>(theirs::Item::Torch { left: 300 })),
        ("an unknown variant", refused::<Save>(theirs::Item::Wand("oak".into()))),
        ("another kind", refused::<strange::Save<strange::Player>>(torch())),
        ("an unknown field", refused::<strange::Save<strange::Empty>>(torch())),
        (
            "a missing field",
            crate::skip::<strange::Save<strange::Named>>(&theirs::save(torch())).unwrap_err(),
        ),
        ("another type", refused::<strange::Save<Item>>(torch())),
    ];
    let text: String =
        errors.iter().map(|(what, error)| format!("# {what}\n{error}\n\n")).collect();
    insta::assert_snapshot!(text);
}

#[test]
fn what_is_newer_says_that_names_could_rule_if_they_are_there() {
    mod newer {
        #[derive(archive::Archive)]
        #[archive(version = 2)]
        pub struct Save {
            pub level: u32,
        }
    }
    #[derive(Archive, Debug)]
    struct Save {
        level: u32,
    }
    let names = "update this program; or use `Options::newer(Newer::Accept)` to load the parts that it knows";
    let value = newer::Save { level: 3 };
    let help = |bytes: &[u8]| archive::from_slice::<Save>(bytes).unwrap_err().help().to_owned();
    assert_eq!(help(&archive::to_vec(&value).unwrap()), names);
    let message = archive::Options::message().to_vec(&value).unwrap();
    assert_eq!(
        help(&message),
        "update this program; or, if this is a message of another type, load it as that type"
    );
    let source = archive::text::to_string(&value).unwrap();
    assert_eq!(archive::text::from_str::<Save>(&source).unwrap_err().help(), names);
}
