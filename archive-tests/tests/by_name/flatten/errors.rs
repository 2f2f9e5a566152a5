//! The errors for invalid flattened structs.

use std::fmt::Write as _;

use archive::{Archive, Error, Options, Unknown, json, text};
use archive_tests::source::mistakes;

use super::{Being, Orc, Place};

const SOURCE: &str = "\
Orc {
  weapon = \"scimitar\"
  name = \"Ugluk\"
  x = -3
  health = 35
  anger = 0.5
}
";

const MISTAKES: &[(&str, &str)] = &[
    ("health =", "heath ="),
    ("weapon =", "waepon ="),
    ("x = -3", "z = -3"),
    ("  x = -3\n", ""),
    ("x = -3", "x = 0.5"),
    ("x = -3", "x = -3, x = 4"),
    ("x = -3", "x = -3, place = { x = 3 }"),
    ("health = 35", "health = 35, hp = 36"),
    ("health = 35", "health = 35, being = { name = \"Bolg\", x = 3 }"),
];

#[test]
fn a_mistake_is_that_of_the_whole() {
    let mut said = mistakes(SOURCE, MISTAKES, |source| text::from_str::<Orc>(source).unwrap_err());
    let error = json::from_str::<Orc>(r#"{"weapon": "", "name": "", "x": 1, "heath": 2}"#);
    writeln!(said, "# in JSON\n{}", error.unwrap_err()).unwrap();
    insta::assert_snapshot!(said);
}

#[test]
fn unknown_names_may_be_skipped() {
    let source = SOURCE.replacen("x = -3", "x = -3, colour = { x = 4 }", 1);
    let orc: Orc = Options::file().unknown(Unknown::Skip).from_text(&source).unwrap();
    assert_eq!(orc.being.place, Place { x: -3, y: 0 });
}

mod clash {
    use super::*;

    #[derive(Archive)]
    pub struct Name {
        #[archive(flatten)]
        pub being: Being,
        pub name: String,
    }

    #[derive(Archive)]
    pub struct Alias {
        pub hp: u32,
        #[archive(flatten)]
        pub being: Being,
    }

    #[derive(Archive)]
    pub struct FormerName {
        #[archive(renamed(2, from = "health"))]
        pub life: u32,
        #[archive(flatten)]
        pub being: Being,
    }

    #[derive(Archive)]
    pub struct Deep {
        pub y: u32,
        #[archive(flatten)]
        pub being: Being,
    }

    #[derive(Archive)]
    pub struct Both {
        #[archive(flatten)]
        pub one: Place,
        #[archive(flatten)]
        pub other: Place,
    }

    #[derive(Archive)]
    pub enum Variant {
        Of {
            x: u8,
            #[archive(flatten)]
            place: Place,
        },
    }

    #[derive(Archive)]
    pub struct Any<T> {
        #[archive(flatten)]
        pub inner: T,
    }
}

#[test]
fn two_fields_that_one_name_could_mean_are_an_error() {
    fn said<T: for<'a> archive::Deserialize<'a>>() -> Error {
        text::from_str::<T>("{}").map(|_| ()).unwrap_err()
    }
    let errors = [
        said::<clash::Name>(),
        said::<clash::Alias>(),
        said::<clash::FormerName>(),
        said::<clash::Deep>(),
        said::<clash::Both>(),
        said::<clash::Variant>(),
        said::<clash::Any<Option<Place>>>(),
        said::<clash::Any<(u8, u8)>>(),
        said::<clash::Any<clash::Variant>>(),
    ];
    let lines = errors.map(|error| format!("{:?}: {error}", error.kind()));
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn such_a_type_is_refused_wherever_it_is_met() {
    let value = clash::Both { one: Place { x: 1, y: 2 }, other: Place { x: 3, y: 4 } };
    let saved = archive::to_vec(&(Place { x: 1, y: 2 }, Place { x: 3, y: 4 })).unwrap();
    let errors = [
        archive::to_vec(&value).unwrap_err(),
        Options::message().to_vec(&value).unwrap_err(),
        archive::from_slice::<clash::Both>(&saved).map(|_| ()).unwrap_err(),
        text::to_string(&value).unwrap_err(),
        json::to_string(&value).unwrap_err(),
        archive::Value::of(&value).unwrap_err(),
        archive::Record::of(1_u8, &value).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), archive::ErrorKind::NameClash, "{error}");
    }
}
