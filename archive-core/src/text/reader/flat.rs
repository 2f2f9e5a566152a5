//! Flattened structs, whose fields are among those of the record that owns them.

use alloc::vec::Vec;

use super::super::tape::{Tape, Token};
use super::Reader;
use super::fields::{Fields, accepts, is_also, is_now};
use super::record::Open;
use super::refused::departed;
use super::version::{Parts, Reading};
use crate::flatten::content;
use crate::{Error, Field, Scope, Shape, Step};

/// Fields, and how they are read.
pub(super) type Known = (&'static [Field], Reading);

/// Whether a key may name a field of a flattened struct, at any version.
pub(super) fn knows(tape: &Tape<'_>, key: Token, shape: &Shape) -> bool {
    shape.fields().iter().any(|field| match content(field) {
        _ if field.is_holder() => false,
        Some(inner) => knows(tape, key, inner),
        None => is_also(tape, key, field, 0),
    })
}

/// Whether a key names a field in this version, or a field flattened into it, at any version.
pub(super) fn is_there(tape: &Tape<'_>, key: Token, field: &Field, version: u32) -> bool {
    let inner = || content(field).filter(|_| field.lifespan.contains(version));
    is_now(tape, key, field, version) || inner().is_some_and(|inner| knows(tape, key, inner))
}

/// Whether a step leads to a flattened struct.
#[inline]
pub(super) fn is_flat(step: Step<'_>) -> bool {
    matches!(step, Step::Field(record, index) if record.fields().get(index).is_some_and(|it| it.flatten))
}

impl Fields {
    /// Finds the fields of a flattened struct: in a nested group, as written before the struct was flattened,
    /// or in this record. Returns `None` if the struct has a default and no field here.
    #[cold]
    pub(super) fn find_flat(
        &mut self,
        tape: &Tape<'_>,
        record: &Scope,
        field: &Field,
    ) -> Option<u32> {
        let inner = content(field)?;
        let alive = || record.fields().iter().filter(|it| it.lifespan.contains(record.version));
        let is_taken = |key| {
            alive().any(|it| match content(it) {
                Some(inner) => knows(tape, key, inner),
                None => is_now(tape, key, it, record.version),
            })
        };
        let is_own = |key| is_also(tape, key, field, self.lost) && !is_taken(key);
        if let Some((_, value)) = self.parts.keys(tape).find(|(key, _)| is_own(*key)) {
            return Some(value);
        }
        let is_any = || self.parts.keys(tape).any(|(key, _)| knows(tape, key, inner));
        (!field.has_default || is_any()).then_some(self.at)
    }
}

impl<const LINKED: bool> Reader<'_, '_, '_, LINKED> {
    /// The token of the fields of a flattened struct.
    #[cold]
    pub(super) fn flat_part(&mut self, record: &Scope, index: usize) -> Result<u32, Error> {
        let Some(Open::Scope(open)) = self.open.last_mut() else { return Err(departed()) };
        let here = open.at;
        match open.find(self.tape, record, index) {
            Some(at) if at != here => {
                open.pass();
                Ok(at)
            }
            None if !self.is_flat_there(record, index) => Err(self.missing(record, index)),
            _ => {
                self.entering = Some(*record);
                Ok(here)
            }
        }
    }

    /// Whether a flattened struct is present although the text has none of its fields. The stated versions
    /// decide: it has no fields in its version, or it is from a newer program and has others by now.
    #[cold]
    pub(super) fn is_flat_there(&self, record: &Scope, index: usize) -> bool {
        let field = record.fields().get(index).filter(|it| it.lifespan.contains(record.version));
        let (Some(inner), open) = (field.and_then(content), self.open.len()) else { return false };
        let of_record = self.version_in_text(record.shape, open.saturating_sub(1));
        if of_record != Some(record.version) {
            return false;
        }
        match self.version_in_text(inner, open) {
            Some(stated) if stated > inner.version => self.load.newer,
            Some(stated) => !inner.fields().iter().any(|field| field.lifespan.contains(stated)),
            None => false,
        }
    }

    /// Begins a struct that is flattened into `outer`.
    #[cold]
    pub(super) fn begin_flat(
        &mut self,
        shape: &'static Shape,
        outer: Scope,
    ) -> Result<Scope, Error> {
        let Some(Open::Scope(open)) = self.open.last() else { return Err(departed()) };
        let mut fields = open.flat();
        let read = self.version_of_flat(shape, fields.parts)?;
        fields.lost = read.lost;
        self.within.push(outer);
        self.open.push(Open::Scope(fields));
        Ok(Scope::of_struct(shape, read.version))
    }

    /// Ends a flattened struct.
    #[cold]
    pub(super) fn end_flat(&mut self, open: &Fields) -> Result<(), Error> {
        self.within.pop();
        match self.open.last_mut() {
            Some(Open::Scope(outer)) => {
                outer.go_on(open);
                Ok(())
            }
            _ => Err(departed()),
        }
    }

    /// The record with its own group that `record` is flattened into (or `record` itself), and the number of
    /// open records around it.
    pub(super) fn outermost(&self, record: &Scope) -> Option<(Scope, &Fields, usize)> {
        let (mut record, mut within) = (*record, self.within.iter().rev());
        for (around, open) in self.open.iter().enumerate().rev() {
            match open {
                Open::Scope(open) if open.is_flat => record = *within.next()?,
                Open::Scope(open) => return Some((record, open, around)),
                _ => return None,
            }
        }
        None
    }

    /// Collects the fields that a group may have, with the version each is read at: those of its record and
    /// of the structs flattened into it.
    pub(super) fn all_fields(
        &self,
        fields: &'static [Field],
        read: Reading,
        parts: Parts,
        all: &mut Vec<Known>,
    ) {
        all.push((fields, read));
        for field in fields.iter().filter(|field| field.lifespan.contains(read.version)) {
            if let Some(inner) = content(field) {
                let read = self.likely_version(inner, parts);
                self.all_fields(inner.fields(), read, parts, all);
            }
        }
    }

    /// The field in [all fields](Self::all_fields) that a key names.
    pub(super) fn field_of(&self, key: Token, all: &[Known]) -> Option<&'static Field> {
        let accepts = |field: &&Field, read| accepts(self.tape, key, field, read);
        all.iter().find_map(|(fields, read)| fields.iter().find(|it| accepts(it, *read)))
    }

    /// The names that a key may have, for errors.
    pub(super) fn names(
        &self,
        fields: &'static [Field],
        version: u32,
        parts: Parts,
    ) -> Vec<&'static str> {
        let mut names = Vec::new();
        for field in fields.iter().filter(|field| field.lifespan.contains(version)) {
            match content(field) {
                Some(inner) => {
                    let Reading { version, .. } = self.likely_version(inner, parts);
                    names.extend(self.names(inner.fields(), version, parts));
                }
                None => names.push(field.name_at(version)),
            }
        }
        names
    }
}
