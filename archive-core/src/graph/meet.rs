//! Records objects and the pointers to them as the trace meets them.

use alloc::format;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::mem;

use super::found::{Edge, Graph, Hold, LINK, NONE, Object, Tracing, usize_of};
use super::pointer::Pointer;
use crate::schema::todays_name;
use crate::{Error, ErrorKind, Serialize};

impl Graph {
    /// Records an edge to an object, and the object itself if it is new.
    pub(super) fn meet<P: Pointer<Target: Serialize>>(&mut self, pointer: &P) -> Result<(), Error> {
        let at = self.add_kind::<P>();
        let (kind, address) = (u32::try_from(at).unwrap_or(NONE), pointer.address());
        let to = match self.addresses.add(&self.objects, address) {
            Some(to) => self.as_kind(at, to)?,
            None => {
                let number = u32::try_from(self.objects.len()).ok();
                let number = number.filter(|number| *number != NONE).ok_or_else(too_many)?;
                let all = self.kinds.get_mut(at).and_then(|kind| Rc::get_mut(&mut kind.pointers));
                let Some(all) = all.and_then(|all| all.downcast_mut::<Vec<P>>()) else {
                    return Ok(());
                };
                let index = u32::try_from(all.len()).unwrap_or(NONE);
                all.push(pointer.clone());
                self.objects.push(Object { kind, index, address });
                number
            }
        };
        let Tracing { cells, is_direct, .. } = self.tracing;
        let hold = if cells.are_around() && is_direct { Hold::Loose } else { Hold::Firm };
        self.is_strict |= hold == Hold::Firm;
        self.tracing.is_direct = false;
        self.edges.push(Edge { to, hold, at: self.tracing.bytes.len() });
        self.tracing.put([0; LINK]);
        Ok(())
    }

    /// Records a weak pointer to an object.
    pub(super) fn meet_weak<P: Pointer<Target: Serialize>>(
        &mut self,
        address: usize,
    ) -> Result<(), Error> {
        let kind = self.add_kind::<P>();
        let in_cell = self.tracing.cells.are_around();
        let hold = Hold::Weak { in_cell };
        self.is_strict |= !in_cell;
        let found = self.number_at(kind, address)?;
        if found.is_none() {
            self.late.push((self.edges.len(), kind, address));
        }
        self.tracing.put([1]);
        self.edges.push(Edge { to: found.unwrap_or(NONE), hold, at: self.tracing.bytes.len() });
        self.tracing.put([0; LINK]);
        Ok(())
    }

    /// Resolves the weak pointers whose targets were found after them.
    pub(super) fn find_late(&mut self) -> Result<(), Error> {
        for (edge, kind, address) in mem::take(&mut self.late) {
            let to = self.number_at(kind, address)?;
            match self.edges.get_mut(edge).zip(to) {
                Some((edge, to)) => edge.to = to,
                None => self.missing = self.missing.saturating_add(1),
            }
        }
        Ok(())
    }

    /// The number of the object at an address, which must be of this kind.
    #[inline]
    fn number_at(&self, kind: usize, address: usize) -> Result<Option<u32>, Error> {
        let found = self.addresses.get(&self.objects, address);
        found.map(|number| self.as_kind(kind, number)).transpose()
    }

    /// Checks that an object is of this kind, and returns its number.
    #[inline]
    fn as_kind(&self, kind: usize, number: u32) -> Result<u32, Error> {
        match self.objects.get(usize_of(number)) {
            Some(object) if usize_of(object.kind) != kind => Err(self.of_two_kinds(object, kind)),
            _ => Ok(number),
        }
    }

    #[cold]
    fn of_two_kinds(&self, object: &Object, kind: usize) -> Error {
        let name = |kind: usize| {
            let found = self.kinds.get(kind);
            found.map(|it| todays_name(it.ty)).unwrap_or_default()
        };
        of_two_kinds(&name(usize_of(object.kind)), &name(kind))
    }
}

#[cold]
fn of_two_kinds(first: &str, second: &str) -> Error {
    let detail = format!("one object is shared as `{first}` and as `{second}`");
    Error::new(ErrorKind::Unrepresentable, detail).with_help(
        "share it as one of these types everywhere; or mark the field of the other type `#[archive(skip)]`, \
         and set it in `after_load`",
    )
}

#[cold]
fn too_many() -> Error {
    let detail = format!("more than {NONE} objects are shared");
    Error::new(ErrorKind::Unrepresentable, detail)
}
