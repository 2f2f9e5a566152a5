//! The tree of columns, from FORMAT.md §7.1 and §7.3, and its value in rows (§5).

use archive::schema::{BodyDef, FieldsDef, TypeRef};
use archive::{PrimitiveKind, Schema};

use super::body::{columns, put_varint};
use super::packing::{number, unpack, unpack_floats};

/// A part with its columns, from which rows are taken in order.
enum Part {
    /// Numbers of this many bytes.
    Numbers(usize, std::vec::IntoIter<u8>),
    /// Lengths and bytes, and whether rows have a length before the bytes.
    Bytes(Lens, std::vec::IntoIter<u8>, bool),
    Option(std::vec::IntoIter<u8>, Box<Part>),
    /// Lists and maps.
    List(Lens, Vec<Part>),
    Array(u64, Box<Part>),
    Each(Vec<Part>),
    /// Tags, and each variant with its tag.
    Enum(Lens, Vec<(usize, Part)>),
}

type Lens = std::vec::IntoIter<usize>;

/// Reads a file in columns with a known schema, and gives its value in rows.
pub fn to_rows(file: &[u8], schema: &Schema) -> Vec<u8> {
    let shared = if file[9] & 8 != 0 { shared(schema) } else { Vec::new() };
    let recursive = recursive(schema, !shared.is_empty());
    let mut reader =
        Reader { schema, recursive, shared, columns: Vec::new().into_iter(), taken: Vec::new() };
    let tables: usize = reader.shared.iter().map(|ty| 1 + reader.count(ty)).sum();
    reader.columns = columns(file, reader.count(&schema.root) + tables).into_iter();
    let root = reader.part(&schema.root, 1);
    let mut sections = vec![root];
    for ty in reader.shared.clone() {
        sections.push(reader.list(1, &[ty]));
    }
    assert!(reader.columns.next().is_none());
    let mut out = Vec::new();
    let mut lens = Vec::new();
    for mut section in sections {
        let start = out.len();
        section.put(&mut out);
        assert!(section.is_empty());
        lens.push(out.len() - start);
    }
    // The lengths of the tables follow them (§13); the value's own length is not stored.
    for len in &lens[1..] {
        out.extend(u64::try_from(*len).unwrap().to_le_bytes());
    }
    out
}

/// The types of the tables, in the order of §13.
fn shared(schema: &Schema) -> Vec<&TypeRef> {
    fn visit<'s>(ty: &'s TypeRef, found: &mut Vec<&'s TypeRef>) {
        match ty {
            TypeRef::Primitive(_) | TypeRef::Named(_) => {}
            TypeRef::Option(inner)
            | TypeRef::List(inner)
            | TypeRef::Heap(inner)
            | TypeRef::Set(inner)
            | TypeRef::HashSet(inner)
            | TypeRef::Array(inner, _) => visit(inner, found),
            TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => {
                visit(key, found);
                visit(value, found);
            }
            TypeRef::Tuple(parts) => parts.iter().for_each(|part| visit(part, found)),
            TypeRef::Shared(inner) => {
                if !found.contains(&&**inner) {
                    found.push(inner);
                }
                visit(inner, found);
            }
        }
    }
    let mut found = Vec::new();
    visit(&schema.root, &mut found);
    for def in &schema.types {
        match &def.body {
            BodyDef::Struct(fields) => fields.list.iter().for_each(|f| visit(&f.ty, &mut found)),
            BodyDef::Enum(variants) => {
                let fields = variants.iter().flat_map(|variant| &variant.fields.list);
                fields.for_each(|field| visit(&field.ty, &mut found));
            }
        }
    }
    found
}

/// The number of columns in a file of this schema.
pub fn count(schema: &Schema) -> usize {
    let (recursive, shared, taken) = (recursive(schema, false), Vec::new(), Vec::new());
    Reader { schema, recursive, shared, columns: Vec::new().into_iter(), taken }.count(&schema.root)
}

struct Reader<'s> {
    schema: &'s Schema,
    recursive: Vec<bool>,
    /// The types in tables, which have links in their places.
    shared: Vec<&'s TypeRef>,
    columns: std::vec::IntoIter<Vec<u8>>,
    /// The columns taken so far.
    taken: Vec<Vec<u8>>,
}

impl<'s> Reader<'s> {
    fn count(&self, ty: &TypeRef) -> usize {
        let fields =
            |fields: &FieldsDef| fields.list.iter().map(|f| self.count(&f.ty)).sum::<usize>();
        match ty {
            TypeRef::Primitive(PrimitiveKind::Unit) => 0,
            TypeRef::Primitive(PrimitiveKind::Str | PrimitiveKind::Bytes) => 2,
            TypeRef::Primitive(_) => 1,
            TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => {
                1 + self.count(key) + self.count(value)
            }
            TypeRef::Tuple(parts) => parts.iter().map(|part| self.count(part)).sum(),
            TypeRef::Shared(_) if !self.shared.is_empty() => 1,
            TypeRef::Array(inner, _) | TypeRef::Shared(inner) => self.count(inner),
            TypeRef::Option(inner)
            | TypeRef::List(inner)
            | TypeRef::Heap(inner)
            | TypeRef::Set(inner)
            | TypeRef::HashSet(inner) => 1 + self.count(inner),
            TypeRef::Named(index) if self.recursive[*index] => 2,
            TypeRef::Named(index) => match &self.schema.types[*index].body {
                BodyDef::Struct(list) => fields(list),
                BodyDef::Enum(variants) => {
                    1 + variants.iter().map(|v| fields(&v.fields)).sum::<usize>()
                }
            },
        }
    }

    fn column(&mut self) -> Vec<u8> {
        let column = self.columns.next().unwrap();
        self.taken.push(column.clone());
        column
    }

    fn numbers(&mut self, n: usize, w: usize) -> Vec<u8> {
        unpack(&self.column(), n, w)
    }

    fn floats(&mut self, n: usize, w: usize) -> Vec<u8> {
        let column = self.columns.next().unwrap();
        let floats = unpack_floats(&column, &self.taken, n, w);
        self.taken.push(column);
        floats
    }

    fn small(&mut self, n: usize, w: usize) -> Vec<usize> {
        let numbers = self.numbers(n, w);
        numbers.chunks(w).map(|bytes| usize::try_from(number(bytes)).unwrap()).collect()
    }

    fn bytes(&mut self, n: usize, has_length: bool) -> Part {
        let lens = self.small(n, 4);
        let bytes = self.column();
        assert_eq!(bytes.len(), lens.iter().sum::<usize>());
        Part::Bytes(lens.into_iter(), bytes.into_iter(), has_length)
    }

    /// As [`bytes`](Self::bytes), but the lengths may be a dictionary.
    fn texts(&mut self, n: usize) -> Part {
        let [0x60, last, rest @ ..] = self.columns.as_slice().first().unwrap().as_slice() else {
            return self.bytes(n, true);
        };
        let (lens, indices) = rest.split_at(usize::from(*last) + 1);
        let indices = unpack(indices, n, 1);
        let lens: Vec<usize> = lens.iter().map(|len| usize::from(*len)).collect();
        self.column();
        let bytes = self.column();
        let mut rest = bytes.as_slice();
        let texts = lens.iter().map(|len| {
            let (text, after) = rest.split_at(*len);
            rest = after;
            text
        });
        let texts: Vec<&[u8]> = texts.collect();
        assert!(rest.is_empty());
        let all = || indices.iter().map(|index| texts[usize::from(*index)]);
        let lens: Vec<usize> = all().map(<[u8]>::len).collect();
        Part::Bytes(lens.into_iter(), all().collect::<Vec<_>>().concat().into_iter(), true)
    }

    fn list(&mut self, n: usize, types: &[&TypeRef]) -> Part {
        let lens = self.small(n, 4);
        let total = lens.iter().sum();
        Part::List(lens.into_iter(), types.iter().map(|ty| self.part(ty, total)).collect())
    }

    fn fields(&mut self, fields: &FieldsDef, n: usize) -> Part {
        Part::Each(fields.list.iter().map(|field| self.part(&field.ty, n)).collect())
    }

    fn part(&mut self, ty: &TypeRef, n: usize) -> Part {
        match ty {
            TypeRef::Primitive(PrimitiveKind::Unit) => Part::Each(Vec::new()),
            TypeRef::Primitive(PrimitiveKind::Str) if n > 0 => self.texts(n),
            TypeRef::Primitive(PrimitiveKind::Str | PrimitiveKind::Bytes) => self.bytes(n, true),
            TypeRef::Primitive(kind) => {
                let w = width(*kind);
                let is_float = matches!(kind, PrimitiveKind::F32 | PrimitiveKind::F64);
                let numbers = if is_float { self.floats(n, w) } else { self.numbers(n, w) };
                Part::Numbers(w, numbers.into_iter())
            }
            TypeRef::Option(inner) => {
                let presence = self.numbers(n, 1);
                let ones = presence.iter().map(|one| usize::from(*one)).sum();
                Part::Option(presence.into_iter(), Box::new(self.part(inner, ones)))
            }
            TypeRef::List(inner)
            | TypeRef::Heap(inner)
            | TypeRef::Set(inner)
            | TypeRef::HashSet(inner) => self.list(n, &[inner]),
            TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => self.list(n, &[key, value]),
            TypeRef::Array(inner, len) => {
                let total = n * usize::try_from(*len).unwrap();
                Part::Array(*len, Box::new(self.part(inner, total)))
            }
            TypeRef::Tuple(parts) => {
                Part::Each(parts.iter().map(|part| self.part(part, n)).collect())
            }
            TypeRef::Shared(_) if !self.shared.is_empty() => {
                Part::Numbers(4, self.numbers(n, 4).into_iter())
            }
            TypeRef::Shared(inner) => self.part(inner, n),
            TypeRef::Named(index) if self.recursive[*index] => self.bytes(n, false),
            TypeRef::Named(index) => {
                let schema = self.schema;
                match &schema.types[*index].body {
                    BodyDef::Struct(fields) => self.fields(fields, n),
                    BodyDef::Enum(variants) => {
                        let w = if variants.iter().any(|v| v.tag > 255) { 4 } else { 1 };
                        let tags = self.small(n, w);
                        let mut parts = Vec::new();
                        for variant in variants {
                            let tag = usize::try_from(variant.tag).unwrap();
                            let rows = tags.iter().filter(|found| **found == tag).count();
                            parts.push((tag, self.fields(&variant.fields, rows)));
                        }
                        Part::Enum(tags.into_iter(), parts)
                    }
                }
            }
        }
    }
}

impl Part {
    /// Appends the next row.
    fn put(&mut self, out: &mut Vec<u8>) {
        match self {
            Self::Numbers(w, bytes) => out.extend(bytes.take(*w)),
            Self::Bytes(lens, bytes, has_length) => {
                let len = lens.next().unwrap();
                if *has_length {
                    put_varint(len, out);
                }
                out.extend(bytes.take(len));
            }
            Self::Option(presence, inner) => {
                let is_some = presence.next().unwrap();
                out.push(is_some);
                if is_some == 1 {
                    inner.put(out);
                }
            }
            Self::List(lens, parts) => {
                let len = lens.next().unwrap();
                put_varint(len, out);
                (0..len).for_each(|_| parts.iter_mut().for_each(|part| part.put(out)));
            }
            Self::Array(len, inner) => (0..*len).for_each(|_| inner.put(out)),
            Self::Each(parts) => parts.iter_mut().for_each(|part| part.put(out)),
            Self::Enum(tags, variants) => {
                let tag = tags.next().unwrap();
                put_varint(tag, out);
                variants.iter_mut().find(|(found, _)| *found == tag).unwrap().1.put(out);
            }
        }
    }

    /// Whether all rows have been taken.
    fn is_empty(&self) -> bool {
        match self {
            Self::Numbers(_, bytes) => bytes.len() == 0,
            Self::Bytes(lens, bytes, _) => lens.len() == 0 && bytes.len() == 0,
            Self::Option(presence, inner) => presence.len() == 0 && inner.is_empty(),
            Self::List(lens, parts) => lens.len() == 0 && parts.iter().all(Self::is_empty),
            Self::Array(_, inner) => inner.is_empty(),
            Self::Each(parts) => parts.iter().all(Self::is_empty),
            Self::Enum(tags, variants) => {
                tags.len() == 0 && variants.iter().all(|v| v.1.is_empty())
            }
        }
    }
}

fn width(kind: PrimitiveKind) -> usize {
    match kind {
        PrimitiveKind::Bool | PrimitiveKind::U8 | PrimitiveKind::I8 => 1,
        PrimitiveKind::U16 | PrimitiveKind::I16 => 2,
        PrimitiveKind::U32 | PrimitiveKind::I32 | PrimitiveKind::F32 | PrimitiveKind::Char => 4,
        PrimitiveKind::U64 | PrimitiveKind::I64 | PrimitiveKind::F64 => 8,
        PrimitiveKind::U128 | PrimitiveKind::I128 => 16,
        _ => panic!("{kind:?} is no number"),
    }
}

/// Which structs and enums are on a cycle, or on a path between two.
fn recursive(schema: &Schema, is_linked: bool) -> Vec<bool> {
    let count = schema.types.len();
    let mut leads = vec![vec![false; count]; count];
    for (leads, def) in leads.iter_mut().zip(&schema.types) {
        match &def.body {
            BodyDef::Struct(fields) => {
                fields.list.iter().for_each(|f| refer(&f.ty, leads, is_linked));
            }
            BodyDef::Enum(variants) => {
                variants
                    .iter()
                    .flat_map(|v| &v.fields.list)
                    .for_each(|f| refer(&f.ty, leads, is_linked));
            }
        }
    }
    for by in 0..count {
        for from in 0..count {
            for to in 0..count {
                leads[from][to] |= leads[from][by] && leads[by][to];
            }
        }
    }
    let cycles: Vec<usize> = (0..count).filter(|at| leads[*at][*at]).collect();
    let is_recursive =
        |at: usize| cycles.iter().any(|c| leads[*c][at]) && cycles.iter().any(|c| leads[at][*c]);
    (0..count).map(is_recursive).collect()
}

fn refer(ty: &TypeRef, leads: &mut [bool], is_linked: bool) {
    match ty {
        TypeRef::Primitive(_) => {}
        TypeRef::Shared(_) if is_linked => {}
        TypeRef::Option(inner)
        | TypeRef::List(inner)
        | TypeRef::Heap(inner)
        | TypeRef::Set(inner)
        | TypeRef::HashSet(inner)
        | TypeRef::Array(inner, _)
        | TypeRef::Shared(inner) => refer(inner, leads, is_linked),
        TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => {
            refer(key, leads, is_linked);
            refer(value, leads, is_linked);
        }
        TypeRef::Tuple(parts) => parts.iter().for_each(|part| refer(part, leads, is_linked)),
        TypeRef::Named(index) => leads[*index] = true,
    }
}
