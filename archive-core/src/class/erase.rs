//! Archives with the one error of this library, whatever their own is: what a class, whose type is not
//! known, is saved into and loaded from.

use alloc::borrow::Cow;
use core::cell::Cell;

use crate::context::Context;
use crate::graph::Graph;
use crate::primitive::for_each_number;
use crate::versions::Versions;
use crate::{
    Error, ErrorKind, InputArchive, MinSize, OutputArchive, Primitive, PrimitiveKind, Scope, Shape,
    Step,
};

/// An archive that keeps its own error, and gives out another for it.
pub(super) struct EraseOut<'r, A: OutputArchive> {
    archive: &'r mut A,
    error: Cell<Option<A::Error>>,
}

/// An archive that keeps its own error, and gives out another for it.
pub(super) struct EraseIn<'r, 'a, A: InputArchive<'a>> {
    archive: &'r mut A,
    error: Cell<Option<A::Error>>,
    input: core::marker::PhantomData<&'a ()>,
}

#[cold]
fn kept() -> Error {
    Error::new(ErrorKind::Shape, "")
}

impl<'r, A: OutputArchive> EraseOut<'r, A> {
    /// Visits a value through the archive.
    pub(super) fn visit(
        archive: &'r mut A,
        visit: impl FnOnce(&mut dyn OutputArchive<Error = Error>) -> Result<(), Error>,
    ) -> Result<(), A::Error> {
        if let Some(erased) = archive.erased() {
            return visit(erased).map_err(A::Error::from);
        }
        let mut erased = Self { archive, error: Cell::new(None) };
        let result = visit(&mut erased);
        result.map_err(|error| erased.error.take().unwrap_or_else(|| error.into()))
    }

    fn keep<R>(&mut self, result: Result<R, A::Error>) -> Result<R, Error> {
        result.map_err(|error| {
            self.error.set(Some(error));
            kept()
        })
    }
}

impl<'r, 'a, A: InputArchive<'a>> EraseIn<'r, 'a, A> {
    /// Builds a value through the archive.
    pub(super) fn visit<R>(
        archive: &'r mut A,
        visit: impl FnOnce(&mut dyn InputArchive<'a, Error = Error>) -> Result<R, Error>,
    ) -> Result<R, A::Error> {
        if let Some(erased) = archive.erased() {
            return visit(erased).map_err(A::Error::from);
        }
        let mut erased = Self { archive, error: Cell::new(None), input: core::marker::PhantomData };
        let result = visit(&mut erased);
        result.map_err(|error| erased.error.take().unwrap_or_else(|| error.into()))
    }

    fn keep<R>(&mut self, result: Result<R, A::Error>) -> Result<R, Error> {
        result.map_err(|error| {
            self.error.set(Some(error));
            kept()
        })
    }
}

/// Forwards methods, and keeps the error.
macro_rules! forward {
    ($(fn $name:ident($($arg:ident: $ty:ty),*) -> $out:ty;)*) => {$(
        fn $name(&mut self, $($arg: $ty),*) -> Result<$out, Error> {
            let result = self.archive.$name($($arg),*);
            self.keep(result)
        }
    )*};
}

macro_rules! forward_numbers_out {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        forward! { $(fn $ty(value: $ty) -> ();)* }
    };
}

impl<A: OutputArchive> OutputArchive for EraseOut<'_, A> {
    type Error = Error;

    forward! {
        fn primitive(value: Primitive<'_>) -> ();
        fn begin(shape: &'static Shape) -> Scope;
        fn variant(shape: &'static Shape, index: usize) -> Scope;
        fn end(scope: Scope) -> ();
        fn enter(step: Step<'_>) -> ();
        fn option(is_some: bool) -> ();
        fn begin_list(len: usize) -> ();
        fn begin_tuple(len: usize) -> ();
        fn begin_map(len: usize) -> ();
        fn begin_pointer() -> ();
        fn link(row: u32) -> ();
        fn begin_table(table: usize, len: usize) -> ();
        fn end_table(table: usize) -> ();
        fn object(kind: usize, index: usize) -> ();
        fn unit() -> ();
        fn bool(value: bool) -> ();
        fn char(value: char) -> ();
        fn str(value: &str) -> ();
        fn bytes(value: &[u8]) -> ();
    }
    for_each_number!(forward_numbers_out);

    fn leave(&mut self) {
        self.archive.leave();
    }

    fn end_list(&mut self) {
        self.archive.end_list();
    }

    fn end_tuple(&mut self) {
        self.archive.end_tuple();
    }

    fn end_map(&mut self) {
        self.archive.end_map();
    }

    fn end_pointer(&mut self) {
        self.archive.end_pointer();
    }

    fn graph(&mut self) -> Option<&mut Graph> {
        self.archive.graph()
    }

    fn versions(&self) -> Option<&Versions> {
        self.archive.versions()
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        match self.error.take() {
            Some(kept) => {
                self.error.set(Some(self.archive.locate(kept, step)));
                error
            }
            None => error.within(step),
        }
    }
}

macro_rules! forward_numbers_in {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        forward! { $(fn $ty() -> $ty;)* }
    };
}

impl<'a, A: InputArchive<'a>> InputArchive<'a> for EraseIn<'_, 'a, A> {
    type Error = Error;

    forward! {
        fn primitive(kind: PrimitiveKind) -> Primitive<'a>;
        fn begin(shape: &'static Shape) -> Scope;
        fn variant(shape: &'static Shape) -> Scope;
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
    for_each_number!(forward_numbers_in);

    fn has(&mut self, scope: &Scope, index: usize) -> bool {
        self.archive.has(scope, index)
    }

    fn leave(&mut self) {
        self.archive.leave();
    }

    fn end_list(&mut self) {
        self.archive.end_list();
    }

    fn end_tuple(&mut self) {
        self.archive.end_tuple();
    }

    fn end_map(&mut self) {
        self.archive.end_map();
    }

    fn end_pointer(&mut self) {
        self.archive.end_pointer();
    }

    fn rest(&self) -> Option<&'a [u8]> {
        self.archive.rest()
    }

    fn in_order(&self) -> bool {
        self.archive.in_order()
    }

    fn offset(&self) -> Option<u64> {
        self.archive.offset()
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        match self.error.take() {
            Some(kept) => {
                self.error.set(Some(self.archive.locate(kept, step)));
                error
            }
            None => error.within(step),
        }
    }

    fn context(&mut self) -> Context<'_> {
        self.archive.context()
    }
}
