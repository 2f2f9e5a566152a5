//! Called by derived code to save what a `with` module makes of a field.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::needs_drop;
use core::ops::Deref;

use arrayvec::ArrayVec;

use super::save::is_same;
use crate::traits::{BLOCK, Batches, Room};
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
    type Form: Serialize
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
    type Form = Self;

    #[inline(always)]
    fn form(&self) -> &Self {
        self
    }
}

impl<T: Serialize> Stores<Vec<T>, Slice> for &[T] {
    type Form
        = Self
    where
        Vec<T>: Serialize;

    #[inline(always)]
    fn form(&self) -> &Self
    where
        Vec<T>: Serialize,
    {
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

/// Saves the field at `index` of many values in its stored form, which `to_stored` makes of each.
///
/// # Errors
///
/// Fails if the archive does.
#[inline(always)]
pub fn put_stored_rows<'v, A: Batches, V, S: Serialize, R: Stores<S, M>, M>(
    archive: &mut A,
    record: &Scope,
    index: usize,
    rows: &[&'v V],
    to_stored: impl Fn(&'v V) -> Option<R>,
) -> Result<(), A::Error> {
    if const { are_made_together::<R>() } {
        let made = made(rows, to_stored);
        let mut room = Room::new();
        let rows = room.gather_slice(&made, |made| made)?;
        return archive.part_rows(Step::Field(record, index), rows, R::form);
    }
    for made in rows.iter().filter_map(|row| to_stored(row)) {
        put_stored(archive, record, index, Ok(made))?;
    }
    Ok(())
}

/// The same for many values of a type that is stored as a whole like this.
///
/// # Errors
///
/// Fails if the archive does.
#[inline(always)]
pub fn stored_rows<'v, A: Batches, V: Serialize, S: Serialize, R: Stores<S, M>, M>(
    archive: &mut A,
    rows: &[&'v V],
    to_stored: impl Fn(&'v V) -> Option<R>,
) -> Result<(), A::Error> {
    if const { are_made_together::<R>() } {
        let made = made(rows, to_stored);
        return archive.rows(Room::new().gather_slice(&made, R::form)?);
    }
    archive.one_by_one(rows)
}

/// Whether many stored forms are made before any is saved: not if they own memory or hold a lock.
const fn are_made_together<R>() -> bool {
    !needs_drop::<R>() && size_of::<R>() <= 128
}

#[inline(always)]
fn made<'v, V, R>(rows: &[&'v V], to_stored: impl Fn(&'v V) -> Option<R>) -> ArrayVec<R, BLOCK> {
    rows.iter().take(BLOCK).filter_map(|row| to_stored(row)).collect()
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
