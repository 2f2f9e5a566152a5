//! A value that is read twice, whose hooks run once.
//!
//! What the quick readers refuse is read again by those that say what is wrong. Hooks that run twice could tell by what was lent
//! to them: two entities in a world where one was saved, or a number that is taken already. So each is counted while
//! the quick reader goes, and what one of them says against its value is kept. The second reader passes by
//! as many; where it comes to the one that refused its value, it says that again, with the path that it knows.

use core::cell::{Cell, RefCell};

use super::{Context, Source};
use crate::{Error, ErrorKind};

/// The functions that ran.
#[derive(Default)]
pub(crate) struct Turns {
    /// How many there were; the second time, how many are left.
    count: Cell<usize>,
    time: Cell<Time>,
    /// What the last of them said.
    refusal: Cell<Option<Error>>,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Time {
    #[default]
    First,
    /// The first, in which something was refused already: nothing more is run.
    Over,
    Second,
}

impl Turns {
    /// Counts a function, which is to run now; or gives what it did before.
    pub(super) fn next(&self) -> Option<Result<(), Error>> {
        let count = self.count.get();
        match self.time.get() {
            Time::First => {
                self.count.set(count.saturating_add(1));
                None
            }
            Time::Over => Some(Err(lost(ErrorKind::Hook))),
            Time::Second => {
                self.count.set(count.saturating_sub(1));
                let refusal = if count == 1 { self.refusal.take() } else { None };
                Some(refusal.map_or(Ok(()), Err))
            }
        }
    }

    /// Keeps what a function said, which the quick reader would lose.
    #[cold]
    pub(super) fn refused(&self, error: Error) -> Error {
        if self.time.get() != Time::First {
            return error;
        }
        let kind = error.kind();
        self.refusal.set(Some(error));
        lost(kind)
    }

    /// How many functions ran before a part that is read quickly and, if that fails, once more; nothing if it may not be.
    pub(super) fn before_part(&self) -> Option<usize> {
        if self.time.get() == Time::First { Some(self.count.get()) } else { None }
    }

    /// A part was refused, before which so many functions ran.
    #[cold]
    pub(super) fn refused_part(&self, before: usize) {
        if self.count.get() != before {
            self.time.set(Time::Over);
        }
    }
}

/// An error of which another one tells.
#[cold]
fn lost(kind: ErrorKind) -> Error {
    Error::new(kind, "it was refused")
}

/// What is lent to readers that share it.
pub(crate) trait Lends {
    fn context(&self) -> Context<'_>;
}

impl Lends for RefCell<Context<'_>> {
    fn context(&self) -> Context<'_> {
        // One function runs at a time.
        match self.try_borrow_mut() {
            Ok(context) => {
                let turns = context.turns;
                Context { lent: Source::Shared(context), turns }
            }
            Err(_) => Context::empty(),
        }
    }
}

/// What is lent to a quick reader, if anything is.
#[derive(Clone, Copy)]
pub(crate) struct Lent<'s>(pub(super) Option<&'s (dyn Lends + 's)>);

impl Lent<'_> {
    pub(crate) const NOTHING: Lent<'static> = Lent(None);

    #[inline(always)]
    pub(crate) fn context(&self) -> Context<'_> {
        self.0.map_or(Context::empty(), Lends::context)
    }
}

/// Reads a value into a place by a quick reader; and by a careful one if that refuses it, which says what is wrong.
///
/// # Errors
///
/// Those of the careful reader.
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
#[inline(always)]
pub(crate) fn read_twice<P: ?Sized, R>(
    context: Context<'_>,
    place: &mut P,
    quick: impl FnOnce(Lent<'_>, &mut P) -> Option<R>,
    careful: impl Fn(Context<'_>, &mut P) -> Result<R, Error>,
) -> Result<R, Error> {
    if context.lends() {
        return lend_twice(context, place, quick, careful);
    }
    match quick(Lent::NOTHING, place) {
        Some(value) => Ok(value),
        None => careful(context, place),
    }
}

/// The same where something is lent.
///
/// # Errors
///
/// Those of the careful reader.
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
#[inline(never)]
pub(crate) fn lend_twice<P: ?Sized, R>(
    context: Context<'_>,
    place: &mut P,
    quick: impl FnOnce(Lent<'_>, &mut P) -> Option<R>,
    careful: impl Fn(Context<'_>, &mut P) -> Result<R, Error>,
) -> Result<R, Error> {
    let turns = Turns::default();
    let mut lent = RefCell::new(Context { turns: Some(&turns), ..context.shorter() });
    if let Some(value) = quick(Lent(Some(&lent)), place) {
        return Ok(value);
    }
    let context = lent.get_mut();
    if turns.count.get() > 0 {
        turns.time.set(Time::Second);
        // Nothing is wrong where a type by hand does what the quick reader cannot. This value was not seen by its hooks.
        let _unseen = careful(context.reborrow(), place)?;
    }
    context.turns = None;
    careful(context.reborrow(), place)
}
