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
            Self::Reads(table) => facts.of_peer(table).map(|edition| facts.keep(edition)),
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
const SLOTS: usize = 32;

/// Versions that two programs agreed on.
pub(crate) struct Agreed {
    table: VersionTable,
    /// What was found for a type stands in the first free slot from the [one](Self::slots) that its address says.
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
        let mut found = self.slots(facts).map_while(OnceBox::get);
        let found = found.find(|edition| ptr::eq(edition.root_type, facts.root));
        match found.and_then(EditionRef::again) {
            Some(edition) => Ok(edition),
            None => self.find(facts),
        }
    }

    /// Whether it is the edition of today; not if there is none.
    #[inline]
    pub(crate) fn is_today(&self, facts: &'static Facts) -> bool {
        match self.slots(facts).next().and_then(OnceBox::get) {
            Some(EditionRef::Kept(edition)) if ptr::eq(*edition, &facts.today) => true,
            _ => self.is_found_today(facts),
        }
    }

    #[inline(never)]
    fn is_found_today(&self, facts: &'static Facts) -> bool {
        self.edition(facts).is_ok_and(|edition| edition.past().is_none())
    }

    /// All slots, beginning with that of a type.
    #[inline]
    fn slots(&self, facts: &'static Facts) -> impl Iterator<Item = &OnceBox<EditionRef>> {
        let address = u64::try_from(ptr::from_ref(facts).addr()).unwrap_or(0);
        // The highest bits of a product depend on all bits of the address.
        let product = address.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let first = usize::try_from(product >> const { u64::BITS - SLOTS.ilog2() });
        let (before, from) = self.found.split_at_checked(first.unwrap_or(0)).unwrap_or_default();
        from.iter().chain(before)
    }

    #[cold]
    #[inline(never)]
    fn find(&self, facts: &'static Facts) -> Result<EditionRef, Error> {
        let edition = match facts.keep(facts.of_peer(&self.table)?) {
            edition if edition.past().is_none() => EditionRef::Kept(&facts.today),
            // No more are kept for all, as somebody may make them up: this one belongs to who agreed on it.
            EditionRef::Fresh(fresh) => EditionRef::Shared(Arc::new(fresh.1)),
            edition => edition,
        };
        let free = self.slots(facts).find(|slot| slot.get().is_none());
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
        ErrorKind::TooNew => error.with_help("a newer program reads what this one writes: write for the versions that both know, `VersionTable::common_for`"),
        _ => error,
    }
}
