//! What derived code calls to save.

use alloc::format;
use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::hooks::{Converter, refused};
use crate::rows::{encode_key, write_today};
use crate::traits::{Batches, save_shared};
use crate::widen::Widen;
use crate::{
    Error, ErrorKind, Limits, OutputArchive, Primitive, Scope, Serialize, Shape, Shared, Step,
    Unknown, length,
};

/// Visits a value that stands alone by the code for many.
///
/// # Errors
///
/// Those of the visits.
#[inline(always)]
pub fn alone<T: Serialize, A: Batches>(value: &T, archive: &mut A) -> Result<(), A::Error> {
    archive.rows(&[value])
}

/// Brings a value into the cache; see `Serialize::fetch`.
#[inline(always)]
pub fn fetch<T: Serialize>(value: &T) -> u8 {
    value.fetch()
}

/// Saves the field at `index`, or a converted form of it.
///
/// # Errors
///
/// Those of the archive, and `result`'s.
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

/// Saves the field at `index` if it is no longer than `max`.
///
/// # Errors
///
/// Those of the archive, and a value that is too long.
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

/// What is made of a value that is no longer than `max`.
///
/// # Errors
///
/// It is longer; and those of making it.
#[inline(always)]
pub fn bounded<T: length::Length, Made>(
    value: &T,
    max: usize,
    make: impl FnOnce() -> Result<Made, Error>,
) -> Result<Made, Error> {
    length::check_len(value, max)?;
    make()
}

/// A field's value as its former type, which is narrower.
///
/// # Errors
///
/// The value does not fit.
#[inline(always)]
pub fn narrow<T: Widen<Old>, Old>(value: &T) -> Result<Old, Error> {
    value.narrow().ok_or_else(|| {
        Error::new(ErrorKind::CannotWrite, "the value does not fit the type that this field had")
    })
}

/// A field's value as its former type, by the function `back`.
///
/// # Errors
///
/// The function's.
#[inline(always)]
pub fn back<V, Old, R, M, F>(value: V, _: PhantomData<Old>, f: F) -> Result<Old, Error>
where
    F: Converter<V, Old, R, M>,
{
    let result = f.call(value, &mut crate::Context::empty());
    result.map_err(|why| refused(ErrorKind::CannotWrite, "`back` refused the value", &why))
}

/// A field's value cannot be said as its former type.
///
/// # Errors
///
/// Always.
#[cold]
pub fn no_back<Old>() -> Result<Old, Error> {
    Err(Error::new(ErrorKind::CannotWrite, "there is no way back to the type that this field had")
        .with_help("add `back = function` to its `was(..)`, or write for a newer version"))
}

/// An older reader expects a field that is gone and has no default for it.
///
/// # Errors
///
/// Always.
#[cold]
pub fn no_default<Old>() -> Result<Old, Error> {
    Err(Error::new(ErrorKind::CannotWrite, "the older version has this field, which is gone today")
        .with_help(
            "add `default = value` to its `removed(..)`, and to each `was(..)` in that; or `back = function` that takes the \
             value as it is today; or write for a newer version",
        ))
}

/// Leaves out a field that the version written for does not have: it must hold its default.
///
/// # Errors
///
/// It holds something else, which would be lost.
pub fn leave_out<A: OutputArchive, T: Serialize>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    value: &T,
    default: impl FnOnce() -> T,
) -> Result<(), A::Error> {
    let error = match is_same(value, &default()) {
        Ok(true) => return Ok(()),
        Ok(false) => lost(record),
        Err(error) => error,
    };
    Err(archive.locate(error.into(), Step::Field(record, index)))
}

/// As [`leave_out`], of a field that the program does not have whose archive was loaded.
///
/// # Errors
///
/// It holds something else than its default, which would be lost.
pub fn leave_out_newer<A: OutputArchive, T: Serialize>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    value: &T,
    default: impl FnOnce() -> T,
) -> Result<(), A::Error> {
    let error = match is_same(value, &default()) {
        Ok(true) => return Ok(()),
        Ok(false) => lost_to_newer(),
        Err(error) => error,
    };
    Err(archive.locate(error.into(), Step::Field(record, index)))
}

/// Values of so many bytes need no memory to be compared.
const SHORT: usize = 16;

/// Whether a value is the same as its default at today's versions: a part of it may say what no older one can.
fn is_same<T: Serialize>(value: &T, default: &T) -> Result<bool, Error> {
    if let Some(size @ 0..=SHORT) = T::SIZE.fixed {
        let (mut ours, mut theirs) = ([0; SHORT], [0; SHORT]);
        let limits = Limits::new();
        let ours_left = write_today(value, &limits, ours.get_mut(..size).unwrap_or_default());
        let left = write_today(default, &limits, theirs.get_mut(..size).unwrap_or_default());
        // An impl by hand that takes another size is told by what measures it.
        if let (Ok(0), Ok(0)) = (ours_left, left) {
            return Ok(ours == theirs);
        }
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    encode_key(default, None, &mut theirs)?;
    match encode_key(value, None, &mut ours) {
        Ok(()) => Ok(ours == theirs && !has_weak(value)?),
        // A circle, for one.
        Err(error) if error.kind() == ErrorKind::DepthLimit => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether weak pointers in a value lead somewhere, which its bytes do not say.
fn has_weak<T: Serialize>(value: &T) -> Result<bool, Error> {
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
    let detail =
        "the program whose archive was loaded has no such field, and it does not hold its default";
    Error::new(ErrorKind::CannotWrite, detail).with_help(
        "reset the field; or save without what was retained by `Options::unknown(Unknown::Skip)`",
    )
}

/// Hands over what a struct or variant retained.
///
/// # Errors
///
/// Those of the archive.
#[inline(always)]
pub fn put_unknown<A: OutputArchive>(
    archive: &mut A,
    record: &Scope,
    held: &Unknown,
) -> Result<(), A::Error> {
    archive.unknown(record, held)
}

/// Hands over a variant that is unknown, which stands at `index`.
///
/// # Errors
///
/// Those of the archive.
#[cold]
pub fn put_caught<A: OutputArchive>(
    archive: &mut A,
    shape: &'static Shape,
    index: usize,
    held: &Unknown,
) -> Result<(), A::Error> {
    archive.unknown(&Scope::of_variant(shape, index, shape.version), held)
}

/// Whether the archive is that of a program without the field at `index`.
#[inline(always)]
pub fn lacks<A: OutputArchive>(archive: &A, held: &Unknown, index: usize) -> bool {
    archive.says_unknown() && held.lacks(index)
}

#[cold]
fn lost(record: &Scope) -> Error {
    let (name, version) = (record.shape.name, record.version);
    let detail =
        format!("{name} version {version} has no such field, and it does not hold its default");
    Error::new(ErrorKind::CannotWrite, detail)
}
