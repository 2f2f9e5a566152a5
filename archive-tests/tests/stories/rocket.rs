//! A number that changes its unit: the old program would accept it, so a file says since when.

use archive::{ErrorKind, Newer, Options, Unknown};
use archive_tests::golden::Story;

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Rocket {
        pub name: String,
        pub range: u16,
    }
}

pub mod v2 {
    use std::num::TryFromIntError;

    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Rocket {
        pub name: String,
        #[archive(was(u16, until = 2, with = to_millimetres, back = to_metres))]
        pub range: u32,
    }

    fn to_millimetres(metres: u16) -> u32 {
        u32::from(metres) * 1000
    }

    fn to_metres(millimetres: &u32) -> Result<u16, TryFromIntError> {
        u16::try_from(millimetres / 1000)
    }
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("rocket");
    let first = v1::Rocket { name: "Ares".into(), range: 9 };
    let second = v2::Rocket { name: "Ares".into(), range: 9000 };
    story.ships(1, &first);
    story.ships(2, &second);

    story.loads(1, 2, &second);
    story.refuses::<v1::Rocket>(2, 1);
    story.writes_for(2, 1, &second, &first);
    for form in ["file", "columns"] {
        let options = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
        let error = options.from_slice::<v1::Rocket>(story.golden(2, form)).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::TooNew, "range"));
    }
    insta::assert_snapshot!(story.refusals());
}
