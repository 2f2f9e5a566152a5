//! Determines the version at which each type of a text is read.

use alloc::format;
use alloc::sync::Arc;

use super::super::tape::{Kind, Tape, Token};
use super::Reader;
use super::fields::accepts;
use super::flat::{is_there, knows};
use crate::schema::in_history;
use crate::unknown::Original;
use crate::{Error, ErrorKind, Field, Lifespan, Shape, VersionTable};

/// The versions that a text states. A table of none says nothing about the types that are not in it.
///
/// # Errors
///
/// Fails if an entry is not a name and a version.
pub(in crate::text) fn stated(tape: &Tape<'_>) -> Result<Option<VersionTable>, Error> {
    let Some(group) = tape.versions else { return Ok(None) };
    let mut table = VersionTable::new();
    if tape.token(group).kind != Kind::Brace {
        let detail = "expected an object of type names and their versions";
        return Err(tape.place(Error::new(ErrorKind::Syntax, detail), group));
    }
    for (at, value) in tape.members(group) {
        let (key, value) = (tape.token(at), tape.token(value));
        let version = tape.raw(value).parse::<u32>().ok().filter(|version| *version > 0);
        let is_name = key.kind.is_name() && tape.body(at, key).is_none();
        let (Some(version), true, Kind::Number) = (version, is_name, value.kind) else {
            let detail = if tape.is_text() {
                "expected the name of a type and its version: `Item = 2`"
            } else {
                "expected the name of a type and its version: `\"Item\": 2`"
            };
            return Err(tape.place(Error::new(ErrorKind::Syntax, detail), at));
        };
        let name = tape.content(key)?;
        if table.get(&name).is_some() {
            let detail = alloc::format!("the version of `{name}` is stated twice");
            return Err(tape.place(Error::new(ErrorKind::Syntax, detail), at));
        }
        table = table.with(&name, version);
    }
    let is_empty = table.iter().next().is_none();
    Ok((!is_empty).then_some(table))
}

/// The parts of a group, with or without keys.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    /// The token of the first part.
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) keyed: bool,
}

impl Parts {
    pub(super) const NONE: Self = Self { first: 0, count: 0, keyed: true };

    /// A value as the only part, without a key.
    pub(super) const fn only(at: u32) -> Self {
        Self { first: at, count: 1, keyed: false }
    }

    /// Whether these parts of a variant are the struct that is its only field, which has one of these names, and not the fields
    /// of that struct, which may be behind the name of the variant in place of the struct's own.
    pub(super) fn are_struct(
        self,
        tape: &Tape<'_>,
        mut is_name: impl FnMut(Token) -> bool,
    ) -> bool {
        let first = tape.token(self.first);
        match first.kind {
            _ if self.count == 0 => false,
            _ if self.keyed => tape.is_name(first, "0"),
            _ if self.count > 1 => false,
            Kind::Brace | Kind::Paren | Kind::Link => true,
            Kind::Name | Kind::Quoted => tape.body(self.first, first).is_some() || is_name(first),
            _ => false,
        }
    }

    /// The parts of a group.
    #[inline]
    pub(super) fn of(tape: &Tape<'_>, group: u32) -> Self {
        let (first, count) = tape.parts(group);
        Self { first, count, keyed: tape.token(group).kind == Kind::Brace }
    }

    /// The parts of the group that belongs to a name, if there is one.
    #[inline]
    pub(super) fn behind(tape: &Tape<'_>, at: u32, name: Token) -> Self {
        tape.body(at, name).map_or(Self::NONE, |body| Self::of(tape, body))
    }

    /// The keys, with the tokens of their values. For a key with a group, yields the group's token, which is
    /// no name.
    pub(super) fn keys<'t>(self, tape: &'t Tape<'_>) -> impl Iterator<Item = (Token, u32)> + 't {
        let mut at = self.first;
        (0..if self.keyed { self.count } else { 0 }).map(move |_| {
            let (key, value) = (tape.token(at), tape.token(at).next);
            let key = tape.body(at, key).map_or(key, |body| tape.token(body));
            at = tape.token(value).next;
            (key, value)
        })
    }
}

/// The newest version that fits by its own names, or else by any names; today's if there is none.
pub(super) fn newest(shape: &Shape, fits: impl Fn(u32, bool) -> bool) -> u32 {
    let all = || (shape.oldest..=shape.version).rev();
    let exact = all().find(|version| fits(*version, false));
    exact.or_else(|| all().find(|version| fits(*version, true))).unwrap_or(shape.version)
}

/// How the names of a record are read.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    /// The version whose names are tried first.
    pub(super) version: u32,
    /// Names that a field lost by this version do not count, as another field may have them now. 0 accepts all
    /// names, for a version that is only guessed.
    pub(super) lost: u32,
}

impl Reading {
    /// For a version that the text states.
    pub(super) const fn stated(version: u32) -> Self {
        Self { version, lost: version }
    }

    /// For a version that is guessed from the names.
    pub(super) const fn likely(version: u32) -> Self {
        Self { version, lost: 0 }
    }
}

/// The error for a field or variant that the type has, but not at the text's version.
#[cold]
pub(super) fn of_another_version(
    what: &str,
    name: &str,
    lifespans: impl Iterator<Item = Lifespan> + Clone,
    (ours, version): (&str, u32),
) -> Option<Error> {
    if lifespans.clone().any(|lifespan| lifespan.contains(version)) {
        return None;
    }
    let (kind, first) = match what {
        "field" => (ErrorKind::UnknownField, "remove it"),
        _ => (ErrorKind::UnknownTag, "write another one"),
    };
    let since = lifespans.clone().map(|it| it.since).filter(|since| *since > version).min();
    let until = lifespans.filter_map(|it| it.until).filter(|until| *until <= version).max();
    let (detail, help) = match (until, since) {
        (None, None) => return None,
        (None, Some(since)) => (
            format!(
                "`{ours}` has a {what} `{name}` only from version {since} on, but this is version {version}"
            ),
            format!(
                "{first}; or state version {since}, and write whatever else that version added"
            ),
        ),
        (Some(until), since) => (
            match since {
                Some(since) => format!(
                    "`{ours}` has no {what} `{name}` from version {until} to {}",
                    since.saturating_sub(1)
                ),
                None => format!("`{ours}` has no {what} `{name}` from version {until} on"),
            },
            format!(
                "{first}; or state the version of this text after the type's name, as `@` and a number"
            ),
        ),
    };
    Some(Error::new(kind, detail).with_help(help))
}

impl<const LINKED: bool> Reader<'_, '_, '_, LINKED> {
    /// The version of a struct here: the stated one, or else the newest whose fields include all names in the text.
    pub(super) fn version(
        &mut self,
        shape: &'static Shape,
        parts: Parts,
    ) -> Result<Reading, Error> {
        Ok(match self.known_version(shape)? {
            Some(known) => known,
            None => Reading::likely(self.newest(shape, parts, |_| false)),
        })
    }

    /// The same, unless it has to be guessed from the names in the text.
    pub(super) fn known_version(
        &mut self,
        shape: &'static Shape,
    ) -> Result<Option<Reading>, Error> {
        Ok(match self.stated_version(shape)? {
            Some(stated) => Some(Reading::stated(stated)),
            None if shape.version == 1 => Some(Reading::likely(1)),
            None if self.is_oldest() => Some(Reading::stated(shape.oldest)),
            None => None,
        })
    }

    /// Whether all types are read at their oldest versions. A text that states some versions was written by a program that
    /// states all.
    fn is_oldest(&self) -> bool {
        self.load.is_oldest && self.stated.is_none() && self.tape.root_version.is_none()
    }

    /// The newest version that has all names in the text, except those for which `of_others` is true.
    fn newest(&self, shape: &Shape, parts: Parts, of_others: impl Fn(Token) -> bool) -> u32 {
        newest(shape, |version, by_any_name| {
            self.has_all(shape.fields(), parts, (version, by_any_name), &of_others)
        })
    }

    /// Whether fields have all names in the text, except those for which `of_others` is true: their names at a version, or
    /// any that they ever had.
    pub(super) fn has_all(
        &self,
        fields: &[Field],
        parts: Parts,
        (version, by_any_name): (u32, bool),
        of_others: impl Fn(Token) -> bool,
    ) -> bool {
        let tape = self.tape;
        parts.keys(tape).all(|(key, _)| {
            let is_it = |field: &Field| {
                is_there(tape, key, field, version)
                    || (by_any_name && accepts(tape, key, field, Reading::likely(version)))
            };
            fields.iter().any(is_it) || of_others(key)
        })
    }

    /// The version of a flattened struct. Names that it never had belong to the fields around it.
    pub(super) fn version_of_flat(
        &mut self,
        shape: &'static Shape,
        parts: Parts,
    ) -> Result<Reading, Error> {
        Ok(match self.stated_version(shape)? {
            Some(stated) => Reading::stated(stated),
            None if self.is_oldest() => Reading::stated(shape.oldest),
            None => Reading::likely(self.newest_flat(shape, parts)),
        })
    }

    /// The same for error messages: never fails.
    pub(super) fn likely_version(&self, shape: &'static Shape, parts: Parts) -> Reading {
        let stated = self.stated.as_ref().and_then(|table| table.version_of(shape, false));
        match stated {
            Some(stated) => Reading::stated(stated.clamp(shape.oldest, shape.version)),
            None if self.is_oldest() => Reading::stated(shape.oldest),
            None => Reading::likely(self.newest_flat(shape, parts)),
        }
    }

    /// Whether the text has this type at a version that this program does not know yet but may read. `around`
    /// is the number of open records around it. A text with a version table states the versions of all types,
    /// so a type that is missing there was renamed.
    pub(super) fn is_newer(&self, shape: &'static Shape, around: usize) -> bool {
        self.load.newer
            && match self.version_in_text(shape, around) {
                Some(stated) => stated > shape.version,
                None => self.stated.is_some(),
            }
    }

    /// Whether the unknown name of a type may be a newer name of this type.
    pub(super) fn is_newer_name(&self, shape: &'static Shape, name: Token) -> bool {
        let is_stated = |table: &VersionTable| {
            self.tape.content(name).is_ok_and(|name| table.get(&name).is_some())
        };
        self.is_newer(shape, self.open.len())
            && self.version_in_text(shape, self.open.len()).is_none()
            && self.stated.as_ref().is_some_and(is_stated)
    }

    /// The version of a type that the text states, even if this program does not know it.
    pub(super) fn version_in_text(&self, shape: &'static Shape, around: usize) -> Option<u32> {
        let is_root = around == 0 && !self.is_in_object();
        match (self.tape.root_version.filter(|_| is_root), &self.stated) {
            (Some(token), _) => self.tape.raw(token).parse().ok(),
            (None, Some(table)) => table.version_of(shape, false).or_else(|| self.of_root(shape)),
            (None, None) => self.of_root(shape),
        }
    }

    /// The version that the root states, which also applies to values of the same type within it.
    fn of_root(&self, shape: &'static Shape) -> Option<u32> {
        self.root_version.filter(|(name, _)| *name == shape.name).map(|(_, version)| version)
    }

    /// What is known of the text: all versions that it states, including the root's.
    pub(super) fn original(&mut self) -> Arc<Original> {
        let (stated, root, is_oldest) = (&self.stated, self.root_version, self.is_oldest());
        let original = self.original.get_or_insert_with(|| {
            let mut versions = stated.clone().unwrap_or_default();
            if let Some((name, version)) = root {
                versions = versions.with(name, version);
            }
            Arc::new(Original { versions, is_oldest, ..Original::default() })
        });
        Arc::clone(original)
    }

    fn newest_flat(&self, shape: &'static Shape, parts: Parts) -> u32 {
        let of_others = |key| !knows(self.tape, key, shape);
        self.newest(shape, parts, of_others)
    }

    fn stated_version(&mut self, shape: &'static Shape) -> Result<Option<u32>, Error> {
        let is_root = self.open.is_empty() && (!LINKED || self.at == self.tape.root);
        if let Some(token) = self.tape.root_version.filter(|_| is_root) {
            let stated = self.tape.raw(token).parse().unwrap_or(u32::MAX);
            self.root_version = Some((shape.name, stated));
            return self.checked(shape, stated).map(Some);
        }
        let Some(table) = &self.stated else {
            return self.of_root(shape).map(|stated| self.checked(shape, stated)).transpose();
        };
        let key = core::ptr::from_ref(shape).addr();
        if let Some((_, version)) = self.versions.iter().find(|(known, _)| *known == key) {
            return Ok(*version);
        }
        let stated = table.version_of(shape, false).or_else(|| self.of_root(shape));
        let version = stated.map(|stated| self.checked(shape, stated)).transpose()?;
        self.versions.push((key, version));
        Ok(version)
    }

    /// Checks a stated version against the type's history. A newer one is read as today's, if that is
    /// allowed.
    fn checked(&self, shape: &'static Shape, stated: u32) -> Result<u32, Error> {
        if stated > shape.version && self.load.newer {
            return Ok(shape.version);
        }
        in_history(shape, stated).map_err(|error| self.error(error.or_by_name()))
    }
}
