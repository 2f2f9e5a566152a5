//! Saves and loads text files.

use std::path::Path;
use std::vec::Vec;

use crate::{Archive, Context, Error, Lend, Options, Serialize, file};

/// Saves a value to a file as a text, completely or not at all, keeping the comments of the text that it replaces.
///
/// See [`save`](crate::save()) for how the file is replaced, and [`rewrite`](super::rewrite) for where comments go. If
/// the old text does not parse (because of a missing bracket, for instance), it is not replaced, so nothing in it is
/// lost. The new file has no byte order mark, and its lines end with a line feed alone, on every system.
///
/// ```
/// use archive::text;
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
/// Fails like [`to_string`](super::to_string), with an error of the file system, or if the old text does not parse. The
/// old file is then unchanged, unless the error says that only the directory could not be synced.
pub fn save<T: Serialize + ?Sized>(path: impl AsRef<Path>, value: &T) -> Result<(), Error> {
    Options::file().save_text(path, value)
}

/// Loads a value from a text file.
///
/// ```
/// use archive::text;
///
/// let directory = tempfile::tempdir()?;
/// let scores = directory.path().join("scores.txt");
/// std::fs::write(&scores, "[3, many]")?;
/// let error = text::load::<Vec<u32>>(&scores).unwrap_err();
/// assert!(error.to_string().contains("scores.txt: [1] (line 1, column 5): expected a u32"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails with an error of the file system, or like [`from_str`](super::from_str).
pub fn load<T: Archive>(path: impl AsRef<Path>) -> Result<T, Error> {
    Options::file().load_text(path)
}

/// Loads a value from a text file, or returns the default if the file does not exist. A file that exists but cannot be
/// loaded is an error.
///
/// # Errors
///
/// Fails like [`load`], except when the file does not exist.
pub fn load_or_default<T: Archive + Default>(path: impl AsRef<Path>) -> Result<T, Error> {
    file::or_default(load(path))
}

/// Loads a value from a text file in which a person may have made mistakes, and returns the mistakes, too; see
/// [`from_str_lenient`](super::from_str_lenient), also for how to save the value over the text.
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive, Default)]
/// struct Settings {
///     #[archive(default = 1280)]
///     width: u32,
///     #[archive(default = true)]
///     subtitles: bool,
/// }
///
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("settings.txt");
/// std::fs::write(&path, "Settings { width = wide, subtitles = false }")?;
/// let (settings, mistakes): (Settings, _) = match path.exists() {
///     true => text::load_lenient(&path)?,
///     false => Default::default(),
/// };
/// assert!(settings.width == 1280 && !settings.subtitles);
/// assert!(mistakes[0].to_string().contains("settings.txt: width (line 1, column 20): expected a u32"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails with an error of the file system, or like [`from_str_lenient`](super::from_str_lenient).
pub fn load_lenient<T: Archive>(path: impl AsRef<Path>) -> Result<(T, Vec<Error>), Error> {
    Options::file().load_text_lenient(path)
}

/// Loads a value from a text file in which a person may have made mistakes, as [`load_lenient`] does, lending `context` to
/// its hooks, converters and [handles](crate::Handle), as [`from_str_lenient_with`](super::from_str_lenient_with) does.
///
/// # Errors
///
/// Fails like [`load_lenient`].
pub fn load_lenient_with<T: Archive>(
    path: impl AsRef<Path>,
    context: impl Lend,
) -> Result<(T, Vec<Error>), Error> {
    Options::file().load_text_lenient_with(path, context)
}

/// Help for a file that cannot be read as a text, and so is not replaced by one.
const NOT_REPLACED: &str = "correct the file, or move it away before saving again: whatever else is written there \
    would be lost";

impl Options {
    /// Saves a value to a file as a text; see [`text::save`](crate::text::save).
    ///
    /// # Errors
    ///
    /// Fails like [`text::save`](crate::text::save).
    pub fn save_text<T: Serialize + ?Sized>(
        &self,
        path: impl AsRef<Path>,
        value: &T,
    ) -> Result<(), Error> {
        use std::io::ErrorKind::{NotADirectory, NotFound};

        let path = path.as_ref();
        let text = self.to_text(value).map_err(|error| error.in_file(path))?;
        let kept = |error: Error| error.with_help(NOT_REPLACED);
        // Skip pipes and devices: reading one may block for ever.
        let is_file = match std::fs::metadata(path) {
            Ok(old) => old.is_file(),
            // Whatever else hides it, there may be a file.
            Err(error) => !matches!(error.kind(), NotFound | NotADirectory),
        };
        let old = match is_file.then(|| file::read_text(path)) {
            Some(Err(error)) if !error.is_not_found() => return Err(kept(error)),
            old => old.and_then(Result::ok).unwrap_or_default(),
        };
        let text = match old.trim().is_empty() {
            true => text,
            false => super::rewrite::commented::<T>(&old, &text)
                .map_err(|error| kept(error.in_file(path)))?,
        };
        self.save_bytes(path, text.as_bytes())
    }

    /// Loads a value from a text file; see [`text::load`](crate::text::load).
    ///
    /// # Errors
    ///
    /// Fails like [`text::load`](crate::text::load).
    pub fn load_text<T: Archive>(&self, path: impl AsRef<Path>) -> Result<T, Error> {
        self.text_in(path.as_ref(), Context::empty())
    }

    /// Loads a value from a text file that may have mistakes; see [`text::load_lenient`](crate::text::load_lenient).
    ///
    /// # Errors
    ///
    /// Fails like [`text::load_lenient`](crate::text::load_lenient).
    pub fn load_text_lenient<T: Archive>(
        &self,
        path: impl AsRef<Path>,
    ) -> Result<(T, Vec<Error>), Error> {
        self.lenient_in(path.as_ref(), Context::empty())
    }

    /// Loads a value from a text file that may have mistakes, lending `context` to its hooks, converters and handles; see
    /// [`text::load_lenient_with`](crate::text::load_lenient_with).
    ///
    /// # Errors
    ///
    /// Fails like [`text::load_lenient`](crate::text::load_lenient).
    pub fn load_text_lenient_with<T: Archive>(
        &self,
        path: impl AsRef<Path>,
        mut context: impl Lend,
    ) -> Result<(T, Vec<Error>), Error> {
        self.lenient_in(path.as_ref(), Context::of(&mut context))
    }

    fn lenient_in<T: Archive>(
        &self,
        path: &Path,
        context: Context<'_>,
    ) -> Result<(T, Vec<Error>), Error> {
        let text = file::read_text(path)?;
        let in_file = |error: Error| error.in_file(path);
        let (value, mistakes) = self.read_text_lenient(&text, context).map_err(in_file)?;
        Ok((value, mistakes.into_iter().map(in_file).collect()))
    }

    /// Loads a value from a text file, lending `context` to its hooks, converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`text::load`](crate::text::load).
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
