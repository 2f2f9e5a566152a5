//! The links of a value that is written by another schema, and the tables of its objects.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Say;
use crate::graph::LEN;
use crate::limits::Depth;
use crate::schema::{Shared, TypeRef};
use crate::unknown::{Tables, Unknown};
use crate::value::Value;
use crate::value::by_schema::{self, Parts, strange};
use crate::value::elements::Elements;
use crate::value::graph::{self, Graph};
use crate::varint::write_len;
use crate::{Error, ErrorKind, Limits};

/// Where a value comes from, which determines its names and links.
#[derive(Clone, Copy)]
pub(super) enum Side {
    /// Today's value.
    Today,
    /// Something kept from an archive. The index of that archive's tables, or `usize::MAX` if it has none.
    Kept(usize),
}

/// Where values are, in the order in which objects are built: kept objects link only to kept ones, while today's may link to
/// any.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// In an object to which only unknown fields link.
    Kept {
        tables: usize,
        table: usize,
        row: usize,
    },
    /// In an object of today, by its place in their sequence.
    Today(usize),
    Root,
}

/// The origin of an object, in the order of objects in a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Source {
    place: Place,
    part: Part,
}

/// What becomes an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// A value that is owned today, not shared, by the count of those that were met before at the same place. Both passes visit
    /// each place alike.
    Owned(usize),
    /// The object at the place, which is built after what it owns.
    Whole,
}

/// An object, and the table of the schema that it goes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Target {
    table: usize,
    source: Source,
}

/// The objects of a value that is being written.
pub(super) struct Linking<'v> {
    today: Graph<'v, 'v>,
    /// The tables and rows of today's objects, each after those that it links to, and the places of all in this.
    sequence: Vec<(usize, usize)>,
    places: BTreeMap<(usize, usize), usize>,
    /// The tables of all archives from which something was kept.
    kept: Vec<Arc<Tables>>,
    /// The types of the tables to write; empty if everything is written by value.
    shared: Shared<'v>,
    /// The objects met so far. Their rows are set once all have been met.
    rows: BTreeMap<Target, u32>,
    is_numbered: bool,
    /// Objects that were met but not visited.
    queue: Vec<Target>,
    /// What is visited, and how many objects that are owned were met in it.
    place: Place,
    met: usize,
    bytes: BTreeMap<Target, Vec<u8>>,
    /// How many more links may be followed within each other, where objects are written in place of links.
    depth: Depth,
}

impl<'v> Linking<'v> {
    pub(super) fn new(
        today: Graph<'v, 'v>,
        sequence: &[(usize, usize)],
        shared: Shared<'v>,
        limits: &Limits,
    ) -> Self {
        // The first field of a graph is its root.
        let table = |table: usize| table.saturating_add(1);
        let sequence: Vec<_> = sequence.iter().map(|(at, row)| (table(*at), *row)).collect();
        Self {
            today,
            places: sequence.iter().enumerate().map(|(place, object)| (*object, place)).collect(),
            sequence,
            kept: Vec::new(),
            shared,
            rows: BTreeMap::new(),
            is_numbered: false,
            queue: Vec::new(),
            place: Place::Root,
            met: 0,
            bytes: BTreeMap::new(),
            depth: Depth::new(limits),
        }
    }

    /// Adds the tables of an archive from which something was kept.
    pub(super) fn know(&mut self, tables: Option<&Arc<Tables>>) {
        let Some(tables) = tables else { return };
        if !self.kept.iter().any(|known| Arc::ptr_eq(known, tables)) {
            self.kept.push(Arc::clone(tables));
        }
    }

    /// The side of the values that a holder kept.
    pub(super) fn side(&self, held: Option<&Unknown>) -> Side {
        let tables = held
            .and_then(Unknown::tables)
            .and_then(|tables| self.kept.iter().position(|known| Arc::ptr_eq(known, tables)));
        Side::Kept(tables.unwrap_or(usize::MAX))
    }

    /// The object of a link.
    fn find(&self, side: Side, value: &Value<'_>) -> Option<Source> {
        match side {
            Side::Today => {
                let place = self.places.get(&self.today.link(value)?)?;
                Some(Source { place: Place::Today(*place), part: Part::Whole })
            }
            Side::Kept(tables) => {
                let (name, row) = graph::link_of(value)?;
                let table = self.kept.get(tables)?.iter().position(|(known, _)| known == name)?;
                Some(Source { place: Place::Kept { tables, table, row }, part: Part::Whole })
            }
        }
    }

    /// The row of an object. If it is new, it is queued and its row is preliminary.
    fn row(&mut self, target: Target) -> u32 {
        if let Some(row) = self.rows.get(&target) {
            return *row;
        }
        self.rows.insert(target, 0);
        self.queue.push(target);
        0
    }

    /// Begins to look for objects within a shared object, or within the root.
    fn visit(&mut self, place: Place) {
        (self.place, self.met) = (place, 0);
    }

    /// An object that is owned today, when all objects in it were met.
    fn owned(&mut self) -> Source {
        let before = self.met;
        self.met = before.saturating_add(1);
        Source { place: self.place, part: Part::Owned(before) }
    }

    /// Assigns rows to all objects that were met.
    fn number(&mut self) {
        let mut next = alloc::vec![0_u32; self.shared.len()];
        for (target, row) in &mut self.rows {
            if let Some(next) = next.get_mut(target.table) {
                *row = *next;
                *next = next.saturating_add(1);
            }
        }
        self.is_numbered = true;
    }
}

impl Say<'_> {
    /// Appends a value as a type of the schema.
    pub(super) fn put(
        &mut self,
        side: Side,
        ty: &TypeRef,
        value: &Value<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        by_schema::put(&mut Sided { say: self, side }, ty, value, out)
    }

    /// Like [`put`](Self::put), for today's values whose type has no order, or another one.
    pub(super) fn put_in_order(
        &mut self,
        ty: &TypeRef,
        value: &Value<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        by_schema::put_in_order(&mut Sided { say: self, side: Side::Today }, ty, value, out)
    }

    /// The rows of a value and of all objects it links to, in two passes: the first finds the objects, the
    /// second writes.
    pub(super) fn body(&mut self, root: &Value<'_>) -> Result<Vec<u8>, Error> {
        let schema = self.schema;
        let mut body = Vec::new();
        self.put(Side::Today, &schema.root, root, &mut body)?;
        if self.links.shared.is_empty() {
            return Ok(body);
        }
        while let Some(target) = self.links.queue.pop() {
            self.put_object(target)?;
        }
        self.links.number();
        body.clear();
        self.links.visit(Place::Root);
        self.put(Side::Today, &schema.root, root, &mut body)?;
        let targets: Vec<Target> = self.links.rows.keys().copied().collect();
        for target in &targets {
            self.put_object(*target)?;
        }
        let mut lens = Vec::new();
        for table in 0..self.links.shared.len() {
            let start = body.len();
            let objects = targets.iter().filter(|target| target.table == table);
            write_len(&mut body, objects.clone().count());
            for target in objects {
                body.extend(self.links.bytes.get(target).map(Vec::as_slice).unwrap_or_default());
            }
            let len = u64::try_from(body.len().saturating_sub(start)).unwrap_or(u64::MAX);
            let len: [u8; LEN] = len.to_le_bytes();
            lens.extend(len);
        }
        body.extend(lens);
        Ok(body)
    }

    /// Encodes an object for its table. Objects that are owned today were already encoded where they are.
    fn put_object(&mut self, target: Target) -> Result<(), Error> {
        let Some(ty) = self.links.shared.get(target.table) else { return Ok(()) };
        if target.source.part != Part::Whole {
            return Ok(());
        }
        self.links.visit(target.source.place);
        let mut bytes = Vec::new();
        self.put_source(target.source, ty, &mut bytes)?;
        self.links.bytes.insert(target, bytes);
        Ok(())
    }

    fn put_source(&mut self, source: Source, ty: &TypeRef, out: &mut Vec<u8>) -> Result<(), Error> {
        match source.place {
            Place::Today(place) => {
                let object = self.links.sequence.get(place).and_then(|(table, row)| {
                    self.links.today.table(*table).and_then(|objects| objects.get(*row))
                });
                self.put(Side::Today, ty, &*object.ok_or_else(no_object)?, out)
            }
            Place::Kept { tables, table, row } => {
                let kept = self.links.kept.get(tables).map(Arc::clone).ok_or_else(no_object)?;
                let objects = kept.get(table).and_then(|(_, objects)| Elements::of(objects));
                let object = objects.and_then(|objects| objects.get(row)).ok_or_else(no_object)?;
                self.put(Side::Kept(tables), ty, &object, out)
            }
            Place::Root => Err(no_object()),
        }
    }

    /// Appends a link to a shared object, or the object itself if it is written by value.
    fn put_shared(
        &mut self,
        side: Side,
        inner: &TypeRef,
        value: &Value<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let Some(table) = self.links.shared.table_of(inner) else {
            return self.put(side, inner, value, out);
        };
        let value = value.in_options();
        let source = match self.links.find(side, value) {
            Some(source) => source,
            None => {
                let mut bytes = Vec::new();
                self.put(side, inner, value, &mut bytes)?;
                let source = self.links.owned();
                self.links.bytes.insert(Target { table, source }, bytes);
                source
            }
        };
        let target = Target { table, source };
        if self.links.is_numbered && !self.links.rows.contains_key(&target) {
            return Err(strange(value));
        }
        out.extend(self.links.row(target).to_le_bytes());
        Ok(())
    }

    /// Appends the object of a link in place of the link.
    fn put_followed(
        &mut self,
        source: Source,
        ty: &TypeRef,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        self.links.depth.descend()?;
        let put = self.put_source(source, ty, out);
        self.links.depth.ascend();
        put
    }
}

/// Writes the parts of a value from one side.
struct Sided<'p, 's> {
    say: &'p mut Say<'s>,
    side: Side,
}

impl Parts for Sided<'_, '_> {
    fn named(&mut self, def: usize, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        match self.side {
            Side::Today => self.say.named(def, value, out),
            Side::Kept(_) => {
                if let Value::Struct(it) | Value::Variant(it) = value {
                    self.say.check_shape(def, it.variant().unwrap_or_default(), it.version())?;
                }
                let (schema, variant) = (self.say.schema, self.say.variants.of(def, value));
                by_schema::own(self, (schema, def), variant, value, out)
            }
        }
    }

    fn shared(
        &mut self,
        inner: &TypeRef,
        value: &Value<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        self.say.put_shared(self.side, inner, value, out)
    }

    fn follow(
        &mut self,
        ty: &TypeRef,
        value: &Value<'_>,
        out: &mut Vec<u8>,
    ) -> Option<Result<(), Error>> {
        if let TypeRef::Shared(_) = ty {
            return None;
        }
        let source = self.say.links.find(self.side, value)?;
        Some(self.say.put_followed(source, ty, out))
    }
}

#[cold]
fn no_object() -> Error {
    Error::new(ErrorKind::InvalidLink, "a retained link leads to no object")
}
