//! Called by derived code to save what a `with` module makes of a field.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem::needs_drop;
use core::ops::Deref;

use arrayvec::ArrayVec;

use super::save::is_same;
use super::view::is_stored_as;
use crate::schema::todays_name;
use crate::traits::{BLOCK, Batches, Room};
use crate::with::View;
use crate::{Error, ErrorKind, InputArchive, OutputArchive, Scope, Serialize, Step};

/// What `to_stored` returns: the stored form `S`, or a reference to one, a guard of one or a view of one, so that nothing is
/// copied. `M` distinguishes them.
#[diagnostic::on_unimplemented(
    message = "`to_stored` returns a `{Self}`, but the module's `Stored` is `{S}`",
    label = "returns another type than `Stored`",
    note = "return a `{S}`, or a reference to one; an `archive::with::View` may have references in place of its parts"
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

    /// Fails if it is another type in an archive than `S`, which only a view can be.
    #[doc(hidden)]
    #[inline(always)]
    fn check() -> Result<(), Error>
    where
        S: Serialize,
    {
        Ok(())
    }
}

/// What `to_stored` returns for a value in a container, which needs the stored forms `S` themselves. `M` distinguishes them.
#[diagnostic::on_unimplemented(
    message = "`to_stored` returns a `{Self}`, but the module's `Stored` is `{S}`",
    label = "returns another type than `Stored`",
    note = "in a container, return a `{S}`, or a reference to one that is `Clone`"
)]
pub trait IntoStored<S, M> {
    #[doc(hidden)]
    fn into_stored(self) -> S;
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

/// Marks a view.
#[derive(Debug)]
pub struct Viewed;

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

impl<S, R: Serialize> Stores<S, Viewed> for View<R> {
    type Form
        = R
    where
        S: Serialize;

    #[inline(always)]
    fn form(&self) -> &R
    where
        S: Serialize,
    {
        &self.0
    }

    fn check() -> Result<(), Error>
    where
        S: Serialize,
    {
        if is_stored_as(R::TYPE, S::TYPE) {
            return Ok(());
        }
        let (own, stored) = (todays_name(R::TYPE), todays_name(S::TYPE));
        let detail = format!(
            "`to_stored` returns a view that is saved as `{own}`, but the module's `Stored` is `{stored}`"
        );
        Err(Error::new(ErrorKind::Shape, detail)
            .with_help("put references only in the place of the parts of a `Stored`"))
    }
}

impl<S> IntoStored<S, Owned> for S {
    #[inline(always)]
    fn into_stored(self) -> S {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<S: Clone, D: Deref<Target: Same<S>>> IntoStored<S, Lent> for D {
    #[inline(always)]
    fn into_stored(self) -> S {
        (*self).same().clone()
    }
}

impl IntoStored<String, Slice> for &str {
    #[inline(always)]
    fn into_stored(self) -> String {
        self.into()
    }
}

impl<T: Clone> IntoStored<Vec<T>, Slice> for &[T] {
    #[inline(always)]
    fn into_stored(self) -> Vec<T> {
        self.into()
    }
}

/// The stored form of a value in a container.
#[inline(always)]
pub fn in_container<S, R: IntoStored<S, M>, M>(stored: R) -> S {
    stored.into_stored()
}

/// What is saved of a stored form.
#[inline(always)]
pub fn form<S: Serialize, R: Stores<S, M>, M>(stored: &R) -> &R::Form {
    stored.form()
}

/// Saves what `to_stored` makes, wherever it goes: one function for all, so that the compiler says only once what is wrong with
/// what it makes.
///
/// # Errors
///
/// Fails if the archive does, or if `to_stored` does, or returns a view of something else.
#[inline(always)]
pub fn put_stored<G: Goes, S: Serialize, R: Stores<S, M>, M>(
    goes: G,
    to_stored: impl Fn(G::Value) -> Option<Result<R, Error>>,
) -> Result<(), G::Error> {
    goes.put(
        |value| R::check().map_or_else(|error| Some(Err(error)), |()| to_stored(value)),
        R::form,
    )
}

/// Saves what a module makes as if no cell were around it: a link in it cannot be set later, as only the module knows where in
/// the value it is.
///
/// # Errors
///
/// Fails if `save` does.
#[inline(always)]
pub fn out_of_cells<A: OutputArchive>(
    archive: &mut A,
    save: impl FnOnce(&mut A) -> Result<(), A::Error>,
) -> Result<(), A::Error> {
    let outside = archive.graph().map(|graph| graph.cells().enter_module());
    save(archive)?;
    if let (Some(outside), Some(graph)) = (outside, archive.graph()) {
        *graph.cells() = outside;
    }
    Ok(())
}

/// The same for loading.
///
/// # Errors
///
/// Fails if `load` does.
#[inline(always)]
pub fn loaded_out_of_cells<'a, A: InputArchive<'a>, T>(
    archive: &mut A,
    load: impl FnOnce(&mut A) -> Result<T, A::Error>,
) -> Result<T, A::Error> {
    let outside = archive.objects().map(|objects| objects.cells().enter_module());
    let loaded = load(archive)?;
    if let (Some(outside), Some(objects)) = (outside, archive.objects()) {
        *objects.cells() = outside;
    }
    Ok(loaded)
}

/// Where stored forms go, and from which values.
pub trait Goes {
    #[doc(hidden)]
    type Value;
    #[doc(hidden)]
    type Error;

    #[doc(hidden)]
    fn put<R, F: Serialize>(
        self,
        to_stored: impl Fn(Self::Value) -> Option<Result<R, Error>>,
        form: impl Fn(&R) -> &F,
    ) -> Result<(), Self::Error>;
}

/// To the field at an index.
#[derive(Debug)]
pub struct ToField<'a, A>(pub &'a mut A, pub &'a Scope, pub usize);

impl<A: OutputArchive> Goes for ToField<'_, A> {
    type Value = ();
    type Error = A::Error;

    #[inline(always)]
    fn put<R, F: Serialize>(
        self,
        to_stored: impl Fn(()) -> Option<Result<R, Error>>,
        form: impl Fn(&R) -> &F,
    ) -> Result<(), A::Error> {
        let Self(archive, record, index) = self;
        match to_stored(()) {
            Some(Ok(stored)) => archive.field(record, index, form(&stored)),
            Some(Err(error)) => Err(archive.locate(error.into(), Step::Field(record, index))),
            None => Ok(()),
        }
    }
}

/// To the field at an index of many values.
#[derive(Debug)]
pub struct ToRows<'a, 'v, A, V>(pub &'a mut A, pub &'a Scope, pub usize, pub &'a [&'v V]);

impl<'v, A: Batches, V> Goes for ToRows<'_, 'v, A, V> {
    type Value = &'v V;
    type Error = A::Error;

    #[inline(always)]
    fn put<R, F: Serialize>(
        self,
        to_stored: impl Fn(&'v V) -> Option<Result<R, Error>>,
        form: impl Fn(&R) -> &F,
    ) -> Result<(), A::Error> {
        let Self(archive, record, index, rows) = self;
        if const { are_made_together::<R>() } {
            let (made, mut room) = (made(rows, to_stored)?, Room::new());
            let rows = room.gather_slice(&made, |made| made)?;
            return archive.part_rows(Step::Field(record, index), rows, form);
        }
        rows.iter()
            .try_for_each(|row| ToField(archive, record, index).put(|()| to_stored(row), &form))
    }
}

/// To the value of a transparent type.
#[derive(Debug)]
pub struct ToValue<'a, A>(pub &'a mut A);

impl<A: OutputArchive> Goes for ToValue<'_, A> {
    type Value = ();
    type Error = A::Error;

    #[inline(always)]
    fn put<R, F: Serialize>(
        self,
        to_stored: impl Fn(()) -> Option<Result<R, Error>>,
        form: impl Fn(&R) -> &F,
    ) -> Result<(), A::Error> {
        to_stored(()).transpose()?.map_or(Ok(()), |stored| form(&stored).serialize(self.0))
    }
}

/// To many values of a transparent type.
#[derive(Debug)]
pub struct ToValues<'a, 'v, A, V>(pub &'a mut A, pub &'a [&'v V]);

impl<'v, A: Batches, V: Serialize> Goes for ToValues<'_, 'v, A, V> {
    type Value = &'v V;
    type Error = A::Error;

    #[inline(always)]
    fn put<R, F: Serialize>(
        self,
        to_stored: impl Fn(&'v V) -> Option<Result<R, Error>>,
        form: impl Fn(&R) -> &F,
    ) -> Result<(), A::Error> {
        let Self(archive, values) = self;
        if const { are_made_together::<R>() } {
            return archive.rows(Room::new().gather_slice(&made(values, to_stored)?, form)?);
        }
        archive.one_by_one(values)
    }
}

/// Whether many stored forms are made before any is saved: not if they own memory or hold a lock.
const fn are_made_together<R>() -> bool {
    !needs_drop::<R>() && size_of::<R>() <= 128
}

/// The stored forms of many values.
#[inline(always)]
fn made<'v, V, R>(
    rows: &[&'v V],
    to_stored: impl Fn(&'v V) -> Option<Result<R, Error>>,
) -> Result<ArrayVec<R, BLOCK>, Error> {
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
