//! Structs and variants, whose fields are found by their names.

use alloc::vec::{IntoIter, Vec};

use super::super::tape::{Kind, Tape, Token};
use super::version::Parts;
use super::{Reader, refused};
use crate::{Body, Error, Field, Scope, Shape, Style, UnknownPolicy, Variant};

/// What was begun and is not at its end.
pub(super) enum Open {
    Scope(Fields),
    Items {
        /// The token of the next element.
        next: u32,
        index: u32,
        count: u32,
    },
    Entries {
        /// The token of the next key, value or pair.
        next: u32,
        left: u32,
        /// Whether each key stands in a pair with its value, as in JSON.
        paired: bool,
    },
    /// The bytes of an array that stand as a blob.
    Bytes(IntoIter<u8>),
}

/// The fields of a record that was begun.
pub(super) struct Fields {
    /// The token of the record.
    pub(super) at: u32,
    pub(super) parts: Parts,
    /// The token of the part that comes next, if all stand in order.
    cursor: u32,
    /// How many parts lie before it.
    passed: u32,
    /// How many parts have keys: all or none.
    keys: u32,
    /// How many were visited.
    taken: u32,
    /// The field that was looked for last, and where it was found.
    found: Option<(usize, u32)>,
    /// Whether they stand among those of what holds their struct.
    pub(super) is_flat: bool,
    /// Whether a holder has those that no field takes.
    pub(super) is_kept: bool,
}

/// Whether a key is the name of a field in this version.
#[inline]
pub(super) fn is_now(tape: &Tape<'_>, key: Token, field: &Field, version: u32) -> bool {
    field.lifespan.contains(version) && tape.is_name(key, field.name_at(version))
}

/// Whether a key may stand for a field that lives in this version.
pub(super) fn accepts(tape: &Tape<'_>, key: Token, field: &Field, version: u32) -> bool {
    is_now(tape, key, field, version)
        || (field.lifespan.contains(version) && is_also(tape, key, field))
}

/// Whether a key is another name of a field than that of its version.
pub(super) fn is_also(tape: &Tape<'_>, key: Token, field: &Field) -> bool {
    let mut others = core::iter::once(&field.name)
        .chain(field.aliases)
        .chain(field.renamed.iter().map(|renamed| &renamed.from));
    others.any(|name| tape.is_name(key, name))
}

impl Fields {
    pub(super) fn new(at: u32, parts: Parts) -> Self {
        let keys = if parts.keyed { parts.count } else { 0 };
        let (cursor, passed, taken) = (parts.first, 0, 0);
        let (found, is_flat, is_kept) = (None, false, false);
        Self { at, parts, cursor, passed, keys, taken, found, is_flat, is_kept }
    }

    /// Those of a flattened struct, which stand among these.
    pub(super) fn flat(&self) -> Self {
        let Self { at, parts, cursor, passed, keys, .. } = *self;
        let (taken, found, is_flat, is_kept) = (0, None, true, false);
        Self { at, parts, cursor, passed, keys, taken, found, is_flat, is_kept }
    }

    /// The same, of which none was visited.
    pub(super) fn anew(&self) -> Self {
        Self { is_flat: self.is_flat, ..Self::new(self.at, self.parts) }
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

    /// The value of the part that comes next, which is visited then, if its key is the name of this
    /// field, as in a text that was printed.
    #[inline(always)]
    pub(super) fn expected(
        &mut self,
        tape: &Tape<'_>,
        record: &Scope,
        index: usize,
    ) -> Option<u32> {
        if let Some((last, found)) = self.found {
            if last == index {
                self.pass();
                return Some(found);
            }
        }
        let field = record.fields.get(index)?;
        if self.passed >= self.keys || field.flatten || !field.lifespan.contains(record.version) {
            return None;
        }
        let key = tape.token(self.cursor);
        if !tape.is_plain(key, field.name_at(record.version)) {
            return None;
        }
        self.cursor = tape.token(key.next).next;
        self.passed = self.passed.wrapping_add(1);
        self.taken = self.taken.wrapping_add(1);
        Some(key.next)
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
        if let Some((last, found)) = self.found {
            if last == index {
                return Some(found);
            }
        }
        let field = record.fields.get(index)?;
        if !field.lifespan.contains(record.version) {
            return None;
        }
        if field.flatten {
            return self.find_flat(tape, record, field);
        }
        let found = if self.parts.keyed {
            self.by_name(tape, record, field)
        } else {
            self.by_place(tape, record, index)
        }?;
        self.found = Some((index, found));
        Some(found)
    }

    #[inline]
    fn by_name(&mut self, tape: &Tape<'_>, record: &Scope, field: &Field) -> Option<u32> {
        let name = field.name_at(record.version);
        if self.passed < self.parts.count {
            let key = tape.token(self.cursor);
            if tape.is_name(key, name) {
                self.cursor = tape.token(key.next).next;
                self.passed = self.passed.saturating_add(1);
                return Some(key.next);
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
                |key| !record.fields.iter().any(|it| is_now(tape, key, it, record.version));
            keys.find(|(key, _)| is_also(tape, *key, field) && is_free(*key))
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

impl<const LINKED: bool> Reader<'_, '_, '_, LINKED> {
    pub(super) fn begin_struct(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        let token = self.token();
        let parts = match token.kind {
            Kind::Brace | Kind::Paren => self.group_parts(self.at),
            Kind::Bracket if !self.tape.is_text() => self.group_parts(self.at),
            Kind::Name | Kind::Quoted if self.tape.is_text() => {
                if !shape.names().any(|name| self.tape.is_name(token, name)) {
                    return Err(refused::other_type(self.tape, token, shape));
                }
                match self.tape.body(self.at, token) {
                    Some(body) => self.group_parts(body),
                    None => Parts::NONE,
                }
            }
            _ => return Err(self.strange([&refused::named(shape), "an object of fields"])),
        };
        if let Body::Struct(fields) = &shape.body {
            self.check_style(fields.style, parts)?;
        }
        let version = self.version(shape, shape.fields(), parts, |_| true)?;
        self.open.push(Open::Scope(Fields::new(self.at, parts)));
        Ok(Scope::of_struct(shape, version))
    }

    /// Fields with names stand behind them, so that a new one moves no other.
    fn check_style(&self, style: Style, parts: Parts) -> Result<(), Error> {
        if style == Style::Named && !parts.keyed {
            if self.tape.is_text() {
                return Err(self.strange(["a group `{..}` of fields with their names"; 2]));
            }
            // The group itself, and not the variant that it belongs to.
            let group = parts.first.saturating_sub(1);
            let error = refused::expected(self.tape, group, "an object of fields");
            return Err(self.tape.place(error, group));
        }
        Ok(())
    }

    pub(super) fn group_parts(&self, group: u32) -> Parts {
        let (first, count) = self.tape.parts(group);
        Parts { first, count, keyed: self.tape.token(group).kind == Kind::Brace }
    }

    /// The name of the variant that stands here, and its parts.
    fn variant_parts(&self, shape: &'static Shape) -> Result<(Token, Parts), Error> {
        let name = self.token();
        match name.kind {
            _ if !self.tape.is_text() => self.json_variant(shape),
            Kind::Name | Kind::Quoted => {
                let body = self.tape.body(self.at, name);
                Ok((name, body.map_or(Parts::NONE, |body| self.group_parts(body))))
            }
            _ => Err(self.strange([&refused::named(shape); 2])),
        }
    }

    pub(super) fn begin_variant(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        let (name, parts) = self.variant_parts(shape)?;
        let tape = self.tape;
        let is_it = |variant: &Variant| {
            let older = variant.renamed.iter().map(|renamed| &renamed.from);
            let mut names = core::iter::once(&variant.name).chain(variant.aliases).chain(older);
            names.any(|it| tape.is_name(name, it))
        };
        let all = || shape.variants().iter().filter(|variant| is_it(variant));
        let fields = all().next().map_or(&[][..], |variant| variant.fields.list);
        let version =
            self.version(shape, fields, parts, |v| all().any(|it| it.lifespan.contains(v)))?;
        let alive = || all().filter(|variant| variant.lifespan.contains(version));
        let now = |variant: &&Variant| tape.is_name(name, variant.name_at(version));
        let Some(variant) = alive().find(now).or_else(|| alive().next()) else {
            return self.begin_unknown(shape, name, parts, version);
        };
        self.check_style(variant.fields.style, parts)?;
        self.open.push(Open::Scope(Fields::new(self.at, parts)));
        Ok(Scope { shape, fields: &[], version, tag: variant.tag, place: 0 })
    }

    /// Why a field is not there.
    #[cold]
    pub(super) fn missing(&self, record: &Scope, index: usize) -> Error {
        let Some((outer, open)) = self.outermost(record) else { return refused::departed() };
        // A misspelt name says more than the absence of the right one.
        let error = self.unknown(&outer, open, self.keeps(&outer)).unwrap_or_else(|| {
            let name = record.fields.get(index).map_or("", |field| field.name_at(record.version));
            refused::missing(name)
        });
        self.tape.place(error, open.at)
    }

    /// Ends a record of which not all parts were visited.
    #[cold]
    pub(super) fn left_over(&self, record: &Scope, open: &Fields) -> Result<(), Error> {
        let error = match (open.parts.keyed, self.unknown(record, open, open.is_kept)) {
            (_, Some(error)) => error,
            (true, None) => match self.twice(record, open) {
                Some(error) => error,
                None => return Ok(()),
            },
            (false, None) => {
                let is_newer = self.is_newer(record.shape, self.open.len());
                if self.load.unknown == UnknownPolicy::Skip && is_newer {
                    return Ok(());
                }
                let alive = (0..record.fields.len()).filter(|index| record.lives(*index)).count();
                refused::other_length(
                    usize::try_from(open.parts.count).unwrap_or(usize::MAX),
                    alive,
                )
            }
        };
        Err(self.tape.place(error, open.at))
    }

    /// The error of a field that stands there by two of its names, of which one was not visited.
    fn twice(&self, record: &Scope, open: &Fields) -> Option<Error> {
        let mut fields = Vec::new();
        for (key, value) in open.parts.keys(self.tape) {
            let Some(field) = self.field_of(key, record.fields, record.version, open.parts) else {
                continue;
            };
            if fields.iter().any(|other| core::ptr::eq(*other, field)) {
                let error = refused::twice(field.name_at(record.version));
                return Some(self.tape.place(error, value.saturating_sub(1)));
            }
            fields.push(field);
        }
        let visited = usize::try_from(open.taken).unwrap_or(usize::MAX);
        (fields.len() > visited).then(refused::both_ways)
    }

    /// The error of the first key that stands for no field, unless those are kept, or that stands there
    /// twice.
    fn unknown(&self, record: &Scope, open: &Fields, is_kept: bool) -> Option<Error> {
        let tape = self.tape;
        for (count, (key, value)) in open.parts.keys(tape).enumerate() {
            let field = self.field_of(key, record.fields, record.version, open.parts);
            let at = value.saturating_sub(1);
            if field.is_none() {
                if self.load.unknown != UnknownPolicy::Skip && !is_kept {
                    let names = self.names(record.fields, record.version, open.parts);
                    let error = match refused::unknown_field(tape, key, record, &names) {
                        error if self.load.unknown == UnknownPolicy::Retain => {
                            refused::no_holder(error)
                        }
                        error => error,
                    };
                    return Some(tape.place(error, at));
                }
                continue;
            }
            let name = tape.content(key).ok()?;
            if open.parts.keys(tape).take(count).any(|(other, _)| tape.is_name(other, &name)) {
                return Some(tape.place(refused::twice(&name), at));
            }
        }
        None
    }
}
