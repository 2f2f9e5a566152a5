//! Resolves the links of a text to its objects (FORMAT.md §8).

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::tape::{Kind, Tape};
use super::record::Open;
use super::{Reader, numbered, refused};
use crate::graph::Link;
use crate::schema::todays_name;
use crate::{Error, ErrorKind, Kind as TypeKind, PrimitiveKind, Scope, Type};

/// The objects of a text: numbered ones, and ones written in place of the only link to them.
#[derive(Default)]
pub(super) struct Links {
    /// The numbered objects, sorted by number.
    pub(super) numbered: Vec<Entry>,
    /// The canonical type name of each table, and the table for each `Type` address asked for.
    names: Vec<String>,
    known: Vec<(usize, usize)>,
    /// The numbered object at the end of each chain of links, by the first in the chain, so no chain is
    /// followed twice. Both are indexes into `numbered`.
    ends: BTreeMap<usize, usize>,
    /// The tokens of the objects in each table, in the order in which they are built.
    pub(super) tables: Vec<Vec<u32>>,
    /// The row of each token in each table.
    pub(super) rows: BTreeMap<(u32, usize), usize>,
    /// Whether the survey is reading an object.
    pub(super) is_surveyed: bool,
    /// The state to return to after each open object.
    around: Vec<Around>,
    /// The levels in use where the open objects were begun, in total.
    used: u32,
}

/// A numbered object.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) number: u32,
    /// The tokens of its number and its value.
    pub(super) key: u32,
    pub(super) value: u32,
}

/// The state of the reader where an object was begun.
struct Around {
    at: u32,
    depth: u32,
    used: u32,
    held: Option<u32>,
    open: Vec<Open>,
    within: Vec<Scope>,
}

impl Links {
    /// The table of a type.
    pub(super) fn table_of(&mut self, ty: &'static Type) -> usize {
        let address = core::ptr::from_ref(ty).addr();
        if let Some((_, table)) = self.known.iter().find(|(known, _)| *known == address) {
            return *table;
        }
        let name = todays_name(ty);
        let table = self.names.iter().position(|known| *known == name);
        let table = table.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len().saturating_sub(1)
        });
        self.known.push((address, table));
        table
    }

    /// The type name of a table.
    pub(super) fn name(&self, table: usize) -> &str {
        self.names.get(table).map_or("", String::as_str)
    }
}

/// Whether `null` may be a value of this type in JSON.
fn may_be_null(ty: &Type) -> bool {
    match ty.kind {
        TypeKind::Shared(inner) | TypeKind::Boxed(inner) => may_be_null(inner),
        TypeKind::Option(_) | TypeKind::Primitive(PrimitiveKind::Unit) => true,
        _ => false,
    }
}

impl<'a, const LINKED: bool> Reader<'_, 'a, '_, LINKED> {
    /// If there is a link here, goes to its object, for a type that holds the object without sharing it.
    #[inline(always)]
    pub(super) fn follow(&mut self) -> Result<(), Error> {
        if LINKED { self.followed().map(drop) } else { Ok(()) }
    }

    /// The index and value token of a numbered object.
    fn entry(&self, number: u32) -> Result<(usize, u32), Error> {
        let numbered = &self.links.numbered;
        let unit = numbered::find(numbered, number);
        let found = unit.and_then(|unit| Some((unit, numbered.get(unit)?.value)));
        found.ok_or_else(|| self.error(refused::no_object(self.tape, number)))
    }

    /// The object that is here, or that a link here refers to.
    #[inline(never)]
    pub(super) fn link_to(&mut self, to: &'static Type) -> Result<Option<Link>, Error> {
        let (token, unit) = self.object_here(to)?;
        let table = self.links.table_of(to);
        match self.links.rows.get(&(token, table)) {
            Some(row) => Ok(Some(Link { table, row: *row, place: 0 })),
            None if unit.is_some() => {
                Err(self.error(refused::other_object(self.links.name(table), None)))
            }
            None => Ok(None),
        }
    }

    /// The token of that object, and its index among the numbered ones if it was reached by a link.
    pub(super) fn object_here(&mut self, to: &'static Type) -> Result<(u32, Option<usize>), Error> {
        if !self.tape.is_text() && may_be_null(to) {
            self.unwrap_held();
        }
        match self.tape.link(self.at) {
            Some(number) => self.entry(number).map(|(unit, token)| (token, Some(unit))),
            None => Ok((self.at, None)),
        }
    }

    /// Follows the link here, for a type that holds the object without sharing it. Returns the index of the
    /// object.
    pub(super) fn followed(&mut self) -> Result<Option<usize>, Error> {
        let Some(number) = self.tape.link(self.at) else { return Ok(None) };
        let (mut unit, mut value) = self.entry(number)?;
        let mut passed = Vec::new();
        while let Some(number) = self.tape.link(value) {
            self.at = value;
            if let Some(end) = self.links.ends.get(&unit) {
                unit = *end;
                break;
            }
            if passed.len() > self.links.numbered.len() {
                return Err(self.error(refused::no_value()));
            }
            passed.push(unit);
            (unit, value) = self.entry(number)?;
        }
        self.links.ends.extend(passed.into_iter().map(|passed| (passed, unit)));
        self.at = self.links.numbered.get(unit).map_or(self.at, |entry| entry.value);
        Ok(Some(unit))
    }

    /// Whether an object is being read.
    pub(super) fn is_in_object(&self) -> bool {
        self.links.is_surveyed || !self.links.around.is_empty()
    }

    /// Goes to an object, saving the current state.
    pub(super) fn enter_object(&mut self, link: Link) -> Result<(), Error> {
        let token = self.links.tables.get(link.table).and_then(|table| table.get(link.row));
        let token = *token.ok_or_else(refused::departed)?;
        let around = Around {
            at: self.at,
            depth: self.depth,
            used: self.links.used,
            held: self.held.take(),
            open: core::mem::take(&mut self.open),
            within: core::mem::take(&mut self.within),
        };
        self.links.around.push(around);
        self.at = token;
        let limits = self.load.limits;
        let levels = limits.depth_inside(self.links.used).saturating_sub(self.depth);
        self.links.used = self.links.used.saturating_add(levels);
        self.depth = limits.depth_inside(self.links.used);
        Ok(())
    }

    /// Returns to where the last object was begun.
    pub(super) fn leave_object(&mut self) {
        if let Some(around) = self.links.around.pop() {
            let Around { at, depth, used, held, open, within } = around;
            (self.at, self.depth, self.held) = (at, depth, held);
            (self.open, self.within, self.links.used) = (open, within, used);
        }
    }

    /// Adds to an error the object in which it happened.
    #[cold]
    pub(super) fn in_object(&self, error: Error, ty: &'static Type, row: usize) -> Error {
        let error = match error.kind() {
            ErrorKind::InvalidLink if error.help() == ErrorKind::InvalidLink.help() => {
                self.error(refused::in_circle(self.tape, error))
            }
            _ => self.error(error),
        };
        let name = todays_name(ty);
        let table = self.links.names.iter().position(|known| *known == name);
        let token = table.and_then(|table| self.links.tables.get(table)?.get(row));
        error.in_object(&token.map_or_else(String::new, |it| self.path_of(*it)), Some(ty))
    }

    /// The path of an object: from the numbered object that contains it, or from the root.
    fn path_of(&self, token: u32) -> String {
        let holds = |at: u32| (at..self.tape.token(at).next).contains(&token);
        let found = self.links.numbered.iter().find(|entry| holds(entry.value));
        let (from, mut path) = match found {
            Some(entry) => (entry.value, format!("&{}", entry.number)),
            None => (self.tape.root, String::new()),
        };
        walk(self.tape, from, token, &mut path);
        path
    }
}

/// Appends the steps that lead from one token down to another.
fn walk(tape: &Tape<'_>, from: u32, to: u32, path: &mut String) {
    let mut at = from;
    while at != to {
        let token = tape.token(at);
        let is_some = tape.is_text() && tape.is_word(token, "some");
        let named = matches!(token.kind, Kind::Name | Kind::Quoted);
        let group = if named { at.saturating_add(1) } else { at };
        if group == to {
            return;
        }
        let is_within = |key, value| (key..tape.token(value).next).contains(&to);
        let mut members = tape.members(group).enumerate();
        let found = members.find(|(_, (key, value))| is_within(*key, *value));
        let Some((index, (key, value))) = found else { return };
        let (kind, name) = (tape.token(group).kind, tape.token(key));
        // In JSON, entries of maps look like fields.
        let is_field = matches!(name.kind, Kind::Name | Kind::Quoted) || !tape.is_text();
        if kind == Kind::Brace && is_field {
            let dot = if path.is_empty() { "" } else { "." };
            path.push_str(&format!("{dot}{}", crate::error::shown(tape.raw(name))));
        } else if kind == Kind::Brace {
            path.push_str(&format!("{{{index}}}"));
        } else if !is_some {
            path.push_str(&format!("[{index}]"));
        }
        // A key is not a value and has no path.
        if value > to {
            return;
        }
        at = value;
    }
}
