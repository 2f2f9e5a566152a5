//! Remembers what was learned about one struct for the structs with the same keys (its kin).

use super::super::tape::{Kind, Tape, Token};
use super::Reader;
use super::fields::Fields;
use super::record::Open;
use super::version::Parts;
use crate::{Scope, Shape};

/// A kin of groups that is known to hold a type: its keys are the names of the type's first fields at this
/// version, in order. `kin` is 0 if none is known.
#[derive(Clone, Copy)]
pub(super) struct Known {
    kin: u16,
    version: u32,
    /// The address of the type's shape.
    shape: usize,
}

/// The known kins, indexed by the low bits of the kin number, so a lookup takes no search.
pub(super) type Kins = [Known; 16];

impl Known {
    pub(super) const NONE: Self = Self { kin: 0, version: 0, shape: 0 };
}

/// The group of the struct at a token.
#[inline(always)]
fn group_at(tape: &Tape<'_>, at: u32) -> (u32, Token) {
    let token = tape.token(at);
    let body = at.wrapping_add(1);
    match token.kind {
        Kind::Name if token.next > body => (body, tape.token(body)),
        _ => (at, token),
    }
}

impl<const LINKED: bool> Reader<'_, '_, '_, LINKED> {
    /// Begins a struct if the kin of its group is known to hold this type.
    #[inline(always)]
    pub(super) fn begin_known(&mut self, shape: &'static Shape) -> Option<Scope> {
        let (group, token) = group_at(self.tape, self.at);
        let known = self.kins.get(usize::from(token.kin) & 15)?;
        let is_it = known.kin == token.kin && known.shape == core::ptr::from_ref(shape).addr();
        if token.kin == 0 || !is_it {
            return None;
        }
        let version = known.version;
        let parts = Parts { first: group.wrapping_add(1), count: token.end, keyed: true };
        let scope = Scope::of_struct(shape, version);
        self.open.push(Open::Scope(Fields::known(self.at, parts, &scope)));
        Some(scope)
    }

    /// Remembers the kin of a struct that has ended, if all its keys were in order.
    #[inline(always)]
    pub(super) fn learn(&mut self, record: &Scope, open: &Fields) {
        // Where there are links, the version of the root may become known later than that of others.
        let is_news = !LINKED && !open.is_known && !self.open.is_empty();
        if !is_news || !open.is_ordered() || !open.is_of(record) {
            return;
        }
        let (_, token) = group_at(self.tape, open.at);
        if token.kin == 0 {
            return;
        }
        let shape = core::ptr::from_ref(record.shape).addr();
        if let Some(known) = self.kins.get_mut(usize::from(token.kin) & 15) {
            *known = Known { kin: token.kin, version: record.version, shape };
        }
    }
}
