//! What readers of columns are compiled for.

use super::Reader;
use super::fault::departed;
use crate::graph::Objects;
use crate::rows::Failed;
use crate::traits::OwnCode;
use crate::{Error, InputArchive};

/// What a reader is compiled for.
///
/// The quick ones tell that something failed, but not what: the value is then read once more by the
/// one that does. So the code of a type has nothing in it that serves errors only.
pub trait Mode: Sized {
    type Error: From<Error>;

    /// Whether it does not matter what fails.
    const QUICK: bool;

    /// An error.
    fn fail(error: impl FnOnce() -> Error) -> Self::Error;

    /// What a quick reader read; no other asks.
    fn failed<T>(result: Result<T, Failed>) -> Result<T, Self::Error>;

    /// The objects of a reader that says what fails: no other has any.
    fn objects<'o, 'a>(
        objects: &'o mut Objects<'a, Error>,
    ) -> Option<&'o mut Objects<'a, Self::Error>>;

    /// A reader that says what fails, as one whose type is not known.
    fn erased<'r, 'a>(
        reader: &'r mut Reader<'a, '_, '_, '_, Self>,
    ) -> Option<&'r mut (dyn InputArchive<'a, Error = Error> + 'r)>;

    /// Does something with a reader that says what fails.
    fn own_code<'a>(
        _reader: &mut Reader<'a, '_, '_, '_, Self>,
        _code: &mut dyn OwnCode<'a>,
    ) -> bool {
        false
    }

    /// Adds to an error where it happened.
    fn locate(error: Self::Error, locate: impl FnOnce(Error) -> Error) -> Self::Error;
}

/// Quickly.
pub(in crate::columns) struct Quick;

/// With errors.
pub struct Careful;

impl Mode for Quick {
    type Error = Failed;
    const QUICK: bool = true;

    #[inline(always)]
    fn fail(_: impl FnOnce() -> Error) -> Failed {
        Failed
    }

    #[inline(always)]
    fn failed<T>(result: Result<T, Failed>) -> Result<T, Failed> {
        result
    }

    #[inline(always)]
    fn objects<'o, 'a>(_: &'o mut Objects<'a, Error>) -> Option<&'o mut Objects<'a, Failed>> {
        None
    }

    #[inline(always)]
    fn erased<'r, 'a>(
        _: &'r mut Reader<'a, '_, '_, '_, Self>,
    ) -> Option<&'r mut (dyn InputArchive<'a, Error = Error> + 'r)> {
        None
    }

    #[inline(always)]
    fn locate(failed: Failed, _: impl FnOnce(Error) -> Error) -> Failed {
        failed
    }
}

impl Mode for Careful {
    type Error = Error;
    const QUICK: bool = false;

    #[cold]
    fn fail(error: impl FnOnce() -> Error) -> Error {
        error()
    }

    fn failed<T>(result: Result<T, Failed>) -> Result<T, Error> {
        result.map_err(|_| departed())
    }

    fn objects<'o, 'a>(objects: &'o mut Objects<'a, Error>) -> Option<&'o mut Objects<'a, Error>> {
        Some(objects)
    }

    fn erased<'r, 'a>(
        reader: &'r mut Reader<'a, '_, '_, '_, Self>,
    ) -> Option<&'r mut (dyn InputArchive<'a, Error = Error> + 'r)> {
        Some(reader)
    }

    fn own_code<'a>(reader: &mut Reader<'a, '_, '_, '_, Self>, code: &mut dyn OwnCode<'a>) -> bool {
        code.with_columns(reader);
        true
    }

    #[cold]
    fn locate(error: Error, locate: impl FnOnce(Error) -> Error) -> Error {
        locate(error)
    }
}
