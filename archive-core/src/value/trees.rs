//! Reads trees by a schema, sharing what all values of a type have in common.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::fewest::Fewest;
use super::heads::Heads;
use super::rows::Tree;
use super::{Head, Value, graph};
use crate::Error;
use crate::rows::objects::{self, Section};
use crate::rows::{Body, Reader, State};
use crate::schema::{Schema, Shared, TypeRef};
use crate::versions::Versions;

/// What the trees of a schema have in common: heads and sizes are computed once per type. Reads values from rows, one
/// after the other.
pub(crate) struct Trees<'t> {
    pub(crate) schema: &'t Schema,
    /// The types of shared objects, and the heads of links to them.
    pub(crate) shared: Shared<'t>,
    pub(crate) links: Vec<Arc<Head>>,
    pub(super) fewest: Fewest<'t>,
    pub(crate) heads: Heads,
}

impl<'t> Trees<'t> {
    /// `is_linked` says whether shared objects are in tables.
    pub(crate) fn new(schema: &'t Schema, is_linked: bool) -> Self {
        let shared = if is_linked { schema.shared() } else { Shared::default() };
        let links = shared.iter().map(|ty| graph::link_head(schema.type_name(ty))).collect();
        let fewest = Fewest::new(schema, !shared.is_empty());
        Self { schema, shared, links, fewest, heads: Heads::new(schema) }
    }

    /// Reads a value of a type from the start of `input`, and returns it with the rest. `offset` is the start
    /// of `input` in the archive.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not such a value, or cost more than the limits allow.
    pub(crate) fn read<'a>(
        &mut self,
        ty: &'t TypeRef,
        input: &'a [u8],
        offset: usize,
        depth: u32,
        state: &mut State<'_>,
    ) -> Result<(Value<'a>, &'a [u8]), Error> {
        self.read_by(input, offset, depth, state, |tree| tree.value(ty))
    }

    /// Like [`read`](Self::read), for a struct or enum of the schema.
    ///
    /// # Errors
    ///
    /// Fails like [`read`](Self::read).
    pub(crate) fn read_named<'a>(
        &mut self,
        index: usize,
        input: &'a [u8],
        offset: usize,
        depth: u32,
        state: &mut State<'_>,
    ) -> Result<(Value<'a>, &'a [u8]), Error> {
        self.read_by(input, offset, depth, state, |tree| tree.named(index))
    }

    fn read_by<'a>(
        &mut self,
        input: &'a [u8],
        offset: usize,
        depth: u32,
        state: &mut State<'_>,
        read: impl FnOnce(&mut Tree<'a, '_, '_, '_, 't>) -> Result<Value<'a>, Error>,
    ) -> Result<(Value<'a>, &'a [u8]), Error> {
        let end = offset.saturating_add(input.len());
        let versions = Versions::default();
        let rows = Reader::resume(input, end, &versions, depth, state);
        let mut tree = Tree::new(rows, self, depth);
        match read(&mut tree) {
            Ok(value) => Ok((value, tree.rows.left().0)),
            Err(error) => Err(tree.rows.placed(error)),
        }
    }
}

/// Reads a body. `is_linked` says whether its shared objects are in tables.
///
/// # Errors
///
/// Fails like [`Trees::read`].
pub(crate) fn read_body<'a>(
    schema: &Schema,
    body: Body<'a>,
    is_linked: bool,
    depth: u32,
    state: &mut State<'_>,
) -> Result<Value<'a>, Error> {
    let mut trees = Trees::new(schema, is_linked);
    let shared = trees.shared.clone();
    let (sections, value) = objects::split(body, shared.len())?;
    let (root, rest) = trees.read(&schema.root, value, body.offset, depth, state)?;
    crate::open::at_end(value, body.offset, rest)?;
    let mut tables = Vec::new();
    for (section, ty) in sections.into_iter().zip(shared.iter()) {
        let Section { bytes, end, len } = section;
        let mut rest = bytes;
        let mut all = Vec::new();
        for _ in 0..len {
            let object;
            let offset = end.saturating_sub(rest.len());
            (object, rest) = trees.read(ty, rest, offset, depth, state)?;
            all.push(object);
        }
        crate::open::at_end(bytes, end.saturating_sub(bytes.len()), rest)?;
        tables.push(Value::List(all));
    }
    Ok(graph::graph(root, &trees.links, tables))
}
