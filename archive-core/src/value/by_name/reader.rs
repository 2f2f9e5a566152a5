//! The state of a load from a value, and how fields and objects are found.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Load;
use super::node::{Node, Open};
use super::refused::{converted, departed, missing, no_holder, or_other_name, unknown_field};
use crate::graph::Objects;
use crate::limits::{Depth, room, too_deep};
use crate::matching::{Matched, Naming};
use crate::numbered::leads_nowhere;
use crate::schema::{Schema, in_history};
use crate::unknown::{Tables, UnknownPolicy, holds};
use crate::value::graph::{Graph, link_of};
use crate::value::{Compound, Head, Value};
use crate::{Error, Field, InputArchive, Primitive, PrimitiveKind, Scope, Shape, Step};

/// Loads a type from a value.
pub(super) struct Reader<'v, 'a, 'c> {
    /// The next value.
    pub(super) node: Node<'v, 'a>,
    pub(super) graph: Graph<'v, 'a>,
    /// The indexes of the tables by name, from 1.
    links: BTreeMap<&'v str, usize>,
    /// The objects that were built, if there are tables.
    pub(super) objects: Option<Objects<'a, Error>>,
    /// Per open object: the node, the levels left and the levels used where it was begun.
    pub(super) around: Vec<(Node<'v, 'a>, u32, u32)>,
    /// The levels in use where the open objects were begun, in total.
    pub(super) used: u32,
    /// The open parts, the innermost last.
    pub(super) open: Vec<Open<'v, 'a>>,
    pub(super) plans: Vec<Matched>,
    /// The indexes of plans, by the addresses of the stored head and of the fields.
    known: BTreeMap<(usize, (usize, usize)), usize>,
    /// The levels of derived types and pointers that may still be entered.
    pub(super) depth: Depth,
    /// The schema of the value, if known.
    pub(super) schema: Option<Arc<Schema>>,
    /// The tables of objects, once anything that is kept links to them.
    pub(super) tables: Option<Arc<Tables>>,
    pub(super) load: Load<'c>,
    /// The memory that may still be reserved, in bytes.
    pub(super) budget: usize,
}

impl<'v, 'a, 'c> Reader<'v, 'a, 'c> {
    /// Creates a reader at the start of a value.
    pub(super) fn new(
        value: &'v Value<'a>,
        schema: Option<Arc<Schema>>,
        load: Load<'c>,
        budget: usize,
    ) -> Self {
        let graph = Graph::of(value);
        Self {
            node: Node::Value(graph.root),
            links: graph.named().map(|(name, _)| name).zip(1..).collect(),
            graph,
            objects: graph.lens().map(Objects::new),
            around: Vec::new(),
            used: 0,
            open: Vec::new(),
            plans: Vec::new(),
            known: BTreeMap::new(),
            depth: Depth::new(load.limits),
            schema,
            tables: None,
            load,
            budget,
        }
    }

    /// If a link is next, goes to its object, for a type that holds the object without sharing it.
    pub(super) fn follow(&mut self) -> Result<(), Error> {
        for _ in 0..self.load.limits.depth {
            let Node::Value(value) = self.node.in_options() else { return Ok(()) };
            let Some((table, row)) = self.link_of(value) else { return Ok(()) };
            let found = self.graph.table(table).and_then(|objects| objects.node(row));
            self.node = found.ok_or_else(leads_nowhere)?;
        }
        Err(too_deep(self.load.limits.depth))
    }

    /// Whether an option is `Some`, if what is stored is not an option: the field became optional, or it is a
    /// link. A link to an option is followed. Any other link is kept, as the option may contain a shared
    /// pointer.
    pub(super) fn linked_option(&mut self, value: &'v Value<'a>) -> Result<bool, Error> {
        if self.link_of(value).is_none() {
            return Ok(true);
        }
        let link = self.node;
        self.follow()?;
        match self.node {
            Node::Value(Value::Option(None)) => Ok(false),
            // Unwrap the outer option, so that the inner one is not taken for it.
            Node::Value(Value::Option(Some(inner))) if matches!(**inner, Value::Option(_)) => {
                self.node = Node::Value(inner);
                Ok(true)
            }
            _ => {
                self.node = link;
                Ok(true)
            }
        }
    }

    /// The table and row of a link.
    pub(super) fn link_of(&self, value: &'v Value<'a>) -> Option<(usize, usize)> {
        let (table, row) = link_of(value)?;
        Some((*self.links.get(table)?, row))
    }

    /// How names are matched with those of a stored struct or variant.
    pub(super) fn naming(&self, shape: &Shape, stored: &Head) -> Naming {
        Naming::of(shape, &stored.ty, self.load.load_as)
    }

    /// The version at which a record is read: the stored one if this program knows it, else today's. A record
    /// stored under another type name has no version of this type, and only its field names count.
    pub(super) fn version(
        &self,
        shape: &'static Shape,
        stored: &Compound<'a>,
    ) -> Result<u32, Error> {
        if self.naming(shape, &stored.head) != Naming::Stated {
            return Ok(shape.version);
        }
        match stored.version() {
            newer if newer > shape.version => Ok(shape.version),
            version => in_history(shape, version),
        }
    }

    /// Begins a record, matching its fields by name.
    pub(super) fn record(
        &mut self,
        shape: &'static Shape,
        fields: &'static [Field],
        version: u32,
        stored: &'v Compound<'a>,
    ) -> Result<(), Error> {
        let plan = self.plan((shape, fields), version, &stored.head)?;
        let matched = self.plans.get(plan);
        if let Some((index, since)) = matched.and_then(Matched::first_converted) {
            let name = fields.get(index).map_or("", |field| field.name);
            return Err(converted(shape, name, (version, since), &stored.head));
        }
        let unknown = matched.and_then(|plan| plan.unknown().first());
        if let Some(name) = unknown.and_then(|place| stored.head.names.get(*place)) {
            match self.load.unknown {
                UnknownPolicy::Error => return Err(unknown_field(shape, name, &stored.head)),
                UnknownPolicy::Retain if !holds(fields) => {
                    return Err(no_holder(unknown_field(shape, name, &stored.head)));
                }
                UnknownPolicy::Skip | UnknownPolicy::Retain => {}
            }
        }
        self.open.push(Open::Scope { id: shape.id, plan, stored });
        Ok(())
    }

    /// The plan that maps stored names to `fields`. Each plan is made once.
    fn plan(
        &mut self,
        (shape, fields): (&'static Shape, &'static [Field]),
        version: u32,
        head: &Arc<Head>,
    ) -> Result<usize, Error> {
        // The compiler may merge equal lists of fields of two types.
        let ours = (core::ptr::from_ref(shape.id).addr(), fields.as_ptr().addr());
        let key = (Arc::as_ptr(head).addr(), ours);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        self.claim(1, Matched::memory(fields.len(), head.names.len()))?;
        let place = self.plans.len();
        let naming = self.naming(shape, head);
        self.plans.push(Matched::new(fields, version, head.names_since(), naming));
        self.known.insert(key, place);
        Ok(place)
    }

    /// The stored field of the open record, which must be of this shape.
    pub(super) fn field_of(
        &self,
        record: &Scope,
        index: usize,
    ) -> Result<Option<Node<'v, 'a>>, Error> {
        match self.open.last() {
            Some(Open::Scope { id, plan, stored }) if id.is(record.shape.id) => {
                let place = self.plans.get(*plan).and_then(|plan| plan.place(index));
                Ok(place.and_then(|place| stored.fields.get(place)).map(Node::Value))
            }
            _ => Err(departed()),
        }
    }

    /// The part of the open value that a step names.
    pub(super) fn part_of(&self, step: Step<'_>) -> Result<Node<'v, 'a>, Error> {
        let found = match (step, self.open.last()) {
            (Step::Field(record, index), _) => self.field_of(record, index)?.ok_or_else(missing)?,
            (Step::Element(index), Some(Open::Items(items))) => {
                items.node(index).ok_or_else(departed)?
            }
            (Step::Key(index), Some(Open::Entries(entries))) => {
                entries.get(index).map(|(key, _)| Node::Value(key)).ok_or_else(departed)?
            }
            (Step::Value(index), Some(Open::Entries(entries))) => {
                entries.get(index).map(|(_, value)| Node::Value(value)).ok_or_else(departed)?
            }
            _ => return Err(departed()),
        };
        Ok(found)
    }

    /// Adds the stored version of the innermost type to an error, if it was read at another version.
    #[cold]
    pub(super) fn in_stored(&self, error: Error, step: Step<'_>) -> Error {
        let Step::Field(Scope { shape, version, .. }, _) = step else { return error };
        let stored = self.open.iter().rev().find_map(|open| match open {
            Open::Scope { id, stored, .. } if id.is(shape.id) => Some(stored.version()),
            _ => None,
        });
        match stored {
            Some(stored) if stored != *version && error.type_name().is_empty() => {
                error.in_shape(shape, stored)
            }
            _ => error,
        }
    }

    /// Adds the unknown field names to an error. Reading stopped early, so the record that failed is still
    /// open.
    #[cold]
    pub(super) fn or_other_name(&self, error: Error) -> Error {
        let Some(Open::Scope { plan, stored, .. }) = self.open.last() else { return error };
        let unknown = self.plans.get(*plan).map_or(&[][..], Matched::unknown);
        let names = unknown.iter().filter_map(|place| stored.head.names.get(*place));
        or_other_name(error, names.map(String::as_str))
    }

    /// Converts a sequence of numbers to bytes, if each one fits.
    pub(super) fn bytes_of_numbers(&mut self) -> Result<Vec<u8>, Error> {
        let items = self.node.items().map_err(|_| self.node.strange("bytes"))?;
        let len = items.len();
        self.claim(len, 1)?;
        let mut bytes = room(len)?;
        for index in 0..len {
            self.node = items.node(index).ok_or_else(departed)?;
            self.follow()?;
            match self.node.to_number(PrimitiveKind::U8) {
                Ok(Primitive::U8(byte)) => bytes.push(byte),
                Ok(_) => return Err(departed()),
                Err(error) => return Err(error.within(Step::Element(index))),
            }
        }
        Ok(bytes)
    }
}
