//! Collects what a holder keeps of a text: fields and variants that its type does not know.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::escape::RESERVED;
use super::super::tape::{Token, index};
use super::fields::{Fields, accepts};
use super::flat::Known;
use super::record::Open;
use super::refused::{self, departed};
use super::version::{Parts, Reading};
use super::{Reader, json};
use crate::flatten::content;
use crate::unknown::{CATCH, FromText, Kept, holds, is_catch};
use crate::value::by_name::variant_of_another;
use crate::{Body, Error, Field, InputArchive, Scope, Shape, Style, Unknown, UnknownPolicy, Value};

/// The fields that a holder keeps, with their keys.
type Entries = Vec<(String, Value<'static>)>;

/// The first struct flattened into these fields that has a holder and satisfies `is_it`. Its holder may keep
/// parts that no field takes.
fn keeper(
    fields: &'static [Field],
    version: u32,
    is_it: &impl Fn(&'static Shape) -> bool,
) -> Option<&'static Shape> {
    let alive = || fields.iter().filter(|field| field.lifespan.contains(version));
    let inner = || alive().filter_map(content);
    let found = inner().find(|shape| holds(shape.fields()) && is_it(shape));
    found.or_else(|| inner().find_map(|shape| keeper(shape.fields(), shape.version, is_it)))
}

/// Collects these fields and those flattened into them, all at today's versions.
fn all_today(fields: &'static [Field], version: u32, all: &mut Vec<Known>) {
    all.push((fields, Reading::stated(version)));
    let alive = fields.iter().filter(|field| field.lifespan.contains(version));
    for inner in alive.filter_map(content) {
        all_today(inner.fields(), inner.version, all);
    }
}

/// How the fields of a struct or variant are written.
fn style(record: &Scope) -> Style {
    match &record.shape.body {
        Body::Struct(fields) => fields.style,
        Body::Enum(_) => record.shape.variant(record.tag).map_or(Style::Unit, |it| it.fields.style),
    }
}

/// Searches fields in order first, as most texts have them in order.
struct InOrder {
    fields: &'static [Field],
    /// The index after the field that was found last.
    next: usize,
}

impl InOrder {
    fn any(&mut self, is_it: impl Fn(&Field) -> bool) -> bool {
        let (before, behind) = self.fields.split_at_checked(self.next).unwrap_or_default();
        let behind = (self.next..).zip(behind);
        let found = behind.chain(before.iter().enumerate()).find(|(_, field)| is_it(field));
        self.next = found.map_or(self.next, |(place, _)| place.saturating_add(1));
        found.is_some()
    }
}

impl<const LINKED: bool> Reader<'_, '_, '_, LINKED> {
    /// Whether unknown fields of a record are kept.
    pub(super) fn keeps(&self, record: &Scope) -> bool {
        let any = || keeper(record.fields(), record.version, &|_| true).is_some();
        self.load.unknown == UnknownPolicy::Retain && (holds(record.fields()) || any())
    }

    /// Begins an unknown variant, if its enum keeps such variants. In a text of today's version it counts as
    /// misspelt, unless the caller asked for `Retain`.
    #[cold]
    pub(super) fn begin_unknown(
        &mut self,
        shape: &'static Shape,
        name: Token,
        parts: Parts,
        version: u32,
    ) -> Result<Scope, Error> {
        let error = || refused::unknown_variant(self.tape, name, shape, version);
        let retains = self.load.unknown == UnknownPolicy::Retain;
        // A word such as `true` is a value, not the name of a variant.
        let is_word = self.tape.is_text() && RESERVED.contains(&self.tape.raw(name));
        let is_newer = self.is_newer(shape, self.open.len());
        if is_word || !(is_newer || shape.catches()) {
            return Err(error());
        }
        if !shape.catches() {
            return Err(self.newer_variant(shape, name, version));
        }
        if !retains && !is_newer {
            return Err(not_kept(error()));
        }
        self.open.push(Open::Scope(Fields::new(self.at, parts, 0)));
        Ok(Scope::of_tag(shape, CATCH, version))
    }

    /// The error for a variant with parts of another style: in a newer text, another variant has this name.
    #[cold]
    pub(super) fn or_of_newer(
        &self,
        error: Error,
        shape: &'static Shape,
        name: Token,
        version: u32,
    ) -> Error {
        let is_newer = self.is_newer(shape, self.open.len()) && !shape.catches();
        if is_newer { self.newer_variant(shape, name, version) } else { error }
    }

    /// The error for a variant that only newer versions have.
    fn newer_variant(&self, shape: &'static Shape, name: Token, version: u32) -> Error {
        let stated = self.version_in_text(shape, self.open.len()).unwrap_or(version);
        match self.tape.content(name) {
            Ok(found) => self.tape.place_of(name, variant_of_another(shape, &found, stated)),
            Err(error) => error,
        }
    }

    /// What the type of the open record does not know; for an unknown variant, all of it.
    pub(super) fn keep(&mut self, record: &Scope) -> Result<Unknown, Error> {
        if is_catch(record) {
            return self.keep_variant();
        }
        if self.load.unknown != UnknownPolicy::Retain {
            return Ok(Unknown::new());
        }
        let around = self.open.len().saturating_sub(1);
        let is_newer = self.is_newer(record.shape, around);
        let mut kept = Kept::default();
        let mut keys = Vec::new();
        let is_unstated = || self.version_in_text(record.shape, around).is_none();
        // An older record has its own names and is saved at today's version.
        if record.version == record.shape.version && (is_newer || is_unstated()) {
            self.find_own(record, is_newer, &mut kept.lacking, &mut keys)?;
        }
        kept.fields = self.keep_fields(record, is_newer)?;
        if kept.fields.is_empty() && kept.lacking.is_empty() && keys.is_empty() {
            return Ok(Unknown::new());
        }
        self.hold(kept, style(record), keys)
    }

    /// Notes the type of a record that is newer in the text, if it has no holder and the text has a field of today under
    /// another name or not at all.
    #[cold]
    pub(super) fn note_own(&mut self, record: &Scope) -> Result<(), Error> {
        let (around, name) = (self.open.len().saturating_sub(1), record.shape.name);
        let is_known = holds(record.fields()) || self.own.contains(&name);
        if is_known || !self.is_newer(record.shape, around) {
            return Ok(());
        }
        let mut keys = Vec::new();
        self.find_own(record, true, &mut Vec::new(), &mut keys)?;
        if !keys.is_empty() {
            self.own.push(name);
        }
        Ok(())
    }

    /// Notes the type of a variant that has another name in the text, if it is newer there: it is written with today's name.
    #[cold]
    pub(super) fn note_other_name(&mut self, shape: &'static Shape) {
        if !self.own.contains(&shape.name) && self.is_newer(shape, self.open.len()) {
            self.own.push(shape.name);
        }
    }

    fn hold(
        &mut self,
        mut kept: Kept,
        style: Style,
        keys: Vec<(&'static str, Option<String>)>,
    ) -> Result<Unknown, Error> {
        self.claim(1, size_of::<Kept>())?;
        let (is_json, of) = (!self.tape.is_text(), self.original());
        kept.text = Some(FromText { is_json, of, style, keys });
        Ok(Unknown::keep(kept))
    }

    /// Finds today's fields that the text has under other names or, if it is newer, not at all.
    fn find_own(
        &mut self,
        record: &Scope,
        is_newer: bool,
        lacking: &mut Vec<usize>,
        keys: &mut Vec<(&'static str, Option<String>)>,
    ) -> Result<(), Error> {
        let Some(Open::Scope(open)) = self.open.last() else { return Err(departed()) };
        let (tape, mut own, is_keyed) = (self.tape, open.anew(), open.parts.keyed);
        for (index, field) in record.fields().iter().enumerate() {
            if !record.lives(index) || field.flatten && self.is_flat_there(record, index) {
                continue;
            }
            let key = match own.take(tape, record, index) {
                Some(_) if field.flatten => continue,
                Some(value) if is_keyed => {
                    let key = tape.token(value.saturating_sub(1));
                    if tape.is_name(key, field.name) {
                        continue;
                    }
                    Some(tape.content(key)?.into_owned())
                }
                Some(_) => continue,
                None if is_newer => {
                    lacking.push(index);
                    None
                }
                None => continue,
            };
            let len = key.as_ref().map_or(0, String::len);
            self.claim(1, size_of::<(&str, Option<String>)>().saturating_add(len))?;
            keys.push((field.name, key));
        }
        Ok(())
    }

    /// The parts that no field takes, if it is this record's holder that keeps them.
    fn keep_fields(&mut self, record: &Scope, is_newer: bool) -> Result<Entries, Error> {
        let Some((outer, open, around)) = self.outermost(record) else { return Err(departed()) };
        let parts = open.parts;
        let is_flat = matches!(self.open.last(), Some(Open::Scope(open)) if open.is_flat);
        let is_keeper = match self.inner_keeper(&outer, around) {
            Some(inner) => is_flat && inner.id.is(record.shape.id),
            None => !is_flat,
        };
        if !is_keeper {
            return Ok(Vec::new());
        }
        let entries = match parts.keyed {
            true => self.keep_keys(parts, Some((&outer, open.reading(&outer))))?,
            false if is_newer => {
                let alive = (0..record.fields().len()).filter(|index| record.lives(*index)).count();
                self.keep_places(parts, alive)?
            }
            false => Vec::new(),
        };
        if let (Some(Open::Scope(open)), false) = (self.open.last_mut(), entries.is_empty()) {
            open.keep(u32::try_from(entries.len()).unwrap_or(u32::MAX));
        }
        Ok(entries)
    }

    /// The flattened struct whose holder keeps the unknown fields, or `None` if the record's own holder does.
    /// An unknown name is assumed to belong to whichever struct is newer in the text, if only one of them is.
    fn inner_keeper(&self, outer: &Scope, around: usize) -> Option<&'static Shape> {
        let (fields, version) = (outer.fields(), outer.version);
        let newer = keeper(fields, version, &|shape| self.is_newer(shape, usize::MAX));
        match holds(fields) {
            true => newer.filter(|_| !self.is_newer(outer.shape, around)),
            false => newer.or_else(|| keeper(fields, version, &|_| true)),
        }
    }

    /// Keeps the parts whose keys no field of a record accepts, or all parts if there is no record.
    fn keep_keys(
        &mut self,
        parts: Parts,
        record: Option<(&Scope, Reading)>,
    ) -> Result<Entries, Error> {
        let (tape, mut known, mut today) = (self.tape, Vec::new(), Vec::new());
        let read = record.map_or(Reading::likely(0), |(_, read)| read);
        let record = record.map(|(record, _)| record);
        if let Some(record) = record {
            self.all_fields(record.fields(), read, parts, &mut known);
            all_today(record.fields(), record.shape.version, &mut today);
        }
        let mut own = InOrder { fields: record.map_or(&[], |record| record.fields()), next: 0 };
        let mut is_own = |key| own.any(|field| accepts(tape, key, field, read));
        let is_unknown =
            |(key, _): &(Token, u32)| !is_own(*key) && self.field_of(*key, &known).is_none();
        let unknown: Vec<_> = parts.keys(tape).filter(is_unknown).collect();
        let mut names = BTreeSet::new();
        let mut entries = self.room(unknown.len())?;
        for (key, value) in unknown {
            let at = value.saturating_sub(1);
            // When saved at today's version, the key would occur twice.
            if let Some(record) = record.filter(|_| self.field_of(key, &today).is_some()) {
                let error = refused::unknown_field(tape, key, record, &[]);
                return Err(tape.place(of_today(error), at));
            }
            if !key.kind.is_name() {
                return Err(tape.place(refused::nothing_known("name of a field"), at));
            }
            let name = tape.content(key)?.into_owned();
            self.claim(2, name.len())?;
            if !names.insert(name.clone()) {
                return Err(tape.place(refused::twice(&name), at));
            }
            entries.push((name, self.untyped(value)?));
        }
        Ok(entries)
    }

    /// Keeps the positional parts after those that are known, under their positions.
    fn keep_places(&mut self, parts: Parts, known: usize) -> Result<Entries, Error> {
        let mut entries = self.room(index(parts.count).saturating_sub(known))?;
        let tape = self.tape;
        for (place, at) in tape.values(parts.first, parts.count).enumerate().skip(known) {
            entries.push((place.to_string(), self.untyped(at)?));
        }
        Ok(entries)
    }

    /// Keeps all of an unknown variant.
    fn keep_variant(&mut self) -> Result<Unknown, Error> {
        let Some(Open::Scope(open)) = self.open.last_mut() else { return Err(departed()) };
        let (at, parts) = (open.at, open.parts);
        open.keep(parts.count);
        let tape = self.tape;
        let name = match tape.token(at) {
            token if tape.is_text() || json::is_string(token) => token,
            _ => tape.token(tape.parts(at).0),
        };
        let mut kept = Kept::default();
        let variant = tape.content(name)?.into_owned();
        self.claim(1, variant.len())?;
        kept.variant = Some(variant);
        let has_body = parts.first > 0;
        let style = match parts.keyed {
            _ if !has_body => Style::Unit,
            true => Style::Named,
            false => Style::Tuple,
        };
        kept.fields = match parts.keyed {
            true => self.keep_keys(parts, None)?,
            false => self.keep_places(parts, 0)?,
        };
        self.hold(kept, style, Vec::new())
    }
}

/// The error for a field that is in today's version but not in that of the text.
#[cold]
fn of_today(error: Error) -> Error {
    error.with_help(
        "that version has no such field, and an unknown one cannot have the name of a field of today: \
         correct the version or the name",
    )
}

/// The error for an unknown variant that its enum could keep if asked to.
#[cold]
fn not_kept(error: Error) -> Error {
    error.with_help(
        "correct its name; or keep such variants with `Options::unknown(Unknown::Retain)`",
    )
}
