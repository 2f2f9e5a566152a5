//! Plans: how each part of the program's type is read from, or written to, the columns of an archive.
//!
//! A plan is made once for each pair of type and schema ([`resolve`](super::resolve)). Its spots are the parts of the
//! type; spot 0 is the type itself.

use alloc::string::String;
use alloc::vec::Vec;
use core::sync::atomic::AtomicBool;

use super::tree::{Part, Tree};
use crate::schema::static_name;
use crate::value::by_name::or_other_name;
use crate::{Error, Field, PrimitiveKind, Shape, Type};

/// What to do at a part of the program's type, given what the archive has there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// The archive does not have this part.
    Absent,
    /// `()`: has no columns.
    Unit,
    /// A number, of this kind in the program.
    Number(PrimitiveKind),
    Text,
    Bytes,
    Option,
    /// An option in the program, but a plain value in the archive.
    Always,
    List,
    /// A list in the program, but an array of this length in the archive.
    FixedList(usize),
    /// Bytes in the program, but an array of this length in the archive.
    FixedBytes(usize),
    Map,
    Array(usize),
    Tuple,
    Struct,
    Enum,
    Variant,
    /// A value in rows, whose types are earlier or current versions of this program's.
    Rows,
    /// A value in rows that another program's types wrote.
    ForeignRows,
    /// Links to objects in this table.
    Link(usize),
    /// Links to objects in the archive, but the object itself in the program.
    Follow(usize),
}

/// A part of the program's type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) act: Act,
    /// The spot of the first part; the spots of the others follow it.
    pub(crate) first: usize,
    /// The number of parts.
    pub(crate) len: usize,
    /// The node of the archive's tree that this spot is read from, or [`NONE`].
    pub(crate) node: usize,
    /// The version that a struct or enum has in the archive.
    pub(crate) version: u32,
    /// The number of structs, enums and pointers around it.
    pub(crate) depth: u32,
    /// The tag that a variant has in this program.
    pub(crate) tag: u32,
    /// For an enum: the index in [`Plan::tags`] of the tag of its first part.
    pub(crate) tags: usize,
    /// Whether the tags of an enum take four bytes each.
    pub(crate) is_wide: bool,
    /// The node of an option in the archive that must have a value in every row, because the program has no option
    /// here; or [`NONE`].
    pub(crate) required: usize,
    /// The number of pointers in the program's type that lead directly to it.
    pub(crate) pointers: u32,
    /// Whether it is a plain list in the program, which is read as a whole.
    pub(crate) is_list: bool,
    /// Whether it is an option or enum whose form in rows may differ in older versions.
    pub(crate) evolves: bool,
    /// Whether it is a recursive struct or enum.
    pub(crate) is_recursive: bool,
    /// Whether it is a value in rows that may link to shared objects.
    pub(crate) has_links: bool,
    /// Whether a struct or enum of another program, matched by names, has other fields, variants or tags than this
    /// program's.
    pub(crate) differs: bool,
}

/// No node.
pub(crate) const NONE: usize = usize::MAX;

pub(super) const ABSENT: Spot = Spot {
    act: Act::Absent,
    first: 0,
    len: 0,
    node: NONE,
    version: 0,
    depth: 0,
    tag: 0,
    tags: 0,
    is_wide: false,
    required: NONE,
    pointers: 0,
    is_list: false,
    evolves: false,
    is_recursive: false,
    has_links: false,
    differs: false,
};

/// A type resolved against a schema.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) tree: Tree,
    pub(crate) spots: Vec<Spot>,
    /// The memory that the elements beyond the first 4096 of a column may take for each byte of the column.
    pub(crate) weight: usize,
    /// The memory that elements may take without any bytes in a column.
    pub(crate) free: usize,
    /// Fields of the archive that the program does not have.
    pub(crate) unknown: Vec<UnknownField>,
    /// The types that are read by name and that the archive has at another version than the program.
    pub(super) other_versions: Vec<(&'static Shape, u32)>,
    /// Whether the archive has another kind of sequence somewhere than the program. Such data is read as a tree first.
    pub(super) is_for_trees: bool,
    /// The spot of each node of the tree, or [`NONE`].
    pub(crate) spot_of: Vec<usize>,
    /// The archive's tags of the variants of all enums.
    pub(crate) tags: Vec<u32>,
    /// Whether `tables` can read all of it.
    pub(crate) is_for_tables: bool,
    /// Set once `tables` has failed where the reader by row number succeeds: an impl does not visit what it declares.
    pub(crate) departs: AtomicBool,
    /// Set once saving many values together has failed where saving them one by one succeeds.
    pub(crate) one_by_one: AtomicBool,
    /// The tables of shared objects, each with the type that the program has for its objects.
    pub(crate) tables: Vec<TablePlan>,
}

/// A field of the archive that the program does not have.
#[derive(Debug)]
pub(crate) struct UnknownField {
    pub(super) name: String,
    /// The program's type that lacks it.
    pub(super) shape: &'static Shape,
}

/// A table of shared objects, read as one of the program's types.
#[derive(Debug)]
pub(crate) struct TablePlan {
    /// The index of the table.
    pub(crate) table: usize,
    /// The type's name.
    pub(super) name: String,
    pub(super) ty: &'static Type,
    /// The spot of the table as a list; the spot of its elements follows.
    pub(crate) spot: usize,
}

/// The number of elements of a column that need not take a bit each (FORMAT.md §7.2).
pub(crate) const FREE_ELEMENTS: usize = 4096;

impl Plan {
    /// A plan that reads nothing yet.
    pub(super) fn empty(tree: Tree) -> Self {
        let spot_of = alloc::vec![NONE; tree.nodes.len()];
        let spots = alloc::vec![ABSENT];
        Self {
            tree,
            spots,
            weight: 1,
            free: 0,
            unknown: Vec::new(),
            other_versions: Vec::new(),
            is_for_trees: false,
            spot_of,
            tags: Vec::new(),
            is_for_tables: false,
            departs: AtomicBool::new(false),
            one_by_one: AtomicBool::new(false),
            tables: Vec::new(),
        }
    }

    /// The table for objects of a type.
    pub(crate) fn table_of(
        &self,
        ty: &'static Type,
        version: &mut dyn FnMut(&'static Shape) -> u32,
    ) -> Option<&TablePlan> {
        if let Some(found) = self.tables.iter().find(|table| core::ptr::eq(table.ty, ty)) {
            return Some(found);
        }
        let name = static_name(ty, version);
        self.tables.iter().find(|table| table.name == name)
    }

    /// Whether the archive must be read as a tree first: if it has values in rows of another program's schema, shared
    /// objects where the program has none, or another kind of sequence.
    pub(crate) fn needs_tree(&self) -> bool {
        self.is_for_trees
            || self.spots.iter().any(|spot| matches!(spot.act, Act::ForeignRows | Act::Follow(_)))
    }

    /// Adds to an error about a missing field which unknown field the archive has instead.
    #[cold]
    pub(super) fn or_other_name(&self, error: Error) -> Error {
        let ty = String::from(error.type_name());
        // The error has the type's current version; the archive may have another.
        let error = match self.other_versions.iter().find(|(shape, _)| shape.name == ty) {
            Some((shape, version)) => error.in_shape(shape, *version),
            None => error,
        };
        let there = self.unknown.iter().filter(|field| field.shape.name == ty);
        or_other_name(error, there.map(|field| field.name.as_str()))
    }

    /// Whether `tables` can read a spot with all its parts.
    pub(crate) fn may_be_in_tables(&self, at: usize) -> bool {
        let spot = self.get(at);
        let is_other = match spot.act {
            Act::Always
            | Act::FixedList(_)
            | Act::FixedBytes(_)
            | Act::ForeignRows
            | Act::Link(_)
            | Act::Follow(_) => true,
            // A value without a size in a row must be behind a pointer or in a list, unless its type is known to be
            // recursive. Nothing there follows a link.
            Act::Rows => spot.has_links || (spot.pointers == 0 && !spot.is_recursive),
            Act::Struct | Act::Enum => spot.is_recursive,
            // A number of another kind must be converted.
            Act::Number(kind) => self.tree.get(spot.node).part != Part::Number(kind),
            _ => false,
        };
        let mut parts = spot.first..spot.first.saturating_add(spot.len);
        !is_other
            && !spot.differs
            && spot.required == NONE
            && spot.pointers <= 1
            && parts
                .all(|part| (spot.is_list && self.is_row(part, 0)) || self.may_be_in_tables(part))
    }

    /// Whether the archive has exactly the fields, from spot `first` on, that the type has today, and no others need
    /// to be retained.
    pub(super) fn has_fields(
        &self,
        first: usize,
        shape: &'static Shape,
        fields: &'static [Field],
    ) -> bool {
        let is_there = |at| !matches!(self.get(at).act, Act::Absent);
        let mut fields = (first..).zip(fields);
        !shape.catches()
            && fields.all(|(at, field)| is_there(at) == field.lifespan.contains(shape.version))
    }

    /// Whether a spot is a value in rows, without links, behind this many pointers.
    pub(super) fn is_row(&self, at: usize, pointers: u32) -> bool {
        let spot = self.get(at);
        let is_in_rows = spot.act == Act::Rows && !spot.has_links;
        is_in_rows && spot.required == NONE && spot.pointers == pointers
    }

    pub(crate) fn get(&self, at: usize) -> &Spot {
        self.spots.get(at).unwrap_or(&ABSENT)
    }
}
