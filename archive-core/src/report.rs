//! What a load made of an archive that is not of today.

mod walk;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::facts;
use crate::open;
use crate::{Deserialize, Error, Options, UnknownPolicy};

use walk::Walk;

/// What became of a field when an archive was loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// It is not in the archive, and has its default.
    Defaulted,
    /// It is not in the archive and has no default: where a value has this field, the load fails.
    Missing,
    /// It has another type in the archive.
    Converted,
    /// It has another name in the archive.
    Renamed,
    /// The program's types have removed it, and an `into` made something else of what is stored.
    Moved,
    /// The program's types have removed it, and no `into` took it; an `upgrade` may have. Where a value is a variant
    /// that was removed, the load fails.
    Removed,
    /// A variant that the program neither knows nor keeps: where a value is it, the load fails.
    Refused,
    /// The program does not know it, and it was left out.
    Dropped,
    /// The program does not know it, and it is kept to be saved again.
    Retained,
}

/// A field of which a load made something else than what is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// What became of it.
    pub outcome: Outcome,
    /// Where it is: `player.bag[].name`, with empty brackets for all elements of a list or entries of a
    /// map, and variants by their names.
    pub path: String,
    /// The type that has it.
    pub type_name: String,
    /// The version of that type in the archive, and in the program.
    pub versions: (u32, u32),
    /// What is stored, in words; empty if nothing is.
    pub stored: String,
}

/// What a load made of an archive; see [`Options::report`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    notes: Vec<Note>,
}

impl Report {
    /// The fields that are not as they are stored.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Whether everything that is stored has a place in the program's types, or was moved to one.
    #[must_use]
    pub fn is_lossless(&self) -> bool {
        let is_lost =
            |outcome| matches!(outcome, Outcome::Removed | Outcome::Dropped | Outcome::Refused);
        !self.notes.iter().any(|note| is_lost(note.outcome))
    }
}

/// One line for each field.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for note in &self.notes {
            let what = match note.outcome {
                Outcome::Defaulted => "has its default",
                Outcome::Missing => "is missing, and has no default",
                Outcome::Converted => "was converted",
                Outcome::Renamed => "has another name",
                Outcome::Moved => "was moved",
                Outcome::Removed => "is gone",
                Outcome::Refused => "is unknown here: a value that is it cannot be loaded",
                Outcome::Dropped => "is unknown here, and was left out",
                Outcome::Retained => "is unknown here, and was retained",
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
    /// What a load by these options makes of an archive: which fields get their default, and which
    /// are converted, renamed or left out.
    ///
    /// ```
    /// use archive_core::{Deserialize, Describe, Options, Outcome, Serialize};
    /// # use archive_derive::Archive;
    ///
    /// mod shipped {
    /// #   use archive_core::{Describe, Serialize};
    ///     #[derive(archive_derive::Archive)]
    /// #   #[archive(crate = archive_core)]
    ///     pub struct Hero { pub hp: u8, pub mana: u16 }
    /// }
    ///
    /// #[derive(Archive)]
    /// # #[archive(crate = archive_core)]
    /// struct Hero {
    ///     #[archive(renamed(2, from = "hp"))]
    ///     health: u8,
    ///     #[archive(removed(mana: u16, until = 2))]
    ///     #[since(2, default = 1)]
    ///     level: u32,
    /// }
    ///
    /// let old = archive_core::to_vec(&shipped::Hero { hp: 7, mana: 9 })?;
    /// let report = Options::file().report::<Hero>(&old)?;
    /// let found: Vec<_> = report.notes().iter().map(|note| (&*note.path, note.outcome)).collect();
    /// assert_eq!(found, [
    ///     ("health", Outcome::Renamed),
    ///     ("level", Outcome::Defaulted),
    ///     ("mana", Outcome::Removed),
    /// ]);
    /// assert!(!report.is_lossless());
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    ///
    /// It compares types only; whether the stored values fit shows when they are loaded, by [`load_report`] or
    /// [`from_slice`](Self::from_slice).
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice), as far as the header goes.
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

/// Loads a file, and says what was made of it.
///
/// A game that resaves what it loaded can tell its player first that something would be lost:
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # let slot = directory.path().join("slot1.sav");
/// archive_core::save(&slot, &7_u32)?;
/// let (level, report) = archive_core::load_report::<u32>(&slot)?;
/// assert_eq!((level, report.is_lossless()), (7, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`load`](crate::load).
#[cfg(feature = "std")]
pub fn load_report<T: crate::Archive>(
    path: impl AsRef<std::path::Path>,
) -> Result<(T, Report), Error> {
    Options::file().load_report(path)
}

#[cfg(feature = "std")]
impl Options {
    /// Loads a file, and says what was made of it; see [`report`](Self::report).
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn load_report<T: crate::Archive>(
        &self,
        path: impl AsRef<std::path::Path>,
    ) -> Result<(T, Report), Error> {
        self.reported(path.as_ref(), |bytes| self.from_slice(bytes))
    }

    /// Loads a file, lends `context` to its hooks and converters, and says what was made of it.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
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
