//! Resolves everything but structs and enums: numbers, texts, sequences and maps.

use super::super::plan::{ABSENT, Act, Spot};
use super::super::tree::{Node, Part};
use super::{Differs, Resolve};
use crate::matching::is_related;
use crate::weight::map_memory;
use crate::{Kind, PrimitiveKind, Type};

impl Resolve<'_, '_> {
    /// Resolves a primitive, sequence, map or tuple.
    pub(super) fn fill_plain(
        &mut self,
        at: usize,
        ty: &'static Type,
        node: usize,
        their: Node,
    ) -> Result<(), Differs> {
        let leaf = |act| Spot { act, node, ..ABSENT };
        match (ty.kind, their.part) {
            (Kind::Primitive(PrimitiveKind::Unit), Part::Unit) => self.set(at, leaf(Act::Unit)),
            (Kind::Primitive(PrimitiveKind::Str), Part::Text) => self.set(at, leaf(Act::Text)),
            (Kind::Primitive(PrimitiveKind::Bytes), Part::Bytes) => self.set(at, leaf(Act::Bytes)),
            (Kind::Primitive(ours), Part::Number(theirs)) if is_related(theirs, ours) => {
                self.set(at, leaf(Act::Number(ours)));
            }
            (
                Kind::List(inner) | Kind::Heap(inner) | Kind::Set(inner) | Kind::HashSet(inner),
                Part::List | Part::Array(_),
            ) => self.fill_list(at, (ty, inner), node, their)?,
            (Kind::Primitive(PrimitiveKind::Bytes), Part::Array(len))
                if !self.matching.declared =>
            {
                let number = self.plan.tree.get(their.first);
                if number.part != Part::Number(PrimitiveKind::U8) {
                    return self.sequence(at, ty, node);
                }
                self.fill_numbers(at, Act::FixedBytes(len), node, (PrimitiveKind::U8, their.first));
            }
            (Kind::Map(key, value) | Kind::HashMap(key, value), Part::Map) => {
                self.weigh(Act::Map, map_memory(1, key.memory.saturating_add(value.memory)));
                self.fill_parts(at, Act::Map, node, &[key, value])?;
            }
            (Kind::Array(inner, ours), Part::Array(theirs)) if ours == theirs => {
                self.fill_parts(at, Act::Array(ours), node, &[inner])?;
            }
            (Kind::Array(inner, ours), Part::List) if !self.matching.declared => {
                self.fill_parts(at, Act::Array(ours), node, &[inner])?;
            }
            (Kind::Array(inner, ours), Part::Bytes) if !self.matching.declared => {
                // The numbers are the bytes in the column of bytes.
                let Kind::Primitive(kind) = inner.kind else {
                    return self.sequence(at, ty, node);
                };
                if !is_related(PrimitiveKind::U8, kind) {
                    return self.sequence(at, ty, node);
                }
                self.fill_numbers(at, Act::Array(ours), node, (kind, node));
            }
            (Kind::Tuple(parts), Part::Tuple) if parts.len() == their.len => {
                self.fill_parts(at, Act::Tuple, node, parts)?;
            }
            _ => return self.sequence(at, ty, node),
        }
        Ok(())
    }

    /// Resolves a sequence of another kind. If types are matched by names, the program's value is read from a tree of
    /// the archive's.
    fn sequence(&mut self, at: usize, ty: &'static Type, node: usize) -> Result<(), Differs> {
        let their = self.plan.tree.get(node);
        let is_sequence =
            matches!(their.part, Part::Bytes | Part::List | Part::Array(_) | Part::Tuple)
                && matches!(
                    ty.kind,
                    Kind::Primitive(PrimitiveKind::Bytes)
                        | Kind::List(_)
                        | Kind::Heap(_)
                        | Kind::Set(_)
                        | Kind::HashSet(_)
                        | Kind::Array(..)
                        | Kind::Tuple(_)
                );
        if self.matching.declared || !is_sequence {
            return Err(Differs);
        }
        self.as_tree(at, node);
        Ok(())
    }

    /// Marks a node and everything below it to be read as a tree.
    pub(super) fn as_tree(&mut self, at: usize, node: usize) {
        let their = self.plan.tree.get(node);
        self.plan.is_for_trees = true;
        for node in core::iter::once(node).chain(their.first..their.last) {
            if let Some(spot_of) = self.plan.spot_of.get_mut(node) {
                *spot_of = at;
            }
        }
    }

    fn fill_list(
        &mut self,
        at: usize,
        (ty, inner): (&'static Type, &'static Type),
        node: usize,
        their: Node,
    ) -> Result<(), Differs> {
        let act = match their.part {
            Part::Array(len) => Act::FixedList(len),
            _ => Act::List,
        };
        let memory = match ty.kind {
            Kind::Set(_) | Kind::HashSet(_) => map_memory(1, inner.memory),
            _ => inner.memory,
        };
        self.weigh(act, memory);
        self.fill_parts(at, act, node, &[inner])?;
        if let Some(spot) = self.plan.spots.get_mut(at) {
            spot.is_list = matches!(ty.kind, Kind::List(_));
        }
        Ok(())
    }

    /// Resolves the elements of a sequence of numbers, which are in the columns of `numbers`.
    fn fill_numbers(
        &mut self,
        at: usize,
        act: Act,
        node: usize,
        (kind, numbers): (PrimitiveKind, usize),
    ) {
        let first = self.add(1);
        let number = Spot { act: Act::Number(kind), node: numbers, ..ABSENT };
        self.within(act, |resolve| resolve.set(first, number));
        self.set(at, Spot { act, node, first, len: 1, ..ABSENT });
    }
}
