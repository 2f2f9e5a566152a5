//! The fields of a record, which are found by their names.

use super::super::tape::{Tape, Token};
use super::version::{Parts, Reading};
use crate::{Field, Scope};

/// The fields of a record that was begun.
pub(super) struct Fields {
    /// The token of the record.
    pub(super) at: u32,
    pub(super) parts: Parts,
    /// The token of the part that comes next, if all stand in order.
    cursor: u32,
    /// How many parts lie before it.
    passed: u32,
    /// How many were visited.
    pub(super) taken: u32,
    /// How many of the first parts are known to have as keys the names of as many of the first fields.
    ordered: u32,
    /// Where those fields are, and at which version.
    list: usize,
    version: u32,
    /// The version by which names are lost that do not count.
    pub(super) lost: u32,
    /// The field that was looked for last, and where it was found.
    found: Option<(u32, u32)>,
    /// Whether they stand among those of what holds their struct.
    pub(super) is_flat: bool,
    /// Whether a holder has those that no field takes.
    pub(super) is_kept: bool,
    /// Whether `ordered` was known from the start.
    pub(super) is_known: bool,
}

/// Whether a key is the name of a field in this version.
#[inline]
pub(super) fn is_now(tape: &Tape<'_>, key: Token, field: &Field, version: u32) -> bool {
    field.lifespan.contains(version) && tape.is_name(key, field.name_at(version))
}

/// Whether a key may stand for a field of a record that is read so.
pub(super) fn accepts(tape: &Tape<'_>, key: Token, field: &Field, read: Reading) -> bool {
    is_now(tape, key, field, read.version)
        || (field.lifespan.contains(read.version) && is_also(tape, key, field, read.lost))
}

/// Whether a key is another name of a field than that of its version; one that it lost by version `lost` does
/// not count.
pub(super) fn is_also(tape: &Tape<'_>, key: Token, field: &Field, lost: u32) -> bool {
    field.names_from(lost).any(|name| tape.is_name(key, name))
}

impl Fields {
    pub(super) fn new(at: u32, parts: Parts, lost: u32) -> Self {
        Self {
            at,
            parts,
            cursor: parts.first,
            passed: 0,
            taken: 0,
            ordered: 0,
            list: 0,
            version: 0,
            lost,
            found: None,
            is_flat: false,
            is_kept: false,
            is_known: false,
        }
    }

    /// Those of a struct, which may turn out to stand in order.
    #[inline]
    pub(super) fn of_struct(at: u32, parts: Parts, record: &Scope, lost: u32) -> Self {
        let list = record.fields().as_ptr().addr();
        Self { list, version: record.version, ..Self::new(at, parts, lost) }
    }

    /// Those of a struct that are known to do so.
    #[inline(always)]
    pub(super) fn known(at: u32, parts: Parts, record: &Scope) -> Self {
        let ordered = parts.count;
        // Each key is the name that its field has now.
        Self { ordered, is_known: true, ..Self::of_struct(at, parts, record, 0) }
    }

    /// Those of a flattened struct, which stand among these.
    pub(super) fn flat(&self) -> Self {
        let Self { at, parts, cursor, passed, .. } = *self;
        Self { cursor, passed, is_flat: true, ..Self::new(at, parts, 0) }
    }

    /// How the record that they are of is read.
    pub(super) fn reading(&self, record: &Scope) -> Reading {
        Reading { version: record.version, lost: self.lost }
    }

    /// The same, of which none was visited.
    pub(super) fn anew(&self) -> Self {
        Self { is_flat: self.is_flat, ..Self::new(self.at, self.parts, self.lost) }
    }

    /// Notes that a holder has so many parts that no field takes.
    pub(super) fn keep(&mut self, count: u32) {
        self.taken = self.taken.saturating_add(count);
        self.is_kept = true;
    }

    /// Goes on behind those of a flattened struct.
    pub(super) fn go_on(&mut self, flat: &Self) {
        self.taken = self.taken.saturating_add(flat.taken);
        self.is_kept |= flat.is_kept;
        (self.cursor, self.passed) = (flat.cursor, flat.passed);
    }

    /// Notes that a part was visited.
    pub(super) fn pass(&mut self) {
        self.taken = self.taken.saturating_add(1);
    }

    /// Whether all parts were visited.
    pub(super) fn is_done(&self) -> bool {
        self.taken == self.parts.count
    }

    /// Whether all keys are the names of the first fields in their order.
    #[inline(always)]
    pub(super) fn is_ordered(&self) -> bool {
        self.parts.keyed && self.ordered == self.parts.count
    }

    /// Whether what is known of the order is of this record.
    #[inline(always)]
    pub(super) fn is_of(&self, record: &Scope) -> bool {
        record.fields().as_ptr().addr() == self.list && record.version == self.version
    }

    /// Whether a field of this record is the next in order.
    #[inline(always)]
    fn is_next(&self, record: &Scope, index: usize) -> bool {
        usize::try_from(self.passed) == Ok(index) && self.is_of(record)
    }

    /// The value of the part that comes next, if it is known to be that of this field.
    #[inline(always)]
    fn known_next(&mut self, tape: &Tape<'_>, record: &Scope, index: usize) -> Option<u32> {
        let is_it = self.is_known && self.passed < self.ordered && self.is_next(record, index);
        if !is_it {
            return None;
        }
        // A key that is the name of a field takes one token.
        let value = self.cursor.wrapping_add(1);
        self.cursor = tape.token(value).next;
        self.passed = self.passed.wrapping_add(1);
        Some(value)
    }

    /// The same, which is visited then.
    #[inline(always)]
    pub(super) fn known_part(
        &mut self,
        tape: &Tape<'_>,
        record: &Scope,
        index: usize,
    ) -> Option<u32> {
        let value = self.known_next(tape, record, index)?;
        self.taken = self.taken.wrapping_add(1);
        Some(value)
    }

    /// The value of a key that is the name of a field, behind which the text goes on.
    #[inline(always)]
    fn go_behind(&mut self, tape: &Tape<'_>, key: Token, record: &Scope, index: usize) -> u32 {
        if self.ordered == self.passed && self.is_next(record, index) {
            self.ordered = self.ordered.wrapping_add(1);
        }
        self.cursor = tape.token(key.next).next;
        self.passed = self.passed.wrapping_add(1);
        key.next
    }

    /// The value of the part that comes next, which is visited then, if its key is the name of this
    /// field, as in a text that was printed.
    #[inline(always)]
    pub(super) fn expected(
        &mut self,
        tape: &Tape<'_>,
        record: &Scope,
        index: usize,
    ) -> Option<u32> {
        if let Some(found) = self.found_at(index) {
            self.pass();
            return Some(found);
        }
        let field = record.fields().get(index)?;
        let is_part = self.parts.keyed && self.passed < self.parts.count;
        if !is_part || field.flatten || !field.lifespan.contains(record.version) {
            return None;
        }
        let key = tape.token(self.cursor);
        let is_alone = key.next == self.cursor.wrapping_add(1);
        if !tape.is_plain(key, field.name_at(record.version)) || !is_alone {
            return None;
        }
        self.taken = self.taken.wrapping_add(1);
        Some(self.go_behind(tape, key, record, index))
    }

    /// Where a field was found, if it is the one that was looked for last.
    #[inline(always)]
    fn found_at(&self, index: usize) -> Option<u32> {
        let (last, found) = self.found?;
        (usize::try_from(last) == Ok(index)).then_some(found)
    }

    /// The value of a field, which is visited then.
    #[inline]
    pub(super) fn take(&mut self, tape: &Tape<'_>, record: &Scope, index: usize) -> Option<u32> {
        let found = self.find(tape, record, index)?;
        self.pass();
        Some(found)
    }

    /// The value of a field, if it lives and is there.
    #[inline]
    pub(super) fn find(&mut self, tape: &Tape<'_>, record: &Scope, index: usize) -> Option<u32> {
        if let Some(found) = self.found_at(index) {
            return Some(found);
        }
        let field = record.fields().get(index)?;
        if !field.lifespan.contains(record.version) {
            return None;
        }
        if field.flatten {
            return self.find_flat(tape, record, field);
        }
        let found = match self.known_next(tape, record, index) {
            Some(found) => found,
            None if self.parts.keyed => self.by_name(tape, record, index, field)?,
            None => self.by_place(tape, record, index)?,
        };
        self.found = u32::try_from(index).ok().map(|index| (index, found));
        Some(found)
    }

    #[inline]
    fn by_name(
        &mut self,
        tape: &Tape<'_>,
        record: &Scope,
        index: usize,
        field: &Field,
    ) -> Option<u32> {
        let name = field.name_at(record.version);
        if self.passed < self.parts.count {
            let key = tape.token(self.cursor);
            if tape.is_name(key, name) && tape.body(self.cursor, key).is_none() {
                return Some(self.go_behind(tape, key, record, index));
            }
        }
        self.search(tape, record, field, name)
    }

    /// Looks through all keys, first for the name and then for another one that no field has.
    #[inline(never)]
    fn search(
        &mut self,
        tape: &Tape<'_>,
        record: &Scope,
        field: &Field,
        name: &str,
    ) -> Option<u32> {
        let mut keys = self.parts.keys(tape);
        let mut exact = self.parts.keys(tape).filter(|(key, _)| tape.is_name(*key, name));
        let (_, value) = exact.next().or_else(|| {
            let is_free =
                |key| !record.fields().iter().any(|it| is_now(tape, key, it, record.version));
            keys.find(|(key, _)| is_also(tape, *key, field, self.lost) && is_free(*key))
        })?;
        // What follows is likely to follow here too.
        self.cursor = tape.token(value).next;
        let end = self.parts.keys(tape).position(|(_, it)| it == value);
        self.passed =
            end.and_then(|at| u32::try_from(at).ok()).unwrap_or(u32::MAX).saturating_add(1);
        Some(value)
    }

    /// The part at the place of a field among those that live.
    fn by_place(&mut self, tape: &Tape<'_>, record: &Scope, index: usize) -> Option<u32> {
        let place = (0..index).filter(|before| record.lives(*before)).count();
        let place = u32::try_from(place).ok().filter(|place| *place < self.parts.count)?;
        if place < self.passed {
            self.cursor = self.parts.first;
            self.passed = 0;
        }
        while self.passed < place {
            self.cursor = tape.token(self.cursor).next;
            self.passed = self.passed.saturating_add(1);
        }
        Some(self.cursor)
    }
}
