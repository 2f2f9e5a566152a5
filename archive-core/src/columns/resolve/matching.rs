//! What is known of an archive when a plan for it is made.

use crate::matching::Naming;
use crate::schema::TypeDef;
use crate::{Shape, UnknownPolicy};

/// How a plan is made.
#[derive(Clone, Copy)]
pub(crate) struct Matching<'v> {
    /// Whether the schema is one that the program's types had at these versions.
    pub(crate) declared: bool,
    pub(crate) unknown: UnknownPolicy,
    pub(crate) version: &'v dyn Fn(&'static Shape) -> u32,
}

impl Matching<'_> {
    /// Which names of a type count in what the archive has of it.
    pub(super) fn naming(&self, shape: &'static Shape, their: Option<&TypeDef>) -> Naming {
        match self.declared {
            true => Naming::Declared,
            false => Naming::of(shape, their.map_or("", |def| &def.name)),
        }
    }
}
