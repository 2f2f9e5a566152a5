//! Called by derived code to save what a `with` module makes of a field.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Deref;

use super::save::is_same;
use crate::{Error, OutputArchive, Scope, Serialize, Step};

/// What `to_stored` returns: the stored form `S`, or a reference to one or a guard of one, so that nothing is copied. `M`
/// distinguishes them.
#[diagnostic::on_unimplemented(
    message = "`to_stored` returns a `{Self}`, but the module's `Stored` is `{S}`",
    label = "returns another type than `Stored`",
    note = "return a `{S}`, or a reference to one"
)]
pub trait Stores<S, M> {
    /// What is saved; it has the type of `S` in an archive.
    type Form: Serialize + ?Sized
    where
        S: Serialize;

    #[doc(hidden)]
    fn form(&self) -> &Self::Form
    where
        S: Serialize;
}

/// Marks the stored form itself.
#[derive(Debug)]
pub struct Owned;

/// Marks a reference or a guard.
#[derive(Debug)]
pub struct Lent;

/// Marks a slice or text for a `Vec` or `String`.
#[derive(Debug)]
pub struct Slice;

/// The type `S` itself. As a bound, it makes the compiler speak of [`Stores`], and not of what a guard leads to.
pub trait Same<S> {
    #[doc(hidden)]
    fn same(&self) -> &S;
}

impl<S> Same<S> for S {
    #[inline(always)]
    fn same(&self) -> &S {
        self
    }
}

impl<S> Stores<S, Owned> for S {
    type Form
        = S
    where
        S: Serialize;

    #[inline(always)]
    fn form(&self) -> &S
    where
        S: Serialize,
    {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<S, D: Deref<Target: Same<S>>> Stores<S, Lent> for D {
    type Form
        = S
    where
        S: Serialize;

    #[inline(always)]
    fn form(&self) -> &S
    where
        S: Serialize,
    {
        (**self).same()
    }
}

impl Stores<String, Slice> for &str {
    type Form = str;

    #[inline(always)]
    fn form(&self) -> &str {
        self
    }
}

impl<T: Serialize> Stores<Vec<T>, Slice> for &[T] {
    type Form = [T];

    #[inline(always)]
    fn form(&self) -> &[T] {
        self
    }
}

/// What is saved of a stored form.
#[inline(always)]
pub fn form<S: Serialize, R: Stores<S, M>, M>(stored: &R) -> &R::Form {
    stored.form()
}

/// Saves the field at `index` in its stored form.
///
/// # Errors
///
/// Fails if the archive does, or if `result` is an error.
#[inline(always)]
pub fn put_stored<A: OutputArchive, S: Serialize, R: Stores<S, M>, M>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    result: Result<R, Error>,
) -> Result<(), A::Error> {
    match result {
        Ok(stored) => archive.field(record, index, stored.form()),
        Err(error) => Err(archive.locate(error.into(), Step::Field(record, index))),
    }
}

/// Whether two values have the same stored form.
///
/// # Errors
///
/// One of them cannot be saved.
pub fn is_same_stored<S: Serialize, R: Stores<S, M>, M>(
    value: &R,
    default: &R,
) -> Result<bool, Error> {
    is_same(value.form(), default.form())
}

/// Saves the value of a transparent type in its stored form.
///
/// # Errors
///
/// Fails if the archive does.
#[inline(always)]
pub fn save_stored<A: OutputArchive, S: Serialize, R: Stores<S, M>, M>(
    stored: &R,
    archive: &mut A,
) -> Result<(), A::Error> {
    stored.form().serialize(archive)
}
