//! Reports what changes when an archive of another version is loaded.

mod walk;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::facts;
use crate::open;
use crate::{Deserialize, Error, Options, UnknownPolicy};

use walk::Walk;

/// What happened to a field on loading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The archive does not have the field, which gets its default.
    Defaulted,
    /// The archive does not have the field, which has no default: loading a value that needs it fails.
    Missing,
    /// The field has another type in the archive.
    Converted,
    /// The field has another name in the archive.
    Renamed,
    /// The program removed the field or variant, and its `into` function receives the stored value.
    Moved,
    /// The program removed the field, and no `into` receives the stored value; an `upgrade` may take it. Or the program
    /// removed the variant, and loading a value of it fails.
    Removed,
    /// The program neither knows the variant nor keeps it, or a function of a newer version converts the field, so that
    /// it means something else here: loading a value of it fails.
    Refused,
    /// The program does not know the field, and skips it.
    Dropped,
    /// The program does not know the field or variant, but keeps it to save it again.
    Retained,
}

/// A field that a load changes from what is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// What happened to it.
    pub outcome: Outcome,
    /// The path: `player.bag[].name`, with empty brackets for all elements of a list or entries of a map, and variants
    /// by name.
    pub path: String,
    /// The type that has the field.
    pub type_name: String,
    /// The version of that type in the archive, and the current one.
    pub versions: (u32, u32),
    /// What is stored, in words; empty if that is clear from the outcome.
    pub stored: String,
}

/// What a load changes; see [`Options::report`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    notes: Vec<Note>,
}

impl Report {
    /// Returns the fields that a load changes.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Returns `true` if everything stored has a place in the program's types, or an `into` that receives it.
    #[must_use]
    pub fn is_lossless(&self) -> bool {
        let is_lost =
            |outcome| matches!(outcome, Outcome::Removed | Outcome::Dropped | Outcome::Refused);
        !self.notes.iter().any(|note| is_lost(note.outcome))
    }
}

/// Prints one line per field.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for note in &self.notes {
            let what = match note.outcome {
                Outcome::Defaulted => "gets its default",
                Outcome::Missing => "is missing, and has no default",
                Outcome::Converted => "was converted",
                Outcome::Renamed => "has another name",
                Outcome::Moved => "was moved",
                Outcome::Removed => "is gone",
                Outcome::Refused => "cannot be loaded here",
                Outcome::Dropped => "is unknown here, and is skipped",
                Outcome::Retained => "is unknown here, and is retained",
            };
            let (stored, today) = note.versions;
            write!(f, "{} {what}", note.path)?;
            if !note.stored.is_empty() {
                write!(f, "; stored is {}", note.stored)?;
            }
            writeln!(f, " ({} @{stored}, here @{today})", note.type_name)?;
        }
        Ok(())
    }
}

impl Options {
    /// Reports what loading an archive with these options changes: which fields get their defaults, and which are
    /// converted, renamed, moved or left out.
    ///
    /// ```
    /// use archive::{Archive, Options, Outcome};
    ///
    /// mod shipped {
    ///     #[derive(archive::Archive)]
    ///     pub struct Hero { pub hp: u8, pub mana: u16 }
    /// }
    ///
    /// #[derive(Archive)]
    /// struct Hero {
    ///     #[archive(renamed(2, from = "hp"))]
    ///     health: u8,
    ///     #[archive(removed(mana: u16, until = 2))]
    ///     #[since(2, default = 1)]
    ///     level: u32,
    /// }
    ///
    /// let old = archive::to_vec(&shipped::Hero { hp: 7, mana: 9 })?;
    /// let report = Options::file().report::<Hero>(&old)?;
    /// let found: Vec<_> = report.notes().iter().map(|note| (&*note.path, note.outcome)).collect();
    /// assert_eq!(found, [
    ///     ("health", Outcome::Renamed),
    ///     ("level", Outcome::Defaulted),
    ///     ("mana", Outcome::Removed),
    /// ]);
    /// assert!(!report.is_lossless());
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// Only types are compared. Whether the stored values fit is found out when they are loaded, with [`load_report`] or
    /// [`from_slice`](Self::from_slice).
    ///
    /// # Errors
    ///
    /// Fails like [`from_slice`](Self::from_slice), as far as reading the header goes.
    pub fn report<'a, T: Deserialize<'a>>(&self, bytes: &'a [u8]) -> Result<Report, Error> {
        let facts = facts::of::<T>()?;
        let retains = self.get_unknown() == UnknownPolicy::Retain;
        open::with_schema(bytes, facts, self, |stored| {
            let mut walk = Walk::new(stored, retains);
            walk.ty(facts.root, &stored.root, "");
            Report { notes: walk.notes }
        })
    }
}

/// Loads a file and reports what the load changed.
///
/// Before it saves over an old file, a game can warn its player that something would be lost:
///
/// ```
/// let directory = tempfile::tempdir()?;
/// let slot = directory.path().join("slot1.sav");
/// archive::save(&slot, &7_u32)?;
/// let (level, report) = archive::load_report::<u32>(&slot)?;
/// assert_eq!((level, report.is_lossless()), (7, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails like [`load`](crate::load).
#[cfg(feature = "std")]
pub fn load_report<T: crate::Archive>(
    path: impl AsRef<std::path::Path>,
) -> Result<(T, Report), Error> {
    Options::file().load_report(path)
}

#[cfg(feature = "std")]
impl Options {
    /// Loads a file and reports what the load changed; see [`report`](Self::report).
    ///
    /// # Errors
    ///
    /// Fails like [`load`](Self::load).
    pub fn load_report<T: crate::Archive>(
        &self,
        path: impl AsRef<std::path::Path>,
    ) -> Result<(T, Report), Error> {
        self.reported(path.as_ref(), |bytes| self.from_slice(bytes))
    }

    /// Loads a file, lending `context` to its hooks, converters and handles, and reports what the load changed.
    ///
    /// # Errors
    ///
    /// Fails like [`load`](Self::load).
    pub fn load_report_with<T: crate::Archive>(
        &self,
        path: impl AsRef<std::path::Path>,
        context: impl crate::Lend,
    ) -> Result<(T, Report), Error> {
        self.reported(path.as_ref(), |bytes| self.from_slice_with(bytes, context))
    }

    fn reported<T: crate::Archive>(
        &self,
        path: &std::path::Path,
        load: impl FnOnce(&[u8]) -> Result<T, Error>,
    ) -> Result<(T, Report), Error> {
        let bytes = crate::file::read_archive(path, self.get_limits())?;
        let both = || Ok((load(&bytes)?, self.report::<T>(&bytes)?));
        both().map_err(|error: Error| error.in_file(path))
    }
}
