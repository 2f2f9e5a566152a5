//! The root value as a trait object.
//!
//! Opening and writing an archive is the same for all types and compiled once, through these traits. Only
//! the visits of the values are compiled per type.

use super::{load_shared, save, save_shared};
use crate::columns;
use crate::facts::{self, Facts};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::rows::{self, Failed, QuickWriter, Terms};
use crate::rows::{Sizer, Today};
use crate::{Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Type};

/// A root value that can be written as rows.
pub(crate) trait SaveRows {
    /// Saves it by shared code.
    fn save(&self, archive: &mut dyn OutputArchive<Error = Error>) -> Result<(), Error>;

    /// Counts its bytes, at today's versions.
    fn measure(&self, sizer: &mut Sizer<Today>) -> Result<(), Error>;

    /// Writes it to the front of `out`, at today's versions, and returns the number of bytes left over.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn write(&self, depth: u32, out: &mut [u8]) -> Result<usize, Failed>;
}

/// A root value that can be saved.
pub(crate) trait SaveRoot: SaveRows {
    /// Upcasts to [`SaveRows`]; the minimum supported Rust version cannot do that itself.
    fn rows(&self) -> &dyn SaveRows;

    /// The facts about its type.
    fn facts(&self) -> Result<&'static Facts, Error>;

    /// Writes it into columns, at today's versions.
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

/// A slot for a root value to load.
pub(crate) trait LoadRoot<'a> {
    /// Its type.
    fn ty(&self) -> &'static Type;

    /// The facts about its type.
    fn facts(&self) -> Result<&'static Facts, Error>;

    /// Loads it by shared code.
    fn load(&mut self, archive: &mut dyn InputArchive<'a, Error = Error>) -> Result<(), Error>;

    /// Reads it from rows that contain nothing else.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn read_rows(&mut self, bytes: &'a [u8], depth: u32, terms: &Terms<'_>) -> Result<(), Failed>;

    /// The slot for reading from tables, if the type supports it.
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
        // A constant, so that no code is generated for other types.
        if const { T::SIZE.in_row.is_none() } { None } else { Some(self) }
    }
}

/// Loads a value by code that fills a slot.
#[inline(always)]
pub(crate) fn load_root<'a, T: Deserialize<'a>>(
    load: impl FnOnce(&mut dyn LoadRoot<'a>) -> Result<(), Error>,
) -> Result<T, Error> {
    let mut value = None;
    load(&mut value)?;
    loaded(value)
}

/// The value of a slot that was filled.
#[inline(always)]
pub(crate) fn loaded<T>(value: Option<T>) -> Result<T, Error> {
    value.ok_or_else(nothing)
}

#[cold]
fn nothing() -> Error {
    Error::new(ErrorKind::Shape, "nothing was loaded")
}
