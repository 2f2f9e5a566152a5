//! What derived code calls: one function for each thing a field or variant may have in its
//! history, so that the code itself is straight lines.
//!
//! A function that an attribute names comes last, after what says which types it must have: so the
//! compiler's message can name them.

use alloc::format;
use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::hooks::{Converter, IntoHook, MutHook, RefHook, RetiredHook, UpgradeHook, refused};
use crate::rows::encode_key;
use crate::shape::{Fields, Style};
use crate::widen::Widen;
use crate::{
    Body, Deserialize, Error, ErrorKind, Field, Identity, InputArchive, Kind, Lifespan, Named,
    OutputArchive, PrimitiveKind, Record, Serialize, Shape, Size, Step, Type, Upgrade, Variant,
    length,
};

/// A field without a history; derived code states what differs.
pub const FIELD: Field = Field {
    name: "",
    renamed: &[],
    aliases: &[],
    lifespan: Lifespan::ALWAYS,
    ty: &Type { kind: Kind::Primitive(PrimitiveKind::Unit), memory: 0 },
    size: Size::plain(0),
    has_default: false,
    doc: "",
    meta: &[],
};

/// A variant without a history; derived code states what differs.
pub const VARIANT: Variant = Variant {
    name: "",
    renamed: &[],
    aliases: &[],
    tag: 0,
    lifespan: Lifespan::ALWAYS,
    fields: Fields { style: Style::Unit, list: &[] },
    doc: "",
    meta: &[],
};

/// The type of a struct or an enum.
#[must_use]
pub const fn named<T: Named>() -> Type {
    Type { kind: Kind::Named(shape::<T>), memory: size_of::<T>() }
}

/// The shape by which the hooks of a transparent type name it; it has none in schemas.
#[must_use]
pub const fn transparent(id: &'static Identity, name: &'static str) -> Shape {
    let body = Body::Struct(Fields { style: Style::Unit, list: &[] });
    Shape { id, name, renamed: &[], args: &[], version: 1, oldest: 1, body, doc: "", meta: &[] }
}

fn shape<T: Named>() -> &'static Shape {
    T::SHAPE
}

/// The size of a `pod` type, once its fields are found to lie one behind the other as rows do.
#[must_use]
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const, checked by the loop"
)]
#[allow(clippy::panic, reason = "a compile error")]
pub const fn pod_size<T: Named>(offsets: &[usize], sizes: &[usize]) -> Size {
    let mut i = 1;
    while i < offsets.len() {
        assert!(
            offsets[i - 1] <= offsets[i],
            "`pod` takes fields that lie in the order of their declaration: add `#[repr(C)]`"
        );
        i += 1;
    }
    let (mut end, mut i) = (0, 0);
    while i < offsets.len() {
        assert!(offsets[i] == end, "`pod` takes fields without padding: fill the gap with a field");
        end += sizes[i];
        i += 1;
    }
    assert!(
        end == size_of::<T>(),
        "`pod` takes fields without padding: fill the gap at the end with a field"
    );
    let size = T::SHAPE.size();
    match size.fixed {
        Some(bytes) => {
            assert!(bytes == end, "`pod` takes fields whose bytes in rows are those in memory")
        }
        None => {
            panic!("`pod` takes fields of a fixed size: numbers, arrays of them, and `pod` types")
        }
    }
    size
}

/// Saves the field at `index`, or a converted form of it.
///
/// # Errors
///
/// Those of the archive, and `result`'s.
#[inline(always)]
pub fn put<A: OutputArchive, T: Serialize>(
    archive: &mut A,
    record: &Record,
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
    record: &Record,
    index: usize,
    value: &T,
    max: usize,
) -> Result<(), A::Error> {
    match length::check_len(value, max) {
        Ok(()) => archive.field(record, index, value),
        Err(error) => Err(archive.locate(error.into(), Step::Field(record, index))),
    }
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
        .with_help("add `default = value` to its `removed(..)`, or write for a newer version"))
}

/// Leaves out a field that the version written for does not have: it must hold its default.
///
/// # Errors
///
/// It holds something else, which would be lost.
pub fn leave_out<A: OutputArchive, T: Serialize>(
    archive: &mut A,
    record: &Record,
    index: usize,
    value: &T,
    default: impl FnOnce() -> T,
) -> Result<(), A::Error> {
    let mut bytes = [Vec::new(), Vec::new()];
    let [ours, theirs] = &mut bytes;
    let versions = archive.versions();
    let encoded =
        encode_key(value, versions, ours).and_then(|()| encode_key(&default(), versions, theirs));
    let error = match encoded {
        Ok(()) if ours == theirs => return Ok(()),
        Ok(()) => lost(record),
        Err(error) => error,
    };
    Err(archive.locate(error.into(), Step::Field(record, index)))
}

#[cold]
fn lost(record: &Record) -> Error {
    let (name, version) = (record.shape.name, record.version);
    let detail =
        format!("{name} version {version} has no such field, and it does not hold its default");
    Error::new(ErrorKind::CannotWrite, detail)
}

/// Loads the field at `index` if it is no longer than `max`.
///
/// # Errors
///
/// Those of the archive, and a value that is too long.
#[inline(always)]
pub fn get_bounded<'a, A: InputArchive<'a>, T: Deserialize<'a> + length::Length>(
    archive: &mut A,
    record: &Record,
    index: usize,
    max: usize,
) -> Result<T, A::Error> {
    let value = archive.field(record, index)?;
    match length::check_len::<T>(&value, max) {
        Ok(()) => Ok(value),
        Err(error) => Err(archive.locate(error.into(), Step::Field(record, index))),
    }
}

/// Today's value of the field at `index`, of which `old` was stored, through a converter.
///
/// # Errors
///
/// The converter's.
#[inline(always)]
pub fn convert<'a, A, Old, V, R, M, F>(
    archive: &mut A,
    record: &Record,
    index: usize,
    old: Old,
    _: PhantomData<V>,
    f: F,
) -> Result<V, A::Error>
where
    A: InputArchive<'a>,
    F: Converter<Old, V, R, M>,
{
    match f.call(old, &mut archive.context()) {
        Ok(value) => Ok(value),
        Err(why) => {
            Err(refuse(archive, Step::Field(record, index), "its converter refused it", &why))
        }
    }
}

/// Loads the field at `index`, which is stored as a narrower type.
///
/// # Errors
///
/// Those of the archive.
#[inline(always)]
pub fn get_widened<'a, A: InputArchive<'a>, Old: Deserialize<'a>, V: Widen<Old>>(
    archive: &mut A,
    record: &Record,
    index: usize,
) -> Result<V, A::Error> {
    archive.field(record, index).map(V::widen)
}

/// A transparent type's value from what is stored, through a converter.
///
/// # Errors
///
/// The converter's.
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
    let result = f.call(old, &mut archive.context());
    result.map_err(|why| refused(ErrorKind::Convert, "its converter refused it", &why).into())
}

#[cold]
fn refuse<'a, A: InputArchive<'a>>(
    archive: &A,
    step: Step<'_>,
    what: &'static str,
    why: &str,
) -> A::Error {
    archive.locate(refused(ErrorKind::Convert, what, why).into(), step)
}

/// Today's variant for a removed one, by the function `into`.
///
/// # Errors
///
/// The function's.
pub fn retired<'a, A, Args, V, R, M, F>(
    archive: &mut A,
    record: &Record,
    args: Args,
    _: PhantomData<V>,
    f: F,
) -> Result<V, A::Error>
where
    A: InputArchive<'a>,
    F: RetiredHook<Args, V, R, M>,
{
    f.call(args, &mut archive.context()).map_err(|why| {
        let error = refused(ErrorKind::Convert, "`into` refused a removed variant", &why);
        error.in_record(record).into()
    })
}

/// Hands the removed value that stood at `index` to what was built without it.
///
/// # Errors
///
/// The function's.
pub fn hand_over<'a, A, T, Old, R, M, F>(
    archive: &mut A,
    record: &Record,
    index: usize,
    value: &mut T,
    old: Old,
    f: F,
) -> Result<(), A::Error>
where
    A: InputArchive<'a>,
    F: IntoHook<T, Old, (), R, M>,
{
    let result = f.call(value, old, &mut archive.context());
    result.map_err(|why| refuse(archive, Step::Field(record, index), "`into` refused it", &why))
}

/// Runs an `upgrade` hook.
///
/// # Errors
///
/// The hook's.
pub fn upgrade<'a, A, T, R, M, F>(
    archive: &mut A,
    record: &Record,
    value: &mut T,
    upgrade: &mut Upgrade,
    f: F,
) -> Result<(), A::Error>
where
    A: InputArchive<'a>,
    F: UpgradeHook<T, (), R, M>,
{
    let result = f.call(value, upgrade, &mut archive.context());
    result.map_err(|why| hook(record, "`upgrade` refused the value", &why).into())
}

/// Runs an `after_load` hook.
///
/// # Errors
///
/// The hook's.
pub fn after_load<'a, A, T, R, M, F>(
    archive: &mut A,
    record: &Record,
    value: &mut T,
    f: F,
) -> Result<(), A::Error>
where
    A: InputArchive<'a>,
    F: MutHook<T, (), R, M>,
{
    let result = f.call(value, &mut archive.context());
    result.map_err(|why| hook(record, "`after_load` refused the value", &why).into())
}

/// Runs a `validate` hook.
///
/// # Errors
///
/// The hook's.
pub fn validate<'a, A, T, R, M, F>(
    archive: &mut A,
    record: &Record,
    value: &T,
    f: F,
) -> Result<(), A::Error>
where
    A: InputArchive<'a>,
    F: RefHook<T, (), R, M>,
{
    let result = f.call(value, &mut archive.context());
    result.map_err(|why| hook(record, "`validate` refused the value", &why).into())
}

#[cold]
fn hook(record: &Record, what: &str, why: &str) -> Error {
    refused(ErrorKind::Hook, what, why).in_record(record)
}

/// A field without a default is missing.
#[cold]
#[must_use]
pub fn missing(record: &Record, index: usize) -> Error {
    Error::new(ErrorKind::MissingField, "this field is missing and has no default")
        .within(Step::Field(record, index))
}

/// A removed variant occurs that nothing stands for today.
#[cold]
#[must_use]
pub fn no_variant(record: &Record, name: &str) -> Error {
    let (ty, version) = (record.shape.name, record.version);
    let detail = format!("the variant `{ty}::{name}` of version {version} was removed");
    Error::new(ErrorKind::RetiredVariant, detail).in_record(record)
}
