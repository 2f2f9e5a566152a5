//! Objects that defaults and converters make for an older version, anew on each visit: told by what they hold.

use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::any::Any;

use super::found::Graph;
use super::pointer::Pointer;
use super::save::changed;
use crate::rows::encode_key;
use crate::{Error, OutputArchive, Serialize};

/// The rows of the objects of a kind which are not written yet and nothing else holds, by what they hold; of those that hold the same
/// the first is the last.
pub(super) type Made = BTreeMap<Vec<u8>, Vec<u32>>;

/// The table and row of the object that was found where this one was made.
#[cold]
#[inline(never)]
pub(super) fn find_made<P: Pointer<Target: Serialize>, A: OutputArchive>(
    pointer: &P,
    archive: &mut A,
) -> Result<(usize, u32), A::Error> {
    let mut key = Vec::new();
    encode_key(pointer.target(), archive.versions(), &mut key)?;
    let graph = archive.graph().ok_or_else(changed)?;
    let kind = graph.kind::<P>().ok_or_else(changed)?;
    if let Some(objects) = graph.unlisted(kind) {
        let made = list_made::<P, A>(&*objects, archive)?;
        archive.graph().ok_or_else(changed)?.list(kind, made);
    }
    let found = archive.graph().and_then(|graph| graph.take_made(kind, &key));
    Ok(found.ok_or_else(changed)?)
}

fn list_made<P: Pointer<Target: Serialize>, A: OutputArchive>(
    objects: &dyn Any,
    archive: &mut A,
) -> Result<Made, Error> {
    let mut made = Made::new();
    // The graph holds each object once.
    let objects = objects.downcast_ref::<Vec<P>>().map_or(&[][..], Vec::as_slice);
    for object in objects.iter().rev().filter(|object| object.owners() == 1) {
        let found = archive.graph().and_then(|graph| graph.find::<P>(object.address()));
        let (_, row) = found.ok_or_else(changed)?;
        let mut key = Vec::new();
        encode_key(object.target(), archive.versions(), &mut key)?;
        made.entry(key).or_default().push(row);
    }
    Ok(made)
}

impl Graph {
    /// The objects of a kind, if those that were made are not listed.
    fn unlisted(&self, kind: usize) -> Option<Rc<dyn Any>> {
        let kind = self.kinds.get(kind).filter(|kind| kind.made.is_none())?;
        Some(Rc::clone(&kind.pointers))
    }

    fn list(&mut self, kind: usize, made: Made) {
        if let Some(kind) = self.kinds.get_mut(kind) {
            kind.made = Some(made);
        }
    }

    /// The table and row of the next object that holds this.
    fn take_made(&mut self, kind: usize, key: &[u8]) -> Option<(usize, u32)> {
        let kind = self.kinds.get_mut(kind)?;
        let row = kind.made.as_mut()?.get_mut(key)?.pop()?;
        Some((kind.table, row))
    }
}
