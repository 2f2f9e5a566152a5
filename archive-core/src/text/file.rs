//! Texts in files.

use std::path::Path;

use crate::{Archive, Context, Error, Lend, Options, Serialize, file};

/// Saves a value into a file as a text, as a whole or not at all, and keeps the comments of the text that it replaces.
///
/// See [`save`](crate::save()) for how the file is replaced, and [`rewrite`](super::rewrite) for where comments go. A text
/// that does not parse (say, a missing bracket) is not replaced, so that nothing in it is lost.
///
/// ```
/// use archive_core::text;
///
/// let directory = tempfile::tempdir()?;
/// let scores = directory.path().join("scores.txt");
/// std::fs::write(&scores, "[3, 5] // of Ann")?;
/// let mut list: Vec<u32> = text::load(&scores)?;
/// list.push(8);
/// text::save(&scores, &list)?;
/// assert_eq!(std::fs::read_to_string(&scores)?, "[3, 5, 8]  // of Ann\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`to_string`](super::to_string), those of the file system, and an old text that does not parse. The old file is then
/// as it was.
pub fn save<T: Serialize + ?Sized>(path: impl AsRef<Path>, value: &T) -> Result<(), Error> {
    Options::file().save_text(path, value)
}

/// Loads the value of a text in a file.
///
/// ```
/// use archive_core::text;
///
/// let directory = tempfile::tempdir()?;
/// let scores = directory.path().join("scores.txt");
/// std::fs::write(&scores, "[3, many]")?;
/// let error = text::load::<Vec<u32>>(&scores).unwrap_err();
/// assert!(error.to_string().contains("scores.txt: [1] (line 1, column 5): a u32 is expected"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of the file system, and as [`from_str`](super::from_str).
pub fn load<T: Archive>(path: impl AsRef<Path>) -> Result<T, Error> {
    Options::file().load_text(path)
}

/// Loads the value of a text in a file, or gives the default if there is no such file. One that is there but cannot be loaded
/// is an error.
///
/// # Errors
///
/// As [`load`], except for a file that does not exist.
pub fn load_or_default<T: Archive + Default>(path: impl AsRef<Path>) -> Result<T, Error> {
    file::or_default(load(path))
}

impl Options {
    /// Saves a value into a file as a text; see [`text::save`](crate::text::save).
    ///
    /// # Errors
    ///
    /// As [`text::save`](crate::text::save).
    pub fn save_text<T: Serialize + ?Sized>(
        &self,
        path: impl AsRef<Path>,
        value: &T,
    ) -> Result<(), Error> {
        let path = path.as_ref();
        let text = self.to_text(value).map_err(|error| error.in_file(path))?;
        // Not what a pipe or a device has, for which a reader may wait for ever.
        let is_file = std::fs::metadata(path).is_ok_and(|it| it.is_file());
        let old = is_file.then(|| std::fs::read_to_string(path).ok()).flatten();
        let text = match old.filter(|old| !old.trim().is_empty()) {
            Some(old) => super::rewrite::commented::<T>(&old, &text).map_err(|error| {
                error.in_file(path).with_help(
                    "correct it, or move it away before this is saved again: what else was written there would be lost",
                )
            })?,
            None => text,
        };
        file::save_bytes(path, text.as_bytes())
    }

    /// Loads the value of a text in a file; see [`text::load`](crate::text::load).
    ///
    /// # Errors
    ///
    /// As [`text::load`](crate::text::load).
    pub fn load_text<T: Archive>(&self, path: impl AsRef<Path>) -> Result<T, Error> {
        self.text_in(path.as_ref(), Context::empty())
    }

    /// Loads the value of a text in a file, and lends `context` to its hooks and converters.
    ///
    /// # Errors
    ///
    /// As [`text::load`](crate::text::load).
    pub fn load_text_with<T: Archive>(
        &self,
        path: impl AsRef<Path>,
        mut context: impl Lend,
    ) -> Result<T, Error> {
        self.text_in(path.as_ref(), Context::of(&mut context))
    }

    fn text_in<T: Archive>(&self, path: &Path, context: Context<'_>) -> Result<T, Error> {
        let text = file::read_text(path)?;
        self.read_text(&text, context).map_err(|error| error.in_file(path))
    }
}
