//! What the derive writes, by hand: the two types below have the same schema and the same bytes.

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

/// The type as the derive expands it, with shorter names for locals.
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
            let stamina: Option<u16> = if p::InputArchive::has(a, &r, 3) {
                Some(p::InputArchive::field(a, &r, 3)?)
            } else {
                None
            };
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
