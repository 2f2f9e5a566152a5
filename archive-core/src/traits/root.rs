//! The value that is saved or loaded as a whole, to the code that all types share.
//!
//! How an archive is written and opened is the same for all types, and compiled once. Of each type, there is what visits its
//! values.

use super::{load_shared, save, save_shared};
use crate::columns;
use crate::facts::{self, Facts};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::rows::{self, Failed, QuickWriter, Terms};
use crate::rows::{Sizer, Today};
use crate::{Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Type};

/// A value that is written as rows.
pub(crate) trait SaveRows {
    /// Saves it by the code that all archives share.
    fn save(&self, archive: &mut dyn OutputArchive<Error = Error>) -> Result<(), Error>;

    /// Counts its bytes at today's versions.
    fn measure(&self, sizer: &mut Sizer<Today>) -> Result<(), Error>;

    /// Writes it at today's versions to the front of `out`, and gives the number of bytes left over.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn write(&self, depth: u32, out: &mut [u8]) -> Result<usize, Failed>;
}

/// A value that is saved as a whole.
pub(crate) trait SaveRoot: SaveRows {
    /// It, as something that is written as rows. (A later Rust than ours knows that it is.)
    fn rows(&self) -> &dyn SaveRows;

    /// What is known of its type.
    fn facts(&self) -> Result<&'static Facts, Error>;

    /// Takes it apart at today's versions.
    fn take_apart(&self, writer: &mut columns::Writer<'_, Today>) -> Result<(), Error>;
}

impl<T: Serialize + ?Sized> SaveRows for &T {
    fn save(&self, archive: &mut dyn OutputArchive<Error = Error>) -> Result<(), Error> {
        save_shared(*self, archive)
    }

    fn measure(&self, sizer: &mut Sizer<Today>) -> Result<(), Error> {
        save(*self, sizer)
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn write(&self, depth: u32, out: &mut [u8]) -> Result<usize, Failed> {
        QuickWriter::write(*self, depth, out)
    }
}

impl<T: Serialize + ?Sized> SaveRoot for &T {
    fn rows(&self) -> &dyn SaveRows {
        self
    }

    fn facts(&self) -> Result<&'static Facts, Error> {
        facts::of::<T>()
    }

    fn take_apart(&self, writer: &mut columns::Writer<'_, Today>) -> Result<(), Error> {
        writer.root(*self)
    }
}

/// The place of a value that is loaded as a whole.
pub(crate) trait LoadRoot<'a> {
    /// Its type.
    fn ty(&self) -> &'static Type;

    /// What is known of its type.
    fn facts(&self) -> Result<&'static Facts, Error>;

    /// Loads it by the code that all archives share.
    fn load(&mut self, archive: &mut dyn InputArchive<'a, Error = Error>) -> Result<(), Error>;

    /// Reads it from rows that are no more than it.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn read_rows(&mut self, bytes: &'a [u8], depth: u32, terms: &Terms<'_>) -> Result<(), Failed>;

    /// It, as something that is read from tables, if it can be.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn of_tables(&mut self) -> Option<&mut dyn columns::TableRoot<'a>>;
}

impl<'a, T: Deserialize<'a>> LoadRoot<'a> for Option<T> {
    fn ty(&self) -> &'static Type {
        T::TYPE
    }

    fn facts(&self) -> Result<&'static Facts, Error> {
        facts::of::<T>()
    }

    fn load(&mut self, archive: &mut dyn InputArchive<'a, Error = Error>) -> Result<(), Error> {
        *self = Some(load_shared(archive)?);
        Ok(())
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn read_rows(&mut self, bytes: &'a [u8], depth: u32, terms: &Terms<'_>) -> Result<(), Failed> {
        *self = Some(rows::read_whole(bytes, depth, terms)?);
        Ok(())
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn of_tables(&mut self) -> Option<&mut dyn columns::TableRoot<'a>> {
        // Known to the compiler, so that it makes no code for another type.
        if const { T::SIZE.in_row.is_none() } { None } else { Some(self) }
    }
}

/// Loads a value by code that puts it into its place.
#[inline(always)]
pub(crate) fn load_root<'a, T: Deserialize<'a>>(
    load: impl FnOnce(&mut dyn LoadRoot<'a>) -> Result<(), Error>,
) -> Result<T, Error> {
    let mut value = None;
    load(&mut value)?;
    loaded(value)
}

/// The value of a place into which one was loaded.
#[inline(always)]
pub(crate) fn loaded<T>(value: Option<T>) -> Result<T, Error> {
    value.ok_or_else(nothing)
}

#[cold]
fn nothing() -> Error {
    Error::new(ErrorKind::Shape, "nothing was loaded")
}
