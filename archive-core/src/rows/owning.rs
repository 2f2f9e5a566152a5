//! Reads rows from memory that a load has decompressed, from which nothing may be borrowed.

use alloc::borrow::Cow;

use super::Reader;
use crate::graph::{self, Left, Link, Objects};
use crate::primitive::for_each_number;
use crate::traits::{LoadRoot, MinSize, Part, forward, forward_shared};
use crate::{Context, Error, InputArchive, Primitive, PrimitiveKind, Scope, Shape, Step, Type};

/// Wraps a reader of rows, and returns texts and bytes as owned copies.
pub(crate) struct Owning<'r, 'b, 's, 'c, 'a>(
    &'r mut Reader<'b, 's, 'c>,
    Option<&'r mut Objects<'a, Error>>,
);

impl<'b, 's, 'c> Reader<'b, 's, 'c> {
    /// This reader, with results that borrow nothing from its input.
    pub(crate) fn owning<'a>(&mut self) -> Owning<'_, 'b, 's, 'c, 'a> {
        Owning(self, None)
    }

    /// Loads the next value, which borrows nothing, with the shared objects that it links to.
    pub(super) fn load_owned<'a>(
        &mut self,
        objects: Option<&mut Objects<'a, Error>>,
        root: &mut dyn LoadRoot<'a>,
    ) -> Result<(), Error> {
        let loaded = root.load(&mut Owning(self, objects));
        loaded.map_err(|error| self.placed(error))
    }

    /// Completes the shared objects of a value.
    pub(super) fn finish_owned(&mut self, objects: &mut Objects<'_, Error>) -> Result<(), Error> {
        graph::finish(&mut Owning(self, Some(objects)))
    }
}

macro_rules! numbers {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        impl<'a> Owning<'_, '_, '_, '_, 'a> {
            fn any(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
                match kind {
                    PrimitiveKind::Unit => Ok(Primitive::Unit),
                    PrimitiveKind::Bool => self.0.bool().map(Primitive::Bool),
                    $(PrimitiveKind::$variant => self.0.$ty().map(Primitive::$variant),)*
                    PrimitiveKind::Char => self.0.char().map(Primitive::Char),
                    PrimitiveKind::Str => {
                        let text = self.0.str()?;
                        self.0.claim(text.len(), 1)?;
                        Ok(Primitive::Str(Cow::Owned(text.into_owned())))
                    }
                    PrimitiveKind::Bytes => {
                        let bytes = self.0.bytes()?;
                        self.0.claim(bytes.len(), 1)?;
                        Ok(Primitive::Bytes(Cow::Owned(bytes.into_owned())))
                    }
                }
            }
        }
    };
}
for_each_number!(numbers);

impl<'a> InputArchive<'a> for Owning<'_, '_, '_, '_, 'a> {
    type Error = Error;

    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
        self.any(kind)
    }

    forward! { self => self.0;
        fn begin(shape: &'static Shape) -> Result<Scope, Error>;
        fn variant(shape: &'static Shape) -> Result<Scope, Error>;
        fn has(record: &Scope, index: usize) -> bool;
        fn end(record: Scope) -> Result<(), Error>;
        fn option() -> Result<bool, Error>;
        fn begin_list(min: MinSize) -> Result<usize, Error>;
        fn begin_map(min: MinSize) -> Result<usize, Error>;
        fn begin_pointer() -> Result<(), Error>;
        fn end_pointer();
        fn claim(count: usize, bytes: usize) -> Result<(), Error>;
        fn link(to: &'static Type) -> Result<Option<Link>, Error>;
        fn begin_object(link: Link) -> Result<(), Error>;
        fn end_object() -> Result<(), Error>;
        fn context() -> Context<'_>;
    }
    forward_shared! { self => self.0;
        fn locate_object(error: Error, ty: &'static Type, row: usize) -> Error;
        fn in_order() -> bool;
        fn offset() -> Option<u64>;
        fn locate(error: Error, step: Step<'_>) -> Error;
        fn locate_part(error: Error, step: Step<'_>, part: Part) -> Error;
        fn limits_left() -> Left;
        fn room() -> Option<usize>;
    }

    fn erased(&mut self) -> Option<&mut dyn InputArchive<'a, Error = Error>> {
        Some(self)
    }

    fn objects(&mut self) -> Option<&mut Objects<'a, Error>> {
        self.1.as_deref_mut()
    }
}
