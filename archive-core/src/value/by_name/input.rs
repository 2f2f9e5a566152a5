//! Implements [`InputArchive`] for the reader of values.

use alloc::borrow::Cow;

use super::node::{Node, Open};
use super::reader::Reader;
use super::refused::{a, departed, named, other_length, variant_of_another};
use crate::graph::{Left, Link, Objects, object_path};
use crate::limits::claimed;
use crate::matching::variant_of;
use crate::numbered::leads_nowhere;
use crate::traits::MinSize;
use crate::unknown::{CATCH, UnknownPolicy, is_catch};
use crate::value::Value;
use crate::value::graph::GRAPH;
use crate::{
    Context, Error, InputArchive, Primitive, PrimitiveKind, Scope, Shape, Step, Type, Unknown,
};

impl<'v, 'a: 'v> InputArchive<'a> for Reader<'v, 'a, '_> {
    type Error = Error;

    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
        self.follow()?;
        if kind.is_number() {
            let literal = if self.load.is_edited { self.node.literal(kind) } else { None };
            return literal.map_or_else(|| self.node.to_number(kind), Ok);
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
        self.depth.descend()?;
        self.follow()?;
        match self.node.in_options() {
            Node::Value(Value::Struct(stored))
                if shape.variants().is_empty() && stored.type_name() != GRAPH =>
            {
                let version = self.version(shape, stored)?;
                self.record(shape, shape.fields(), version, stored)?;
                Ok(Scope::of_struct(shape, version))
            }
            _ => Err(self.node.strange(&named(shape))),
        }
    }

    fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.depth.descend()?;
        self.follow()?;
        let Node::Value(Value::Variant(stored)) = self.node.in_options() else {
            return Err(self.node.strange(&named(shape)));
        };
        let version = self.version(shape, stored)?;
        let name = stored.variant().unwrap_or_default();
        let naming = self.naming(shape, &stored.head);
        let their = (name, stored.head.history.tag, stored.version());
        let found = variant_of(shape, their, version, naming);
        let Some(variant) = found else {
            if !shape.catches() {
                return Err(variant_of_another(shape, name, stored.version()));
            }
            let plan = usize::MAX;
            self.open.push(Open::Scope { id: shape.id, plan, stored });
            return Ok(Scope::of_tag(shape, CATCH, version));
        };
        self.record(shape, variant.fields.list, version, stored)?;
        Ok(Scope::of_tag(shape, variant.tag, version))
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
        self.depth.ascend();
        Ok(())
    }

    fn enter(&mut self, step: Step<'_>) -> Result<(), Error> {
        self.node = self.part_of(step).map_err(|error| self.locate(error, step))?;
        Ok(())
    }

    fn option(&mut self) -> Result<bool, Error> {
        match self.node {
            Node::Value(Value::Option(None)) => Ok(false),
            Node::Value(Value::Option(Some(inner))) => {
                self.node = Node::Value(inner);
                Ok(true)
            }
            Node::Value(value) => self.linked_option(value),
            Node::Number(_) => Ok(true),
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
        self.depth.descend()
    }

    fn end_pointer(&mut self) {
        self.depth.ascend();
    }

    fn link(&mut self, _: &'static Type) -> Result<Option<Link>, Error> {
        let Node::Value(value) = self.node.in_options() else { return Ok(None) };
        let link = self.link_of(value);
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
        self.around.push((self.node, self.depth.left, self.used));
        self.node = found.ok_or_else(leads_nowhere)?;
        let limits = self.load.limits;
        let levels = limits.depth_inside(self.used).saturating_sub(self.depth.left);
        self.used = self.used.saturating_add(levels);
        self.depth.left = limits.depth_inside(self.used);
        Ok(())
    }

    fn end_object(&mut self) -> Result<(), Error> {
        if let Some(around) = self.around.pop() {
            (self.node, self.depth.left, self.used) = around;
        }
        Ok(())
    }

    fn locate_object(&self, error: Error, ty: &'static Type, row: usize) -> Error {
        error.in_object(&object_path(ty, row), Some(ty))
    }

    fn limits_left(&self) -> Left {
        Left { memory: self.budget, levels: self.depth.left }
    }

    fn claim(&mut self, count: usize, bytes: usize) -> Result<(), Error> {
        self.budget = claimed(self.budget, count.saturating_mul(bytes))?;
        Ok(())
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        self.in_stored(error, step).within(step)
    }

    fn context(&mut self) -> Context<'_> {
        self.load.context.reborrow()
    }
}
