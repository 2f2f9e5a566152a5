//! The versions at which values are saved: today's, or those of an older archive.

use crate::Shape;
use crate::columns::Writer;
use crate::versions::Versions;

/// The versions at which values are saved. Code is compiled for each of the two impls; for today's versions, every
/// decision is a constant.
pub trait Era: Copy {
    /// Whether all versions are today's.
    const TODAY: bool;

    /// The version of a type.
    fn version(self, shape: &'static Shape) -> u32;

    /// The versions, unless they are today's.
    fn versions(&self) -> Option<&Versions>;

    /// The writer of columns, if it writes today's versions.
    fn today<'w, 'p>(_: &'w mut Writer<'p, Self>) -> Option<&'w mut Writer<'p, Today>> {
        None
    }
}

/// Every type has today's version.
#[derive(Clone, Copy, Debug)]
pub struct Today;

impl Era for Today {
    const TODAY: bool = true;

    #[inline(always)]
    fn version(self, shape: &'static Shape) -> u32 {
        shape.version
    }

    #[inline(always)]
    fn versions(&self) -> Option<&Versions> {
        None
    }

    #[inline(always)]
    fn today<'w, 'p>(writer: &'w mut Writer<'p, Self>) -> Option<&'w mut Writer<'p, Self>> {
        Some(writer)
    }
}

/// Types have the versions of an older archive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past<'v>(pub(crate) &'v Versions);

impl Era for Past<'_> {
    const TODAY: bool = false;

    #[inline(always)]
    fn version(self, shape: &'static Shape) -> u32 {
        self.0.of(shape)
    }

    #[inline(always)]
    fn versions(&self) -> Option<&Versions> {
        Some(self.0)
    }
}
