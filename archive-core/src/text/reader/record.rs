//! Structs and other open values, and the checks when they end.

use alloc::vec::{IntoIter, Vec};

use super::super::path::within;
use super::super::tape::{Kind, Tape, index};
use super::fields::Fields;
use super::json::{is_null, only_value_of};
use super::variant::has_style;
use super::version::Parts;
use super::{Reader, refused};
use crate::{Body, Error, ErrorKind, Scope, Shape, Step, Style, UnknownPolicy, shape};

/// Whether a struct never had fields.
fn is_unit(shape: &Shape) -> bool {
    matches!(&shape.body, Body::Struct(fields) if fields.list.is_empty())
}

/// A value that was begun and has not ended.
pub(super) enum Open {
    Scope(Fields),
    Items(Items),
    Entries {
        /// The token of the next key, value or pair.
        next: u32,
        left: u32,
        /// Whether each key is in a pair with its value, as in JSON.
        paired: bool,
    },
    /// The rest of an array of bytes that is written as a blob.
    Bytes(IntoIter<u8>),
}

impl Open {
    /// Whether this is a record that is not flattened.
    pub(super) fn is_record(&self) -> bool {
        matches!(self, Self::Scope(open) if !open.is_flat)
    }
}

/// The elements of an open list or tuple.
pub(super) struct Items {
    /// The token of the next element.
    pub(super) next: u32,
    pub(super) index: u32,
    pub(super) count: u32,
}

impl Items {
    /// The token of an element, if it is the next.
    #[inline(always)]
    pub(super) fn take(&mut self, tape: &Tape<'_>, index: usize) -> Option<u32> {
        if usize::try_from(self.index) != Ok(index) || self.index >= self.count {
            return None;
        }
        let at = self.next;
        self.next = tape.token(at).next;
        self.index = self.index.wrapping_add(1);
        Some(at)
    }
}

impl<const LINKED: bool> Reader<'_, '_, '_, LINKED> {
    pub(super) fn begin_struct(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.unwrap_held_for(shape);
        if let Some(scope) = self.begin_known(shape) {
            return Ok(scope);
        }
        let only = match &shape.body {
            Body::Struct(fields) => only_value_of(self.tape, self.at, fields),
            Body::Enum(_) => None,
        };
        let parts = only.map_or_else(|| self.parts_of_struct(shape), Ok)?;
        if let Body::Struct(fields) = &shape.body {
            self.check_style(fields, parts)?;
        }
        let read = self.version(shape, parts)?;
        let scope = Scope::of_struct(shape, read.version);
        self.open.push(Open::Scope(Fields::of_struct(self.at, parts, &scope, read.lost)));
        Ok(scope)
    }

    /// The parts of a struct, which may have its name before them.
    fn parts_of_struct(&self, shape: &'static Shape) -> Result<Parts, Error> {
        let token = self.token();
        Ok(match token.kind {
            Kind::Brace | Kind::Paren => Parts::of(self.tape, self.at),
            Kind::Bracket if !self.tape.is_text() => Parts::of(self.tape, self.at),
            _ if is_null(self.tape, token) && is_unit(shape) => Parts::NONE,
            Kind::Name | Kind::Quoted if self.tape.is_text() => {
                let is_its = shape.names().any(|name| self.tape.is_name(token, name));
                // The name of its variant is in place of its own.
                let is_key =
                    || matches!(self.open.last(), Some(Open::Scope(it)) if it.at == self.at);
                if !is_its && !is_key() && !self.is_newer_name(shape, token) {
                    return Err(refused::other_type(self.tape, token, shape.name));
                }
                Parts::behind(self.tape, self.at, token)
            }
            _ => {
                let is_tuple =
                    matches!(&shape.body, Body::Struct(fields) if fields.style == Style::Tuple);
                let json =
                    if is_tuple { "an array `[..]` of its fields" } else { "an object of fields" };
                return Err(self.strange([&refused::named(shape), json]));
            }
        })
    }

    /// Fails if named fields are written without names: adding a field would then move the others.
    pub(super) fn check_style(&self, fields: &shape::Fields, parts: Parts) -> Result<(), Error> {
        if !has_style(fields, parts) {
            if self.tape.is_text() {
                let has_parens = parts.count > 0;
                let asked = match has_parens {
                    true => "named fields in a group `{..}` without parentheses",
                    false => "named fields in a group `{..}`",
                };
                return Err(self.strange([asked; 2]));
            }
            // Blame the group itself, not the variant that it belongs to.
            let group = parts.first.saturating_sub(1);
            return Err(refused::strange(self.tape, group, ["an object of fields"; 2]));
        }
        Ok(())
    }

    /// What a converter refused: the value of a field, or one within it. The parts of the value that was read last do not
    /// matter.
    #[cold]
    pub(super) fn converted(&self, error: &Error, step: Step<'_>) -> Option<u32> {
        let (Step::Field(record, index), None) = (step, error.line()) else { return None };
        let field = record.fields().get(index)?;
        let at = match self.open.last() {
            _ if field.lifespan.until.is_some_and(|until| until <= record.version) => None,
            Some(Open::Scope(open)) => open.anew().find(self.tape, record, index),
            _ => None,
        };
        let at = at.or_else(|| self.handed_over(error, step))?;
        Some(within(self.tape, at, error.path()))
    }

    /// The removed field that `into` refused. It is called when the record has ended, which is here.
    fn handed_over(&self, error: &Error, step: Step<'_>) -> Option<u32> {
        let Step::Field(record, index) = step else { return None };
        let is_removed = record.fields().get(index)?.lifespan.until.is_some();
        if !is_removed || error.kind() != ErrorKind::Convert || !error.path().is_empty() {
            return None;
        }
        let (at, token) = (self.at, self.token());
        let parts = match token.kind {
            _ if !record.shape.variants().is_empty() => self.parts_of_variant(record)?,
            Kind::Name | Kind::Quoted => Parts::behind(self.tape, at, token),
            Kind::Brace | Kind::Paren | Kind::Bracket => Parts::of(self.tape, at),
            _ => return None,
        };
        Fields::new(at, parts, 0).find(self.tape, record, index)
    }

    /// The error for a missing field.
    #[cold]
    pub(super) fn missing(&self, record: &Scope, index: usize) -> Error {
        let Some((outer, open, _)) = self.outermost(record) else { return refused::departed() };
        // A misspelt name is more useful in the error than the missing one.
        let error = self.unknown(&outer, open, self.keeps(&outer)).unwrap_or_else(|| {
            let name = record.fields().get(index).map_or("", |field| field.name_at(record.version));
            refused::missing(name)
        });
        self.tape.place(error, open.at)
    }

    /// Ends a record whose parts were not all read.
    #[cold]
    pub(super) fn left_over(&self, record: &Scope, open: &Fields) -> Result<(), Error> {
        let unknown = self.unknown(record, open, open.is_kept);
        let error = match unknown.or_else(|| self.twice(record, open)) {
            Some(error) => error,
            None if open.parts.keyed => return Ok(()),
            None => {
                let is_newer = self.is_newer(record.shape, self.open.len());
                if self.load.unknown == UnknownPolicy::Skip && is_newer {
                    return Ok(());
                }
                let alive = (0..record.fields().len()).filter(|index| record.lives(*index)).count();
                refused::other_length(index(open.parts.count), alive)
            }
        };
        Err(self.tape.place(error, open.at))
    }

    /// The error for a field that the text has under two of its names.
    fn twice(&self, record: &Scope, open: &Fields) -> Option<Error> {
        let (mut all, mut fields) = (Vec::new(), Vec::new());
        self.all_fields(record.fields(), open.reading(record), open.parts, &mut all);
        for (key, value) in open.parts.keys(self.tape) {
            let Some(field) = self.field_of(key, &all) else { continue };
            if fields.iter().any(|other| core::ptr::eq(*other, field)) {
                let error = refused::twice(field.name_at(record.version));
                return Some(self.tape.place(error, value.saturating_sub(1)));
            }
            fields.push(field);
        }
        (fields.len() > index(open.taken)).then(refused::both_ways)
    }

    /// The error for the first key that is no field (unless unknown fields are kept) or that occurs twice.
    fn unknown(&self, record: &Scope, open: &Fields, is_kept: bool) -> Option<Error> {
        let (tape, mut all) = (self.tape, Vec::new());
        // Determine the versions of flattened structs once, as that takes a search of all keys.
        self.all_fields(record.fields(), open.reading(record), open.parts, &mut all);
        for (count, (key, value)) in open.parts.keys(tape).enumerate() {
            let at = value.saturating_sub(1);
            if self.field_of(key, &all).is_none() {
                if self.load.unknown == UnknownPolicy::Skip || is_kept {
                    continue;
                }
                let names = self.names(record.fields(), record.version, open.parts);
                let mut error = refused::unknown_field(tape, key, record, &names);
                if self.load.unknown == UnknownPolicy::Retain {
                    error = refused::no_holder(error);
                }
                return Some(tape.place(error, at));
            }
            let name = tape.content(key).ok()?;
            if open.parts.keys(tape).take(count).any(|(other, _)| tape.is_name(other, &name)) {
                return Some(tape.place(refused::twice(&name), at));
            }
        }
        None
    }
}
