//! The archive that reads from a value, where names rule (DESIGN.md, "Opening an archive").

mod keep;
mod node;
pub(super) mod plan;
mod quantity;
mod refused;

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::graph::Graph;
use super::{Compound, Head, Value};
use crate::graph::{self, Link, Objects, object_name};
use crate::limits::{out_of_memory, over_budget, too_deep};
use crate::schema::{Schema, in_history};
use crate::traits::{MinSize, load_shared};
use crate::unknown::{CATCH, Tables, UnknownPolicy, holds, is_catch};
use crate::{
    Context, Deserialize, Error, Field, InputArchive, Limits, Primitive, PrimitiveKind, Scope,
    Shape, Step, Type, Unknown,
};

use node::{Node, Open};
use plan::Plan;
pub(super) use quantity::Quantity;
use refused::{
    a, departed, missing, named, no_holder, other_length, unknown_field, unknown_variant,
};

/// What a load may cost, and what it was lent.
pub(crate) struct Load<'c> {
    pub(crate) limits: &'c Limits,
    /// Memory that may still be reserved, in bytes.
    pub(crate) budget: usize,
    pub(crate) context: Context<'c>,
    pub(crate) unknown: UnknownPolicy,
}

/// Loads a `T` from a value.
///
/// One compiled copy of a type's code serves all archives that are asked through a reference: names
/// are looked up far slower than a call takes.
///
/// # Errors
///
/// The value is no `T`, whatever its names and kinds may stand for.
pub(crate) fn from_value<'a, T: Deserialize<'a>>(
    value: &Value<'a>,
    load: Load<'_>,
) -> Result<T, Error> {
    from_value_of(value, None, load)
}

/// Loads a `T` from a value of a schema, which its holders keep with what they keep.
///
/// # Errors
///
/// As [`from_value`].
pub(crate) fn from_value_of<'a, T: Deserialize<'a>>(
    value: &Value<'a>,
    schema: Option<Arc<Schema>>,
    load: Load<'_>,
) -> Result<T, Error> {
    let depth = load.limits.depth;
    let graph = Graph::of(value);
    let mut reader = Reader {
        node: Node::Value(graph.root),
        graph,
        objects: graph.lens().map(Objects::new),
        around: Vec::new(),
        used: 0,
        open: Vec::new(),
        plans: Vec::new(),
        known: BTreeMap::new(),
        depth,
        schema,
        tables: None,
        load,
    };
    let value = load_shared(&mut reader)?;
    graph::finish(&mut reader)?;
    Ok(value)
}

/// Answers the visits of a type from a value.
struct Reader<'v, 'a, 'c> {
    /// What comes next.
    node: Node<'v, 'a>,
    graph: Graph<'v, 'a>,
    /// The objects that were built, if there are tables of them.
    objects: Option<Objects<'a, Error>>,
    /// Where the objects were begun that are open, the levels that were left, and what was `used`.
    around: Vec<(Node<'v, 'a>, u32, u32)>,
    /// The levels at which those were begun, together.
    used: u32,
    /// What was begun, the innermost last.
    open: Vec<Open<'v, 'a>>,
    plans: Vec<Plan>,
    /// Plans by the addresses of what is stored and of the fields that take it.
    known: BTreeMap<(usize, usize), usize>,
    /// How many more levels of derived types and pointers there may be.
    depth: u32,
    /// What the value is, where that is known.
    schema: Option<Arc<Schema>>,
    /// The tables of objects, once something that is kept links into them.
    tables: Option<Arc<Tables>>,
    load: Load<'c>,
}

impl<'v, 'a> Reader<'v, 'a, '_> {
    fn descend(&mut self) -> Result<(), Error> {
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                Ok(())
            }
            None => Err(too_deep(self.load.limits.depth)),
        }
    }

    /// Goes to the object that a link leads to, where this program has the object itself.
    fn follow(&mut self) -> Result<(), Error> {
        for _ in 0..self.load.limits.depth {
            let Node::Value(value) = self.node.in_options() else { return Ok(()) };
            let Some((table, row)) = self.graph.link(value) else { return Ok(()) };
            let found = self.graph.table(table).and_then(|objects| objects.node(row));
            self.node = found.ok_or_else(refused::no_object)?;
        }
        Err(too_deep(self.load.limits.depth))
    }

    fn ascend(&mut self) {
        self.depth = self.depth.saturating_add(1);
    }

    /// The version at which a record of a shape is read: that which is stored, if this program knows
    /// it, and else today's. The names of fields rule, and not those of types: what is stored under
    /// another name is no version of this one.
    fn version(&self, shape: &'static Shape, stored: &Compound<'a>) -> Result<u32, Error> {
        if !shape.names().any(|name| name == stored.type_name()) {
            return Ok(shape.version);
        }
        match stored.version() {
            newer if newer > shape.version => Ok(shape.version),
            version => in_history(shape, version),
        }
    }

    /// Begins a record, whose fields are found by their names.
    fn record(
        &mut self,
        shape: &'static Shape,
        fields: &'static [Field],
        version: u32,
        stored: &'v Compound<'a>,
    ) -> Result<(), Error> {
        let plan = self.plan(fields, version, &stored.head)?;
        let unknown = self.plans.get(plan).and_then(|plan| plan.unknown().first());
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

    /// The plan by which `fields` take those that a head names, made once.
    fn plan(
        &mut self,
        fields: &'static [Field],
        version: u32,
        head: &Arc<Head>,
    ) -> Result<usize, Error> {
        let key = (Arc::as_ptr(head).addr(), fields.as_ptr().addr());
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        self.claim(1, Plan::memory(fields.len(), head.names.len()))?;
        let place = self.plans.len();
        self.plans.push(Plan::new(fields, version, &head.names));
        self.known.insert(key, place);
        Ok(place)
    }

    /// The field at an index of the record that is open, if it is one of this shape's.
    fn field_of(&self, record: &Scope, index: usize) -> Result<Option<Node<'v, 'a>>, Error> {
        match self.open.last() {
            Some(Open::Scope { id, plan, stored }) if id.is(record.shape.id) => {
                let place = self.plans.get(*plan).and_then(|plan| plan.place(index));
                Ok(place.and_then(|place| stored.fields.get(place)).map(Node::Value))
            }
            _ => Err(departed()),
        }
    }

    fn part_of(&self, step: Step<'_>) -> Result<Node<'v, 'a>, Error> {
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

    /// An error that tells which version of the innermost type is stored, if it is read as another.
    #[cold]
    fn in_stored(&self, error: Error, step: Step<'_>) -> Error {
        let Step::Field(Scope { shape, version, .. }, _) = step else { return error };
        let stored = self.open.iter().rev().find_map(|open| match open {
            Open::Scope { id, stored, .. } if id.is(shape.id) => Some(stored.version()),
            _ => None,
        });
        match stored {
            Some(stored) if stored != *version && error.type_name().is_empty() => {
                error.in_type(shape.name).with_versions(stored, shape.oldest, shape.version)
            }
            _ => error,
        }
    }

    /// The bytes of a sequence of numbers that each fit one.
    fn bytes_of_numbers(&mut self) -> Result<Vec<u8>, Error> {
        let items = self.node.items().map_err(|_| self.node.strange("bytes"))?;
        let len = items.len();
        self.claim(len, 1)?;
        let mut bytes = Vec::new();
        if bytes.try_reserve_exact(len).is_err() {
            return Err(out_of_memory(len, 1));
        }
        for index in 0..len {
            let node = items.node(index).ok_or_else(departed)?;
            match number(node, PrimitiveKind::U8) {
                Ok(Primitive::U8(byte)) => bytes.push(byte),
                Ok(_) => return Err(departed()),
                Err(error) => return Err(error.within(Step::Element(index))),
            }
        }
        Ok(bytes)
    }
}

impl<'v, 'a: 'v> InputArchive<'a> for Reader<'v, 'a, '_> {
    type Error = Error;

    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
        self.follow()?;
        if kind.is_number() {
            return number(self.node, kind);
        }
        match self.node.plain() {
            Some(value) if value.kind() == kind => Ok(value),
            _ if kind == PrimitiveKind::Bytes => {
                self.bytes_of_numbers().map(|bytes| Primitive::Bytes(Cow::Owned(bytes)))
            }
            _ => Err(self.node.strange(&a(kind.name()))),
        }
    }

    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.descend()?;
        self.follow()?;
        match self.node.in_options() {
            Node::Value(Value::Struct(stored)) if shape.variants().is_empty() => {
                let version = self.version(shape, stored)?;
                self.record(shape, shape.fields(), version, stored)?;
                Ok(Scope::of_struct(shape, version))
            }
            _ => Err(self.node.strange(&named(shape))),
        }
    }

    fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.descend()?;
        self.follow()?;
        let Node::Value(Value::Variant(stored)) = self.node.in_options() else {
            return Err(self.node.strange(&named(shape)));
        };
        let version = self.version(shape, stored)?;
        let name = stored.variant().unwrap_or_default();
        let alive = || shape.variants().iter().filter(|it| it.lifespan.contains(version));
        let found = alive()
            .find(|it| it.name_at(version) == name)
            .or_else(|| alive().find(|it| it.name == name || it.aliases.contains(&name)));
        let Some(variant) = found else {
            if !shape.catches() {
                return Err(unknown_variant(shape, name, stored.version()));
            }
            let plan = usize::MAX;
            self.open.push(Open::Scope { id: shape.id, plan, stored });
            return Ok(Scope { shape, fields: &[], version, tag: CATCH, place: 0 });
        };
        self.record(shape, variant.fields.list, version, stored)?;
        Ok(Scope { shape, fields: &[], version, tag: variant.tag, place: 0 })
    }

    fn has(&mut self, record: &Scope, index: usize) -> bool {
        matches!(self.field_of(record, index), Ok(Some(_)))
    }

    fn unknown(&mut self, record: &Scope) -> Result<Unknown, Error> {
        let Some(Open::Scope { id, plan, stored }) = self.open.last() else {
            return Err(departed());
        };
        let (stored, plan) = (*stored, *plan);
        if !id.is(record.shape.id) {
            return Err(departed());
        }
        let is_catch = is_catch(record);
        if !is_catch && self.load.unknown != UnknownPolicy::Retain {
            return Ok(Unknown::new());
        }
        self.keep(record, stored, plan, is_catch).map(Unknown::keep)
    }

    fn end(&mut self, _record: Scope) -> Result<(), Error> {
        self.open.pop();
        self.ascend();
        Ok(())
    }

    fn enter(&mut self, step: Step<'_>) -> Result<(), Error> {
        match self.part_of(step) {
            Ok(node) => {
                self.node = node;
                Ok(())
            }
            Err(error) => Err(self.locate(error, step)),
        }
    }

    fn option(&mut self) -> Result<bool, Error> {
        match self.node {
            Node::Value(Value::Option(None)) => Ok(false),
            Node::Value(Value::Option(Some(inner))) => {
                self.node = Node::Value(inner);
                Ok(true)
            }
            // What was always there has become optional.
            Node::Value(_) | Node::Number(_) => Ok(true),
        }
    }

    fn begin_list(&mut self, _min: MinSize) -> Result<usize, Error> {
        self.follow()?;
        let items = self.node.items()?;
        self.open.push(Open::Items(items));
        Ok(items.len())
    }

    fn end_list(&mut self) {
        self.open.pop();
    }

    fn begin_tuple(&mut self, len: usize) -> Result<(), Error> {
        self.follow()?;
        let items = self.node.items()?;
        if items.len() != len {
            return Err(other_length(items.len(), len));
        }
        self.open.push(Open::Items(items));
        Ok(())
    }

    fn end_tuple(&mut self) {
        self.open.pop();
    }

    fn begin_map(&mut self, _min: MinSize) -> Result<usize, Error> {
        self.follow()?;
        let entries = self.node.entries()?;
        self.open.push(Open::Entries(entries));
        Ok(entries.len())
    }

    fn end_map(&mut self) {
        self.open.pop();
    }

    fn begin_pointer(&mut self) -> Result<(), Error> {
        self.descend()
    }

    fn end_pointer(&mut self) {
        self.ascend();
    }

    fn link(&mut self, _: &'static Type) -> Result<Option<Link>, Error> {
        let Node::Value(value) = self.node.in_options() else { return Ok(None) };
        let link = self.graph.link(value);
        Ok(link.map(|(table, row)| Link { table, row, place: 0 }))
    }

    fn erased(&mut self) -> Option<&mut dyn InputArchive<'a, Error = Error>> {
        Some(self)
    }

    fn objects(&mut self) -> Option<&mut Objects<'a, Error>> {
        self.objects.as_mut()
    }

    fn begin_object(&mut self, link: Link) -> Result<(), Error> {
        let found = self.graph.table(link.table).and_then(|objects| objects.node(link.row));
        self.around.push((self.node, self.depth, self.used));
        self.node = found.ok_or_else(refused::no_object)?;
        let limits = self.load.limits;
        let levels = limits.depth_inside(self.used).saturating_sub(self.depth);
        self.used = self.used.saturating_add(levels);
        self.depth = limits.depth_inside(self.used);
        Ok(())
    }

    fn end_object(&mut self) -> Result<(), Error> {
        if let Some(around) = self.around.pop() {
            (self.node, self.depth, self.used) = around;
        }
        Ok(())
    }

    fn locate_object(&self, error: Error, ty: &'static Type, row: usize) -> Error {
        error.in_object(&object_name(ty, row))
    }

    fn claim(&mut self, count: usize, bytes: usize) -> Result<(), Error> {
        let wanted = count.saturating_mul(bytes);
        match self.load.budget.checked_sub(wanted) {
            Some(budget) => {
                self.load.budget = budget;
                Ok(())
            }
            None => Err(over_budget(wanted, self.load.budget)),
        }
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        self.in_stored(error, step).within(step)
    }

    fn context(&mut self) -> Context<'_> {
        self.load.context.reborrow()
    }
}

/// The number that a node is, as another kind.
fn number(node: Node<'_, '_>, kind: PrimitiveKind) -> Result<Primitive<'static>, Error> {
    let quantity = node.quantity().ok_or_else(|| node.strange(&a(kind.name())))?;
    quantity.to(kind).ok_or_else(|| refused::too_large(quantity, kind))
}
