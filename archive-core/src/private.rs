//! What generated code names; no part of the public interface.

use alloc::format;
use core::sync::atomic::Ordering::Relaxed;

use crate::{Describe, Error, ErrorKind, Scope, Shape, VersionTable};

/// The most bytes of memory that loading a `T` reserves for a byte of input: K of the bounds, for
/// tests that measure them.
///
/// # Errors
///
/// Two different types that `T` reaches have one name.
pub fn weight<T: Describe + ?Sized>() -> Result<usize, Error> {
    let today = &crate::facts::of::<T>()?.today;
    Ok(if today.tables.is_empty() { today.weight } else { today.linked_weight })
}

/// The most bytes of memory that loading a `T` reserves for columns of so many bytes.
///
/// # Errors
///
/// As [`weight`]; or `T` has too many parts for columns.
pub fn columns_memory<T: Describe + ?Sized>(bytes: usize) -> Result<usize, Error> {
    let today = &crate::facts::of::<T>()?.today;
    let plan = today.columns(!today.tables.is_empty())?;
    Ok(plan.free.saturating_add(plan.weight.saturating_mul(bytes)))
}

/// How columns of a type at some versions were saved and loaded, for tests that ask whether it was done quickly.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// Whether the root's values are to be put together by tables.
    pub by_tables: bool,
    /// Whether tables were ever left, for a reader that goes by row number.
    pub departed: bool,
    /// Whether many values of one field were ever visited one by one.
    pub one_by_one: bool,
}

/// How columns of a `T` were saved and loaded so far: of today's versions, or of those in a table.
///
/// # Errors
///
/// As [`columns_memory`]; or `T` never had such versions.
pub fn ways<T: Describe + ?Sized>(versions: Option<&VersionTable>) -> Result<Ways, Error> {
    let facts = crate::facts::of::<T>()?;
    let past = versions.map(|versions| facts.at(versions)).transpose()?;
    let edition = past.as_deref().unwrap_or(&facts.today);
    let plan = edition.columns(false)?;
    Ok(Ways {
        by_tables: plan.is_for_tables(0),
        departed: plan.departs.load(Relaxed),
        one_by_one: plan.one_by_one.load(Relaxed),
    })
}

/// [`weight`] where names rule.
///
/// # Errors
///
/// As [`weight`].
pub fn weight_by_name<T: Describe + ?Sized>() -> Result<usize, Error> {
    crate::facts::of::<T>()?.weight_of_tree()
}

/// The error of a tag that stands for no variant.
// What it says is handed on as values that registers hold, so that the record need not stand in memory where nothing
// fails.
#[inline(always)]
#[must_use]
pub fn unknown_tag(record: &Scope) -> Error {
    tag_error(record.shape, record.version, record.tag)
}

#[cold]
#[inline(never)]
fn tag_error(shape: &'static Shape, version: u32, tag: u32) -> Error {
    let name = shape.name_at(version);
    let detail = format!("the tag {tag} stands for no variant of `{name}` version {version}");
    let (oldest, newest) = (shape.oldest, shape.version);
    Error::new(ErrorKind::UnknownTag, detail).in_type(name).with_versions(version, oldest, newest)
}
