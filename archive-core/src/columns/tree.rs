//! The columns of an archive, as its schema lays them out (FORMAT.md §7.1).

use alloc::format;
use alloc::vec::Vec;

use crate::schema::{BodyDef, FieldsDef, Schema, Shared, TypeRef, on_cycles};
use crate::size::Floats;
use crate::{Error, ErrorKind, PrimitiveKind};

/// What stands at a place of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Nothing at all: `()`.
    Unit,
    /// Numbers, bools and chars: one column.
    Number(PrimitiveKind),
    /// Text: a column of lengths and one of bytes.
    Text,
    /// Bytes: a column of lengths and one of bytes.
    Bytes,
    /// A column that says which rows hold a value.
    Option,
    /// A column of lengths; lists, heaps and sets.
    List,
    /// A column of lengths; then keys and values.
    Map,
    /// So many rows of the element for each row.
    Array(usize),
    /// A part for each place.
    Tuple,
    /// A part for each field.
    Struct,
    /// A column of tags, of four bytes each if one of them is greater than 255; then the variants.
    Enum { is_wide: bool },
    /// A part for each field; rows of one variant only.
    Variant,
    /// A value of a recursive type in the form that it has in rows: lengths and bytes.
    Rows,
    /// Links to the objects of a table: a column of their rows.
    Link(usize),
}

impl Part {
    /// The columns of its own, without those of its parts.
    pub(crate) fn columns(self) -> usize {
        match self {
            Self::Unit | Self::Array(_) | Self::Tuple | Self::Struct | Self::Variant => 0,
            Self::Number(_)
            | Self::Option
            | Self::List
            | Self::Map
            | Self::Enum { .. }
            | Self::Link(_) => 1,
            Self::Text | Self::Bytes | Self::Rows => 2,
        }
    }
}

/// The bytes of a number in a column.
pub(crate) fn width(kind: PrimitiveKind) -> usize {
    match kind {
        PrimitiveKind::Str | PrimitiveKind::Bytes => 0,
        number => number.min_size(),
    }
}

/// A place of a schema.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) part: Part,
    /// The node of its first part; the others follow.
    pub(crate) first: usize,
    /// How many parts it has.
    pub(crate) len: usize,
    /// The first of its own columns.
    pub(crate) column: usize,
    /// The column behind its own and those of its parts.
    pub(crate) end: usize,
    /// The node behind the last of all that it holds, which are those from its first part on.
    pub(crate) last: usize,
    /// The struct or enum, as an index of the schema's types.
    pub(crate) def: usize,
    /// What floats its columns are, if each has as many rows.
    floats: Floats,
}

/// The most columns of floats that stand together.
pub(crate) const MOST_TOGETHER: usize = 64;

impl Node {
    /// How many columns of floats it is, which may stand together, and the bytes of each: if it is a struct
    /// or a tuple of nothing else.
    pub(crate) fn floats(&self) -> Option<(usize, usize)> {
        let count = self.end.saturating_sub(self.column);
        match (self.part, self.floats) {
            (Part::Struct | Part::Tuple, Floats::Of(width)) => {
                (2..=MOST_TOGETHER).contains(&count).then_some((count, width))
            }
            _ => None,
        }
    }
}

/// Every place of a schema that is not within a recursive type.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// How many columns there are.
    pub(crate) columns: usize,
    /// The node of the value itself.
    pub(crate) root: usize,
    /// The node of each table of objects: a list.
    pub(crate) tables: Vec<usize>,
}

/// The most levels of parts within each other: those of structs, enums and pointers are limited
/// to 128 elsewhere.
const DEEPEST: u32 = 1024;

const EMPTY: Node = Node {
    part: Part::Unit,
    first: 0,
    len: 0,
    column: 0,
    end: 0,
    last: 0,
    def: usize::MAX,
    floats: Floats::Mixed,
};

impl Tree {
    /// The places of a schema, of which there may be `most`; if shared objects are in tables, those
    /// come behind the value.
    pub(crate) fn new(schema: &Schema, most: usize, is_linked: bool) -> Result<Self, Error> {
        let shared = if is_linked { schema.shared() } else { Shared::default() };
        let recursive =
            on_cycles(schema, |ty, to| if is_linked { owned(ty, to) } else { names(ty, to) });
        let (nodes, tables) = (alloc::vec![EMPTY], Vec::new());
        let tree = Self { nodes, columns: 0, root: 0, tables };
        let mut build = Build { schema, recursive, shared, tree, most, depth: 0 };
        if !is_linked {
            build.fill(0, &schema.root)?;
            return Ok(build.tree);
        }
        let count = build.shared.len();
        let first = build.put(0, Part::Tuple, usize::MAX, count.saturating_add(1))?;
        build.tree.root = first;
        build.fill(first, &schema.root)?;
        for (node, ty) in (first.saturating_add(1)..).zip(build.shared.clone().iter()) {
            build.fill_parts(node, Part::List, &[ty])?;
            build.tree.tables.push(node);
        }
        Ok(build.tree)
    }

    pub(crate) fn get(&self, at: usize) -> Node {
        self.nodes.get(at).copied().unwrap_or(EMPTY)
    }
}

struct Build<'s> {
    schema: &'s Schema,
    recursive: Vec<bool>,
    /// What the tables of objects hold, if there are any.
    shared: Shared<'s>,
    tree: Tree,
    most: usize,
    depth: u32,
}

impl Build<'_> {
    /// Says what stands at a node that exists.
    fn fill(&mut self, at: usize, ty: &TypeRef) -> Result<(), Error> {
        self.depth = self.depth.saturating_add(1);
        if self.depth > DEEPEST {
            return Err(crate::limits::too_deep(DEEPEST));
        }
        self.fill_type(at, ty)?;
        self.close(at);
        self.depth = self.depth.saturating_sub(1);
        Ok(())
    }

    /// Notes where the columns and the parts of a node end, once all its parts are there.
    fn close(&mut self, at: usize) {
        let (end, last) = (self.tree.columns, self.tree.nodes.len());
        let floats = self.floats(at);
        if let Some(node) = self.tree.nodes.get_mut(at) {
            (node.end, node.last, node.floats) = (end, last, floats);
        }
    }

    /// What floats a node is, all of whose parts are there.
    fn floats(&self, at: usize) -> Floats {
        let node = self.tree.get(at);
        match node.part {
            Part::Unit => Floats::of(PrimitiveKind::Unit),
            Part::Number(kind) => Floats::of(kind),
            Part::Struct | Part::Tuple => {
                let parts = node.first..node.first.saturating_add(node.len);
                let parts = self.tree.nodes.get(parts).unwrap_or_default().iter();
                parts.map(|part| part.floats).fold(Floats::Nothing, Floats::then)
            }
            _ => Floats::Mixed,
        }
    }

    fn fill_type(&mut self, at: usize, ty: &TypeRef) -> Result<(), Error> {
        match ty {
            TypeRef::Primitive(kind) => {
                let part = match kind {
                    PrimitiveKind::Unit => Part::Unit,
                    PrimitiveKind::Str => Part::Text,
                    PrimitiveKind::Bytes => Part::Bytes,
                    number => Part::Number(*number),
                };
                self.put(at, part, usize::MAX, 0).map(|_| ())
            }
            TypeRef::Option(inner) => self.fill_parts(at, Part::Option, &[inner]),
            TypeRef::List(inner)
            | TypeRef::Heap(inner)
            | TypeRef::Set(inner)
            | TypeRef::HashSet(inner) => self.fill_parts(at, Part::List, &[inner]),
            TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => {
                self.fill_parts(at, Part::Map, &[key, value])
            }
            TypeRef::Array(inner, len) => {
                let len = usize::try_from(*len).unwrap_or(usize::MAX);
                self.fill_parts(at, Part::Array(len), &[inner])
            }
            TypeRef::Tuple(parts) => {
                let parts: Vec<&TypeRef> = parts.iter().collect();
                self.fill_parts(at, Part::Tuple, &parts)
            }
            TypeRef::Shared(inner) => match self.shared.table_of(inner) {
                Some(table) => self.put(at, Part::Link(table), usize::MAX, 0).map(|_| ()),
                None => self.fill(at, inner),
            },
            TypeRef::Named(def) => self.fill_named(at, *def),
        }
    }

    fn fill_named(&mut self, at: usize, index: usize) -> Result<(), Error> {
        if self.recursive.get(index).copied().unwrap_or(true) {
            return self.put(at, Part::Rows, index, 0).map(|_| ());
        }
        let schema = self.schema;
        match schema.types.get(index).map(|def| &def.body) {
            Some(BodyDef::Struct(fields)) => self.fill_fields(at, Part::Struct, index, fields),
            Some(BodyDef::Enum(variants)) => {
                let is_wide = variants.iter().any(|variant| variant.tag > u32::from(u8::MAX));
                let first = self.put(at, Part::Enum { is_wide }, index, variants.len())?;
                for (node, variant) in (first..).zip(variants) {
                    self.fill_fields(node, Part::Variant, index, &variant.fields)?;
                    self.close(node);
                }
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn fill_fields(
        &mut self,
        at: usize,
        part: Part,
        def: usize,
        fields: &FieldsDef,
    ) -> Result<(), Error> {
        let first = self.put(at, part, def, fields.list.len())?;
        for (node, field) in (first..).zip(&fields.list) {
            self.fill(node, &field.ty)?;
        }
        Ok(())
    }

    fn fill_parts(&mut self, at: usize, part: Part, parts: &[&TypeRef]) -> Result<(), Error> {
        let first = self.put(at, part, usize::MAX, parts.len())?;
        for (node, ty) in (first..).zip(parts) {
            self.fill(node, ty)?;
        }
        Ok(())
    }

    /// Puts a part at a node, adds nodes for its own parts, and gives the first of them.
    fn put(&mut self, at: usize, part: Part, def: usize, parts: usize) -> Result<usize, Error> {
        let first = self.tree.nodes.len();
        if first.saturating_add(parts) > self.most {
            return Err(too_many(self.most));
        }
        if self.tree.nodes.try_reserve(parts).is_err() {
            return Err(crate::limits::out_of_memory(parts, size_of::<Node>()));
        }
        self.tree.nodes.extend(core::iter::repeat_n(EMPTY, parts));
        let column = self.tree.columns;
        self.tree.columns = column.saturating_add(part.columns());
        if let Some(node) = self.tree.nodes.get_mut(at) {
            *node = Node { part, first, len: parts, column, def, ..EMPTY };
        }
        Ok(first)
    }
}

#[cold]
fn too_many(most: usize) -> Error {
    let detail = format!("the schema has more than {most} places, too many for columns");
    Error::new(ErrorKind::Unsupported, detail).with_help("write `Layout::Rows`")
}

/// Adds the structs and enums that a type names without a pointer that shares in between.
fn owned(ty: &TypeRef, to: &mut Vec<usize>) {
    match ty {
        TypeRef::Shared(_) => {}
        TypeRef::Named(def) => to.push(*def),
        _ => ty.parts().for_each(|part| owned(part, to)),
    }
}

/// Adds the structs and enums that a type names.
fn names(ty: &TypeRef, to: &mut Vec<usize>) {
    if let TypeRef::Named(def) = ty {
        to.push(*def);
    }
    ty.parts().for_each(|part| names(part, to));
}
