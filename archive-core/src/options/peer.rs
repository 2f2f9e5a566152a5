//! The versions that are written, depending on who reads them.

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
    /// Anyone who knows today's versions.
    Any,
    /// A program whose types have these versions.
    Reads(VersionTable),
    /// A program that agreed to write and read these versions, so that messages do not state them.
    Agreed(Arc<Agreed>),
}

impl Peer {
    /// A program that agreed on versions.
    pub(super) fn agreed(table: VersionTable) -> Self {
        Self::Agreed(Arc::new(Agreed { table, found: [const { OnceBox::new() }; SLOTS] }))
    }

    /// The edition of a type to write.
    ///
    /// # Errors
    ///
    /// A type is missing in the table, or never had that version in this program.
    pub(super) fn edition(&self, facts: &'static Facts) -> Result<EditionRef, Error> {
        let edition = match self {
            Self::Any => Ok(EditionRef::Kept(&facts.today)),
            Self::Reads(table) => facts.of_peer(table).map(|edition| facts.keep(edition)),
            Self::Agreed(agreed) => agreed.edition(facts),
        };
        edition.map_err(not_written)
    }

    /// The header of every message, if today's versions are written. It is empty if versions were agreed on.
    #[inline]
    pub(super) fn plain_header(&self, facts: &'static Facts) -> Option<&'static [u8]> {
        match self {
            Self::Any => Some(&facts.today.message_header),
            Self::Agreed(agreed) if agreed.is_today(facts) => Some(&[]),
            _ => None,
        }
    }
}

/// The number of message types whose editions are cached. Those of further types are looked up each time.
const SLOTS: usize = 32;

/// The versions that two programs agreed on.
pub(crate) struct Agreed {
    table: VersionTable,
    /// A hash table of editions, by the address of the type's facts, with linear probing; see [`slots`](Self::slots).
    found: [OnceBox<EditionRef>; SLOTS],
}

impl Agreed {
    /// The edition of a type at the agreed versions.
    ///
    /// # Errors
    ///
    /// A type is missing in the table, or never had that version in this program.
    #[inline]
    pub(crate) fn edition(&self, facts: &'static Facts) -> Result<EditionRef, Error> {
        let mut found = self.slots(facts).map_while(OnceBox::get);
        let found = found.find(|edition| ptr::eq(edition.root_type, facts.root));
        match found.and_then(EditionRef::again) {
            Some(edition) => Ok(edition),
            None => self.find(facts),
        }
    }

    /// Whether it is today's edition. `false` if there is none.
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

    /// All slots, in probing order for a type.
    #[inline]
    fn slots(&self, facts: &'static Facts) -> impl Iterator<Item = &OnceBox<EditionRef>> {
        let address = u64::try_from(ptr::from_ref(facts).addr()).unwrap_or(0);
        // The highest bits of the product depend on all bits of the address.
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
            // The global cache is full, since a peer may send any number of made-up versions. So this edition is kept
            // with the agreement.
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

/// The requested version cannot be written.
#[cold]
fn not_written(error: Error) -> Error {
    match error.kind() {
        ErrorKind::TooOld => error.with_help("first update the programs that read that version"),
        ErrorKind::TooNew => error.with_help(
            "the reader is a newer program: write for the versions that \
            both know, from `VersionTable::common_for`",
        ),
        _ => error,
    }
}
