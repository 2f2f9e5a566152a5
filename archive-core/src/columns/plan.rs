//! Which columns of an archive each part of a program's type is read from, decided once.

use alloc::string::String;
use alloc::vec::Vec;
use core::sync::atomic::AtomicBool;

use super::tree::{Part, Tree};
use crate::schema::static_name;
use crate::value::by_name::or_other_name;
use crate::{Error, Field, PrimitiveKind, Shape, Type};

/// What an archive does at a part of a program's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// It is not in the archive.
    Absent,
    /// Nothing stands there: `()`.
    Unit,
    /// A number of this kind in the program.
    Number(PrimitiveKind),
    Text,
    Bytes,
    Option,
    /// An option in the program, but always a value in the archive.
    Always,
    List,
    /// A list in the program, but an array of so many in the archive.
    FixedList(usize),
    /// Bytes in the program, but an array of so many in the archive.
    FixedBytes(usize),
    Map,
    Array(usize),
    Tuple,
    Struct,
    Enum,
    Variant,
    /// A value in rows, written by types that this program has as they were.
    Rows,
    /// A value in rows of a schema that is not this program's.
    ForeignRows,
    /// Links to objects of a table.
    Link(usize),
    /// Links to objects, where the program has the object itself.
    Follow(usize),
}

/// A part of a program's type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) act: Act,
    /// The spot of its first part; the others follow.
    pub(crate) first: usize,
    /// How many parts it has.
    pub(crate) len: usize,
    /// The node of the archive's tree.
    pub(crate) node: usize,
    /// The version of a struct or enum in the archive.
    pub(crate) version: u32,
    /// How many structs, enums and pointers hold it.
    pub(crate) depth: u32,
    /// The tag of a variant in this program.
    pub(crate) tag: u32,
    /// The first of the plan's tags that belong to an enum, one for each part.
    pub(crate) tags: usize,
    /// Whether the tags of an enum take four bytes each.
    pub(crate) is_wide: bool,
    /// An option in the archive that must hold a value in every row, since the program has none.
    pub(crate) required: usize,
    /// How many pointers the program follows to it.
    pub(crate) pointers: u32,
    /// Whether it is a plain list in the program, which is read at once.
    pub(crate) is_list: bool,
    /// Whether it is an option or an enum that may stand in other bytes in older versions.
    pub(crate) evolves: bool,
    /// Whether it is a struct or an enum that names itself.
    pub(crate) is_recursive: bool,
    /// Whether another program's struct or enum, matched by names, has other fields, variants or tags than this one's.
    pub(crate) differs: bool,
}

/// No node, or no option.
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
    differs: false,
};

/// A type resolved against a schema.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) tree: Tree,
    pub(crate) spots: Vec<Spot>,
    /// What the elements beyond the first 4096 of a column may take in memory for a byte of it.
    pub(crate) weight: usize,
    /// What elements that need no bits may take in memory.
    pub(crate) free: usize,
    /// Fields of the archive that the program does not have.
    pub(crate) unknown: Vec<UnknownField>,
    /// Whether some sequence stands there in a form that only a tree is read from as this program's.
    pub(super) is_for_trees: bool,
    /// The spot of each node of the tree that has one.
    pub(crate) spot_of: Vec<usize>,
    /// The tags in the archive of the variants of all enums.
    pub(crate) tags: Vec<u32>,
    /// Whether the program's types are not read by tables.
    pub(crate) departs: AtomicBool,
    /// Whether values are saved one by one, as many together were not visited as their types declare.
    pub(crate) one_by_one: AtomicBool,
    /// The tables of objects, each as one type of the program.
    pub(crate) tables: Vec<TablePlan>,
}

/// A field of the archive that the program does not have.
#[derive(Debug)]
pub(crate) struct UnknownField {
    pub(super) name: String,
    /// The program's type that lacks it, and its version in the archive.
    pub(super) shape: &'static Shape,
    pub(super) version: u32,
}

/// A table of objects as a type of the program.
#[derive(Debug)]
pub(crate) struct TablePlan {
    /// Its place among the tables.
    pub(crate) table: usize,
    /// The name of the type.
    pub(super) name: String,
    pub(super) ty: &'static Type,
    /// The spot of the list; that of its elements follows.
    pub(crate) spot: usize,
}

/// So many elements of a column need no bit each.
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
            is_for_trees: false,
            spot_of,
            tags: Vec::new(),
            departs: AtomicBool::new(false),
            one_by_one: AtomicBool::new(false),
            tables: Vec::new(),
        }
    }

    /// The table in which objects of a type are.
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

    /// Whether something stands in rows of a schema that is not this program's, is shared there and not here, or is
    /// another kind of sequence: only a tree of the archive has that.
    pub(crate) fn needs_tree(&self) -> bool {
        self.is_for_trees
            || self.spots.iter().any(|spot| matches!(spot.act, Act::ForeignRows | Act::Follow(_)))
    }

    /// The error with what stands where a field is missing, under names that this program does not know.
    #[cold]
    pub(super) fn or_other_name(&self, error: Error) -> Error {
        let ty = String::from(error.type_name());
        let there = self.unknown.iter().filter(|field| field.shape.name == ty);
        let error = or_other_name(error, there.clone().map(|field| field.name.as_str()));
        // It was read as of this program's version.
        match there.map(|field| (field.shape, field.version)).next() {
            Some((shape, version)) => error.in_shape(shape, version),
            None => error,
        }
    }

    /// Whether tables may read what stands at a spot, with all its parts.
    pub(crate) fn is_for_tables(&self, at: usize) -> bool {
        let spot = self.get(at);
        let is_other = match spot.act {
            Act::Always
            | Act::FixedList(_)
            | Act::FixedBytes(_)
            | Act::ForeignRows
            | Act::Link(_)
            | Act::Follow(_) => true,
            // Of what has no size in a row, only a pointer or a list may lead to it, unless its type says so.
            Act::Rows => spot.pointers == 0 && !spot.is_recursive,
            Act::Struct | Act::Enum => spot.is_recursive,
            // A number of another kind is converted.
            Act::Number(kind) => self.tree.get(spot.node).part != Part::Number(kind),
            _ => false,
        };
        let mut parts = spot.first..spot.first.saturating_add(spot.len);
        !is_other
            && !spot.differs
            && spot.required == NONE
            && spot.pointers <= 1
            && parts.all(|part| (spot.is_list && self.is_row(part, 0)) || self.is_for_tables(part))
    }

    /// Whether the fields from a spot on are those that a type has today, and the archive has no others to be kept.
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

    /// Whether a value in rows stands at a spot, with so many pointers to it.
    pub(super) fn is_row(&self, at: usize, pointers: u32) -> bool {
        let spot = self.get(at);
        spot.act == Act::Rows && spot.required == NONE && spot.pointers == pointers
    }

    pub(crate) fn get(&self, at: usize) -> &Spot {
        self.spots.get(at).unwrap_or(&ABSENT)
    }
}
