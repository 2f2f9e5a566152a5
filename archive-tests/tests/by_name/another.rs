//! A name that means another field or variant in a newer program.

use archive::{Archive, Error, ErrorKind, Newer, Options, Outcome, Unknown, Value};

use crate::{files, load_newer as load};

/// The first release.
mod coins {
    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct Purse {
        #[default = 5]
        pub gold: u32,
        #[default = 6]
        pub left: u8,
        #[default = 7]
        pub right: u8,
        #[archive(unknown)]
        pub extra: archive::Unknown,
    }
}

/// A later release: `gold` is another field, and two fields swapped their names.
mod bars {
    #[derive(archive::Archive, Debug, PartialEq)]
    pub struct Purse {
        #[archive(removed(gold: u32, until = 2, default = 5))]
        #[since(3, default = 0)]
        pub gold: u32,
        #[archive(renamed(2, from = "left"))]
        pub right: u8,
        #[archive(renamed(2, from = "right"))]
        pub left: u8,
    }
}

#[test]
fn another_field_under_a_known_name_is_unknown() {
    let theirs = bars::Purse { gold: 1, right: 2, left: 3 };
    for bytes in files(&theirs) {
        let error = load::<coins::Purse>(&bytes, Unknown::Error).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownField, "gold"));
        let detail = "since version 3, this is the name of another field, which is unknown here";
        assert!(error.to_string().contains(detail), "{error}");
        let purse: coins::Purse = load(&bytes, Unknown::Skip).unwrap();
        assert_eq!((purse.gold, purse.left, purse.right), (5, 6, 7));
        let purse: coins::Purse = load(&bytes, Unknown::Retain).unwrap();
        assert_eq!((purse.gold, purse.left, purse.right), (5, 6, 7));
        let saved = Options::file().to_vec(&purse).unwrap();
        assert_eq!(archive::from_slice::<bars::Purse>(&saved).unwrap(), theirs);
        let error = Options::file().to_vec(&coins::Purse { gold: 8, ..purse }).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "gold"));
    }
}

#[test]
fn a_field_that_has_its_first_name_again_is_the_same() {
    #[derive(Archive)]
    #[archive(name = "Purse")]
    struct Third {
        #[archive(renamed(2, from = "gold"), renamed(3, from = "coins"))]
        gold: u32,
    }
    for bytes in files(&Third { gold: 9 }) {
        let purse: coins::Purse = load(&bytes, Unknown::Skip).unwrap();
        assert_eq!(purse.gold, 9);
    }
}

#[test]
fn a_report_says_what_becomes_of_another_field_under_a_known_name() {
    let [rows, _] = files(&bars::Purse { gold: 1, right: 2, left: 3 });
    for (unknown, outcome) in
        [(Unknown::Skip, Outcome::Dropped), (Unknown::Retain, Outcome::Retained)]
    {
        let options = Options::file().newer(Newer::Accept).unknown(unknown);
        let report = options.report::<coins::Purse>(&rows).unwrap();
        let found = report.notes().iter().filter(|it| it.outcome == outcome);
        assert_eq!(found.map(|it| &*it.path).collect::<Vec<_>>(), ["gold", "right", "left"]);
    }
}

#[test]
fn a_missing_field_whose_name_is_another_ones_has_its_own_advice() {
    #[derive(Archive, Debug)]
    struct Purse {
        gold: u32,
    }
    for bytes in files(&bars::Purse { gold: 1, right: 2, left: 3 }) {
        let error = load::<Purse>(&bytes, Unknown::Skip).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::MissingField, "gold"));
        assert!(error.to_string().contains("has another field of that name"), "{error}");
    }
}

#[test]
fn a_variant_under_the_name_of_another_is_unknown() {
    #[derive(Archive)]
    enum Turn {
        #[archive(renamed(2, from = "Right"))]
        Left,
        #[archive(renamed(2, from = "Left"))]
        Right,
        #[archive(removed(Wait, until = 2))]
        #[since(3)]
        Wait(u8),
        Stop,
    }
    macro_rules! first_release {
        ($module:ident $($catch:tt)*) => {
            mod $module {
                #[derive(archive::Archive, Debug, PartialEq)]
                pub enum Turn {
                    Right,
                    Left,
                    Wait,
                    Stop,
                    $($catch)*
                }
            }
        };
    }
    first_release!(strict);
    first_release!(keeping #[archive(unknown)] Other(archive::Unknown));
    for turn in [Turn::Left, Turn::Right, Turn::Wait(3)] {
        for bytes in files(&turn) {
            let error = load::<strict::Turn>(&bytes, Unknown::Skip).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::UnknownTag, "{error}");
            let why = "is unknown here: this program's variant of that name is another one";
            assert!(error.detail().ends_with(why), "{error}");
            let kept: keeping::Turn = load(&bytes, Unknown::Retain).unwrap();
            assert!(matches!(kept, keeping::Turn::Other(_)), "{kept:?}");
            let saved = Options::file().to_vec(&kept).unwrap();
            let again: Turn = archive::from_slice(&saved).unwrap();
            assert_eq!(std::mem::discriminant(&again), std::mem::discriminant(&turn));
            let options = Options::file().newer(Newer::Accept);
            let report = options.report::<strict::Turn>(&bytes).unwrap();
            let refused = report.notes().iter().filter(|it| it.outcome == Outcome::Refused);
            assert_eq!(refused.count(), 3, "{report}");
        }
    }
    for bytes in files(&Turn::Stop) {
        assert_eq!(load::<strict::Turn>(&bytes, Unknown::Skip).unwrap(), strict::Turn::Stop);
    }
}

#[test]
fn a_variant_under_the_name_of_another_is_not_a_misspelt_one() {
    #[derive(Archive)]
    #[archive(name = "Ore")]
    enum Third {
        #[archive(removed(Smelt { heat: u8 }, until = 2))]
        #[since(3)]
        Smelt(u16),
    }
    #[derive(Archive, Debug)]
    enum Ore {
        Smelt { heat: u8 },
    }
    let (options, ore) = (Options::file().newer(Newer::Accept), Third::Smelt(3));
    let mut errors: Vec<Error> = Vec::new();
    for bytes in files(&ore) {
        errors.push(options.from_slice::<Ore>(&bytes).unwrap_err());
        let tree = Value::from_slice(&bytes).unwrap();
        errors.push(options.from_value::<Ore>(&tree).unwrap_err());
    }
    let text = archive::text::to_string(&ore).unwrap();
    errors.push(options.from_text::<Ore>(&text).unwrap_err());
    let json = archive::json::to_string(&ore).unwrap();
    errors.push(options.from_json::<Ore>(&json).unwrap_err());
    for error in errors {
        let detail = "the variant `Ore::Smelt` is unknown here: this program's variant of that name is another one";
        assert_eq!((error.kind(), error.detail()), (ErrorKind::UnknownTag, detail));
        assert_eq!(error.found_version(), Some(3));
    }
}

#[test]
fn a_schema_tells_since_when_a_name_means_a_field() {
    insta::assert_snapshot!(archive::schema::<bars::Purse>(), @"
    struct Purse @3 {
        #[archive(meta(archive.since = 3))]
        gold: u32,
        #[archive(meta(archive.since = 2))]
        right: u8,
        #[archive(meta(archive.since = 2))]
        left: u8,
    }
    ");
}
