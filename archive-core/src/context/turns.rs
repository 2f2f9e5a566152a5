//! Runs hooks once for a value that is read twice.
//!
//! If a quick reader fails, a careful reader reads the value again to report the error. A hook that ran
//! twice could be noticed through what was lent to it: two entities in a world for one that was saved, or an
//! id that is already taken. So hooks are counted during the quick read, and the error of one that fails is
//! kept. The careful reader skips as many hooks; at the one that failed, it returns the kept error and adds
//! the path.

use core::cell::{Cell, RefCell};

use super::{Context, Source};
use crate::{Error, ErrorKind};

/// Counts the functions that ran.
#[derive(Default)]
pub(crate) struct Turns {
    /// In the first read, how many ran; in the second, how many are left to skip.
    count: Cell<usize>,
    time: Cell<Time>,
    /// The error of the last one, if it failed.
    refusal: Cell<Option<Error>>,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Time {
    #[default]
    First,
    /// The first read, after a function failed: nothing more is run.
    Over,
    Second,
}

impl Turns {
    /// Counts a function that is about to run, or returns its earlier result.
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

    /// Keeps the error of a function, which the quick reader would discard.
    #[cold]
    pub(super) fn refused(&self, error: Error) -> Error {
        if self.time.get() != Time::First {
            return error;
        }
        let kind = error.kind();
        self.refusal.set(Some(error));
        lost(kind)
    }

    /// The number of functions that ran before a part that is read by a quick reader and, if that fails,
    /// again; `None` if that is not possible.
    pub(super) fn before_part(&self) -> Option<usize> {
        if self.time.get() == Time::First { Some(self.count.get()) } else { None }
    }

    /// Records that a part failed, before which `before` functions ran.
    #[cold]
    pub(super) fn refused_part(&self, before: usize) {
        if self.count.get() != before {
            self.time.set(Time::Over);
        }
    }
}

/// A placeholder for an error that is reported elsewhere.
#[cold]
fn lost(kind: ErrorKind) -> Error {
    Error::new(kind, "it was refused")
}

/// What is lent, shared between readers.
pub(crate) trait Lends {
    fn context(&self) -> Context<'_>;
}

impl Lends for RefCell<Context<'_>> {
    fn context(&self) -> Context<'_> {
        // Only one function runs at a time.
        match self.try_borrow_mut() {
            Ok(context) => {
                let turns = context.turns;
                Context { lent: Source::Shared(context), turns }
            }
            Err(_) => Context::empty(),
        }
    }
}

/// What is lent to a quick reader, if anything.
#[derive(Clone, Copy)]
pub(crate) struct Lent<'s>(pub(super) Option<&'s (dyn Lends + 's)>);

impl Lent<'_> {
    pub(crate) const NOTHING: Lent<'static> = Lent(None);

    #[inline(always)]
    pub(crate) fn context(&self) -> Context<'_> {
        self.0.map_or(Context::empty(), Lends::context)
    }
}

/// Reads a value with a quick reader; if that fails, reads it again with a careful one, which reports the
/// error.
///
/// # Errors
///
/// Fails if the careful reader does.
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

/// The same with something lent.
///
/// # Errors
///
/// Fails if the careful reader does.
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
        // The careful reader succeeded, so a hand-written impl uses something that the quick reader lacks.
        // The hooks were skipped for this value, so it is dropped and read once more.
        let _unseen = careful(context.reborrow(), place)?;
    }
    context.turns = None;
    careful(context.reborrow(), place)
}
