//! Shared objects, read by a schema: numbered ones, and ones written in place of the only link to them.

use alloc::format;
use alloc::vec::Vec;

use super::super::numbered::{find, links_between, numbered, order};
use super::super::refused;
use super::Reader;
use crate::schema::TypeRef;
use crate::value::graph;
use crate::{Error, Value};

/// An object that was met.
pub(super) struct Found<'t> {
    /// The numbered object that contains it (see `Reader::unit`).
    unit: usize,
    token: u32,
    table: usize,
    /// The object, once it was read. Links in it are indexes into `Reader::found`.
    value: Option<Value<'t>>,
}

impl<'r, 't> Reader<'r, 't> {
    /// Reads the root value and the tables of its objects.
    pub(super) fn whole(&mut self) -> Result<Value<'t>, Error> {
        self.numbered = numbered(self.tape)?;
        let links = links_between(self.tape, &self.numbered)?;
        self.unit = self.numbered.len();
        let levels = self.levels;
        let mut root = self.value(&self.trees.schema.root, self.tape.root)?;
        // Read objects in a loop, so a long chain of objects does not overflow the stack.
        let mut next = 0;
        while let Some(found) = self.found.get(next) {
            let (unit, token, is_read) = (found.unit, found.token, found.value.is_some());
            if let Some(ty) = self.trees.shared.get(found.table).filter(|_| !is_read) {
                (self.unit, self.levels) = (unit, levels);
                let value = self.value(ty, token).map_err(|error| self.in_object(error, unit))?;
                self.set(next, value);
            }
            next = next.saturating_add(1);
        }
        if self.found.is_empty() {
            return Ok(root);
        }
        let order = order(&self.numbered, &links, self.found.iter().map(|it| (it.unit, it.token)));
        let mut rows = alloc::vec![0; self.found.len()];
        let mut tables: Vec<Vec<Value<'t>>> = Vec::new();
        tables.resize_with(self.trees.shared.len(), Vec::new);
        for at in order {
            let object = self.found.get_mut(at).and_then(|it| Some((it.table, it.value.take()?)));
            let Some((table, value)) = object else { continue };
            if let (Some(table), Some(row)) = (tables.get_mut(table), rows.get_mut(at)) {
                *row = u32::try_from(table.len()).unwrap_or(u32::MAX);
                table.push(value);
            }
        }
        let objects = tables.iter_mut().flatten();
        objects.chain([&mut root]).for_each(|value| graph::relink(value, &rows));
        let tables = tables.into_iter().map(Value::List).collect();
        Ok(graph::graph(root, &self.trees.links, tables))
    }

    /// The error with a path from the numbered object on.
    #[cold]
    fn in_object(&self, error: Error, unit: usize) -> Error {
        match self.numbered.get(unit) {
            Some(entry) => error.in_part(&format!("&{}", entry.number)),
            None => error,
        }
    }

    fn set(&mut self, at: usize, value: Value<'t>) {
        if let Some(found) = self.found.get_mut(at) {
            found.value = Some(value);
        }
    }

    /// Reads a shared object: a link, or the object itself written in place.
    pub(super) fn shared(&mut self, inner: &'r TypeRef, at: u32) -> Result<Value<'t>, Error> {
        let Some(table) = self.trees.shared.table_of(inner) else { return self.value(inner, at) };
        let object = match self.tape.link(at) {
            None => {
                let object = self.meet(self.unit, at, table);
                let value = self.value(inner, at)?;
                self.set(object, value);
                object
            }
            Some(number) => {
                let no_object = || self.tape.place(refused::no_object(self.tape, number), at);
                let unit = find(&self.numbered, number).ok_or_else(no_object)?;
                let token = self.numbered.get(unit).map_or(0, |entry| entry.value);
                match self.places.get(&(token, table)) {
                    Some(object) => *object,
                    None => {
                        self.check_unmet(token, inner, at)?;
                        self.meet(unit, token, table)
                    }
                }
            }
        };
        let row = u32::try_from(object).unwrap_or(u32::MAX);
        match self.trees.links.get(table) {
            Some(head) => Ok(graph::link(head, row)),
            None => Err(refused::departed()),
        }
    }

    /// Fails if the object of a link is used as another type elsewhere.
    fn check_unmet(&self, token: u32, asked: &TypeRef, at: u32) -> Result<(), Error> {
        let mut met = self.places.range((token, 0)..=(token, usize::MAX));
        let Some(((_, met), _)) = met.next() else { return Ok(()) };
        let found = self.trees.shared.get(*met).map(|ty| self.trees.schema.type_name(ty));
        let error = refused::other_object(&self.trees.schema.type_name(asked), found.as_deref());
        Err(self.tape.place(error, at))
    }

    /// Records an object and returns its index in `found`.
    fn meet(&mut self, unit: usize, token: u32, table: usize) -> usize {
        let at = self.found.len();
        self.found.push(Found { unit, token, table, value: None });
        self.places.insert((token, table), at);
        at
    }
}
