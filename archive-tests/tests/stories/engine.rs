//! A game that replaced its own types with its engine's, and an id of sixteen bytes.

use archive_tests::golden::Story;
use glam::{Mat3A, Quat, Vec3};
use indexmap::IndexMap;
use ordered_float::OrderedFloat;
use smallvec::SmallVec;
use smol_str::SmolStr;
use uuid::Uuid;

mod v1 {
    use std::collections::{BTreeMap, HashMap};

    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Actor {
        pub id: [u8; 16],
        pub name: String,
        pub place: [f32; 3],
        pub path: Vec<[f32; 3]>,
        pub stats: BTreeMap<String, f32>,
        pub marks: HashMap<u8, char>,
        pub speed: f32,
        pub angles: Vec<u16>,
    }
}

/// Types that are stored the same way need no attribute. Hash maps and ordered maps are not.
pub mod v2 {
    use super::*;
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Actor {
        pub id: Uuid,
        pub name: SmolStr,
        pub place: Vec3,
        pub path: SmallVec<[Vec3; 2]>,
        pub stats: IndexMap<SmolStr, OrderedFloat<f32>>,
        #[archive(was(std::collections::HashMap<u8, char>, until = 2))]
        pub marks: IndexMap<u8, char>,
        pub speed: OrderedFloat<f32>,
        #[archive(with = Vec<angle>)]
        pub angles: Vec<Angle>,
        #[since(2, default = Quat::IDENTITY)]
        pub turn: Quat,
        #[since(2, default = Mat3A::IDENTITY)]
        pub view: Mat3A,
    }

    #[derive(Debug, PartialEq)]
    pub struct Angle(pub f32);

    mod angle {
        use super::Angle;

        pub type Stored = u16;

        pub fn to_stored(angle: &Angle) -> u16 {
            (angle.0 * 16.0) as u16
        }

        pub fn from_stored(stored: u16) -> Angle {
            Angle(f32::from(stored) / 16.0)
        }
    }
}

fn first() -> v1::Actor {
    v1::Actor {
        id: *b"an id of the Ann",
        name: "Ann".into(),
        place: [1.0, 2.0, -0.5],
        path: vec![[0.0; 3], [1.0, 0.0, 0.25], [2.0; 3]],
        stats: [("luck".to_owned(), 0.5), ("wit".to_owned(), 7.0)].into(),
        marks: [(7, 'x'), (2, 'y')].into(),
        speed: 1.5,
        angles: vec![160, 8],
    }
}

fn second() -> v2::Actor {
    v2::Actor {
        id: Uuid::from_bytes(*b"an id of the Ann"),
        name: "Ann".into(),
        place: Vec3::new(1.0, 2.0, -0.5),
        path: [Vec3::ZERO, Vec3::new(1.0, 0.0, 0.25), Vec3::splat(2.0)].into_iter().collect(),
        stats: [("luck", 0.5), ("wit", 7.0)].map(|(key, it)| (key.into(), OrderedFloat(it))).into(),
        marks: [(2, 'y'), (7, 'x')].into(),
        speed: OrderedFloat(1.5),
        angles: vec![v2::Angle(10.0), v2::Angle(0.5)],
        turn: Quat::IDENTITY,
        view: Mat3A::IDENTITY,
    }
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("engine");
    story.ships(1, &first());
    story.ships(2, &v2::Actor { turn: Quat::from_xyzw(0.5, -0.5, 0.5, 0.5), ..second() });

    story.loads(1, 2, &second());
    story.refuses::<v1::Actor>(2, 1);

    story.writes_for(2, 1, &second(), &first());
    let turned = v2::Actor { turn: Quat::from_xyzw(0.5, -0.5, 0.5, 0.5), ..second() };
    story.cannot_write_for(2, 1, "a turn", &turned);
    insta::assert_snapshot!(story.refusals());
}
