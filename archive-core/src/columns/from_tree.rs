//! Saves a tree of values (`Value`) in columns, by its schema alone.

use alloc::vec::Vec;

use super::block::Seal;
use super::body;
use super::bytes::Bytes;
use super::plan::Plan;
use super::tree::{Node, Part};
use super::writer::{Column, departed};
use crate::Error;
use crate::schema::{Schema, TypeRef};
use crate::value::Value;
use crate::value::by_schema::{self, Own};
use crate::value::graph::Graph;

/// Appends the body of a tree, by a plan that is [whole](Plan::whole). Returns the checksum of the directory, and the
/// length of the body before compression.
///
/// # Errors
///
/// The tree does not match the schema, or cannot be represented in columns.
pub(crate) fn append_tree(
    tree: &Value<'_>,
    schema: &Schema,
    plan: &Plan,
    seal: Seal,
    out: &mut Bytes,
) -> Result<(u32, usize), Error> {
    let mut columns = Vec::new();
    columns.resize_with(plan.spots.len(), Column::default);
    let mut apart = Apart { own: Own::new(schema), plan, columns };
    apart.put_root(tree)?;
    body::append(plan, &mut apart.columns, (&mut Vec::new(), false), seal, out)
}

/// Splits a tree into columns.
struct Apart<'p> {
    own: Own<'p>,
    plan: &'p Plan,
    columns: Vec<Column>,
}

impl Apart<'_> {
    fn column(&mut self, node: usize) -> Result<&mut Column, Error> {
        self.columns.get_mut(node).ok_or_else(departed)
    }

    /// Writes the value itself, then the tables of shared objects.
    fn put_root(&mut self, value: &Value<'_>) -> Result<(), Error> {
        let root = self.plan.tree.root;
        if root == 0 {
            return self.put(0, value);
        }
        let graph = Graph::of(value);
        self.put(root, graph.root)?;
        for at in self.plan.tree.tables.clone() {
            let objects = graph.named().nth(at.saturating_sub(root).saturating_sub(1));
            let none = Value::List(Vec::new());
            self.put(at, objects.map_or(&none, |(_, objects)| objects))?;
        }
        Ok(())
    }

    /// Writes the value of a node.
    fn put(&mut self, at: usize, value: &Value<'_>) -> Result<(), Error> {
        let node = self.plan.tree.get(at);
        match (node.part, value) {
            (Part::Unit, Value::Unit) => Ok(()),
            (Part::Number(kind), value) => {
                let bytes = by_schema::number(value, kind).ok_or_else(departed)?;
                self.column(at)?.data.extend(&bytes);
                Ok(())
            }
            (Part::Text, Value::Str(text)) => self.bytes(at, text.as_bytes()),
            (Part::Bytes, Value::Bytes(bytes)) => self.bytes(at, bytes),
            (Part::Option, Value::Option(held)) => {
                self.column(at)?.data.extend(&[u8::from(held.is_some())]);
                held.as_ref().map_or(Ok(()), |held| self.put(node.first, held))
            }
            (Part::List, value) => {
                let items = by_schema::items(value).ok_or_else(departed)?;
                self.column(at)?.push_len(items.len())?;
                items.iter().try_for_each(|item| self.put(node.first, item))
            }
            (Part::Array(_), value) => {
                let items = by_schema::items(value).ok_or_else(departed)?;
                items.iter().try_for_each(|item| self.put(node.first, item))
            }
            (Part::Map, Value::Map(entries)) => {
                self.column(at)?.push_len(entries.len())?;
                entries.iter().try_for_each(|(key, value)| {
                    self.put(node.first, key)?;
                    self.put(node.first.saturating_add(1), value)
                })
            }
            (Part::Tuple, Value::Tuple(parts)) => self.parts(node, parts),
            (Part::Link(_), Value::Variant(link)) => {
                let Some(Value::U32(row)) = link.fields.first() else { return Err(departed()) };
                self.column(at)?.data.extend(&row.to_le_bytes());
                Ok(())
            }
            (Part::Struct, Value::Struct(it)) => self.parts(node, &it.fields),
            (Part::Enum { is_wide }, Value::Variant(it)) => {
                let name = it.variant().unwrap_or_default();
                self.variant(at, node, is_wide, name, &it.fields)
            }
            (Part::Rows, value) => {
                let mut rows = Vec::new();
                by_schema::put(&mut self.own, &TypeRef::Named(node.def), value, &mut rows)?;
                self.bytes(at, &rows)
            }
            _ => Err(departed()),
        }
    }

    fn bytes(&mut self, at: usize, bytes: &[u8]) -> Result<(), Error> {
        let column = self.column(at)?;
        column.data.extend(bytes);
        column.push_len(bytes.len())
    }

    fn parts(&mut self, node: Node, values: &[Value<'_>]) -> Result<(), Error> {
        if values.len() != node.len {
            return Err(departed());
        }
        (node.first..).zip(values).try_for_each(|(part, value)| self.put(part, value))
    }

    fn variant(
        &mut self,
        at: usize,
        node: Node,
        is_wide: bool,
        name: &str,
        fields: &[Value<'_>],
    ) -> Result<(), Error> {
        let (index, variant) = self.own.variants.find(node.def, name).ok_or_else(departed)?;
        let data = &mut self.column(at)?.data;
        match u8::try_from(variant.tag) {
            Ok(tag) if !is_wide => data.extend(&[tag]),
            _ => data.extend(&variant.tag.to_le_bytes()),
        }
        let part = self.plan.tree.get(node.first.saturating_add(index));
        self.parts(part, fields)
    }
}
