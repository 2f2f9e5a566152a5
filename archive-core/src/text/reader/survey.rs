//! Finds the objects of a text before it is read: the type of each, and an order in which each object is
//! built after those it owns. So a long chain of objects does not overflow the stack.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::iter::repeat_n;

use super::numbered::{links_between, numbered, order};
use super::record::Open;
use super::{Reader, refused};
use crate::graph::Objects;
use crate::traits::MinSize;
use crate::{Error, InputArchive, Kind as TypeKind, Scope, Shape, Step, Type};

/// The objects found so far.
struct Survey {
    found: Vec<Found>,
    /// Their tokens and tables.
    met: BTreeSet<(u32, usize)>,
    /// The index of the numbered object that is visited; their count means the root value.
    unit: usize,
    /// The table of each numbered object, once a link to it was met.
    tables: Vec<Option<usize>>,
    /// Objects visited through a type that holds them without sharing, by token and address of the type.
    followed: BTreeSet<(u32, usize)>,
    /// Whether the type at an address contains anything shared.
    shares: BTreeMap<usize, bool>,
    /// The first error in a link.
    refused: Option<Error>,
}

/// A shared object.
struct Found {
    unit: usize,
    token: u32,
    table: usize,
    ty: &'static Type,
}

impl Reader<'_, '_, '_, true> {
    /// Finds the shared objects in a value of a type.
    ///
    /// # Errors
    ///
    /// Fails if two objects have one number, a link has no object, an object has no link, or links disagree
    /// on its type.
    pub(super) fn find_objects(&mut self, ty: &'static Type) -> Result<(), Error> {
        self.links.numbered = numbered(self.tape)?;
        let links = links_between(self.tape, &self.links.numbered)?;
        let count = self.links.numbered.len();
        let mut survey = Survey {
            found: Vec::new(),
            met: BTreeSet::new(),
            unit: count,
            tables: alloc::vec![None; count],
            followed: BTreeSet::new(),
            shares: BTreeMap::new(),
            refused: None,
        };
        self.visit(self.tape.root, ty, &mut survey)?;
        let mut next = 0;
        while let Some(Found { unit, token, ty, .. }) = survey.found.get(next) {
            survey.unit = *unit;
            let (token, ty) = (*token, *ty);
            self.visit(token, ty, &mut survey)?;
            next = next.saturating_add(1);
        }
        self.at = self.tape.root;
        self.arrange(&survey.found, &links);
        Ok(())
    }

    /// Puts the objects into tables, each after those it links to.
    fn arrange(&mut self, found: &[Found], links: &[(usize, usize)]) {
        let places = found.iter().map(|object| (object.unit, object.token));
        for object in
            order(&self.links.numbered, links, places).into_iter().filter_map(|at| found.get(at))
        {
            if self.links.tables.len() <= object.table {
                self.links.tables.resize_with(object.table.saturating_add(1), Vec::new);
            }
            if let Some(table) = self.links.tables.get_mut(object.table) {
                self.links.rows.insert((object.token, object.table), table.len());
                table.push(object.token);
            }
        }
        if !found.is_empty() {
            let lens = self.links.tables.iter().map(Vec::len).collect();
            self.objects = Some(Objects::new(lens));
        }
    }

    /// Visits an object or the root value. Errors other than in links are ignored here, since reading the
    /// value finds them again.
    fn visit(&mut self, at: u32, ty: &'static Type, survey: &mut Survey) -> Result<(), Error> {
        (self.at, self.depth) = (at, self.load.limits.depth);
        self.tape.is_quiet.set(true);
        self.links.is_surveyed = at != self.tape.root;
        let _ = self.survey(ty, survey);
        self.links.is_surveyed = false;
        self.tape.is_quiet.set(false);
        self.open.clear();
        self.within.clear();
        (self.entering, self.byte, self.held) = (None, None, None);
        self.depth = self.load.limits.depth;
        survey.refused.take().map_or(Ok(()), Err)
    }

    /// Visits the parts of a value that may contain anything shared.
    fn survey(&mut self, ty: &'static Type, survey: &mut Survey) -> Result<(), Error> {
        if !survey.shares(ty) {
            return Ok(());
        }
        if let TypeKind::Shared(to) = ty.kind {
            return self.note(to, survey);
        }
        let unit = survey.unit;
        // What is in an option or a box follows the link itself, or keeps it.
        if !matches!(ty.kind, TypeKind::Option(_) | TypeKind::Boxed(_)) {
            if let Some(followed) = self.followed()? {
                if !survey.followed.insert((self.at, core::ptr::from_ref(ty).addr())) {
                    return Ok(());
                }
                survey.unit = followed;
            }
        }
        let result = self.parts(ty, survey);
        survey.unit = unit;
        result
    }

    fn parts(&mut self, ty: &'static Type, survey: &mut Survey) -> Result<(), Error> {
        match ty.kind {
            TypeKind::Primitive(_) | TypeKind::Shared(_) => Ok(()),
            TypeKind::Option(inner) => match self.option()? {
                true => self.survey(inner, survey),
                false => Ok(()),
            },
            TypeKind::List(inner)
            | TypeKind::Heap(inner)
            | TypeKind::Set(inner)
            | TypeKind::HashSet(inner) => {
                let len = self.begin_list(MinSize::ANY)?;
                self.elements(repeat_n(inner, len), survey)
            }
            TypeKind::Array(inner, len) => {
                self.begin_tuple(len)?;
                self.elements(repeat_n(inner, len), survey)
            }
            TypeKind::Tuple(parts) => {
                self.begin_tuple(parts.len())?;
                self.elements(parts.iter().copied(), survey)
            }
            TypeKind::Map(key, value) | TypeKind::HashMap(key, value) => {
                let len = self.begin_map(MinSize::ANY)?;
                for index in 0..len {
                    self.enter(Step::Key(index))?;
                    self.survey(key, survey)?;
                    self.enter(Step::Value(index))?;
                    self.survey(value, survey)?;
                }
                self.open.pop();
                Ok(())
            }
            TypeKind::Boxed(inner) => {
                self.begin_pointer()?;
                self.survey(inner, survey)?;
                self.end_pointer();
                Ok(())
            }
            TypeKind::Named(shape) => self.record(shape(), survey),
        }
    }

    fn elements(
        &mut self,
        types: impl Iterator<Item = &'static Type>,
        survey: &mut Survey,
    ) -> Result<(), Error> {
        for (index, ty) in types.enumerate() {
            self.enter(Step::Element(index))?;
            self.survey(ty, survey)?;
        }
        self.open.pop();
        Ok(())
    }

    fn record(&mut self, shape: &'static Shape, survey: &mut Survey) -> Result<(), Error> {
        let scope = if shape.variants().is_empty() {
            self.begin(shape)?
        } else {
            let scope = self.variant(shape)?;
            let at = shape.variants().iter().position(|variant| variant.tag == scope.tag);
            at.map_or(scope, |at| Scope::of_variant(shape, at, scope.version))
        };
        for (index, field) in scope.fields().iter().enumerate() {
            if survey.shares(field.ty) && self.has(&scope, index) {
                self.enter(Step::Field(&scope, index))?;
                self.survey(field.ty, survey)?;
            }
        }
        self.end_pointer();
        match self.open.pop() {
            Some(Open::Scope(open)) if open.is_flat => self.end_flat(&open),
            _ => Ok(()),
        }
    }

    /// Records the object that is here, or that a link here refers to.
    fn note(&mut self, to: &'static Type, survey: &mut Survey) -> Result<(), Error> {
        // Errors in links are reported now, and end the survey.
        self.tape.is_quiet.set(false);
        let table = self.links.table_of(to);
        let (token, linked) = match self.object_here(to) {
            Ok(found) => found,
            Err(error) => return survey.refuse(error),
        };
        if let Some(unit) = linked {
            match survey.tables.get_mut(unit) {
                Some(Some(other)) if *other != table => {
                    let [asked, found] = [table, *other].map(|table| self.links.name(table));
                    let error = self.error(refused::other_object(asked, Some(found)));
                    return survey.refuse(error);
                }
                Some(known) => *known = Some(table),
                None => {}
            }
        }
        if survey.met.insert((token, table)) {
            let unit = linked.unwrap_or(survey.unit);
            survey.found.push(Found { unit, token, table, ty: to });
        }
        self.tape.is_quiet.set(true);
        Ok(())
    }
}

impl Survey {
    /// Whether a type contains anything shared.
    fn shares(&mut self, ty: &'static Type) -> bool {
        let key = core::ptr::from_ref(ty).addr();
        if let Some(known) = self.shares.get(&key) {
            return *known;
        }
        let mut met = BTreeSet::new();
        let found = shares(ty, &mut met);
        self.shares.insert(key, found);
        found
    }

    /// Keeps an error in a link and ends the visit.
    fn refuse(&mut self, error: Error) -> Result<(), Error> {
        self.refused.get_or_insert(error);
        Err(refused::departed())
    }
}

/// Whether a type contains anything shared, apart from the shapes already met.
fn shares(ty: &'static Type, met: &mut BTreeSet<usize>) -> bool {
    match ty.kind {
        TypeKind::Shared(_) => true,
        TypeKind::Named(shape) => {
            let shape = shape();
            met.insert(core::ptr::from_ref(shape).addr())
                && shape.all_fields().any(|field| shares(field.ty, met))
        }
        kind => kind.parts().any(|part| shares(part, met)),
    }
}
