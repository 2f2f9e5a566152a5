//! The parts of an [`Error`] that concern files.

use alloc::borrow::Cow;

use super::{Error, ErrorKind};

impl Error {
    /// Sets the [file](Self::file), unless one is already set.
    #[cold]
    #[must_use]
    pub fn in_file(mut self, file: impl Into<std::path::PathBuf>) -> Self {
        self.0.file.get_or_insert_with(|| file.into());
        self
    }

    /// Creates an error of kind [`Io`](ErrorKind::Io) from an error of the operating system; `detail` says what failed.
    #[cold]
    #[must_use]
    pub fn io(detail: impl Into<Cow<'static, str>>, source: std::io::Error) -> Self {
        let mut error = Self::new(ErrorKind::Io, detail);
        error.0.source = Some(source);
        error
    }

    /// Returns the file that was being read or written.
    #[must_use]
    pub fn file(&self) -> Option<&std::path::Path> {
        self.0.file.as_deref()
    }

    /// Returns `true` if the file to load does not exist, so the game can start afresh; a missing file that a hook
    /// tried to open does not count.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.0.is_no_file
    }

    /// Creates the error for a file to load that does not exist.
    #[cold]
    pub(crate) fn no_file(source: std::io::Error) -> Self {
        let mut error = Self::io("cannot load", source);
        error.0.is_no_file = true;
        error
    }

    /// The underlying I/O error, if there is one.
    pub(crate) fn io_source(&self) -> Option<&std::io::Error> {
        self.0.source.as_ref()
    }

    /// The same, or another one.
    #[cold]
    pub(crate) fn into_io(self) -> std::io::Error {
        let Self(inner) = self;
        inner.source.unwrap_or_else(|| std::io::ErrorKind::Other.into())
    }

    /// Returns the kind of the underlying I/O error, if there is one.
    #[must_use]
    pub fn io_kind(&self) -> Option<std::io::ErrorKind> {
        self.io_source().map(std::io::Error::kind)
    }
}

/// Keeps the whole error, with the [kind](Error::io_kind) of the underlying error or else
/// [`InvalidData`](std::io::ErrorKind::InvalidData).
///
/// ```
/// fn load(path: &std::path::Path) -> std::io::Result<u32> {
///     std::fs::create_dir_all(path.parent().unwrap_or(path))?;
///     Ok(archive::load_or_default(path)?)
/// }
/// # let directory = tempfile::tempdir()?;
/// # assert_eq!(load(&directory.path().join("saves/slot1.sav"))?, 0);
/// # Ok::<(), std::io::Error>(())
/// ```
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        Self::new(error.io_kind().unwrap_or(std::io::ErrorKind::InvalidData), error)
    }
}
