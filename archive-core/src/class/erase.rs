//! Adapters that give any archive this library's error type, so that the code of a class, which is
//! type-erased, can use it.

use alloc::borrow::Cow;
use core::cell::Cell;

use crate::context::Context;
use crate::graph::{Graph, Left};
use crate::primitive::for_each_number;
use crate::traits::{forward, forward_shared};
use crate::versions::Versions;
use crate::{
    Error, ErrorKind, InputArchive, MinSize, OutputArchive, Primitive, PrimitiveKind, Scope, Shape,
    Shared, Step, Unknown,
};

/// Wraps an archive, keeps its error, and returns a placeholder instead.
pub(crate) struct EraseOut<'r, A: OutputArchive> {
    archive: &'r mut A,
    kept: Kept<A::Error>,
}

/// Wraps an archive, keeps its error, and returns a placeholder instead.
pub(super) struct EraseIn<'r, 'a, A: InputArchive<'a>> {
    archive: &'r mut A,
    kept: Kept<A::Error>,
}

/// The error of the wrapped archive, while the placeholder is returned.
struct Kept<E>(Cell<Option<E>>);

impl<E: From<Error>> Kept<E> {
    const fn nothing() -> Self {
        Self(Cell::new(None))
    }

    /// Keeps the error of a result, if any, and returns a placeholder.
    fn keep<R>(&self, result: Result<R, E>) -> Result<R, Error> {
        result.map_err(|error| {
            self.0.set(Some(error));
            Error::new(ErrorKind::Shape, "")
        })
    }

    /// Adds a step to the kept error, or else to the given one.
    fn locate(&self, error: Error, step: Step<'_>, locate: impl FnOnce(E) -> E) -> Error {
        match self.0.take() {
            Some(kept) => {
                self.0.set(Some(locate(kept)));
                error
            }
            None => error.within(step),
        }
    }

    /// Replaces the error of a result by the kept one, if any.
    fn give<R>(self, result: Result<R, Error>) -> Result<R, E> {
        result.map_err(|error| self.0.take().unwrap_or_else(|| error.into()))
    }
}

impl<'r, A: OutputArchive> EraseOut<'r, A> {
    /// Saves a value through the archive.
    pub(crate) fn visit(
        archive: &'r mut A,
        visit: impl FnOnce(&mut dyn OutputArchive<Error = Error>) -> Result<(), Error>,
    ) -> Result<(), A::Error> {
        if let Some(erased) = archive.erased() {
            return visit(erased).map_err(A::Error::from);
        }
        let mut erased = Self { archive, kept: Kept::nothing() };
        let result = visit(&mut erased);
        erased.kept.give(result)
    }
}

impl<'r, 'a, A: InputArchive<'a>> EraseIn<'r, 'a, A> {
    /// Loads a value through the archive.
    pub(super) fn visit<R>(
        archive: &'r mut A,
        visit: impl FnOnce(&mut dyn InputArchive<'a, Error = Error>) -> Result<R, Error>,
    ) -> Result<R, A::Error> {
        if let Some(erased) = archive.erased() {
            return visit(erased).map_err(A::Error::from);
        }
        let mut erased = Self { archive, kept: Kept::nothing() };
        let result = visit(&mut erased);
        erased.kept.give(result)
    }
}

/// Forwards methods, and keeps their errors.
macro_rules! keep {
    ($(fn $name:ident($($arg:ident: $ty:ty),*) -> $out:ty;)*) => {$(
        fn $name(&mut self, $($arg: $ty),*) -> Result<$out, Error> {
            let result = self.archive.$name($($arg),*);
            self.kept.keep(result)
        }
    )*};
}

macro_rules! keep_numbers_out {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        keep! { $(fn $ty(value: $ty) -> ();)* }
    };
}

impl<A: OutputArchive> OutputArchive for EraseOut<'_, A> {
    type Error = Error;

    keep! {
        fn primitive(value: Primitive<'_>) -> ();
        fn begin(shape: &'static Shape) -> Scope;
        fn variant(shape: &'static Shape, index: usize) -> Scope;
        fn unknown(scope: &Scope, retained: &Unknown) -> ();
        fn end(scope: Scope) -> ();
        fn enter(step: Step<'_>) -> ();
        fn option(is_some: bool) -> ();
        fn begin_list(len: usize) -> ();
        fn begin_tuple(len: usize) -> ();
        fn begin_map(len: usize) -> ();
        fn begin_pointer() -> ();
        fn meet_shared(object: Shared<'_>) -> bool;
        fn meet_weak(object: Shared<'_>) -> bool;
        fn link(row: u32) -> ();
        fn begin_table(table: usize, len: usize) -> ();
        fn end_table() -> ();
        fn object(kind: usize, index: usize) -> ();
        fn unit() -> ();
        fn bool(value: bool) -> ();
        fn char(value: char) -> ();
        fn str(value: &str) -> ();
        fn bytes(value: &[u8]) -> ();
    }
    for_each_number!(keep_numbers_out);
    forward! { self => self.archive;
        fn leave();
        fn end_list();
        fn end_tuple();
        fn end_map();
        fn end_pointer();
        fn graph() -> Option<&mut Graph>;
    }
    forward_shared! { self => self.archive;
        fn versions() -> Option<&Versions>;
        fn says_unknown() -> bool;
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        self.kept.locate(error, step, |error| self.archive.locate(error, step))
    }
}

macro_rules! keep_numbers_in {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        keep! { $(fn $ty() -> $ty;)* }
    };
}

impl<'a, A: InputArchive<'a>> InputArchive<'a> for EraseIn<'_, 'a, A> {
    type Error = Error;

    keep! {
        fn primitive(kind: PrimitiveKind) -> Primitive<'a>;
        fn begin(shape: &'static Shape) -> Scope;
        fn variant(shape: &'static Shape) -> Scope;
        fn unknown(scope: &Scope) -> Unknown;
        fn end(scope: Scope) -> ();
        fn enter(step: Step<'_>) -> ();
        fn option() -> bool;
        fn begin_list(min: MinSize) -> usize;
        fn begin_tuple(len: usize) -> ();
        fn begin_map(min: MinSize) -> usize;
        fn begin_pointer() -> ();
        fn claim(count: usize, bytes: usize) -> ();
        fn unit() -> ();
        fn bool() -> bool;
        fn char() -> char;
        fn str() -> Cow<'a, str>;
        fn bytes() -> Cow<'a, [u8]>;
    }
    for_each_number!(keep_numbers_in);
    forward! { self => self.archive;
        fn has(scope: &Scope, index: usize) -> bool;
        fn leave();
        fn end_list();
        fn end_tuple();
        fn end_map();
        fn end_pointer();
        fn context() -> Context<'_>;
    }
    forward_shared! { self => self.archive;
        fn limits_left() -> Left;
        fn rest() -> Option<&'a [u8]>;
        fn in_order() -> bool;
        fn offset() -> Option<u64>;
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        self.kept.locate(error, step, |error| self.archive.locate(error, step))
    }
}
