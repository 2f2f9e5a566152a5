//! Files as trees.

use std::path::Path;

use crate::{Error, Options, Value, file};

impl Options {
    /// Loads a file as a tree, by the schema that it carries; see [`Value::load`].
    ///
    /// # Errors
    ///
    /// Those of the file system, and as [`value_from_slice`](Self::value_from_slice).
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
    /// use archive_core::{Layout, Options, Value};
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
    /// Those of the file system, and as [`Value::from_slice`].
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Error> {
        Options::file().load_value(path)
    }
}
