//! Structs of floats only, whose columns are stored together (FORMAT.md §7.2).

use archive_tests::golden::Story;

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Flock {
        pub birds: Vec<Bird>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Bird {
        pub id: u16,
        pub place: Place,
        pub speed: Speed,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Speed {
        pub x: f32,
        pub y: f32,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Place {
        pub x: f32,
        pub h: f32,
        pub spare: f32,
    }
}

pub mod v2 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Flock {
        pub birds: Vec<Bird>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Bird {
        pub id: u16,
        pub place: Place,
        pub speed: Speed,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Speed {
        #[archive(was(f32, until = 2))]
        pub x: f64,
        #[archive(was(f32, until = 2))]
        pub y: f64,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Place {
        pub x: f32,
        #[archive(renamed(2, from = "h"))]
        pub y: f32,
        #[archive(removed(spare: f32, until = 2))]
        #[since(2, default = 0.0)]
        pub z: f32,
    }
}

const BIRDS: u16 = 64;

fn float(n: u16) -> f32 {
    f32::from(n) * 3.7 - 100.0
}

fn old(n: u16) -> v1::Bird {
    let place = v1::Place { x: float(n), h: float(n).abs().sqrt(), spare: float(n) / 3.0 };
    v1::Bird { id: n, place, speed: v1::Speed { x: float(n) / 7.0, y: -float(n) } }
}

fn bird(n: u16) -> v2::Bird {
    let v1::Bird { id, place, speed } = old(n);
    let speed = v2::Speed { x: speed.x.into(), y: speed.y.into() };
    v2::Bird { id, place: v2::Place { x: place.x, y: place.h, z: 0.0 }, speed }
}

/// A bird that only version 2 can represent.
fn risen(n: u16) -> v2::Bird {
    let v2::Bird { id, place, speed } = bird(n);
    v2::Bird {
        id,
        place: v2::Place { z: float(n) / 9.0, ..place },
        speed: v2::Speed { x: speed.x * 1.000_000_1, y: speed.y * 1.000_000_1 },
    }
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("flock");
    let first = v1::Flock { birds: (0..BIRDS).map(old).collect() };
    let second = v2::Flock { birds: (0..BIRDS).map(risen).collect() };
    story.ships(1, &first);
    story.ships(2, &second);

    story.loads(1, 2, &v2::Flock { birds: (0..BIRDS).map(bird).collect() });
    story.refuses::<v1::Flock>(2, 1);
    story.cannot_write_for(2, 1, "a field that is gone", &second);
    insta::assert_snapshot!(story.refusals());
}
