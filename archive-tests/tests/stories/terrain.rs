//! Columns of many floats, one of which has a plane of equal bytes (FORMAT.md §7.2).

use archive_tests::golden::Story;

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Terrain {
        pub heights: Vec<f32>,
        pub shades: Vec<f32>,
    }
}

pub mod v2 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Terrain {
        pub heights: Vec<f32>,
        pub shades: Vec<f32>,
        #[since(2, default)]
        pub depths: Vec<f64>,
    }
}

fn heights() -> Vec<f32> {
    (0..64_u16).map(|n| f32::from(n) * 3.7 - 100.0).collect()
}

/// Floats that share one exponent.
fn shades() -> Vec<f32> {
    (0..64_u16).map(|n| 0.5 + f32::from(n) / 130.0).collect()
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("terrain");
    let (heights, shades) = (heights(), shades());
    let first = v1::Terrain { heights: heights.clone(), shades: shades.clone() };
    let terrain = |depths| v2::Terrain { heights: heights.clone(), shades: shades.clone(), depths };
    let deep = terrain((0..64_u8).map(|n| -f64::from(n).sqrt()).collect());
    story.ships(1, &first);
    story.ships(2, &deep);

    story.loads(1, 2, &terrain(Vec::new()));
    story.refuses::<v1::Terrain>(2, 1);
    story.writes_for(2, 1, &terrain(Vec::new()), &first);
    story.cannot_write_for(2, 1, "a new field", &deep);
    insta::assert_snapshot!(story.refusals());
}
