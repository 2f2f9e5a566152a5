//! Saves to files and loads from them. Saves are atomic.

use alloc::string::String;
use alloc::vec::Vec;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::replace::{Failure, replace};
use crate::{
    Archive, Context, Error, ErrorKind, Lend, Limits, Options, Serialize, header, open, stored,
};

/// Saves a value to a file, completely or not at all.
///
/// The value is written to a temporary file in the same directory, synced to disk, and renamed over the old file; then
/// the directory is synced. A power cut leaves either the old file or the new one, never part of one. If the directory
/// cannot be synced, a power cut soon after the save may bring back the old file. A crash may leave an unused file
/// `.archive-*.tmp` behind.
///
/// Only a writable regular file is replaced. The new file keeps its permissions and its group, but belongs to the user who
/// saves, and has no access control list or other extended attributes. If the system does not let the user set the
/// group, all others may do only what both the group and the rest could. A symbolic link is followed, not replaced.
///
/// ```
/// let directory = tempfile::tempdir()?;
/// let slot = directory.path().join("slot1.sav");
/// archive::save(&slot, &(12_u32, "torch"))?;
/// archive::save(&slot, &(13_u32, "torch"))?; // the old file stays until this one is complete
/// assert_eq!(archive::load::<(u32, String)>(&slot)?.0, 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails like [`Options::to_vec`], or with an error of the file system. The old file is then unchanged, unless the
/// error says that the file was saved, and what went wrong after that.
pub fn save<T: Serialize + ?Sized>(path: impl AsRef<Path>, value: &T) -> Result<(), Error> {
    Options::file().save(path, value)
}

/// Loads a value from a file. To load a type that borrows, read the file and pass its bytes to
/// [`from_slice`](crate::from_slice).
///
/// ```
/// let directory = tempfile::tempdir()?;
/// let slot = directory.path().join("slot1.sav");
/// archive::save(&slot, &(12_u32, "torch"))?;
/// let (level, item): (u32, String) = archive::load(&slot)?;
/// assert_eq!((level, item.as_str()), (12, "torch"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails like [`Options::load`].
pub fn load<T: Archive>(path: impl AsRef<Path>) -> Result<T, Error> {
    Options::file().load(path)
}

/// Loads a value from a file, lending `context` to its hooks, converters and [handles](crate::Handle).
///
/// ```
/// use archive::{Archive, Context};
///
/// struct Catalog { names: Vec<&'static str> }
///
/// #[derive(Archive)]
/// #[archive(after_load = Item::find_name)]
/// struct Item {
///     id: usize,
///     #[archive(skip)]
///     name: String,
/// }
///
/// impl Item {
///     fn find_name(&mut self, context: &mut Context) -> Result<(), String> {
///         let catalog = context.get::<Catalog>().ok_or("no catalog was lent")?;
///         self.name = catalog.names.get(self.id).ok_or("no such item")?.to_string();
///         Ok(())
///     }
/// }
///
/// let directory = tempfile::tempdir()?;
/// let slot = directory.path().join("item.sav");
/// archive::save(&slot, &Item { id: 1, name: String::new() })?;
/// let mut catalog = Catalog { names: vec!["torch", "rope"] };
/// assert_eq!(archive::load_with::<Item>(&slot, &mut catalog)?.name, "rope");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails like [`Options::load`].
pub fn load_with<T: Archive>(path: impl AsRef<Path>, context: impl Lend) -> Result<T, Error> {
    Options::file().load_with(path, context)
}

/// Loads a value from a file, or returns the default if the file does not exist.
///
/// A file that exists but cannot be loaded is an error, never the default: a player's progress must not be overwritten
/// because it could not be read.
///
/// The default is that of the type's `Default` impl. Fields that an older file lacks get those of their attributes, which
/// should be the same.
///
/// ```
/// let directory = tempfile::tempdir()?;
/// let scores = directory.path().join("scores.sav");
/// assert!(archive::load_or_default::<Vec<u32>>(&scores)?.is_empty()); // the first start
/// std::fs::write(&scores, b"not one of ours")?;
/// assert!(archive::load_or_default::<Vec<u32>>(&scores).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails like [`Options::load`], except when the file does not exist.
pub fn load_or_default<T: Archive + Default>(path: impl AsRef<Path>) -> Result<T, Error> {
    Options::file().load_or_default(path)
}

impl Options {
    /// Saves a value to a file, completely or not at all; see [`save`].
    ///
    /// # Errors
    ///
    /// Fails like [`save`].
    pub fn save<T: Serialize + ?Sized>(
        &self,
        path: impl AsRef<Path>,
        value: &T,
    ) -> Result<(), Error> {
        let path = path.as_ref();
        let bytes = self.to_vec(value).map_err(|error| error.in_file(path))?;
        self.save_bytes(path, &bytes)
    }

    /// Loads a value from a file.
    ///
    /// # Errors
    ///
    /// Fails with an error of the file system, or like [`from_slice`](Self::from_slice).
    pub fn load<T: Archive>(&self, path: impl AsRef<Path>) -> Result<T, Error> {
        self.load_in(path.as_ref(), Context::empty())
    }

    /// Loads a value from a file, lending `context` to its hooks, converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`load`](Self::load).
    pub fn load_with<T: Archive>(
        &self,
        path: impl AsRef<Path>,
        mut context: impl Lend,
    ) -> Result<T, Error> {
        self.load_in(path.as_ref(), Context::of(&mut context))
    }

    pub(crate) fn load_in<T: Archive>(
        &self,
        path: &Path,
        context: Context<'_>,
    ) -> Result<T, Error> {
        let bytes = read_archive(path, self.get_limits())?;
        open::load(&bytes, self, context).map_err(|error| error.in_file(path))
    }

    /// Loads a value from a file, or returns the default if the file does not exist.
    ///
    /// # Errors
    ///
    /// Fails like [`load`](Self::load), except when the file does not exist.
    pub fn load_or_default<T: Archive + Default>(
        &self,
        path: impl AsRef<Path>,
    ) -> Result<T, Error> {
        or_default(self.load(path))
    }

    /// Loads a value from a file, or returns the default if the file does not exist, lending `context` to its hooks,
    /// converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`load`](Self::load), except when the file does not exist.
    pub fn load_or_default_with<T: Archive + Default>(
        &self,
        path: impl AsRef<Path>,
        context: impl Lend,
    ) -> Result<T, Error> {
        or_default(self.load_with(path, context))
    }
}

/// Saves the bytes of an archive to a file as [`save`] does, so that another thread can wait for the disk while the
/// game goes on.
///
/// ```
/// use std::thread;
///
/// let directory = tempfile::tempdir()?;
/// let slot = directory.path().join("slot1.sav");
/// let world = vec![7_u32; 1000];
/// let bytes = archive::to_vec(&world)?; // a moment of the world, for which the game stops
/// let saving = thread::spawn({
///     let slot = slot.clone();
///     move || archive::save_bytes(slot, &bytes)
/// });
/// saving.join().expect("it does not panic")?;
/// assert_eq!(archive::load::<Vec<u32>>(&slot)?, world);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails with an error of the file system. The old file is then unchanged, unless the error says that the file was saved,
/// and what went wrong after that.
pub fn save_bytes(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), Error> {
    write(path.as_ref(), bytes, 0)
}

/// Writes a file as [`save_bytes`] does, and keeps this many backups.
pub(crate) fn write(path: &Path, bytes: &[u8], backups: u32) -> Result<(), Error> {
    replace(path, bytes, backups).map_err(|failure| match failure {
        Failure::Save(error) => not_saved(path, error),
        Failure::Backup(backup, error) => not_kept(&backup, error),
        Failure::Sync(error) => not_synced(path, error),
    })
}

/// The loaded value, or the default if the file does not exist.
pub(crate) fn or_default<T: Default>(loaded: Result<T, Error>) -> Result<T, Error> {
    match loaded {
        Err(error) if error.is_not_found() => Ok(T::default()),
        loaded => loaded,
    }
}

/// Opens a file. Only this, and no later step, can tell that there is none.
pub(crate) fn opened(path: &Path) -> Result<File, Error> {
    File::open(path).map_err(|error| not_opened(path, error))
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    opened(path)?.read_to_end(&mut bytes).map_err(|error| not_loaded(path, error))?;
    Ok(bytes)
}

/// Reads a text file.
pub(crate) fn read_text(path: &Path) -> Result<String, Error> {
    String::from_utf8(read(path)?).map_err(|error| {
        let at = u64::try_from(error.utf8_error().valid_up_to()).unwrap_or(u64::MAX);
        Error::new(ErrorKind::InvalidUtf8, "the file is not UTF-8 text")
            .at_offset(at)
            .in_file(path)
            .with_help(
                "if `save` wrote the file, read it with `load`; otherwise save it as UTF-8 in the \
                editor",
            )
    })
}

/// Reads an archive file, after checking by its first bytes that it is one.
pub(crate) fn read_archive(path: &Path, limits: &Limits) -> Result<Vec<u8>, Error> {
    /// Enough bytes to recognize other file types.
    const START: u64 = 4096;
    let failed = |error| not_loaded(path, error);
    let in_file = |error: Error| error.in_file(path);
    let mut file = opened(path)?;
    let mut bytes = Vec::new();
    let read = Read::by_ref(&mut file).take(START).read_to_end(&mut bytes).map_err(failed)?;
    header::check_start(&bytes, limits).map_err(in_file)?;
    if u64::try_from(read) == Ok(START) {
        stored::check_end(&mut file, &bytes, limits).map_err(in_file)?;
    }
    file.read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Help on platforms that have no files, such as a browser.
const NO_FILES: &str =
    "this platform has no files: use `to_vec` and `from_slice`, and keep the bytes wherever it can";

#[cold]
fn not_opened(path: &Path, error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::NotFound => Error::no_file(error)
            .in_file(path)
            .with_help("check the path; if the file may be missing, use `load_or_default`"),
        _ => not_loaded(path, error),
    }
}

#[cold]
pub(crate) fn not_loaded(path: &Path, error: io::Error) -> Error {
    let help = match error.kind() {
        io::ErrorKind::Unsupported if cfg!(target_os = "unknown") => NO_FILES,
        _ => "make sure that it is a file, and that this program may read it",
    };
    Error::io("cannot load", error).in_file(path).with_help(help)
}

#[cold]
fn not_saved(path: &Path, error: io::Error) -> Error {
    let help = match error.kind() {
        _ if path.as_os_str().is_empty() => "the path is empty: name a file",
        _ if ends_in_separator(path) => {
            "the path ends in a separator, so it names a directory: add the name of a file"
        }
        io::ErrorKind::Unsupported if cfg!(target_os = "unknown") => NO_FILES,
        io::ErrorKind::NotFound => "create the directory first: saving does not",
        io::ErrorKind::NotADirectory => "part of the path is a file, not a directory",
        _ => "nothing was saved; a file that was there before is unchanged",
    };
    Error::io("cannot save", error).in_file(path).with_help(help)
}

fn ends_in_separator(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|byte| std::path::is_separator(char::from(*byte)))
}

#[cold]
fn not_kept(backup: &Path, error: io::Error) -> Error {
    Error::io("cannot keep this backup", error).in_file(backup).with_help(
        "nothing was saved, and the file that was there before is unchanged; make sure that its backups can be renamed, or delete this one",
    )
}

#[cold]
fn not_synced(path: &Path, error: io::Error) -> Error {
    Error::io("cannot sync the directory of the file", error).in_file(path).with_help(
        "the file was saved and is complete, but a power cut may bring back the previous one: save again",
    )
}
