//! Properties of all errors.

use std::error::Error as _;

use archive::{Error, ErrorKind};

use crate::every;

#[test]
fn an_error_is_as_large_as_a_pointer_and_goes_anywhere() {
    fn goes_anywhere<T: Send + Sync + std::error::Error + 'static>() {}
    goes_anywhere::<Error>();
    assert_eq!(size_of::<Error>(), size_of::<usize>());
    assert_eq!(size_of::<Option<Error>>(), size_of::<usize>());
    assert_eq!(size_of::<Result<(), Error>>(), size_of::<usize>());
}

#[test]
fn every_message_says_what_to_do() {
    for (kind, error) in every() {
        assert!(!error.detail().is_empty(), "{kind:?}");
        assert!(!error.help().is_empty(), "{kind:?}");
        assert!(error.to_string().ends_with(&format!("help: {}", error.help())), "{error}");
        assert_eq!(format!("{error:?}"), error.to_string());
    }
}

#[test]
fn an_error_of_the_system_is_the_cause() {
    for (kind, error) in every() {
        assert_eq!(error.source().is_some(), kind == ErrorKind::Io, "{error}");
        assert_eq!(error.io_kind().is_some(), kind == ErrorKind::Io, "{error}");
    }
}

#[test]
fn what_is_read_from_bytes_tells_its_place() {
    use ErrorKind::*;
    let placed = [
        NotAnArchive,
        Checksum,
        Truncated,
        TrailingBytes,
        InvalidValue,
        InvalidUtf8,
        UnknownTag,
        KeyOrder,
        Length,
        Convert,
        RetiredVariant,
    ];
    for (kind, error) in every() {
        if placed.contains(&kind) {
            assert!(error.offset().is_some(), "{error}");
        }
    }
}
