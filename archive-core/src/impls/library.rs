//! Helpers for structs and enums of the standard library: their shapes, and visits of their fields.

use crate::derived::{FIELD, VARIANT};
use crate::shape::{Body, Fields, Style};
use crate::traits::Batches;
use crate::{
    Arg, Describe, Deserialize, Error, Field, Identity, InputArchive, Number, OutputArchive,
    Serialize, Shape, Step, Variant,
};

/// The shape of a type of the standard library. It has one version and never changes.
pub(super) const fn shape(
    id: &'static Identity,
    name: &'static str,
    args: &'static [Arg],
    body: Body,
) -> Shape {
    Shape { id, name, renamed: &[], args, version: 1, oldest: 1, body, doc: "", meta: &[] }
}

/// The body of a struct with named fields.
pub(super) const fn fields(list: &'static [Field]) -> Body {
    Body::Struct(Fields { style: Style::Named, list })
}

/// A field that holds a `T`.
pub(super) const fn field<T: Describe>(name: &'static str) -> Field {
    Field { name, ty: T::TYPE, size: T::SIZE, ..FIELD }
}

/// A variant with the fields in `list`: one unnamed field, or none.
pub(super) const fn variant(tag: u32, name: &'static str, list: &'static [Field]) -> Variant {
    let style = if list.is_empty() { Style::Unit } else { Style::Tuple };
    Variant { name, tag, fields: Fields { style, list }, ..VARIANT }
}

/// Implements [`Describe`] for types that are [`Named`](crate::Named).
macro_rules! describe_named {
    ($([$($generic:ident),*] $ty:ty;)*) => {$(
        impl<$($generic: Describe),*> Describe for $ty {
            const TYPE: &'static Type = &named::<Self>();
            const SIZE: Size = <Self as Named>::SHAPE.size();
        }
    )*};
}
pub(super) use describe_named;

/// Saves a struct of one field.
#[inline(always)]
pub(super) fn save_one<A: OutputArchive, T: Serialize>(
    archive: &mut A,
    shape: &'static Shape,
    value: &T,
) -> Result<(), A::Error> {
    let record = archive.begin(shape)?;
    archive.field(&record, 0, value)?;
    archive.end(record)
}

/// Loads a struct of one field.
#[inline(always)]
pub(super) fn load_one<'a, A: InputArchive<'a>, T: Deserialize<'a>>(
    archive: &mut A,
    shape: &'static Shape,
) -> Result<T, A::Error> {
    let record = archive.begin(shape)?;
    let value = archive.field(&record, 0)?;
    archive.end(record)?;
    Ok(value)
}

/// Saves a struct of two fields.
#[inline(always)]
pub(super) fn save_two<A: OutputArchive, T: Serialize, U: Serialize>(
    archive: &mut A,
    shape: &'static Shape,
    (first, second): (&T, &U),
) -> Result<(), A::Error> {
    let record = archive.begin(shape)?;
    archive.field(&record, 0, first)?;
    archive.field(&record, 1, second)?;
    archive.end(record)
}

/// Saves many structs of two number fields.
#[inline(always)]
pub(super) fn save_two_rows<'v, A, T, N, M>(
    archive: &mut A,
    shape: &'static Shape,
    values: &[&'v T],
    (first, second): (impl Fn(&'v T) -> N, impl Fn(&'v T) -> M),
) -> Result<(), A::Error>
where
    A: Batches,
    N: Number + Serialize,
    M: Number + Serialize,
{
    let record = archive.begin_rows(shape)?;
    archive.enter(Step::Field(&record, 0))?;
    archive.number_rows(values, first)?;
    archive.leave();
    archive.enter(Step::Field(&record, 1))?;
    archive.number_rows(values, second)?;
    archive.leave();
    archive.end_rows(record)
}

/// Loads a struct of two fields, and makes a value from them.
#[inline(always)]
pub(super) fn load_two<'a, A: InputArchive<'a>, T: Deserialize<'a>, U: Deserialize<'a>, V>(
    archive: &mut A,
    shape: &'static Shape,
    make: impl FnOnce(T, U) -> Result<V, Error>,
) -> Result<V, A::Error> {
    let record = archive.begin(shape)?;
    let first = archive.field(&record, 0)?;
    let second = archive.field(&record, 1)?;
    let value = make(first, second)?;
    archive.end(record)?;
    Ok(value)
}

/// Saves the variant at `index` with its one field.
#[inline(always)]
pub(super) fn save_variant<A: OutputArchive, T: Serialize>(
    archive: &mut A,
    shape: &'static Shape,
    index: usize,
    value: &T,
) -> Result<(), A::Error> {
    let record = archive.variant(shape, index)?;
    archive.field(&record, 0, value)?;
    archive.end(record)
}
