//! The schema of a part of an archive.

use alloc::string::String;
use alloc::vec::Vec;

use super::{ArgDef, BodyDef, Schema, TypeDef, TypeRef, todays_name};
use crate::{Kind, Shape, Type};

impl Schema {
    /// Whether the archive's root corresponds to a type of the program.
    pub(crate) fn is_root(&self, ty: &'static Type) -> bool {
        self.stands_for(&self.root, ty)
    }

    fn stands_for(&self, their: &TypeRef, ours: &'static Type) -> bool {
        match (their, ours.kind) {
            // Options and plain values can be read as each other.
            (TypeRef::Shared(inner) | TypeRef::Option(inner), _) => self.stands_for(inner, ours),
            (_, Kind::Boxed(inner) | Kind::Shared(inner) | Kind::Option(inner)) => {
                self.stands_for(their, inner)
            }
            (TypeRef::Primitive(_), Kind::Primitive(_)) => true,
            (TypeRef::Map(key, value) | TypeRef::HashMap(key, value), kind) => match kind {
                Kind::Map(our_key, ours) | Kind::HashMap(our_key, ours) => {
                    self.stands_for(key, our_key) && self.stands_for(value, ours)
                }
                _ => false,
            },
            (TypeRef::Tuple(parts), Kind::Tuple(ours)) => {
                let mut both = parts.iter().zip(ours);
                parts.len() == ours.len() && both.all(|(their, ours)| self.stands_for(their, ours))
            }
            (TypeRef::Named(index), Kind::Named(shape)) => {
                self.types.get(*index).is_some_and(|def| is_of(def, shape()))
            }
            (
                TypeRef::List(inner)
                | TypeRef::Heap(inner)
                | TypeRef::Set(inner)
                | TypeRef::HashSet(inner)
                | TypeRef::Array(inner, _),
                Kind::List(ours)
                | Kind::Heap(ours)
                | Kind::Set(ours)
                | Kind::HashSet(ours)
                | Kind::Array(ours, _),
            ) => self.stands_for(inner, ours),
            _ => false,
        }
    }

    /// A type of the program as a type in this schema; `None` if the schema lacks a struct or enum in it.
    pub(crate) fn find(&self, ty: &'static Type) -> Option<TypeRef> {
        let mut is_known = true;
        let found = TypeRef::of(ty, &mut |ty, shape| {
            let index = self.find_named(ty, shape);
            is_known &= index.is_some();
            index.unwrap_or_default()
        });
        is_known.then_some(found)
    }

    /// The only struct or enum with one of a shape's names; for a generic type, the one with the same
    /// arguments.
    fn find_named(&self, ty: &'static Type, shape: &'static Shape) -> Option<usize> {
        let named = |(_, def): &(usize, &TypeDef)| is_of(def, shape);
        let mut found = self.types.iter().enumerate().filter(named);
        let (first, _) = found.next()?;
        if found.next().is_none() {
            return Some(first);
        }
        let name = todays_name(ty);
        self.types.iter().position(|def| self.name_of(def) == name)
    }

    /// The schema of archives that hold `root`, a type in this schema: only the structs and enums that it
    /// reaches.
    pub(crate) fn rooted(&self, root: TypeRef) -> Self {
        let mut schema = Self { root, types: self.types.clone() };
        let (mut is_met, mut open) = (alloc::vec![false; schema.types.len()], Vec::new());
        let mut meet = |index: &mut usize, open: &mut Vec<usize>| {
            if let Some(is_met) = is_met.get_mut(*index).filter(|is_met| !**is_met) {
                *is_met = true;
                open.push(*index);
            }
        };
        visit(&mut schema.root, &mut |index| meet(index, &mut open));
        while let Some(index) = open.pop() {
            if let Some(def) = schema.types.get_mut(index) {
                visit_def(def, &mut |index| meet(index, &mut open));
            }
        }
        let place = |next: &mut usize, is_met: &bool| {
            let place = *next;
            *next = next.saturating_add(usize::from(*is_met));
            Some(place)
        };
        let places: Vec<usize> = is_met.iter().scan(0, place).collect();
        let mut kept = is_met.iter();
        schema.types.retain(|_| kept.next().is_some_and(|is_met| *is_met));
        let mut renumber =
            |index: &mut usize| *index = places.get(*index).copied().unwrap_or(*index);
        visit(&mut schema.root, &mut renumber);
        schema.types.iter_mut().for_each(|def| visit_def(def, &mut renumber));
        schema
    }

    /// The schema with its structs and enums in the order of their names.
    pub(super) fn in_order(mut self) -> Self {
        let mut sorted: Vec<(String, usize)> =
            self.types.iter().map(|def| self.name_of(def)).zip(0..).collect();
        sorted.sort_unstable();
        let mut places: Vec<(usize, usize)> =
            sorted.iter().map(|(_, from)| *from).zip(0..).collect();
        places.sort_unstable();
        let types = sorted.iter().filter_map(|(_, from)| self.types.get(*from).cloned()).collect();
        self.types = types;
        let mut renumber =
            |index: &mut usize| *index = places.get(*index).map_or(*index, |it| it.1);
        visit(&mut self.root, &mut renumber);
        self.types.iter_mut().for_each(|def| visit_def(def, &mut renumber));
        self
    }
}

/// Whether a definition has a current or former name of a shape.
fn is_of(def: &TypeDef, shape: &Shape) -> bool {
    shape.names().any(|name| name == def.name)
}

/// Visits the references to structs and enums in a definition.
pub(super) fn visit_def(def: &mut TypeDef, meet: &mut dyn FnMut(&mut usize)) {
    for arg in &mut def.args {
        if let ArgDef::Type(ty) = arg {
            visit(ty, meet);
        }
    }
    let fields = match &mut def.body {
        BodyDef::Struct(fields) => alloc::vec![fields],
        BodyDef::Enum(variants) => variants.iter_mut().map(|it| &mut it.fields).collect(),
    };
    for field in fields.into_iter().flat_map(|fields| &mut fields.list) {
        visit(&mut field.ty, meet);
    }
}

pub(super) fn visit(ty: &mut TypeRef, meet: &mut dyn FnMut(&mut usize)) {
    match ty {
        TypeRef::Primitive(_) => {}
        TypeRef::Option(inner)
        | TypeRef::List(inner)
        | TypeRef::Heap(inner)
        | TypeRef::Set(inner)
        | TypeRef::HashSet(inner)
        | TypeRef::Array(inner, _)
        | TypeRef::Shared(inner) => visit(inner, meet),
        TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => {
            visit(key, meet);
            visit(value, meet);
        }
        TypeRef::Tuple(parts) => parts.iter_mut().for_each(|part| visit(part, meet)),
        TypeRef::Named(index) => meet(index),
    }
}
