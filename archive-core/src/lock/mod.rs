//! The lock: a file beside the code that lists every shape that ever shipped, checked by `cargo test`.
//!
//! A player's save has the shape that its type had on the day it was written. Only the type's attributes record that
//! shape, and only this file reveals when an edit changes it.
//!
//! The file has one line for each version of each type: the fingerprint of the rest of the line, then the type's own
//! shape. Nested types appear by name only, so that a change to a nested type affects no other line.
//!
//! ```text
//! f94c17cc8cedda25 Difficulty@1[0 Easy,1 Hard]
//! 39322e6fee15b12e SaveGame@1{level:u32,health:f32}
//! 56f212994a12f1a7 SaveGame@2{level:u32,health:f32,difficulty:Difficulty}
//! ```
//!
//! Names, types, tags and their order are locked; defaults are not. A changed default would also apply to older files,
//! so leave shipped defaults as they are.
//!
//! Nested types appear under their current names. When a type is renamed, existing lines of other types still have its
//! former name. The type's `renamed` attribute makes them match, and the next `ARCHIVE_LOCK=accept` writes the new
//! name. You may then delete the attribute as soon as `oldest` has passed its version.

#[cfg(feature = "std")]
mod advice;
#[cfg(feature = "std")]
mod check;
#[cfg(feature = "std")]
mod gone;
#[cfg(feature = "std")]
mod line;
#[cfg(feature = "std")]
mod program;
#[cfg(feature = "std")]
mod type_text;
#[cfg(feature = "std")]
mod verdict;

#[cfg(feature = "std")]
pub use check::{accept, check};

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::Kind;
use crate::schema::{Outline, is_library};
use crate::shape::Arg;
use crate::{Shape, Type};

/// Every shape of a type and of its nested types, in every version that can still be loaded.
///
/// [`Describe::lock`](crate::Describe::lock) creates it, [`check`] compares it with the file, and `Display` prints the
/// lines of the file.
#[derive(Clone, Debug, Default)]
pub struct Lock {
    /// By name with arguments. More than one shape only if two definitions clash.
    shapes: BTreeMap<String, Vec<&'static Shape>>,
}

impl Lock {
    /// The structs and enums that `root` reaches in any version, including through removed fields and former
    /// types: files of those versions hold them.
    pub(crate) fn of(root: &'static Type) -> Self {
        let mut lock = Self::default();
        let mut open = Vec::new();
        lock.visit(root, &mut open);
        lock.and_within(open)
    }

    /// Adds everything reachable from the shapes in `open`.
    fn and_within(mut self, mut open: Vec<&'static Shape>) -> Self {
        while let Some(shape) = open.pop() {
            shape.all_fields().for_each(|field| self.visit(field.ty, &mut open));
        }
        self
    }

    fn visit(&mut self, ty: &'static Type, open: &mut Vec<&'static Shape>) {
        if let Kind::Named(shape) = ty.kind {
            self.add(shape(), open);
        }
        ty.kind.parts().for_each(|part| self.visit(part, open));
    }

    fn add(&mut self, shape: &'static Shape, open: &mut Vec<&'static Shape>) {
        let known = self.shapes.entry(Outline::name_at(shape, shape.version)).or_default();
        if known.iter().any(|known| known.id.is(shape.id)) {
            return;
        }
        known.push(shape);
        open.push(shape);
        for arg in shape.args {
            if let Arg::Type(ty) = arg {
                self.visit(ty, open);
            }
        }
    }

    /// The user's own structs and enums. The library's types change only with the format.
    pub(crate) fn shapes(&self) -> impl Iterator<Item = &'static Shape> {
        self.shapes.values().flatten().copied().filter(|shape| !is_library(shape))
    }
}

/// The outlines of a shape in each version that can still be loaded.
fn outlines(shape: &'static Shape) -> impl Iterator<Item = Outline> {
    (shape.oldest..=shape.version).map(move |version| Outline::at(shape, version))
}

/// The lines of some outlines, sorted by name and version.
fn lines<'o>(outlines: impl Iterator<Item = &'o Outline>) -> String {
    let sorted: BTreeMap<(&str, u32), String> = outlines
        .map(|outline| {
            let line = outline.to_string();
            let fingerprint = crate::fingerprint::fingerprint(line.as_bytes());
            ((outline.name.as_str(), outline.version), format!("{fingerprint:016x} {line}\n"))
        })
        .collect();
    sorted.into_values().collect()
}

impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<Outline> = self.shapes().flat_map(outlines).collect();
        f.write_str(&lines(all.iter()))
    }
}

#[cfg(all(test, feature = "std"))]
mod tests;
