//! Loads and edits files as trees.

use std::path::Path;

use crate::{Error, Options, Value, file};

/// Edits a file as a [`Value`] tree, without the types that wrote it, as [`edit_archive`](crate::edit_archive) does.
/// The file is saved completely or not at all.
///
/// ```
/// let directory = tempfile::tempdir()?;
/// let slot = directory.path().join("slot1.sav");
/// archive::save(&slot, &(12_u32, "torch"))?;
/// archive::edit_file(&slot, |tree| tree.set("[0]", 13).map(drop))?;
/// assert_eq!(archive::load::<(u32, String)>(&slot)?, (13, "torch".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails with an error of the file system, or like [`edit_archive`](crate::edit_archive); the file is then unchanged,
/// unless the error says that only the directory could not be synced.
pub fn edit_file(
    path: impl AsRef<Path>,
    edit: impl FnOnce(&mut Value<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    Options::file().edit_file(path, edit)
}

impl Options {
    /// Edits a file as a tree, as [`edit_file`] does, within these limits.
    ///
    /// # Errors
    ///
    /// Fails like [`edit_file`].
    pub fn edit_file(
        &self,
        path: impl AsRef<Path>,
        edit: impl FnOnce(&mut Value<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let path = path.as_ref();
        let bytes = file::read_archive(path, self.get_limits())?;
        let edited = self.edit_archive(&bytes, edit).map_err(|error| error.in_file(path))?;
        self.save_bytes(path, &edited)
    }

    /// Loads a file as a [`Value`] tree by the schema that it carries; see [`Value::load`].
    ///
    /// # Errors
    ///
    /// Fails with an error of the file system, or like [`value_from_slice`](Self::value_from_slice).
    pub fn load_value(&self, path: impl AsRef<Path>) -> Result<Value<'static>, Error> {
        let path = path.as_ref();
        let bytes = file::read_archive(path, self.get_limits())?;
        let value = self.value_from_slice(&bytes).map_err(|error| error.in_file(path))?;
        Ok(value.into_owned())
    }
}

impl Value<'static> {
    /// Loads a file as a tree, without the types that wrote it.
    ///
    /// ```
    /// use archive::{Layout, Options, Value};
    ///
    /// let directory = tempfile::tempdir()?;
    /// let slot = directory.path().join("slot1.sav");
    /// Options::file().layout(Layout::Rows).save(&slot, &(12_u32, "torch"))?;
    /// let Value::Tuple(parts) = Value::load(&slot)? else { panic!("not a tuple") };
    /// assert_eq!(parts, [Value::U32(12), Value::Str("torch".into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with an error of the file system, or like [`Value::from_slice`].
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Error> {
        Options::file().load_value(path)
    }
}
