//! Finds the fields of a record by name, quickly where they are in order.

use super::super::tape::{Tape, Token};
use super::version::{Parts, Reading};
use crate::{Field, Scope};

/// The fields of an open record.
pub(super) struct Fields {
    /// The token of the record.
    pub(super) at: u32,
    pub(super) parts: Parts,
    /// The token of the part that comes next, if all are in order.
    cursor: u32,
    /// The number of parts before it.
    passed: u32,
    /// The number of parts that were read.
    pub(super) taken: u32,
    /// How many of the first parts are known to have the names of the first fields, in order.
    ordered: u32,
    /// The address and version of those fields, to recognize their record.
    list: usize,
    version: u32,
    /// Names that a field lost by this version do not count.
    pub(super) lost: u32,
    /// The field that was looked up last, and where it was found.
    found: Option<(u32, u32)>,
    /// Whether this is a flattened struct, whose fields are among those of its owner.
    pub(super) is_flat: bool,
    /// Whether a holder keeps the parts that belong to no field.
    pub(super) is_kept: bool,
    /// Whether `ordered` was known from the start.
    pub(super) is_known: bool,
}

/// Whether a key is the name of a field in this version.
#[inline]
pub(super) fn is_now(tape: &Tape<'_>, key: Token, field: &Field, version: u32) -> bool {
    field.lifespan.contains(version) && tape.is_name(key, field.name_at(version))
}

/// Whether a key may name a field of a record that is read this way.
pub(super) fn accepts(tape: &Tape<'_>, key: Token, field: &Field, read: Reading) -> bool {
    is_now(tape, key, field, read.version)
        || (field.lifespan.contains(read.version) && is_also(tape, key, field, read.lost))
}

/// Whether a key is any name of a field that it had not lost by version `lost`.
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

    /// The fields of a struct, which may turn out to be in order.
    #[inline]
    pub(super) fn of_struct(at: u32, parts: Parts, record: &Scope, lost: u32) -> Self {
        let list = record.fields().as_ptr().addr();
        Self { list, version: record.version, ..Self::new(at, parts, lost) }
    }

    /// The fields of a struct that are known to be in order.
    #[inline(always)]
    pub(super) fn known(at: u32, parts: Parts, record: &Scope) -> Self {
        let ordered = parts.count;
        // Each key is the field's name at this version, so the lost names do not matter.
        Self { ordered, is_known: true, ..Self::of_struct(at, parts, record, 0) }
    }

    /// The fields of a flattened struct within this record.
    pub(super) fn flat(&self) -> Self {
        let Self { at, parts, cursor, passed, .. } = *self;
        Self { cursor, passed, is_flat: true, ..Self::new(at, parts, 0) }
    }

    /// How the record of these fields is read.
    pub(super) fn reading(&self, record: &Scope) -> Reading {
        Reading { version: record.version, lost: self.lost }
    }

    /// The same fields, with none of them read.
    pub(super) fn anew(&self) -> Self {
        Self { is_flat: self.is_flat, ..Self::new(self.at, self.parts, self.lost) }
    }

    /// Counts parts that a holder keeps.
    pub(super) fn keep(&mut self, count: u32) {
        self.taken = self.taken.saturating_add(count);
        self.is_kept = true;
    }

    /// Continues after the fields of a flattened struct.
    pub(super) fn go_on(&mut self, flat: &Self) {
        self.taken = self.taken.saturating_add(flat.taken);
        self.is_kept |= flat.is_kept;
        (self.cursor, self.passed) = (flat.cursor, flat.passed);
    }

    /// Counts a part as read.
    pub(super) fn pass(&mut self) {
        self.taken = self.taken.saturating_add(1);
    }

    /// Whether all parts were read.
    pub(super) fn is_done(&self) -> bool {
        self.taken == self.parts.count
    }

    /// Whether the keys are exactly the names of the first fields, in order.
    #[inline(always)]
    pub(super) fn is_ordered(&self) -> bool {
        self.parts.keyed && self.ordered == self.parts.count
    }

    /// Whether the known order is that of this record.
    #[inline(always)]
    pub(super) fn is_of(&self, record: &Scope) -> bool {
        record.fields().as_ptr().addr() == self.list && record.version == self.version
    }

    /// Whether a field of this record is the next in order.
    #[inline(always)]
    fn is_next(&self, record: &Scope, index: usize) -> bool {
        usize::try_from(self.passed) == Ok(index) && self.is_of(record)
    }

    /// The value of the next part, if it is known to belong to this field.
    #[inline(always)]
    fn known_next(&mut self, tape: &Tape<'_>, record: &Scope, index: usize) -> Option<u32> {
        let is_it = self.is_known && self.passed < self.ordered && self.is_next(record, index);
        if !is_it {
            return None;
        }
        // A key that is a field name takes one token.
        let value = self.cursor.wrapping_add(1);
        self.cursor = tape.token(value).next;
        self.passed = self.passed.wrapping_add(1);
        Some(value)
    }

    /// Like [`known_next`](Self::known_next), and counts the part as read.
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

    /// Moves past a part whose key is the name of a field, and returns the token of its value.
    #[inline(always)]
    fn go_behind(&mut self, tape: &Tape<'_>, key: Token, record: &Scope, index: usize) -> u32 {
        if self.ordered == self.passed && self.is_next(record, index) {
            self.ordered = self.ordered.wrapping_add(1);
        }
        self.cursor = tape.token(key.next).next;
        self.passed = self.passed.wrapping_add(1);
        key.next
    }

    /// The value of the next part, if its key is the name of this field, as in a printed text. Counts the
    /// part as read.
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

    /// The place of a field, if it was the last to be found.
    #[inline(always)]
    fn found_at(&self, index: usize) -> Option<u32> {
        let (last, found) = self.found?;
        (usize::try_from(last) == Ok(index)).then_some(found)
    }

    /// The value of a field, counted as read.
    #[inline]
    pub(super) fn take(&mut self, tape: &Tape<'_>, record: &Scope, index: usize) -> Option<u32> {
        let found = self.find(tape, record, index)?;
        self.pass();
        Some(found)
    }

    /// The value of a field, if the field exists in this version and is in the text.
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

    /// Searches all keys: first for the name, then for another name of the field that no other field has.
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
        // The next field probably follows here, too.
        self.cursor = tape.token(value).next;
        let end = self.parts.keys(tape).position(|(_, it)| it == value);
        self.passed =
            end.and_then(|at| u32::try_from(at).ok()).unwrap_or(u32::MAX).saturating_add(1);
        Some(value)
    }

    /// The part of a positional field, counted among the fields that exist in this version.
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
