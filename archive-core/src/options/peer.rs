//! Who reads what is written.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;
use core::ptr;

use once_cell::race::OnceBox;

use crate::facts::{EditionRef, Facts};
use crate::{Error, ErrorKind, VersionTable};

/// Who reads what is written.
#[derive(Clone, Debug)]
pub(super) enum Peer {
    /// Whoever knows today's versions.
    Any,
    /// A program that has these versions.
    Reads(VersionTable),
    /// A program that writes and reads these versions, so that no message says them.
    Agreed(Arc<Agreed>),
}

impl Peer {
    /// A program that agreed on versions.
    pub(super) fn agreed(table: VersionTable) -> Self {
        Self::Agreed(Arc::new(Agreed { table, found: [const { OnceBox::new() }; SLOTS] }))
    }

    /// The edition of a type that is written.
    ///
    /// # Errors
    ///
    /// A type is not in the table, or never had its version here.
    pub(super) fn edition(&self, facts: &'static Facts) -> Result<EditionRef, Error> {
        let edition = match self {
            Self::Any => Ok(EditionRef::Kept(&facts.today)),
            Self::Reads(table) => facts.at(table).map(|edition| facts.keep(edition)),
            Self::Agreed(agreed) => agreed.edition(facts),
        };
        edition.map_err(not_written)
    }

    /// What stands before each message of today's versions, if that is what is written.
    #[inline]
    pub(super) fn plain_header(&self, facts: &'static Facts) -> Option<&'static [u8]> {
        match self {
            Self::Any => Some(&facts.today.message_header),
            Self::Agreed(agreed) if agreed.is_today(facts) => Some(&[]),
            _ => None,
        }
    }
}

/// So many types of messages are found at once. A program that has more of them finds the others by their versions, each time.
const SLOTS: usize = 8;

/// Versions that two programs agreed on.
pub(crate) struct Agreed {
    table: VersionTable,
    /// What was found for the first types; those without one stand at the end.
    found: [OnceBox<EditionRef>; SLOTS],
}

impl Agreed {
    /// A type with everything that it reaches, at the versions that were agreed on.
    ///
    /// # Errors
    ///
    /// A type is not in the table, or never had its version here.
    #[inline]
    pub(crate) fn edition(&self, facts: &'static Facts) -> Result<EditionRef, Error> {
        let mut found = self.found.iter().map_while(OnceBox::get);
        let found = found.find(|edition| ptr::eq(edition.root_type, facts.root));
        match found.and_then(EditionRef::again) {
            Some(edition) => Ok(edition),
            None => self.find(facts),
        }
    }

    /// Whether it is the edition of today; not if there is none.
    #[inline]
    pub(crate) fn is_today(&self, facts: &'static Facts) -> bool {
        match self.found.first().and_then(OnceBox::get) {
            Some(EditionRef::Kept(edition)) if ptr::eq(*edition, &facts.today) => true,
            _ => self.is_found_today(facts),
        }
    }

    #[inline(never)]
    fn is_found_today(&self, facts: &'static Facts) -> bool {
        self.edition(facts).is_ok_and(|edition| edition.past().is_none())
    }

    #[cold]
    #[inline(never)]
    fn find(&self, facts: &'static Facts) -> Result<EditionRef, Error> {
        let edition = match facts.keep(facts.at(&self.table)?) {
            edition if edition.past().is_none() => EditionRef::Kept(&facts.today),
            // No more are kept for all, as somebody may make them up: this one belongs to who agreed on it.
            EditionRef::Fresh(fresh) => EditionRef::Shared(Arc::new(fresh.1)),
            edition => edition,
        };
        let free = self.found.iter().find(|slot| slot.get().is_none());
        if let (Some(slot), Some(edition)) = (free, edition.again()) {
            let _ = slot.set(Box::new(edition));
        }
        Ok(edition)
    }
}

impl fmt::Debug for Agreed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Agreed").field(&self.table).finish()
    }
}

/// The error of a version that this program cannot write for.
#[cold]
fn not_written(error: Error) -> Error {
    match error.kind() {
        ErrorKind::TooOld => error.with_help("whoever reads that version must be updated first"),
        ErrorKind::TooNew => error.with_help("a newer program reads what this one writes: write for the versions that both know, `VersionTable::common`"),
        _ => error,
    }
}
