//! Fields that keep their types, or what these look like in a file, while their meaning changes.

use std::collections::BTreeSet;

use archive::{ErrorKind, Newer, Options, Unknown};
use archive_tests::golden::Story;

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Plank {
        pub wood: String,
        pub centimetres: u16,
        pub owners: Vec<String>,
        pub width: u16,
    }
}

pub mod v2 {
    use std::collections::BTreeSet;

    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Plank {
        pub wood: String,
        #[archive(renamed(2, from = "centimetres"))]
        #[archive(was(u16, until = 2, with = to_millimetres, back = to_centimetres))]
        pub length: u16,
        #[archive(was(Vec<String>, until = 2, with = in_capitals, back = as_list))]
        pub owners: BTreeSet<String>,
        #[archive(was(u16, until = 2, with = to_millimetres, back = to_centimetres))]
        pub width: u16,
    }

    fn to_millimetres(centimetres: u16) -> Result<u16, &'static str> {
        centimetres.checked_mul(10).ok_or("no plank is that long")
    }

    fn to_centimetres(millimetres: &u16) -> u16 {
        millimetres / 10
    }

    fn in_capitals(owners: Vec<String>) -> BTreeSet<String> {
        owners.iter().map(|owner| owner.to_uppercase()).collect()
    }

    fn as_list(owners: &BTreeSet<String>) -> Vec<String> {
        owners.iter().map(|owner| owner.to_lowercase()).collect()
    }
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("plank");
    let owners = vec!["ann".into(), "bo".into()];
    let first = v1::Plank { wood: "oak".into(), centimetres: 250, owners, width: 12 };
    let owners = BTreeSet::from(["ANN".into(), "BO".into()]);
    let second = v2::Plank { wood: "oak".into(), length: 2500, owners, width: 120 };
    story.ships(1, &first);
    story.ships(2, &second);

    story.loads(1, 2, &second);
    story.refuses::<v1::Plank>(2, 1);
    story.writes_for(2, 1, &second, &first);
    // A program of version 1 has the same shapes, but other units and spellings.
    for form in ["file", "columns"] {
        let options = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
        let error = options.from_slice::<v1::Plank>(story.golden(2, form)).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::TooNew, "owners"));
    }
    insta::assert_snapshot!(story.refusals());
}
