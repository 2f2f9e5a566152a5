//! Checks that the keys of hash maps and sets are in the order of their bytes.

use core::cmp::Ordering;

use super::order::duplicate;
use crate::{Deserialize, Error, ErrorKind, InputArchive, Step};

/// The bytes of the previous key, in archives with a unique encoding for every value.
pub(super) struct Raw<'a>(Option<&'a [u8]>);

impl<'a> Raw<'a> {
    pub(super) const fn new() -> Self {
        Self(None)
    }

    /// Reads a key whose bytes must be greater than those of the previous one.
    #[inline(always)]
    pub(super) fn key<A: InputArchive<'a>, K: Deserialize<'a>>(
        &mut self,
        archive: &mut A,
        step: Step<'_>,
    ) -> Result<K, A::Error> {
        let before = archive.rest();
        let key = archive.part(step)?;
        let (Some(before), Some(after)) = (before, archive.rest()) else {
            return Ok(key);
        };
        let bytes = before.get(..before.len().saturating_sub(after.len())).unwrap_or_default();
        let order = self.0.map_or(Ordering::Less, |last| last.cmp(bytes));
        self.0 = Some(bytes);
        match order {
            Ordering::Less => Ok(key),
            Ordering::Equal => Err(archive.locate(duplicate().into(), step)),
            Ordering::Greater => Err(archive.locate(disordered().into(), step)),
        }
    }
}

/// The error for a key that is out of order.
#[cold]
fn disordered() -> Error {
    Error::new(ErrorKind::KeyOrder, "this key is out of order: its bytes are less than those of the key \
        before it").with_help(
        "the data is damaged or was not written by this program, which stores the keys of hash maps and sets \
         in the order of their bytes",
    )
}
