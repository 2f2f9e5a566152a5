//! Called by derived code to load fields.

use alloc::format;
use core::marker::PhantomData;

use crate::graph;
use crate::hooks::{Converter, Refusal, refused};
use crate::widen::Widen;
use crate::{Deserialize, Error, ErrorKind, Fields, InputArchive, Scope, Shape, Step, length};

/// Runs `f` as a separate function, so that a large type does not become one large function.
#[inline(never)]
pub fn separate<T>(f: impl FnOnce() -> T) -> T {
    f()
}

/// Loads the field at `index` and checks that its length is at most `max`.
///
/// # Errors
///
/// Fails if the archive does, or if the value is too long.
#[inline(always)]
pub fn get_bounded<'a, A: InputArchive<'a>, T: Deserialize<'a> + length::Length>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    max: usize,
) -> Result<T, A::Error> {
    let value = archive.field(record, index)?;
    bound::<A, T>(archive, record, index, &value, max).map(|()| value)
}

/// Checks that the length of the field at `index` is at most `max`.
///
/// # Errors
///
/// Fails if it is longer.
#[inline(always)]
pub fn bound<'a, A: InputArchive<'a>, T: length::Length>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    value: &T,
    max: usize,
) -> Result<(), A::Error> {
    match length::check_len::<T>(value, max) {
        Ok(()) => Ok(()),
        Err(error) => Err(archive.locate(error.into(), Step::Field(record, index))),
    }
}

/// The position of a field, for an error found only after it was read.
#[derive(Clone, Copy, Debug)]
pub struct Place<'r> {
    pub(super) step: Step<'r>,
    pub(super) offset: Option<u64>,
}

/// The position of the field at `index`, which is read next.
#[inline(always)]
pub fn place<'a, 'r, A: InputArchive<'a>>(
    archive: &A,
    record: &'r Scope,
    index: usize,
) -> Place<'r> {
    Place { step: Step::Field(record, index), offset: archive.offset() }
}

/// Converts `old`, the stored value of the field at a place, to today's type.
#[inline(always)]
pub fn convert<'a, A, Old, V, R, M, F>(
    archive: &mut A,
    place: Place<'_>,
    old: Old,
    _: PhantomData<V>,
    f: F,
) -> Result<V, A::Error>
where
    A: InputArchive<'a>,
    F: Converter<Old, V, R, M>,
{
    graph::settle(archive, place.step)?;
    let made =
        archive.context().convert(|context| f.call(old, context).map_err(|why| refusal("", why)));
    made.map_err(|error| refuse(archive, place, error))
}

/// Loads the field at `index`, stored as a narrower type, and widens it.
#[inline(always)]
pub fn get_widened<'a, A: InputArchive<'a>, Old: Deserialize<'a>, V: Widen<Old>>(
    archive: &mut A,
    record: &Scope,
    index: usize,
) -> Result<V, A::Error> {
    let step = Step::Field(record, index);
    let old = if const { V::COPIES } {
        graph::with_copies(archive, step, |archive| archive.field(record, index))?
    } else {
        archive.field(record, index)?
    };
    // A value that is no longer shared is copied from its object, which must be complete.
    graph::settle(archive, step)?;
    Ok(V::widen(old))
}

/// Converts the stored value of a transparent type.
#[inline(always)]
pub fn converted<'a, A, Old, V, R, M, F>(
    archive: &mut A,
    old: Old,
    _: PhantomData<V>,
    f: F,
) -> Result<V, A::Error>
where
    A: InputArchive<'a>,
    F: Converter<Old, V, R, M>,
{
    Ok(archive.context().convert(|context| f.call(old, context).map_err(|why| refusal("", why)))?)
}

/// The error for a value that a converter refused, or for a part of it at a path.
#[cold]
pub(crate) fn refusal(path: &str, why: Refusal) -> Error {
    match why {
        Refusal::Failed(error) if error.is_of_part() => error.behind(path),
        why => refused(ErrorKind::Convert, "its converter refused it", why).at_path(path),
    }
}

/// The error of a converter, with the place of its value.
#[cold]
pub(crate) fn refuse<'a, A: InputArchive<'a>>(
    archive: &A,
    place: Place<'_>,
    mut error: Error,
) -> A::Error {
    if let Some(offset) = place.offset {
        error = error.at_offset(offset);
    }
    archive.locate(error.into(), place.step)
}

/// The error for a missing field without a default.
#[inline(always)]
#[must_use]
pub fn missing(record: &Scope, index: usize) -> Error {
    missing_in(record.shape, record.all, (record.version, record.tag), index)
}

// Takes the record's parts, which fit in registers, so that the record need not be in memory on the good
// path.
#[cold]
#[inline(never)]
fn missing_in(
    shape: &'static Shape,
    all: &'static Fields,
    (version, tag): (u32, u32),
    index: usize,
) -> Error {
    let record = Scope { shape, all, version, tag, place: 0 };
    Error::new(ErrorKind::MissingField, "this field is missing and has no default")
        .within(Step::Field(&record, index))
}

/// The error for a removed variant without an `into`.
#[inline(always)]
#[must_use]
pub fn no_variant(record: &Scope, name: &str) -> Error {
    removed(record.shape, record.version, name)
}

#[cold]
#[inline(never)]
fn removed(shape: &'static Shape, version: u32, name: &str) -> Error {
    let ty = shape.name;
    let detail = format!("the variant `{ty}::{name}` of version {version} was removed");
    Error::new(ErrorKind::RetiredVariant, detail).in_record(&Scope::of_struct(shape, version))
}
