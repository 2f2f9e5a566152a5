//! The tree of parts into which a schema is expanded, and the columns of each part (FORMAT.md §7.1).

use alloc::format;
use alloc::vec::Vec;

use crate::schema::{BodyDef, FieldsDef, Schema, Shared, TypeRef, on_cycles};
use crate::size::Floats;
use crate::{Error, ErrorKind, PrimitiveKind};

/// The kind of a part of the schema, which determines its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// `()`: no columns.
    Unit,
    /// A number, bool or char: one column.
    Number(PrimitiveKind),
    /// Text: a column of lengths and one of bytes.
    Text,
    /// Bytes: a column of lengths and one of bytes.
    Bytes,
    /// A column of flags: which rows have a value.
    Option,
    /// A list, heap or set: a column of lengths.
    List,
    /// A column of lengths; its parts are the keys and the values.
    Map,
    /// An array: its element has this many rows for each row.
    Array(usize),
    /// Has a part for each place.
    Tuple,
    /// Has a part for each field.
    Struct,
    /// A column of tags, which take four bytes each if any is above 255. The parts are the variants.
    Enum { is_wide: bool },
    /// Has a part for each field, with rows only for the values of this variant.
    Variant,
    /// A value of a recursive type, encoded in rows: a column of lengths and one of bytes.
    Rows,
    /// Links to the objects of a table: a column of row numbers.
    Link(usize),
}

impl Part {
    /// The number of its own columns, without those of its parts.
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

/// A part of the schema.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) part: Part,
    /// The node of its first part; the nodes of the others follow it.
    pub(crate) first: usize,
    /// The number of parts.
    pub(crate) len: usize,
    /// The first of its own columns.
    pub(crate) column: usize,
    /// The column after its own and those of its parts.
    pub(crate) end: usize,
    /// The node after its last descendant. Its descendants are the nodes from `first` on.
    pub(crate) last: usize,
    /// The struct or enum: an index into the schema's types.
    pub(crate) def: usize,
    /// Whether all its columns are floats of one width and have the same number of rows.
    floats: Floats,
}

/// The most columns of floats that can be stored together.
pub(crate) const MOST_TOGETHER: usize = 64;

impl Node {
    /// For a struct or tuple of floats only, whose columns may be stored together: the number of its columns, and the
    /// bytes of a float.
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

/// All parts of a schema, except those within recursive types.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// The number of columns.
    pub(crate) columns: usize,
    /// The node of the value itself.
    pub(crate) root: usize,
    /// The node of each table of shared objects, which is a list.
    pub(crate) tables: Vec<usize>,
}

/// The most parts that a schema may have in columns, and the most columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    pub(crate) parts: usize,
    pub(crate) columns: usize,
}

impl Most {
    /// For a schema of this program's types, or one that was used before.
    pub(crate) const OWN: Self = Self { parts: 1 << 20, columns: usize::MAX };
}

/// The most levels of nested parts. Structs, enums and pointers are limited to 128 levels elsewhere.
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
    /// Expands a schema into at most `most` parts and columns. If `is_linked`, shared objects are in tables, which follow the
    /// value.
    pub(crate) fn new(schema: &Schema, most: Most, is_linked: bool) -> Result<Self, Error> {
        let shared = if is_linked { schema.shared() } else { Shared::default() };
        let recursive = on_cycles(schema, if is_linked { owned } else { TypeRef::names });
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

    /// The column that is `index` columns before another, if it is of floats of this many bytes, as that one is.
    pub(crate) fn beside(&self, column: usize, (index, bytes): (usize, usize)) -> Option<usize> {
        let column = column.checked_sub(index)?;
        let mut node = self.nodes.first()?;
        loop {
            if let Part::Number(kind) = node.part {
                let is_it = node.column == column && kind.is_float() && width(kind) == bytes;
                return is_it.then_some(column);
            }
            // The columns of the parts follow one another.
            let parts = self.nodes.get(node.first..node.first.checked_add(node.len)?)?;
            node = parts.get(parts.partition_point(|part| part.end <= column))?;
        }
    }
}

struct Build<'s> {
    schema: &'s Schema,
    recursive: Vec<bool>,
    /// The types that have a table of shared objects.
    shared: Shared<'s>,
    tree: Tree,
    most: Most,
    depth: u32,
}

impl Build<'_> {
    /// Fills an existing node with the part for a type.
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

    /// Notes where the columns and descendants of a node end, once all its parts are filled.
    fn close(&mut self, at: usize) {
        let (end, last) = (self.tree.columns, self.tree.nodes.len());
        let floats = self.floats(at);
        if let Some(node) = self.tree.nodes.get_mut(at) {
            (node.end, node.last, node.floats) = (end, last, floats);
        }
    }

    /// Whether a node, whose parts are filled, is of floats only.
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

    /// Sets the part of a node, adds `parts` nodes for its parts, and returns the first of them.
    fn put(&mut self, at: usize, part: Part, def: usize, parts: usize) -> Result<usize, Error> {
        let first = self.tree.nodes.len();
        if first.saturating_add(parts) > self.most.parts {
            return Err(too_many(self.most.parts));
        }
        if self.tree.nodes.try_reserve(parts).is_err() {
            return Err(crate::limits::out_of_memory(parts, size_of::<Node>()));
        }
        self.tree.nodes.extend(core::iter::repeat_n(EMPTY, parts));
        let column = self.tree.columns;
        self.tree.columns = column.saturating_add(part.columns());
        if self.tree.columns > self.most.columns {
            return Err(too_few_bytes());
        }
        if let Some(node) = self.tree.nodes.get_mut(at) {
            *node = Node { part, first, len: parts, column, def, ..EMPTY };
        }
        Ok(first)
    }
}

#[cold]
fn too_many(most: usize) -> Error {
    let detail = format!("the schema has more than {most} parts, too many for columns");
    Error::new(ErrorKind::Unsupported, detail).with_help("save it with `Layout::Rows`")
}

#[cold]
fn too_few_bytes() -> Error {
    Error::new(ErrorKind::InvalidValue, "the body has fewer bytes than the schema has columns")
}

/// Adds the structs and enums that a type names, except those behind shared pointers.
fn owned(ty: &TypeRef, to: &mut Vec<usize>) {
    match ty {
        TypeRef::Shared(_) => {}
        TypeRef::Named(def) => to.push(*def),
        _ => ty.parts().for_each(|part| owned(part, to)),
    }
}
