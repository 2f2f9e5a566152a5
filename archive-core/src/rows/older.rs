//! What is the same in an older version as today: it is written by code of today.

use super::Today;
use crate::alone::Alone;
use crate::columns::Writer;
use crate::versions::Versions;
use crate::{Error, Type};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::{Limits, Serialize, traits::uses_own_code};

/// An archive in an older version.
pub trait Older {
    /// How many more levels there may be.
    fn depth(&self) -> u32;

    /// The most levels of a value of a type, if all types in it are as they are today.
    fn unchanged(&mut self, ty: &'static Type) -> Option<u32>;

    /// Whether lists of few elements are taken, too.
    fn takes_few(&self) -> bool;

    /// Takes a value; whether it did.
    fn take(&mut self, value: &dyn Unchanged) -> bool;
}

/// A value whose types are all as they are today.
pub trait Unchanged {
    /// The bytes that it takes in rows.
    fn size(&self) -> Option<usize>;

    /// Writes it as a row to the front of `out`, and gives the number of bytes left over.
    fn write(&self, out: &mut [u8]) -> Option<usize>;

    /// Takes it apart.
    ///
    /// # Errors
    ///
    /// It has no form in an archive.
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

/// Takes a value by code of today, if its type and all types in it are as they were; whether it did. Else another way has to
/// take it, or say why not.
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
pub(crate) fn take_unchanged<T: Serialize + ?Sized>(older: &mut dyn Older, value: &T) -> bool {
    let levels = if uses_own_code() { older.unchanged(T::TYPE) } else { None };
    let depth = older.depth();
    levels.is_some_and(|levels| levels <= depth) && older.take(&Value { value, depth })
}

/// As [`Older::unchanged`], of an archive that asks seldom.
pub(super) fn unchanged(ty: &'static Type, versions: &Versions) -> Option<u32> {
    Alone::default().unchanged(ty, versions)
}
