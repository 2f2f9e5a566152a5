//! Saves and loads files of JSON.

use std::path::Path;

use crate::{Archive, Context, Error, Lend, Options, Serialize, file};

/// Saves a value to a file as JSON on many lines, completely or not at all; see [`save`](crate::save()) for how the file
/// is replaced.
///
/// ```
/// use archive::json;
///
/// let directory = tempfile::tempdir()?;
/// let scores = directory.path().join("scores.json");
/// json::save(&scores, &[3, 5])?;
/// assert_eq!(std::fs::read_to_string(&scores)?, "[\n  3,\n  5\n]\n");
/// assert_eq!(json::load::<Vec<u32>>(&scores)?, [3, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails like [`to_string`](super::to_string), or with an error of the file system. The old file is then unchanged,
/// unless the error says that only the directory could not be synced.
pub fn save<T: Serialize + ?Sized>(path: impl AsRef<Path>, value: &T) -> Result<(), Error> {
    Options::file().save_json(path, value)
}

/// Loads a value from a file of JSON.
///
/// ```
/// use archive::json;
///
/// let directory = tempfile::tempdir()?;
/// let scores = directory.path().join("scores.json");
/// std::fs::write(&scores, "[3, -5]")?;
/// let error = json::load::<Vec<u32>>(&scores).unwrap_err();
/// assert!(error.to_string().contains("scores.json: [1] (line 1, column 5): expected a u32"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails with an error of the file system, or like [`from_str`](super::from_str).
pub fn load<T: Archive>(path: impl AsRef<Path>) -> Result<T, Error> {
    Options::file().load_json(path)
}

/// Loads a value from a file of JSON, or returns the default if the file does not exist. A file that exists but cannot
/// be loaded is an error.
///
/// # Errors
///
/// Fails like [`load`], except when the file does not exist.
pub fn load_or_default<T: Archive + Default>(path: impl AsRef<Path>) -> Result<T, Error> {
    file::or_default(load(path))
}

impl Options {
    /// Saves a value to a file as JSON on many lines; see [`json::save`](crate::json::save). For another spelling, pass the
    /// JSON of [`to_json_as`](Self::to_json_as) to [`save_bytes`](crate::save_bytes).
    ///
    /// # Errors
    ///
    /// Fails like [`json::save`](crate::json::save).
    pub fn save_json<T: Serialize + ?Sized>(
        &self,
        path: impl AsRef<Path>,
        value: &T,
    ) -> Result<(), Error> {
        let path = path.as_ref();
        let mut json = self.to_json_pretty(value).map_err(|error| error.in_file(path))?;
        json.push('\n');
        self.save_bytes(path, json.as_bytes())
    }

    /// Loads a value from a file of JSON; see [`json::load`](crate::json::load).
    ///
    /// # Errors
    ///
    /// Fails like [`json::load`](crate::json::load).
    pub fn load_json<T: Archive>(&self, path: impl AsRef<Path>) -> Result<T, Error> {
        self.json_in(path.as_ref(), Context::empty())
    }

    /// Loads a value from a file of JSON, lending `context` to its hooks, converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`json::load`](crate::json::load).
    pub fn load_json_with<T: Archive>(
        &self,
        path: impl AsRef<Path>,
        mut context: impl Lend,
    ) -> Result<T, Error> {
        self.json_in(path.as_ref(), Context::of(&mut context))
    }

    fn json_in<T: Archive>(&self, path: &Path, context: Context<'_>) -> Result<T, Error> {
        let json = file::read_text(path)?;
        self.read_json(&json, context).map_err(|error| error.in_file(path))
    }
}
