//! Objects that defaults and converters make for an older version. Each visit makes new ones, so they are
//! identified by content.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::any::Any;

use super::found::Graph;
use super::pointer::Pointer;
use super::save::changed;
use crate::rows::encode_key;
use crate::versions::Versions;
use crate::{Error, OutputArchive, Serialize};

/// The unwritten rows of objects that nothing else owns, by their content. Equal objects are listed last to
/// first.
pub(super) type Made = BTreeMap<Vec<u8>, Vec<u32>>;

/// Objects that a converter made again for this visit, and that may be met again, as they have several pointers.
#[derive(Default)]
pub(super) struct Remade {
    /// The rows of the traced objects that correspond to them, by address.
    rows: BTreeMap<usize, u32>,
    /// The objects, so that their addresses are not reused.
    held: Vec<Box<dyn Any>>,
}

impl Remade {
    pub(super) fn row_at(&self, address: usize) -> Option<u32> {
        self.rows.get(&address).copied()
    }
}

/// The table and row of the traced object that corresponds to this newly made one.
#[cold]
#[inline(never)]
pub(super) fn find_made<P: Pointer<Target: Serialize>, A: OutputArchive>(
    pointer: &P,
    archive: &mut A,
) -> Result<(usize, u32), A::Error> {
    let versions = archive.versions().cloned();
    let graph = archive.graph().ok_or_else(changed)?;
    Ok(graph.find_made(pointer, versions.as_ref())?)
}

fn list_made<P: Pointer<Target: Serialize>>(
    objects: &dyn Any,
    graph: &Graph,
    versions: Option<&Versions>,
) -> Result<Made, Error> {
    let mut made = Made::new();
    // The one owner is the graph.
    let objects = objects.downcast_ref::<Vec<P>>().map_or(&[][..], Vec::as_slice);
    for object in objects.iter().rev().filter(|object| object.owners() == 1) {
        let row = graph.row_at(object.address()).ok_or_else(changed)?;
        let mut key = Vec::new();
        encode_key(object.target(), versions, &mut key)?;
        made.entry(key).or_default().push(row);
    }
    Ok(made)
}

impl Graph {
    fn find_made<P: Pointer<Target: Serialize>>(
        &mut self,
        pointer: &P,
        versions: Option<&Versions>,
    ) -> Result<(usize, u32), Error> {
        let mut key = Vec::new();
        encode_key(pointer.target(), versions, &mut key)?;
        let kind = self.kind::<P>().ok_or_else(changed)?;
        if let Some(objects) = self.unlisted(kind) {
            let made = list_made::<P>(&*objects, self, versions)?;
            self.list(kind, made);
        }
        let (table, row) = self.take_made(kind, &key).ok_or_else(changed)?;
        self.links_left = self.links_left.wrapping_sub(1);
        if pointer.is_shared() {
            self.remade.rows.insert(pointer.address(), row);
            self.remade.held.push(Box::new(pointer.clone()));
        }
        Ok((table, row))
    }

    /// The objects of a kind, if its made objects are not listed yet.
    fn unlisted(&self, kind: usize) -> Option<Rc<dyn Any>> {
        let kind = self.kinds.get(kind).filter(|kind| kind.made.is_none())?;
        Some(Rc::clone(&kind.pointers))
    }

    fn list(&mut self, kind: usize, made: Made) {
        if let Some(kind) = self.kinds.get_mut(kind) {
            kind.made = Some(made);
        }
    }

    /// Takes the table and row of the next object with this content.
    fn take_made(&mut self, kind: usize, key: &[u8]) -> Option<(usize, u32)> {
        let kind = self.kinds.get_mut(kind)?;
        let row = kind.made.as_mut()?.get_mut(key)?.pop()?;
        Some((kind.table, row))
    }
}
