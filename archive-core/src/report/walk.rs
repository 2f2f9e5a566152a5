//! Compares a program's types with the stored ones.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use super::{Note, Outcome};
use crate::matching::{LoadAs, Matched, Naming, variant_of};
use crate::schema::{BodyDef, FieldDef, FieldsDef, Schema, TypeDef, TypeRef};
use crate::unknown::holds;
use crate::{Field, Kind, PrimitiveKind, Shape, Type};

/// The state of a comparison.
pub(super) struct Walk<'s> {
    stored: &'s Schema,
    /// Whether holders keep unknown fields and variants.
    retains: bool,
    /// The pairs of types being compared, as the address of ours and the index of the stored one.
    open: Vec<(usize, usize)>,
    /// The pairs already compared, and whether there was nothing to note, wherever they occur.
    met: BTreeMap<(usize, usize), bool>,
    /// The number of times a type occurred within itself.
    circles: usize,
    pub(super) notes: Vec<Note>,
}

/// With this many notes, a pair of types is not compared a second time: nested types can have more paths than
/// there is memory for notes.
const MOST: usize = 1 << 12;

/// The fields of a struct or variant, ours and the stored ones.
struct Pair<'p, 'n> {
    ours: &'static [Field],
    theirs: &'p FieldsDef,
    shape: &'static Shape,
    /// The name of the variant, or empty.
    variant: &'static str,
    version: u32,
    naming: Naming,
    stored: u32,
    path: &'n str,
}

impl<'s> Walk<'s> {
    pub(super) fn new(stored: &'s Schema, retains: bool) -> Self {
        let (open, met) = (Vec::new(), BTreeMap::new());
        Self { stored, retains, open, met, circles: 0, notes: Vec::new() }
    }

    pub(super) fn ty(&mut self, ours: &'static Type, theirs: &'s TypeRef, path: &str) {
        let parts = |path: &str| format!("{path}[]");
        match (ours.kind, theirs) {
            (Kind::Boxed(ours) | Kind::Shared(ours) | Kind::Option(ours), theirs) => {
                self.ty(ours, theirs, path);
            }
            (_, TypeRef::Shared(theirs) | TypeRef::Option(theirs)) => self.ty(ours, theirs, path),
            (
                Kind::List(ours)
                | Kind::Heap(ours)
                | Kind::Set(ours)
                | Kind::HashSet(ours)
                | Kind::Array(ours, _),
                TypeRef::List(theirs)
                | TypeRef::Heap(theirs)
                | TypeRef::Set(theirs)
                | TypeRef::HashSet(theirs)
                | TypeRef::Array(theirs, _),
            ) => self.ty(ours, theirs, &parts(path)),
            (
                Kind::Map(our_key, ours) | Kind::HashMap(our_key, ours),
                TypeRef::Map(key, theirs) | TypeRef::HashMap(key, theirs),
            ) => {
                self.ty(our_key, key, &parts(path));
                self.ty(ours, theirs, &parts(path));
            }
            (Kind::Tuple(ours), TypeRef::Tuple(theirs)) => {
                for (place, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                    self.ty(ours, theirs, &join(path, &format!("{place}")));
                }
            }
            (Kind::Named(shape), TypeRef::Named(index)) => self.named(shape(), *index, path),
            _ => {}
        }
    }

    fn named(&mut self, shape: &'static Shape, index: usize, path: &str) {
        let key = (core::ptr::from_ref(shape.id).addr(), index);
        let Some(def) = self.stored.types.get(index) else { return };
        if self.open.contains(&key) {
            self.circles = self.circles.saturating_add(1);
            return;
        }
        let is_done = |is_same: &bool| *is_same || self.notes.len() >= MOST;
        if self.met.get(&key).is_some_and(is_done) {
            return;
        }
        let before = (self.notes.len(), self.circles);
        self.open.push(key);
        self.compare(shape, def, path);
        self.open.pop();
        self.met.insert(key, before == (self.notes.len(), self.circles));
    }

    fn compare(&mut self, shape: &'static Shape, def: &'s TypeDef, path: &str) {
        let (naming, stored) = (Naming::of(shape, &def.name, LoadAs::Version), def.version);
        let known = if naming == Naming::Stated { stored } else { shape.version };
        let version = known.min(shape.version);
        match &def.body {
            BodyDef::Struct(theirs) => {
                let ours = shape.fields();
                let variant = "";
                self.fields(&Pair { ours, theirs, shape, variant, version, naming, stored, path });
            }
            BodyDef::Enum(variants) => {
                for their in variants {
                    let named = (&*their.name, Some(their.tag), stored);
                    let known = variant_of(shape, named, version, naming);
                    let known = known.filter(|it| !it.is_catch());
                    let theirs = &their.fields;
                    let (ours, variant): (&[Field], _) = (&[], "");
                    let mut pair =
                        Pair { ours, theirs, shape, variant, version, naming, stored, path };
                    let Some(our) = known else {
                        let outcome =
                            if shape.catches() { Outcome::Retained } else { Outcome::Refused };
                        self.note(outcome, join(path, &their.name), &pair, "");
                        continue;
                    };
                    if !our.lifespan.contains(shape.version) {
                        let is_moved = shape.id.moves_variant(our);
                        let outcome = if is_moved { Outcome::Moved } else { Outcome::Removed };
                        let path = &join(path, &their.name);
                        self.note(outcome, path.clone(), &pair, "");
                        if is_moved {
                            (pair.ours, pair.variant, pair.path) =
                                (our.fields.list, our.name, path);
                            self.fields(&pair);
                        }
                        continue;
                    }
                    let path = &join(path, our.name);
                    if their.name != our.name {
                        self.note(Outcome::Renamed, path.clone(), &pair, &their.name);
                    }
                    (pair.ours, pair.variant, pair.path) = (our.fields.list, our.name, path);
                    self.fields(&pair);
                }
            }
        }
    }

    fn fields(&mut self, pair: &Pair<'s, '_>) {
        let mut taken = Vec::new();
        let stored = pair.theirs.list.iter().map(FieldDef::named);
        let matched = Matched::new(pair.ours, pair.version, stored, pair.naming);
        for ours in pair.ours.iter().filter(|it| it.lifespan.contains(pair.shape.version)) {
            let path = join(pair.path, ours.name);
            let Some((then, their, is_converted)) = pair.find(ours, &matched) else {
                let outcome = if ours.has_default { Outcome::Defaulted } else { Outcome::Missing };
                self.note(outcome, path, pair, "");
                continue;
            };
            taken.push(their.name.as_str());
            if is_converted {
                self.note(Outcome::Refused, path, pair, "");
                continue;
            }
            if their.name != ours.name {
                self.note(Outcome::Renamed, path.clone(), pair, &their.name);
            }
            if !core::ptr::eq(then, ours)
                || differs(&TypeRef::of(ours.ty, &mut |_, _| 0), &their.ty)
            {
                let stored = self.stored.type_name(&their.ty);
                self.note(Outcome::Converted, path.clone(), pair, &stored);
            }
            self.ty(then.ty, &their.ty, &path);
        }
        let rest = pair.theirs.list.iter().enumerate();
        for (place, their) in rest.filter(|(_, it)| !taken.contains(&it.name.as_str())) {
            let is_taken = matched.unknown().binary_search(&place).is_err();
            let mut then = pair.ours.iter().filter(|it| it.lifespan.contains(pair.version));
            let then = then.find(|it| it.name_at(pair.version) == their.name);
            let then = then.filter(|_| is_taken);
            let outcome = match then {
                Some(it) if pair.shape.id.moves_field(pair.variant, it) => Outcome::Moved,
                Some(_) => Outcome::Removed,
                None if self.retains && holds(pair.ours) => Outcome::Retained,
                None => Outcome::Dropped,
            };
            let path = join(pair.path, &their.name);
            self.note(outcome, path.clone(), pair, "");
            // What receives it gets what is left of it in this program's type.
            if let (Outcome::Moved, Some(then)) = (outcome, then) {
                self.ty(then.ty, &their.ty, &path);
            }
        }
    }

    fn note(&mut self, outcome: Outcome, path: String, pair: &Pair<'_, '_>, stored: &str) {
        self.notes.push(Note {
            outcome,
            path,
            type_name: pair.shape.name.to_owned(),
            versions: (pair.stored, pair.shape.version),
            stored: stored.to_owned(),
        });
    }
}

impl<'p> Pair<'p, '_> {
    /// The stored field of one of today's fields, with our entry for it at the version that is compared, and whether it
    /// means something else here. A tombstone of the same name is a different field.
    fn find(
        &self,
        ours: &'static Field,
        matched: &Matched,
    ) -> Option<(&'static Field, &'p FieldDef, bool)> {
        let is_it =
            |it: &&Field| it.name == ours.name && !it.removed && it.lifespan.contains(self.version);
        let index = self.ours.iter().position(|it| is_it(&it))?;
        let their = self.theirs.list.get(matched.place(index)?)?;
        Some((self.ours.get(index)?, their, matched.converted(index).is_some()))
    }
}

/// Whether two types are of different kinds, ignoring pointers. Structs and enums are compared by their
/// fields instead.
fn differs(ours: &TypeRef, theirs: &TypeRef) -> bool {
    match (ours, theirs) {
        (TypeRef::Shared(ours), _) => differs(ours, theirs),
        (_, TypeRef::Shared(theirs)) => differs(ours, theirs),
        // Bytes are stored like a list of `u8`.
        (TypeRef::Primitive(PrimitiveKind::Bytes), TypeRef::List(inner))
        | (TypeRef::List(inner), TypeRef::Primitive(PrimitiveKind::Bytes)) => {
            differs(inner, &TypeRef::Primitive(PrimitiveKind::U8))
        }
        (TypeRef::Primitive(ours), TypeRef::Primitive(theirs)) => ours != theirs,
        (TypeRef::Array(_, len), TypeRef::Array(_, their_len)) if len != their_len => true,
        _ => {
            mem::discriminant(ours) != mem::discriminant(theirs)
                || ours.parts().count() != theirs.parts().count()
                || ours.parts().zip(theirs.parts()).any(|(ours, theirs)| differs(ours, theirs))
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
