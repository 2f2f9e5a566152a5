//! Plans for reading trees.

#[cfg(feature = "std")]
use alloc::vec::Vec;

#[cfg(feature = "std")]
use super::super::plan::NONE;
use super::super::plan::{ABSENT, Act, FREE_ELEMENTS, Plan, Spot};
use super::super::tree::{Part, Tree};
use crate::schema::{BodyDef, Schema};
use crate::value::Value;

/// The memory for a value: itself, its place in its column, and a pointer to it.
const ROW: usize = 2 * size_of::<Value<'static>>();

impl Plan {
    /// The plan for reading everything: its spots are the nodes of the tree.
    pub(crate) fn whole(schema: &Schema, tree: Tree) -> Self {
        Self::fields(schema, tree, &|_| true)
    }

    /// The plan for reading trees of what this plan reads: of structs, only the fields of which it reads something.
    #[cfg(feature = "std")]
    pub(crate) fn into_trees(self, schema: &Schema) -> Self {
        let mut is_read: Vec<bool> = self.spot_of.iter().map(|spot| *spot != NONE).collect();
        // Parts come after the nodes that contain them.
        for (at, node) in self.tree.nodes.iter().enumerate().rev() {
            let parts = node.first..node.first.saturating_add(node.len);
            let of_parts = is_read.get(parts).is_some_and(|parts| parts.contains(&true));
            is_read.iter_mut().skip(at).take(1).for_each(|it| *it |= of_parts);
        }
        // Links in rows may lead to any object.
        let is_linked = !self.tree.tables.is_empty();
        let reads = |node| is_linked || is_read.get(node).copied().unwrap_or_default();
        Self::fields(schema, self.tree, &reads)
    }

    /// The plan for reading everything except the struct fields that are not wanted.
    fn fields(schema: &Schema, tree: Tree, is_wanted: &dyn Fn(usize) -> bool) -> Self {
        let mut plan = Self::empty(tree);
        plan.spots = alloc::vec![ABSENT; plan.tree.nodes.len()];
        plan.spot_of = (0..plan.spots.len()).collect();
        plan.weight = ROW.saturating_mul(8);
        plan.free = ROW.saturating_mul(FREE_ELEMENTS).saturating_mul(plan.spots.len());
        plan.fill_whole(0, 0, schema, is_wanted);
        plan
    }

    fn fill_whole(
        &mut self,
        at: usize,
        depth: u32,
        schema: &Schema,
        is_wanted: &dyn Fn(usize) -> bool,
    ) {
        let node = self.tree.get(at);
        let mut spot = Spot { first: node.first, len: node.len, node: at, depth, ..ABSENT };
        spot.act = match node.part {
            Part::Unit => Act::Unit,
            Part::Number(kind) => Act::Number(kind),
            Part::Text => Act::Text,
            Part::Bytes => Act::Bytes,
            Part::Option => Act::Option,
            Part::List => Act::List,
            Part::Map => Act::Map,
            Part::Array(len) => Act::Array(len),
            Part::Tuple => Act::Tuple,
            Part::Link(table) => Act::Link(table),
            Part::Struct => Act::Struct,
            Part::Variant => Act::Variant,
            Part::Rows => Act::ForeignRows,
            Part::Enum { is_wide } => {
                spot.is_wide = is_wide;
                spot.tags = self.tags.len();
                if let Some(BodyDef::Enum(variants)) = schema.types.get(node.def).map(|it| &it.body)
                {
                    self.tags.extend(variants.iter().map(|variant| variant.tag));
                }
                Act::Enum
            }
        };
        if let Some(place) = self.spots.get_mut(at) {
            *place = spot;
        }
        let deeper = matches!(node.part, Part::Struct | Part::Enum { .. });
        let depth = depth.saturating_add(u32::from(deeper));
        for part in node.first..node.first.saturating_add(node.len) {
            if node.part != Part::Struct || is_wanted(part) {
                self.fill_whole(part, depth, schema, is_wanted);
            }
        }
        if spot.act == Act::Enum {
            let tags = self.tags.iter().skip(spot.tags).take(node.len);
            for (variant, tag) in self.spots.iter_mut().skip(node.first).zip(tags) {
                variant.tag = *tag;
            }
        }
    }
}
