//! Saves parts of an older version that are the same today by the code for today's version.

use super::Today;
use crate::alone::Alone;
use crate::columns::Writer;
use crate::versions::Versions;
use crate::{Error, Type};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::{Limits, Serialize, traits::uses_own_code};

/// An output archive at older versions.
pub trait Older {
    /// The levels that are left.
    fn depth(&self) -> u32;

    /// If a type and all types in it are the same today, the most levels of its values.
    fn unchanged(&mut self, ty: &'static Type) -> Option<u32>;

    /// Whether lists of few elements are taken as well.
    fn takes_few(&self) -> bool;

    /// Takes a value. Returns whether it did.
    fn take(&mut self, value: &dyn Unchanged) -> bool;
}

/// A value whose types are all the same today.
pub trait Unchanged {
    /// The bytes that it takes in rows.
    fn size(&self) -> Option<usize>;

    /// Writes it to the front of `out`. Returns the number of bytes left over.
    fn write(&self, out: &mut [u8]) -> Option<usize>;

    /// Writes it to columns.
    ///
    /// # Errors
    ///
    /// It cannot be represented in an archive.
    fn take_apart(&self, writer: &mut Writer<'_, Today>) -> Result<(), Error>;
}

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
struct Value<'v, T: ?Sized> {
    value: &'v T,
    depth: u32,
}

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
impl<T: Serialize + ?Sized> Unchanged for Value<'_, T> {
    fn size(&self) -> Option<usize> {
        super::size(&self.value, None, &Limits { depth: self.depth, ..Limits::new() }).ok()
    }

    fn write(&self, out: &mut [u8]) -> Option<usize> {
        super::QuickWriter::write(self.value, self.depth, out).ok()
    }

    fn take_apart(&self, writer: &mut Writer<'_, Today>) -> Result<(), Error> {
        self.value.serialize(writer)
    }
}

/// Takes a value by the code for today's version, if its type and all types in it are the same today. Returns `false`
/// if it did not: then the code for older versions takes the value, or reports why it cannot.
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
pub(crate) fn take_unchanged<T: Serialize + ?Sized>(older: &mut dyn Older, value: &T) -> bool {
    let levels = if uses_own_code() { older.unchanged(T::TYPE) } else { None };
    let depth = older.depth();
    levels.is_some_and(|levels| levels <= depth) && older.take(&Value { value, depth })
}

/// Like [`Older::unchanged`], without a cache, for an archive that asks seldom.
pub(super) fn unchanged(ty: &'static Type, versions: &Versions) -> Option<u32> {
    Alone::default().unchanged(ty, versions)
}
