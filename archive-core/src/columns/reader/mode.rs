//! What readers of columns are compiled for.

use super::Reader;
use crate::graph::Objects;
use crate::rows::Failed;
use crate::traits::load;
use crate::{Deserialize, Error, InputArchive};

/// What a reader is compiled for.
///
/// The quick ones tell that something failed, but not what: the value is then read once more by the
/// one that does. So the code of a type has nothing in it that serves errors only.
pub(in crate::columns) trait Mode: Sized {
    type Error: From<Error>;

    /// Whether it does not matter what fails.
    const QUICK: bool;

    /// Whether every type has today's version.
    const TODAY: bool;

    /// An error.
    fn fail(error: impl FnOnce() -> Error) -> Self::Error;

    /// The objects of a reader that says what fails: no other has any.
    fn objects<'o, 'a>(
        objects: &'o mut Objects<'a, Error>,
    ) -> Option<&'o mut Objects<'a, Self::Error>>;

    /// A reader that says what fails, as one whose type is not known.
    fn erased<'r, 'a>(
        reader: &'r mut Reader<'a, '_, '_, '_, Self>,
    ) -> Option<&'r mut (dyn InputArchive<'a, Error = Error> + 'r)>;

    /// Builds the value that comes next.
    fn load<'a, T: Deserialize<'a>>(
        reader: &mut Reader<'a, '_, '_, '_, Self>,
    ) -> Result<T, Self::Error>;

    /// Adds to an error where it happened.
    fn locate(error: Self::Error, locate: impl FnOnce(Error) -> Error) -> Self::Error;
}

/// For today's versions, quickly.
pub(in crate::columns) struct Today;

/// For any versions, quickly.
pub(in crate::columns) struct Past;

/// For any versions, with errors.
pub(in crate::columns) struct Careful;

macro_rules! quick {
    ($($mode:ident $today:literal;)*) => {$(
        impl Mode for $mode {
            type Error = Failed;
            const QUICK: bool = true;
            const TODAY: bool = $today;

            #[inline(always)]
            fn fail(_: impl FnOnce() -> Error) -> Failed {
                Failed
            }

            #[inline(always)]
            fn objects<'o, 'a>(
                _: &'o mut Objects<'a, Error>,
            ) -> Option<&'o mut Objects<'a, Failed>> {
                None
            }

            #[inline(always)]
            fn erased<'r, 'a>(
                _: &'r mut Reader<'a, '_, '_, '_, Self>,
            ) -> Option<&'r mut (dyn InputArchive<'a, Error = Error> + 'r)> {
                None
            }

            #[inline(always)]
            fn load<'a, T: Deserialize<'a>>(
                reader: &mut Reader<'a, '_, '_, '_, Self>,
            ) -> Result<T, Failed> {
                T::deserialize(reader)
            }

            #[inline(always)]
            fn locate(failed: Failed, _: impl FnOnce(Error) -> Error) -> Failed {
                failed
            }
        }
    )*};
}
quick! {
    Today true;
    Past false;
}

impl Mode for Careful {
    type Error = Error;
    const QUICK: bool = false;
    const TODAY: bool = false;

    #[cold]
    fn fail(error: impl FnOnce() -> Error) -> Error {
        error()
    }

    fn objects<'o, 'a>(objects: &'o mut Objects<'a, Error>) -> Option<&'o mut Objects<'a, Error>> {
        Some(objects)
    }

    fn erased<'r, 'a>(
        reader: &'r mut Reader<'a, '_, '_, '_, Self>,
    ) -> Option<&'r mut (dyn InputArchive<'a, Error = Error> + 'r)> {
        Some(reader)
    }

    fn load<'a, T: Deserialize<'a>>(reader: &mut Reader<'a, '_, '_, '_, Self>) -> Result<T, Error> {
        load(reader)
    }

    #[cold]
    fn locate(error: Error, locate: impl FnOnce(Error) -> Error) -> Error {
        locate(error)
    }
}
