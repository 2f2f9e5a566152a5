//! The output of the derive, written by hand: both types below have the same schema and bytes.

#![expect(clippy::manual_unwrap_or, reason = "as the derive writes it")]

use archive::__private as p;
use archive::{Archive, Describe, Options};

/// The derived type.
mod derived {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct SaveGame {
        pub level: u32,
        #[archive(removed(difficulty: i32, until = 2))]
        pub health: f32,
        #[since(4, default = 100)]
        pub stamina: u16,
    }
}

/// The type as the derive expands it, but with shorter local names.
mod by_hand {
    use super::p;

    #[derive(Debug, PartialEq)]
    pub struct SaveGame {
        pub level: u32,
        pub health: f32,
        pub stamina: u16,
    }

    static ID: p::Identity = p::Identity::new(module_path!(), "SaveGame");

    static SHAPE: p::Shape = p::Shape {
        id: &ID,
        name: "SaveGame",
        renamed: &[],
        args: &[],
        version: 4,
        oldest: 1,
        body: p::Body::Struct(p::Fields {
            style: p::Style::Named,
            list: &[
                p::Field {
                    name: "level",
                    ty: <u32 as p::Describe>::TYPE,
                    size: <u32 as p::Describe>::SIZE,
                    ..p::FIELD
                },
                p::Field {
                    name: "difficulty",
                    ty: <i32 as p::Describe>::TYPE,
                    size: <i32 as p::Describe>::SIZE,
                    lifespan: p::Lifespan::between(1, 2),
                    has_default: true,
                    removed: true,
                    ..p::FIELD
                },
                p::Field {
                    name: "health",
                    ty: <f32 as p::Describe>::TYPE,
                    size: <f32 as p::Describe>::SIZE,
                    ..p::FIELD
                },
                p::Field {
                    name: "stamina",
                    ty: <u16 as p::Describe>::TYPE,
                    size: <u16 as p::Describe>::SIZE,
                    lifespan: p::Lifespan::since(4),
                    has_default: true,
                    ..p::FIELD
                },
            ],
        }),
        doc: "",
        meta: &[],
    };

    impl p::Named for SaveGame {
        const SHAPE: &'static p::Shape = &SHAPE;
    }

    impl p::Describe for SaveGame {
        const TYPE: &'static p::Type = &p::named::<Self>();
        const SIZE: p::Size = <Self as p::Named>::SHAPE.size();

        fn known_facts() -> Option<&'static p::Known> {
            static KNOWN: p::Known = p::Known::nothing();
            Some(&KNOWN)
        }
    }

    impl p::Serialize for SaveGame {
        fn serialize<A: p::OutputArchive>(&self, a: &mut A) -> Result<(), A::Error> {
            let Self { level, health, stamina } = self;
            let r = p::OutputArchive::begin(a, <Self as p::Named>::SHAPE)?;
            p::OutputArchive::field(a, &r, 0, level)?;
            if r.lives(1) {
                p::put::<_, i32>(a, &r, 1, p::no_default())?;
            }
            p::OutputArchive::field(a, &r, 2, health)?;
            if r.lives(3) {
                p::OutputArchive::field(a, &r, 3, stamina)?;
            } else {
                p::leave_out::<_, u16>(a, &r, 3, stamina, || 100)?;
            }
            p::OutputArchive::end(a, r)
        }
    }

    impl<'de> p::Deserialize<'de> for SaveGame {
        fn deserialize<A: p::InputArchive<'de>>(a: &mut A) -> Result<Self, A::Error> {
            let r = p::InputArchive::begin(a, <Self as p::Named>::SHAPE)?;
            let level: u32 = p::InputArchive::field(a, &r, 0)?;
            let _difficulty: Option<i32> = p::InputArchive::field_if(a, &r, 1)?;
            let health: f32 = p::InputArchive::field(a, &r, 2)?;
            let stamina: Option<u16> = A::kept(if p::InputArchive::has(a, &r, 3) {
                Some(p::InputArchive::field(a, &r, 3)?)
            } else {
                None
            });
            p::InputArchive::end(a, r)?;
            let stamina: u16 = match stamina {
                Some(it) => it,
                None => 100,
            };
            Ok(Self { level, health, stamina })
        }
    }
}

#[test]
fn schemas_are_the_same() {
    assert_eq!(derived::SaveGame::schema(), by_hand::SaveGame::schema());
    let first = archive::VersionTable::new().with("SaveGame", 1);
    assert_eq!(
        derived::SaveGame::schema_at(&first).unwrap().canonical(),
        "SaveGame\nSaveGame@1{level:u32,difficulty:i32,health:f32}\n"
    );
}

#[test]
fn bytes_are_the_same_and_load_as_either() {
    let derived = derived::SaveGame { level: 12, health: 0.85, stamina: 70 };
    let by_hand = by_hand::SaveGame { level: 12, health: 0.85, stamina: 70 };
    let bytes = archive::to_vec(&derived).unwrap();
    assert_eq!(bytes, archive::to_vec(&by_hand).unwrap());
    assert_eq!(archive::from_slice::<by_hand::SaveGame>(&bytes).unwrap(), by_hand);
}

#[test]
fn version_one_loads_as_either() {
    mod v1 {
        #[derive(archive::Archive)]
        pub struct SaveGame {
            pub level: u32,
            pub difficulty: i32,
            pub health: f32,
        }
    }
    fn is_archive<T: Archive>(_: &T) {}

    let old = v1::SaveGame { level: 3, difficulty: 2, health: 1.0 };
    is_archive(&old);
    let bytes = Options::message().to_vec(&old).unwrap();
    let derived: derived::SaveGame = archive::from_slice(&bytes).unwrap();
    assert_eq!(derived, derived::SaveGame { level: 3, health: 1.0, stamina: 100 });
    let by_hand: by_hand::SaveGame = archive::from_slice(&bytes).unwrap();
    assert_eq!(by_hand, by_hand::SaveGame { level: 3, health: 1.0, stamina: 100 });
}

/// Macros pass on fragments in invisible groups.
mod from_a_macro {
    use archive::Archive;

    pub trait Stored {
        type As;
    }

    #[derive(Debug, PartialEq)]
    pub struct Ore;

    impl Stored for Ore {
        type As = u16;
    }

    const fn level(of: &u32) -> &u32 {
        of
    }

    macro_rules! named {
        ($name:ident, $text:expr, $literal:literal, $kind:ty) => {
            #[derive(Archive, Debug, PartialEq)]
            pub struct $name {
                /// A function is called as this field is.
                pub level: u32,
                pub r#type: u8,
                #[since(2, default = $text)]
                pub first: String,
                #[since(2, default = $literal)]
                pub second: String,
                #[since(2, default = *level(&7))]
                pub third: u32,
                #[since(2, default = format!("{type} of {level}"))]
                pub fourth: String,
                pub fifth: <$kind as Stored>::As,
            }
        };
    }
    named! { Named, "one", "two", Ore }

    /// The same type in its first version.
    pub mod shipped {
        #[derive(archive::Archive)]
        pub struct Named {
            pub level: u32,
            pub r#type: u8,
            pub fifth: u16,
        }
    }

    macro_rules! vein {
        ($name:ident, $of:ident, $kind:ty) => {
            #[derive(Archive)]
            pub struct $name<$of: Stored> {
                pub of: <$kind as Stored>::As,
            }
        };
    }
    vein! { Vein, T, T }
}

#[test]
fn types_that_a_macro_wrote() {
    use from_a_macro::{Named, Ore, Vein, shipped};

    let old = shipped::Named { level: 1, r#type: 2, fifth: 3 };
    let named: Named = archive::from_slice(&archive::to_vec(&old).unwrap()).unwrap();
    let expected = Named {
        level: 1,
        r#type: 2,
        first: "one".into(),
        second: "two".into(),
        third: 7,
        fourth: "2 of 1".into(),
        fifth: 3,
    };
    assert_eq!(named, expected);
    let bytes = archive::to_vec(&Vein::<Ore> { of: 7 }).unwrap();
    assert_eq!(archive::from_slice::<Vein<Ore>>(&bytes).unwrap().of, 7);
}
