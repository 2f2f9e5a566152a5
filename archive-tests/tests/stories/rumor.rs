//! A rumor that gets a name, as an owned and as a borrowing type.

use archive::ErrorKind;
use archive_tests::golden::{Story, forms};

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Rumor {
        pub text: String,
    }
}

pub mod v2 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Rumor {
        pub text: String,
        #[since(2, default = "no name")]
        pub name: String,
    }
}

/// The same releases in a program that reads without copying.
mod borrowed {
    use archive::Archive;
    use std::borrow::Cow;

    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Rumor")]
    pub struct First<'a> {
        pub text: &'a str,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Rumor<'a> {
        pub text: &'a str,
        #[since(2, default = "no name")]
        pub name: Cow<'a, str>,
    }
}

const TEXT: &str = "the well is dry";

fn story() -> Story {
    let mut story = Story::new("rumor");
    story.ships(1, &v1::Rumor { text: TEXT.into() });
    story.ships(2, &v2::Rumor { text: TEXT.into(), name: "Ada".into() });
    story
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let story = story();
    let old = v1::Rumor { text: TEXT.into() };
    let nameless = v2::Rumor { text: TEXT.into(), name: "no name".into() };
    story.loads(1, 2, &nameless);
    story.refuses::<v1::Rumor>(2, 1);
    story.writes_for(2, 1, &nameless, &old);
    story.cannot_write_for(2, 1, "a name", &v2::Rumor { text: TEXT.into(), name: "Ada".into() });
    insta::assert_snapshot!(story.refusals());
}

#[test]
fn a_borrowing_type_reads_what_an_owning_one_wrote() {
    let story = story();
    story.loads_borrowed(1, 1, &borrowed::First { text: TEXT });
    story.loads_borrowed(1, 2, &borrowed::Rumor { text: TEXT, name: "no name".into() });
    story.loads_borrowed(2, 2, &borrowed::Rumor { text: TEXT, name: "Ada".into() });
    for (form, options) in forms() {
        let error = options.from_slice::<borrowed::First<'_>>(story.golden(2, form)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooNew);
    }
}

#[test]
fn a_borrowing_type_writes_what_an_owning_one_writes() {
    let story = story();
    let nameless = borrowed::Rumor { text: TEXT, name: "no name".into() };
    story.writes_for(2, 1, &nameless, &v1::Rumor { text: TEXT.into() });
    let named = borrowed::Rumor { text: TEXT, name: "Ada".into() };
    for (form, options) in forms() {
        assert_eq!(options.to_vec(&named).unwrap(), story.golden(2, form));
    }
}

#[test]
fn borrowed_text_of_an_old_file_is_the_files_own() {
    let story = story();
    let bytes = story.golden(1, "file");
    let rumor: borrowed::Rumor<'_> = archive::from_slice(bytes).unwrap();
    assert!(bytes.as_ptr_range().contains(&rumor.text.as_ptr()));
}
