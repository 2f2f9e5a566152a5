//! The order in which the keys of hash maps and sets must come.

use core::cmp::Ordering;

use crate::{Deserialize, Error, ErrorKind, InputArchive, Step};

/// How a key compares with the one after it, which must be greater.
pub(super) fn ascending(order: Ordering) -> Result<(), Error> {
    match order {
        Ordering::Less => Ok(()),
        Ordering::Equal => Err(duplicate()),
        Ordering::Greater => Err(disordered()),
    }
}

/// A key occurs twice.
#[cold]
pub(super) fn duplicate() -> Error {
    Error::new(ErrorKind::KeyOrder, "this key occurs twice").with_help(
        "the data is damaged or was not written by this program; or, if it is old, a converter made two keys one",
    )
}

/// A key comes too late.
#[cold]
pub(super) fn disordered() -> Error {
    Error::new(ErrorKind::KeyOrder, "this key comes after one that is greater").with_help(
        "the keys of hash maps and sets come in the order of their bytes: the data is damaged or was not written by this program",
    )
}

/// The bytes of the value that was read last, in archives that write every value in one way.
pub(super) struct Raw<'a>(Option<&'a [u8]>);

impl<'a> Raw<'a> {
    pub(super) const fn new() -> Self {
        Self(None)
    }

    /// Reads a value, and compares the bytes of the one before it with its own.
    #[inline(always)]
    pub(super) fn part<A: InputArchive<'a>, T: Deserialize<'a>>(
        &mut self,
        archive: &mut A,
        step: Step<'_>,
    ) -> Result<(T, Ordering), A::Error> {
        let before = archive.rest();
        let value = archive.part(step)?;
        let (Some(before), Some(after)) = (before, archive.rest()) else {
            return Ok((value, Ordering::Less));
        };
        let bytes = before.get(..before.len().saturating_sub(after.len())).unwrap_or_default();
        let order = self.0.map_or(Ordering::Less, |last| last.cmp(bytes));
        self.0 = Some(bytes);
        Ok((value, order))
    }

    /// Reads a key whose bytes must be greater than those of the one before it.
    #[cfg(feature = "std")]
    #[inline(always)]
    pub(super) fn key<A: InputArchive<'a>, K: Deserialize<'a>>(
        &mut self,
        archive: &mut A,
        step: Step<'_>,
    ) -> Result<K, A::Error> {
        let (key, order) = self.part(archive, step)?;
        match ascending(order) {
            Ok(()) => Ok(key),
            Err(error) => Err(archive.locate(error.into(), step)),
        }
    }
}
