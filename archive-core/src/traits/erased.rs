//! Makes `&mut dyn OutputArchive` and `&mut dyn InputArchive` archives themselves.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use super::uses_own_code;
use super::visit::list;
use super::{OwnCode, Part, Start, forward, forward_shared, load_shared, numbers, save_shared};
use crate::alone::MANY;
use crate::context::Context;
use crate::defaults::Defaults;
use crate::graph::{Graph, Left, Link, Objects, Trace};
use crate::limits::check_sizeless;
use crate::plain::Data;
use crate::primitive::for_each_number;
use crate::rows::Older;
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::rows::{OwnList, OwnValue, take_unchanged};
use crate::size::other_size;
use crate::versions::Versions;
use crate::{
    Deserialize, Error, InputArchive, MinSize, Number, OutputArchive, Primitive, PrimitiveKind,
    Scope, Serialize, Shape, Shared, Step, Type, Unknown,
};

// The steps after a part, outside the generic code, so that they are compiled only once.

#[inline(never)]
fn leave_out<E: From<Error>>(
    archive: &mut dyn OutputArchive<Error = E>,
    start: Start,
    size: usize,
    step: Step<'_>,
) -> Result<(), E> {
    if start.has_taken(size, archive.leave_part()) {
        return Ok(());
    }
    Err(archive.locate(other_size().into(), step))
}

#[inline(never)]
fn leave_in<'a, E: From<Error>>(
    archive: &mut dyn InputArchive<'a, Error = E>,
    start: Start,
    size: usize,
    step: Step<'_>,
) -> Result<(), E> {
    if start.has_taken(size, archive.leave_part()) {
        return Ok(());
    }
    Err(archive.locate_part(other_size().into(), step, Part { start, size: Some(size) }))
}

macro_rules! forward_numbers_out {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        forward! { self => (**self); $(fn $ty(value: $ty) -> Result<(), E>;)* }
    };
}

impl<E: From<Error>> OutputArchive for &mut (dyn OutputArchive<Error = E> + '_) {
    type Error = E;

    forward! { self => (**self);
        fn primitive(value: Primitive<'_>) -> Result<(), E>;
        fn begin(shape: &'static Shape) -> Result<Scope, E>;
        fn variant(shape: &'static Shape, index: usize) -> Result<Scope, E>;
        fn unknown(scope: &Scope, retained: &Unknown) -> Result<(), E>;
        fn end(scope: Scope) -> Result<(), E>;
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
        fn has_defaults(ty: &'static Type, defaults: fn(&mut Defaults));
        fn meet_shared(object: Shared<'_>) -> Result<bool, E>;
        fn meet_weak(object: Shared<'_>) -> Result<bool, E>;
        fn link(row: u32) -> Result<(), E>;
        fn begin_table(table: usize, len: usize) -> Result<(), E>;
        fn end_table() -> Result<(), E>;
        fn object(kind: usize, index: usize) -> Result<(), E>;
        fn number_bytes(bytes: &[u8], list_of: Option<usize>) -> Result<bool, E>;
        fn unit() -> Result<(), E>;
        fn bool(value: bool) -> Result<(), E>;
        fn char(value: char) -> Result<(), E>;
        fn str(value: &str) -> Result<(), E>;
        fn bytes(value: &[u8]) -> Result<(), E>;
        fn erased() -> Option<&mut dyn OutputArchive<Error = Error>>;
        fn graph() -> Option<&mut Graph>;
        fn trace() -> Option<&mut Trace>;
        fn older() -> Option<&mut dyn Older>;
    }
    for_each_number!(forward_numbers_out);
    forward_shared! { self => (**self);
        fn locate(error: E, step: Step<'_>) -> E;
        fn versions() -> Option<&Versions>;
        fn says_unknown() -> bool;
        fn room() -> Option<usize>;
        fn sees_parts() -> bool;
        fn locate_part(error: E, step: Step<'_>, part: Part) -> E;
    }

    #[inline]
    fn own<T: Serialize + ?Sized>(&mut self, value: &T) -> bool {
        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        if uses_own_code() {
            return match (**self).trace() {
                Some(trace) => trace.take_alone(value),
                None => (**self).older().is_some_and(|older| take_unchanged(older, value)),
            };
        }
        false
    }

    fn numbers<N: Number + Serialize>(&mut self, values: &[N]) -> Result<(), E> {
        let bytes = bytemuck::must_cast_slice(values);
        let is_little = cfg!(target_endian = "little");
        if is_little && (**self).number_bytes(bytes, Some(size_of::<N>()))? {
            return Ok(());
        }
        self.slice(values)
    }

    fn number_array<N: Number + Serialize>(&mut self, values: &[N]) -> Result<(), E> {
        let bytes = bytemuck::must_cast_slice(values);
        if cfg!(target_endian = "little") && (**self).number_bytes(bytes, None)? {
            return Ok(());
        }
        self.array(values)
    }

    fn slice<T: Serialize>(&mut self, values: &[T]) -> Result<(), E> {
        check_sizeless(values)?;
        let mut takes_few = || (**self).older().is_some_and(|older| older.takes_few());
        if (values.len() >= MANY || takes_few()) && self.own(values) {
            return Ok(());
        }
        self.begin_list(values.len())?;
        for (index, value) in values.iter().enumerate() {
            self.part(Step::Element(index), value)?;
        }
        self.end_list();
        Ok(())
    }

    /// Visits each value at its own step, as an element of the list.
    fn rows<T: Serialize>(&mut self, values: &[&T]) -> Result<(), E> {
        for (index, value) in values.iter().enumerate() {
            self.enter(Step::Element(index))?;
            save_shared(*value, &mut **self)?;
            self.leave();
        }
        Ok(())
    }

    // Not inlined, so that fields of the same type share one copy.
    #[inline(never)]
    fn part<T: Serialize + ?Sized>(&mut self, step: Step<'_>, value: &T) -> Result<(), E> {
        if !(**self).sees_parts() {
            return save_shared(value, &mut **self).map_err(|error| (**self).locate(error, step));
        }
        // A part of variable size cannot be checked for taking too few bytes.
        let Some(size) = (const { T::SIZE.fixed }) else {
            (**self).enter(step)?;
            save_shared(value, &mut **self).map_err(|error| (**self).locate(error, step))?;
            (**self).leave();
            return Ok(());
        };
        let start = (**self).enter_part(step)?;
        // The same copy of the type's code serves parts and other values.
        match save_shared(value, &mut **self) {
            Ok(()) => leave_out(&mut **self, start, size, step),
            Err(error) => Err((**self).locate_part(error, step, Part { start, size: Some(size) })),
        }
    }

    /// Uses the shared copy of the type's code.
    #[inline]
    fn held<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), E> {
        save_shared(value, &mut **self)
    }
}

macro_rules! forward_numbers_in {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        forward! { self => (**self); $(fn $ty() -> Result<$ty, E>;)* }
    };
}

impl<'a, E: From<Error>> InputArchive<'a> for &mut (dyn InputArchive<'a, Error = E> + '_) {
    type Error = E;

    forward! { self => (**self);
        fn primitive(kind: PrimitiveKind) -> Result<Primitive<'a>, E>;
        fn begin(shape: &'static Shape) -> Result<Scope, E>;
        fn variant(shape: &'static Shape) -> Result<Scope, E>;
        fn has(scope: &Scope, index: usize) -> bool;
        fn unknown(scope: &Scope) -> Result<Unknown, E>;
        fn end(scope: Scope) -> Result<(), E>;
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
        fn link(to: &'static Type) -> Result<Option<Link>, E>;
        fn begin_object(link: Link) -> Result<(), E>;
        fn end_object() -> Result<(), E>;
        fn claim(count: usize, bytes: usize) -> Result<(), E>;
        fn plain() -> Result<Option<Data>, E>;
        fn unit() -> Result<(), E>;
        fn bool() -> Result<bool, E>;
        fn char() -> Result<char, E>;
        fn str() -> Result<Cow<'a, str>, E>;
        fn boxed_str() -> Result<Box<str>, E>;
        fn bytes() -> Result<Cow<'a, [u8]>, E>;
        fn erased() -> Option<&mut dyn InputArchive<'a, Error = Error>>;
        fn own_code(code: &mut dyn OwnCode<'a>) -> bool;
        fn objects() -> Option<&mut Objects<'a, E>>;
        fn array_bytes(len: usize) -> Result<Option<&[u8]>, E>;
        fn number_bytes(size: usize) -> Result<Option<&[u8]>, E>;
        fn context() -> Context<'_>;
    }
    for_each_number!(forward_numbers_in);
    forward_shared! { self => (**self);
        fn locate_object(error: E, ty: &'static Type, row: usize) -> E;
        fn locate_part(error: E, step: Step<'_>, part: Part) -> E;
        fn limits_left() -> Left;
        fn room() -> Option<usize>;
        fn rest() -> Option<&'a [u8]>;
        fn in_order() -> bool;
        fn offset() -> Option<u64>;
        fn locate(error: E, step: Step<'_>) -> E;
    }

    #[inline]
    fn to_own_code(&mut self, code: &mut dyn OwnCode<'a>) -> bool {
        (**self).own_code(code)
    }

    #[inline(never)]
    fn part<T: Deserialize<'a>>(&mut self, step: Step<'_>) -> Result<T, E> {
        let size = const { T::SIZE.fixed };
        let start = (**self).enter_part(step)?;
        match load_shared(&mut **self) {
            Ok(value) => {
                match size {
                    Some(size) => leave_in(&mut **self, start, size, step)?,
                    None => (**self).leave(),
                }
                Ok(value)
            }
            Err(error) => Err((**self).locate_part(error, step, Part { start, size })),
        }
    }

    /// Uses the shared copy of the type's code.
    #[inline]
    fn held<T: Deserialize<'a>>(&mut self) -> Result<T, E> {
        load_shared(&mut **self)
    }

    #[inline]
    fn own<T: Deserialize<'a>>(&mut self) -> Option<T> {
        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        if uses_own_code() {
            let mut own = OwnValue(None);
            (**self).own_code(&mut own);
            return own.0;
        }
        None
    }

    fn numbers<N: Number + Deserialize<'a>>(&mut self) -> Result<Vec<N>, E> {
        match (**self).number_bytes(size_of::<N>())? {
            Some(bytes) => numbers(bytes),
            None => self.vec(),
        }
    }

    fn vec<T: Deserialize<'a>>(&mut self) -> Result<Vec<T>, E> {
        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        if uses_own_code() {
            let mut own = OwnList(None);
            (**self).own_code(&mut own);
            if let Some(values) = own.0 {
                return Ok(values);
            }
        }
        list(self)
    }
}

#[cfg(test)]
mod tests;
