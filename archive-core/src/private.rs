//! Used by derived code and tests; not part of the public interface.

use alloc::format;
use core::sync::atomic::Ordering::Relaxed;

use crate::{Describe, Error, ErrorKind, Scope, Shape, VersionTable};

/// The maximum memory that loading a `T` reserves per byte of input, in bytes: the factor K in the limits,
/// for tests that measure it.
///
/// # Errors
///
/// Fails if two different types that `T` reaches have the same name.
pub fn weight<T: Describe + ?Sized>() -> Result<usize, Error> {
    let today = &crate::facts::of::<T>()?.today;
    Ok(if today.tables.is_empty() { today.weight } else { today.linked_weight })
}

/// The maximum memory that loading a `T` reserves for columns of this many bytes.
///
/// # Errors
///
/// Fails like [`weight`], or if `T` has too many parts for columns.
pub fn columns_memory<T: Describe + ?Sized>(bytes: usize) -> Result<usize, Error> {
    let today = &crate::facts::of::<T>()?.today;
    let plan = today.columns(!today.tables.is_empty())?;
    Ok(plan.free.saturating_add(plan.weight.saturating_mul(bytes)))
}

/// How columns of a type were saved and loaded, for tests that check that the fast paths were used.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// Whether the root's values can be assembled by tables.
    pub by_tables: bool,
    /// Whether a load ever fell back from tables to the reader that goes by row number.
    pub departed: bool,
    /// Whether the values of a batch were ever visited one by one.
    pub one_by_one: bool,
}

/// How columns of a `T` were saved and loaded so far, at the current versions or those in a table.
///
/// # Errors
///
/// Fails like [`columns_memory`], or if `T` never had such versions.
pub fn ways<T: Describe + ?Sized>(versions: Option<&VersionTable>) -> Result<Ways, Error> {
    let facts = crate::facts::of::<T>()?;
    let past = versions.map(|versions| facts.at(versions, versions.message)).transpose()?;
    let edition = past.as_deref().unwrap_or(&facts.today);
    let plan = edition.columns(false)?;
    Ok(Ways {
        by_tables: plan.is_for_tables,
        departed: plan.departs.load(Relaxed),
        one_by_one: plan.one_by_one.load(Relaxed),
    })
}

/// [`weight`] for loading by name.
///
/// # Errors
///
/// Fails like [`weight`].
pub fn weight_by_name<T: Describe + ?Sized>() -> Result<usize, Error> {
    crate::facts::of::<T>()?.weight_of_tree()
}

/// The error for a tag that no variant has.
// Passes the parts of the record, which fit in registers, so that the record need not be in memory on the
// good path.
#[inline(always)]
#[must_use]
pub fn unknown_tag(record: &Scope) -> Error {
    tag_error(record.shape, record.version, record.tag)
}

#[cold]
#[inline(never)]
fn tag_error(shape: &'static Shape, version: u32, tag: u32) -> Error {
    let name = shape.name_at(version);
    let detail = format!("`{name}` version {version} has no variant with the tag {tag}");
    let (oldest, newest) = (shape.oldest, shape.version);
    Error::new(ErrorKind::UnknownTag, detail).in_type(name).with_versions(version, oldest, newest)
}
