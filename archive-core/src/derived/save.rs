//! Called by derived code to save fields.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use crate::hooks::{Converter, refused};
use crate::rows::{encode_key, write_today};
use crate::traits::{Batches, save_shared};
use crate::value::by_name::a;
use crate::versions::Versions;
use crate::widen::Widen;
use crate::{
    Error, ErrorKind, Limits, OutputArchive, Primitive, Scope, Serialize, Shape, Shared, Step,
    Unknown, length,
};

/// Visits a single value by the code for many.
#[inline(always)]
pub fn alone<T: Serialize, A: Batches>(value: &T, archive: &mut A) -> Result<(), A::Error> {
    archive.rows(&[value])
}

/// Prefetches a value; see `Serialize::fetch`.
#[inline(always)]
pub fn fetch<T: Serialize>(value: &T) -> u8 {
    value.fetch()
}

/// Saves the field at `index`, or a converted form of it.
///
/// # Errors
///
/// Fails if the archive does, or if `result` is an error.
#[inline(always)]
pub fn put<A: OutputArchive, T: Serialize>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    result: Result<T, Error>,
) -> Result<(), A::Error> {
    match result {
        Ok(value) => archive.field(record, index, &value),
        Err(error) => Err(archive.locate(error.into(), Step::Field(record, index))),
    }
}

/// Saves the field at `index` if its length is at most `max`.
///
/// # Errors
///
/// Fails if the archive does, or if the value is too long.
#[inline(always)]
pub fn put_bounded<A: OutputArchive, T: Serialize + length::Length>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    value: &T,
    max: usize,
) -> Result<(), A::Error> {
    match length::check_len(value, max) {
        Ok(()) => archive.field(record, index, value),
        Err(error) => Err(archive.locate(error.into(), Step::Field(record, index))),
    }
}

/// Checks that a value's length is at most `max`, then makes its stored form.
///
/// # Errors
///
/// Fails if the value is too long or cannot be converted.
#[inline(always)]
pub fn bounded<T: length::Length, Made>(
    value: &T,
    max: usize,
    make: impl FnOnce() -> Result<Made, Error>,
) -> Result<Made, Error> {
    length::check_len(value, max)?;
    make()
}

/// Narrows a field's value to its former type.
///
/// # Errors
///
/// Fails if the value does not fit.
#[inline(always)]
pub fn narrow<T: Widen<Old>, Old>(value: &T) -> Result<Old, Error> {
    value.narrow().ok_or_else(|| no_narrow(value.as_number(), core::any::type_name::<Old>()))
}

#[cold]
fn no_narrow(number: Option<&dyn fmt::Display>, former: &str) -> Error {
    let Some(number) = number else {
        let detail = "the value does not fit the former type of this field";
        return Error::new(ErrorKind::CannotWrite, detail);
    };
    let detail =
        format!("the number {number} does not fit in {}, the former type of this field", a(former));
    Error::new(ErrorKind::CannotWrite, detail)
}

/// Converts a field's value to its former type, by the function `back`.
#[inline(always)]
pub fn back<V, Old, R, M, F>(value: V, _: PhantomData<Old>, f: F) -> Result<Old, Error>
where
    F: Converter<V, Old, R, M>,
{
    let result = f.call(value, &mut crate::Context::empty());
    result.map_err(|why| refused(ErrorKind::CannotWrite, "`back` refused the value", why))
}

/// The result for a field whose value cannot be converted to its former type.
#[cold]
pub fn no_back<Old>() -> Result<Old, Error> {
    Err(Error::new(
        ErrorKind::CannotWrite,
        "the value cannot be converted back to the former type of this field",
    )
    .with_help("add `back = function` to its `was(..)`, or write for a newer version"))
}

/// The result for a removed field that an older reader expects, without a default.
#[cold]
pub fn no_default<Old>() -> Result<Old, Error> {
    Err(Error::new(ErrorKind::CannotWrite, "the older version needs this field, which was removed since")
        .with_help(
            "add `default = value` to its `removed(..)`, and to each `was(..)` inside it; or add `back = \
             function`, which takes today's value; or write for a newer version",
        ))
}

/// Leaves out a field that the target version lacks; the field must hold its default, unless the caller chose to lose what
/// the reader does not know.
///
/// # Errors
///
/// Fails if it holds another value, which would be lost.
pub fn leave_out<A: OutputArchive, T: Serialize>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    value: &T,
    default: impl FnOnce() -> T,
) -> Result<(), A::Error> {
    leave_out_stored(archive, record, index, || is_same(value, &default()))
}

/// Like [`leave_out`], given whether the stored forms are the same.
///
/// # Errors
///
/// Fails if they are not, or cannot be saved.
pub fn leave_out_stored<A: OutputArchive>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    is_same: impl FnOnce() -> Result<bool, Error>,
) -> Result<(), A::Error> {
    if archive.versions().is_some_and(Versions::is_lossy) {
        return Ok(());
    }
    left_out(archive, record, index, is_same(), lost)
}

fn left_out<A: OutputArchive>(
    archive: &A,
    record: &Scope,
    index: usize,
    is_same: Result<bool, Error>,
    lost: impl FnOnce(&Scope) -> Error,
) -> Result<(), A::Error> {
    let error = match is_same {
        Ok(true) => return Ok(()),
        Ok(false) => lost(record),
        Err(error) => error,
    };
    Err(archive.locate(error.into(), Step::Field(record, index)))
}

/// Like [`leave_out`], for a field that the program whose archive was loaded lacks.
///
/// # Errors
///
/// Fails if it holds another value than its default, which would be lost.
pub fn leave_out_newer<A: OutputArchive, T: Serialize>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    value: &T,
    default: impl FnOnce() -> T,
) -> Result<(), A::Error> {
    leave_out_newer_stored(archive, record, index, || is_same(value, &default()))
}

/// Like [`leave_out_newer`], given whether the stored forms are the same.
///
/// # Errors
///
/// Fails if they are not, or cannot be saved.
pub fn leave_out_newer_stored<A: OutputArchive>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    is_same: impl FnOnce() -> Result<bool, Error>,
) -> Result<(), A::Error> {
    left_out(archive, record, index, is_same(), |_| lost_to_newer())
}

/// Values of up to this many bytes are compared without allocating.
const SHORT: usize = 16;

/// Whether a value equals its default, compared at today's versions, since an older version may be unable to
/// represent a part of it.
pub(super) fn is_same<T: Serialize + ?Sized>(value: &T, default: &T) -> Result<bool, Error> {
    if let Some(size @ 0..=SHORT) = T::SIZE.fixed {
        let (mut ours, mut theirs) = ([0; SHORT], [0; SHORT]);
        let limits = Limits::new();
        let ours_left = write_today(value, &limits, ours.get_mut(..size).unwrap_or_default());
        let left = write_today(default, &limits, theirs.get_mut(..size).unwrap_or_default());
        // If a hand-written impl declared another size, the comparison below reports it.
        if let (Ok(0), Ok(0)) = (ours_left, left) {
            return Ok(ours == theirs);
        }
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    encode_key(default, None, &mut theirs)?;
    match encode_key(value, None, &mut ours) {
        Ok(()) => Ok(ours == theirs && !has_weak(value)?),
        // For example, a cycle.
        Err(error) if error.kind() == ErrorKind::DepthLimit => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether a value has weak pointers with targets; its bytes do not show them.
fn has_weak<T: Serialize + ?Sized>(value: &T) -> Result<bool, Error> {
    let mut found = FindWeak(false);
    save_shared::<T, Error>(value, &mut found)?;
    Ok(found.0)
}

struct FindWeak(bool);

impl OutputArchive for FindWeak {
    type Error = Error;

    fn primitive(&mut self, _: Primitive<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn meet_weak(&mut self, _: Shared<'_>) -> Result<bool, Error> {
        self.0 = true;
        Ok(true)
    }
}

#[cold]
fn lost_to_newer() -> Error {
    let detail = "the program that wrote the loaded archive has no such field, and the value is not its default";
    Error::new(ErrorKind::CannotWrite, detail).with_help(
        "reset the field to its default, or drop the retained parts with `Options::unknown(Unknown::Skip)`",
    )
}

/// Writes what a struct or variant retained.
#[inline(always)]
pub fn put_unknown<A: OutputArchive>(
    archive: &mut A,
    record: &Scope,
    held: &Unknown,
) -> Result<(), A::Error> {
    archive.unknown(record, held)
}

/// Writes an unknown variant, held by the variant at `index`.
#[cold]
pub fn put_caught<A: OutputArchive>(
    archive: &mut A,
    shape: &'static Shape,
    index: usize,
    held: &Unknown,
) -> Result<(), A::Error> {
    archive.unknown(&Scope::of_variant(shape, index, shape.version), held)
}

/// Whether the archive belongs to a program that lacks the field at `index`.
#[inline(always)]
pub fn lacks<A: OutputArchive>(archive: &A, held: &Unknown, index: usize) -> bool {
    archive.says_unknown() && held.lacks(index)
}

#[cold]
fn lost(record: &Scope) -> Error {
    let (name, version) = (record.shape.name, record.version);
    let detail =
        format!("{name} version {version} has no such field, and the value is not its default");
    Error::new(ErrorKind::CannotWrite, detail).with_help(
        "write it for a newer version; or reset the field to its default; or leave out all such fields with \
         `Options::unknown(Unknown::Skip)`",
    )
}
