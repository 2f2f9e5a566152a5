//! Archives behind a reference whose type is not known: archives themselves.

use alloc::borrow::Cow;

use crate::context::Context;
use crate::primitive::for_each_number;
use crate::versions::Versions;
use crate::{
    Error, InputArchive, MinSize, OutputArchive, Primitive, PrimitiveKind, Record, Shape, Step,
};

/// Forwards methods to what the reference points to: what they take, and what they give.
macro_rules! forward {
    ($(fn $name:ident($($arg:ident: $ty:ty),*) $(-> $out:ty)?;)*) => {$(
        #[inline]
        fn $name(&mut self, $($arg: $ty),*) $(-> $out)? {
            (**self).$name($($arg),*)
        }
    )*};
}

macro_rules! forward_numbers_out {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        forward! { $(fn $ty(value: $ty) -> Result<(), E>;)* }
    };
}

impl<E: From<Error>> OutputArchive for &mut (dyn OutputArchive<Error = E> + '_) {
    type Error = E;

    forward! {
        fn primitive(value: Primitive<'_>) -> Result<(), E>;
        fn begin(shape: &'static Shape) -> Result<Record, E>;
        fn variant(shape: &'static Shape, index: usize) -> Result<Record, E>;
        fn end(record: Record) -> Result<(), E>;
        fn enter(step: Step<'_>) -> Result<(), E>;
        fn leave();
        fn option(is_some: bool) -> Result<(), E>;
        fn begin_list(len: usize) -> Result<(), E>;
        fn end_list();
        fn begin_tuple(len: usize) -> Result<(), E>;
        fn end_tuple();
        fn begin_map(len: usize) -> Result<(), E>;
        fn end_map();
        fn begin_pointer() -> Result<(), E>;
        fn end_pointer();
        fn unit() -> Result<(), E>;
        fn bool(value: bool) -> Result<(), E>;
        fn char(value: char) -> Result<(), E>;
        fn str(value: &str) -> Result<(), E>;
        fn bytes(value: &[u8]) -> Result<(), E>;
    }
    for_each_number!(forward_numbers_out);

    #[inline]
    fn locate(&self, error: E, step: Step<'_>) -> E {
        (**self).locate(error, step)
    }

    #[inline]
    fn versions(&self) -> Option<&Versions> {
        (**self).versions()
    }
}

macro_rules! forward_numbers_in {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        forward! { $(fn $ty() -> Result<$ty, E>;)* }
    };
}

impl<'a, E: From<Error>> InputArchive<'a> for &mut (dyn InputArchive<'a, Error = E> + '_) {
    type Error = E;

    forward! {
        fn primitive(kind: PrimitiveKind) -> Result<Primitive<'a>, E>;
        fn begin(shape: &'static Shape) -> Result<Record, E>;
        fn variant(shape: &'static Shape) -> Result<Record, E>;
        fn has(record: &Record, index: usize) -> bool;
        fn end(record: Record) -> Result<(), E>;
        fn enter(step: Step<'_>) -> Result<(), E>;
        fn leave();
        fn option() -> Result<bool, E>;
        fn begin_list(min: MinSize) -> Result<usize, E>;
        fn end_list();
        fn begin_tuple(len: usize) -> Result<(), E>;
        fn end_tuple();
        fn begin_map(min: MinSize) -> Result<usize, E>;
        fn end_map();
        fn begin_pointer() -> Result<(), E>;
        fn end_pointer();
        fn claim(count: usize, bytes: usize) -> Result<(), E>;
        fn unit() -> Result<(), E>;
        fn bool() -> Result<bool, E>;
        fn char() -> Result<char, E>;
        fn str() -> Result<Cow<'a, str>, E>;
        fn bytes() -> Result<Cow<'a, [u8]>, E>;
    }
    for_each_number!(forward_numbers_in);

    #[inline]
    fn rest(&self) -> Option<&'a [u8]> {
        (**self).rest()
    }

    #[inline]
    fn locate(&self, error: E, step: Step<'_>) -> E {
        (**self).locate(error, step)
    }

    #[inline]
    fn context(&mut self) -> Context<'_> {
        (**self).context()
    }
}
