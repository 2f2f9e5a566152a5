//! Visits rows once and finds all links.

use alloc::vec::Vec;
use core::ops::Range;

use super::leads_nowhere;
use crate::graph::components;
use crate::rows::Reader;
use crate::schema::{BodyDef, FieldsDef, Schema, TypeRef, no_such_type, of_tag};
use crate::text::tape::LINK;
use crate::traits::MinSize;
use crate::{Error, InputArchive, Primitive, PrimitiveKind};

/// The links of all objects in the tables, and of the value itself, which counts as the last object.
pub(super) struct Found {
    /// For each object, its links and its levels of structs and pointers.
    pub(super) objects: Vec<Links>,
    pub(super) links: Vec<Link>,
    /// The position of each object in the order in which objects are built. If that is unknown, the order of the
    /// tables and their rows.
    pub(super) places: Vec<usize>,
    /// If the order is unknown: whether each object can be reached from itself.
    pub(super) circles: Option<Vec<bool>>,
}

impl Found {
    /// Whether each object can be reached from itself.
    fn in_circles(&self) -> Vec<bool> {
        let all = self.objects.iter().enumerate();
        let links = all.flat_map(|(object, it)| {
            let own = self.links.get(it.links.clone()).unwrap_or_default();
            own.iter().map(move |link| (object, link.to))
        });
        let links: Vec<_> = links.collect();
        let circles = components(self.objects.len(), &links);
        let mut is_in = alloc::vec![false; self.objects.len()];
        // A link between objects of the same component is on a cycle.
        for (from, to) in links {
            if let (Some(is_in), true) = (is_in.get_mut(from), circles.get(from) == circles.get(to))
            {
                *is_in = true;
            }
        }
        is_in
    }
}

/// What is known about an object.
pub(super) struct Links {
    pub(super) links: Range<usize>,
    pub(super) levels: u32,
    /// Whether it consists of a link and nothing else.
    pub(super) is_link: bool,
    /// Whether it could be mistaken for a link if it were shown in place.
    pub(super) is_like_link: bool,
}

/// A link.
#[derive(Clone, Copy)]
pub(super) struct Link {
    /// The object that it leads to.
    pub(super) to: usize,
    /// How many levels it is below its object.
    pub(super) level: u32,
}

pub(super) struct Scan<'a, 's, 'c, 't> {
    rows: Reader<'a, 's, 'c>,
    schema: &'t Schema,
    /// The type and row of each link, and its level, until the tables are known.
    links: Vec<(&'t TypeRef, u32, u32)>,
    objects: Vec<Links>,
    depth: u32,
    /// The fewest levels left at any point of the current object.
    least: u32,
    is_like_link: bool,
}

impl<'a, 's, 'c, 't> Scan<'a, 's, 'c, 't> {
    pub(super) fn new(rows: Reader<'a, 's, 'c>, schema: &'t Schema, depth: u32) -> Self {
        let (links, objects) = (Vec::new(), Vec::new());
        Self { rows, schema, links, objects, depth, least: depth, is_like_link: false }
    }

    pub(super) fn go_to(&mut self, rows: &'a [u8]) {
        self.rows.go_to(rows);
    }

    pub(super) fn left(&self) -> &'a [u8] {
        self.rows.left().0
    }

    /// Visits an object.
    pub(super) fn object(&mut self, ty: &'t TypeRef) -> Result<(), Error> {
        let start = self.links.len();
        (self.least, self.is_like_link) = (self.depth, false);
        let mut held = ty;
        while let TypeRef::Option(inner) = held {
            held = inner;
        }
        let is_map = matches!(held, TypeRef::Map(..) | TypeRef::HashMap(..));
        self.value(ty)?;
        let end = self.links.len();
        self.objects.push(Links {
            links: start..end,
            levels: self.depth.saturating_sub(self.least),
            is_link: matches!(held, TypeRef::Shared(_)) && end > start,
            is_like_link: is_map && self.is_like_link,
        });
        Ok(())
    }

    /// Completes the result, given the index of the first object of each table. The value itself comes last.
    ///
    /// # Errors
    ///
    /// A link leads beyond its table.
    pub(super) fn finish(
        self,
        tables: &[(&TypeRef, usize)],
        sequence: &[(usize, usize)],
    ) -> Result<Found, Error> {
        let all = self.objects.len().saturating_sub(1);
        let object = |ty: &TypeRef, row: u32| {
            let table = tables.iter().position(|(known, _)| *known == ty)?;
            let end = tables.get(table.checked_add(1)?).map_or(all, |(_, first)| *first);
            let (_, first) = tables.get(table)?;
            first.checked_add(usize::try_from(row).ok()?).filter(|object| *object < end)
        };
        let links = self.links.iter().map(|(ty, row, level)| {
            let to = object(ty, *row).ok_or_else(leads_nowhere)?;
            Ok(Link { to, level: *level })
        });
        let links = links.collect::<Result<_, Error>>()?;
        let mut places: Vec<usize> = (0..self.objects.len()).collect();
        for (place, (table, row)) in sequence.iter().enumerate() {
            let object = tables.get(*table).and_then(|(_, first)| first.checked_add(*row));
            if let Some(entry) = object.and_then(|object| places.get_mut(object)) {
                *entry = place;
            }
        }
        let mut found = Found { objects: self.objects, links, places, circles: None };
        found.circles = sequence.is_empty().then(|| found.in_circles());
        Ok(found)
    }

    fn value(&mut self, ty: &'t TypeRef) -> Result<(), Error> {
        match ty {
            TypeRef::Primitive(kind) => self.rows.primitive(*kind).map(drop),
            TypeRef::Option(inner) => match self.rows.option()? {
                true => self.value(inner),
                false => Ok(()),
            },
            TypeRef::List(inner)
            | TypeRef::Heap(inner)
            | TypeRef::Set(inner)
            | TypeRef::HashSet(inner) => {
                let len = self.rows.begin_list(MinSize::ANY)?;
                (0..len).try_for_each(|_| self.value(inner))
            }
            TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => self.map(key, value),
            TypeRef::Array(inner, len) => (0..*len).try_for_each(|_| self.value(inner)),
            TypeRef::Tuple(parts) => parts.iter().try_for_each(|part| self.value(part)),
            TypeRef::Shared(inner) => {
                let level = self.depth.saturating_sub(self.rows.left().1);
                let row = self.rows.u32()?;
                self.links.push((inner, row, level));
                Ok(())
            }
            TypeRef::Named(index) => self.named(*index),
        }
    }

    fn map(&mut self, key: &'t TypeRef, value: &'t TypeRef) -> Result<(), Error> {
        let len = self.rows.begin_map(MinSize::ANY)?;
        for _ in 0..len {
            if let (1, TypeRef::Primitive(PrimitiveKind::Str)) = (len, key) {
                let key = self.rows.primitive(PrimitiveKind::Str)?;
                self.is_like_link |= matches!(key, Primitive::Str(key) if key == LINK);
            } else {
                self.value(key)?;
            }
            self.value(value)?;
        }
        Ok(())
    }

    fn named(&mut self, index: usize) -> Result<(), Error> {
        let schema = self.schema;
        let Some(def) = schema.types.get(index) else { return Err(no_such_type()) };
        self.rows.begin_pointer()?;
        self.least = self.least.min(self.rows.left().1);
        match &def.body {
            BodyDef::Struct(fields) => self.fields(fields)?,
            BodyDef::Enum(variants) => {
                let tag = self.rows.varint()?;
                let (_, variant) = of_tag(variants, tag).ok_or_else(no_such_type)?;
                self.fields(&variant.fields)?;
            }
        }
        self.rows.end_pointer();
        Ok(())
    }

    fn fields(&mut self, fields: &'t FieldsDef) -> Result<(), Error> {
        fields.list.iter().try_for_each(|field| self.value(&field.ty))
    }
}
