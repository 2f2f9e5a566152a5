//! Texts with few distinct values, in a dictionary (FORMAT.md §7.2).

use archive_tests::golden::Story;

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Town {
        pub houses: Vec<House>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct House {
        pub kind: String,
        pub owner: Option<String>,
    }
}

pub mod v2 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Town {
        pub houses: Vec<House>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct House {
        #[archive(renamed(2, from = "kind"))]
        pub blueprint: String,
        pub owner: Option<String>,
        #[since(2, default = "none")]
        pub roof: String,
    }
}

const KINDS: [&str; 3] = ["inn", "a house of stone", "Mühle"];

fn owner(n: usize) -> Option<String> {
    n.is_multiple_of(2).then(|| format!("family {}", n % 5))
}

fn before() -> v1::Town {
    let house = |n: usize| v1::House { kind: KINDS[n * n % 3].into(), owner: owner(n) };
    v1::Town { houses: (0..80).map(house).collect() }
}

fn today(roof: impl Fn(usize) -> &'static str) -> v2::Town {
    let house = |n: usize| v2::House {
        blueprint: KINDS[n * n % 3].into(),
        owner: owner(n),
        roof: roof(n).into(),
    };
    v2::Town { houses: (0..80).map(house).collect() }
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("town");
    let roofed = today(|n| ["straw", "tiles"][n % 2]);
    story.ships(1, &before());
    story.ships(2, &roofed);

    story.loads(1, 2, &today(|_| "none"));
    story.refuses::<v1::Town>(2, 1);
    story.writes_for(2, 1, &today(|_| "none"), &before());
    story.cannot_write_for(2, 1, "a new field", &roofed);
    insta::assert_snapshot!(story.refusals());
}
