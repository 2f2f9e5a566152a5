//! What is known about an archive when a plan for it is made.

use crate::matching::{LoadAs, Naming};
use crate::schema::TypeDef;
use crate::{Shape, UnknownPolicy};

/// How a plan is made.
#[derive(Clone, Copy)]
pub(crate) struct Matching<'v> {
    /// Whether the schema consists of this program's types, at the versions that `version` gives.
    pub(crate) declared: bool,
    pub(crate) load_as: LoadAs,
    pub(crate) unknown: UnknownPolicy,
    pub(crate) version: &'v VersionAt<'v>,
}

/// The version at which a type is read where the archive has the type that is given, or else in general.
pub(crate) type VersionAt<'v> = dyn Fn(&'static Shape, Option<&TypeDef>) -> u32 + 'v;

impl Matching<'_> {
    /// How fields and variants of a type are matched by name with those of the archive.
    pub(super) fn naming(&self, shape: &'static Shape, their: Option<&TypeDef>) -> Naming {
        match self.declared {
            true => Naming::Declared,
            false => Naming::of(shape, their.map_or("", |def| &def.name), self.load_as),
        }
    }
}
