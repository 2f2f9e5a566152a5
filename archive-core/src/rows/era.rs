//! Which version each type has in an archive.

use crate::Shape;
use crate::columns::Writer;
use crate::versions::Versions;

/// Which version each type has in an archive. A sizer is compiled for each of the two:
/// for today's versions every decision is a constant.
pub trait Era: Copy {
    /// Whether the versions are today's.
    const TODAY: bool;

    /// The version of a type.
    fn version(self, shape: &'static Shape) -> u32;

    /// The versions, if they are not today's.
    fn versions(&self) -> Option<&Versions>;

    /// A writer of columns as one of today's versions, if it is that.
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

/// Types have the versions that were resolved when the archive was opened.
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
