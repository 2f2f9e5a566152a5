//! Changes of fields.

use super::Change;
use crate::birth::{Author, foreign};
use crate::function;
use crate::program::{Body, Field, Fields, Into, Program, Rename, Style, Was};
use crate::random::Maker;
use crate::ty::{Int, List, Map, Shared, Ty};
use crate::value::Value;
use crate::widen::{are_alike, widens};

impl Author<'_> {
    pub(super) fn add_field(&mut self, change: Change<'_>) -> bool {
        let count = change.program.types.len();
        let mut field = {
            let ty = self.ty_or_foreign(change.number, count, 1);
            self.field(ty)
        };
        field.since = change.version;
        // A value follows when all types have changed.
        field.default = Some(Value::None);
        self.touched.insert(field.id);
        let place = self.numbers.below(1000);
        let takes_old_name = self.numbers.once_in(4);
        let Some(fields) = self.some_fields(change.program, change.number) else { return false };
        match fields.style {
            Style::Unit => return false,
            Style::Tuple => fields.list.push(field),
            Style::Named => {
                let free = free_name(fields, change.version).filter(|_| takes_old_name);
                if let Some(name) = free {
                    field.name = name;
                }
                let place = place % (fields.list.len() + 1);
                fields.list.insert(place, field);
            }
        }
        true
    }

    /// A field that has not changed in this version, and the style of its siblings.
    fn some_field<'p>(&mut self, change: Change<'p>) -> Option<(Style, &'p mut Field)> {
        let fields = self.some_fields(change.program, change.number)?;
        let style = fields.style;
        let mut live: Vec<&mut Field> =
            fields.list.iter_mut().filter(|field| field.until.is_none() && !field.skip).collect();
        // A generic struct needs the field for which it is.
        live.retain(|field| !field.ty.has_param());
        let place = self.numbers.below(live.len());
        if place >= live.len() {
            return None;
        }
        let field = live.swap_remove(place);
        self.touched.insert(field.id).then_some((style, field))
    }

    pub(super) fn remove_field(&mut self, change: Change<'_>) -> bool {
        let version = change.version;
        let has_default = !self.numbers.once_in(4);
        let number = change.number;
        let sum = self.sum(change.program, number);
        let Some((_, field)) = self.some_field(change) else { return false };
        field.until = Some(version);
        field.into = sum.map(Into::Added);
        if !has_default {
            field.default = None;
        } else if field.default.is_none() {
            field.default = Some(Value::None);
        }
        true
    }

    /// A number of a struct, to which another may be added.
    fn sum(&mut self, program: &Program, number: usize) -> Option<usize> {
        let Body::Struct(fields) = &program.types.get(number)?.body else { return None };
        let numbers: Vec<&Field> =
            fields.live().filter(|field| matches!(field.ty, Ty::Int(_)) && !field.skip).collect();
        Some(self.numbers.pick(&numbers)?.id)
    }

    /// A field is removed, and another one has its value.
    pub(super) fn move_field(&mut self, change: Change<'_>) -> bool {
        let version = change.version;
        let Change { program, number, version: _ } = change;
        let new = {
            let ty = self.primitive();
            self.field(ty)
        };
        let is_struct =
            program.types.get(number).is_some_and(|def| matches!(def.body, Body::Struct(_)));
        let Some((Style::Named, field)) =
            self.some_field(Change { program: &mut *program, number, version })
        else {
            return false;
        };
        let mut types: Vec<Ty> =
            wider(&field.ty).into_iter().filter(|new| can_be(field, new, number)).collect();
        types.push(field.ty.clone());
        let Some(ty) = self.numbers.pick(&types).cloned() else { return false };
        if !is_struct || field.flatten || !field.was.is_empty() || field.ty != field.ty.stored() {
            return false;
        }
        field.until = Some(version);
        field.into = Some(Into::Moved(new.id, ty.clone()));
        let default = Some(Value::None);
        let new = Field { ty, since: version, default, ..new };
        self.touched.insert(new.id);
        let place = self.numbers.below(1000);
        if let Some(fields) = self.some_fields(program, number) {
            fields.list.insert(place % (fields.list.len() + 1), new);
        }
        true
    }

    pub(super) fn rename_field(&mut self, change: Change<'_>) -> bool {
        let (version, name) = (change.version, self.word());
        match self.some_field(change) {
            Some((Style::Named, field)) => {
                let from = std::mem::replace(&mut field.name, name);
                field.renames.push(Rename { version, from });
                true
            }
            _ => false,
        }
    }

    /// A change that needs an attribute.
    pub(super) fn retype_field(&mut self, change: Change<'_>) -> bool {
        let version = change.version;
        let has_back = !self.numbers.once_in(4);
        let number = change.number;
        let Some((_, field)) = self.some_field(change) else { return false };
        if field.flatten || field.ty != field.ty.stored() {
            return false;
        }
        let new: Vec<Ty> =
            wider(&field.ty).into_iter().filter(|new| can_be(field, new, number)).collect();
        let Some(new) = self.numbers.pick(&new).cloned() else { return false };
        let old = std::mem::replace(&mut field.ty, new);
        field.was.push(Was { ty: old, until: version, has_back });
        true
    }

    /// A change that needs none.
    pub(super) fn respell_field(&mut self, change: Change<'_>) -> bool {
        let number = change.number;
        let is_foreign = self.numbers.once_in(3);
        let Some((_, field)) = self.some_field(change) else { return false };
        if field.flatten {
            return false;
        }
        if field.ty != field.ty.stored() {
            field.ty = field.ty.stored();
            return false;
        }
        if is_foreign && field.was.is_empty() && self.has_foreign {
            field.ty = foreign(self.numbers, field.ty.clone());
            return false;
        }
        let is_way = |new: &Ty| field.was.iter().all(|was| is_way(&was.ty, new));
        let new = alike(&field.ty).into_iter().filter(|new| is_way(new) && can_hold(number, new));
        let new: Vec<Ty> = new.collect();
        if let Some(new) = self.numbers.pick(&new) {
            field.ty = new.clone();
        }
        false
    }

    /// A field that is never stored, which is no change of the shape.
    pub(super) fn skip_field(&mut self, change: Change<'_>) -> bool {
        let mut field = {
            let ty = self.primitive();
            self.field(ty)
        };
        let default =
            Maker::new(change.program, self.numbers, &mut self.objects).value(&field.ty, 7);
        field.default = default.ok();
        field.skip = field.default.is_some();
        let Some(fields) = self.some_fields(change.program, change.number) else { return false };
        if fields.style == Style::Named && field.skip {
            fields.list.push(field);
        }
        false
    }
}

/// A name that no field has any more.
fn free_name(fields: &Fields, version: u32) -> Option<String> {
    let names = |field: &Field| -> Vec<String> {
        let former = field.renames.iter().map(|rename| rename.from.clone());
        former.chain([field.name.clone()]).collect()
    };
    let gone = fields.list.iter().filter(|field| field.until.is_some_and(|until| until < version));
    let mut candidates = gone.map(|field| field.name.clone());
    candidates.find(|name| {
        let users = fields.list.iter().filter(|field| names(field).contains(name));
        users.count() == 1
    })
}

fn is_way(old: &Ty, new: &Ty) -> bool {
    old != new
        && !are_alike(old, new)
        && (widens(old, new) || function::between(old, new).is_some())
}

/// A type holds only those with higher numbers in place, so that none holds itself.
fn can_hold(number: usize, ty: &Ty) -> bool {
    ty.held().iter().all(|held| *held > number)
}

/// Whether all former types of a field lead to a new one.
fn can_be(field: &Field, new: &Ty, number: usize) -> bool {
    can_hold(number, new)
        && is_way(&field.ty, new)
        && field.was.iter().all(|was| is_way(&was.ty, new))
}

/// Types to which a field may change.
fn wider(ty: &Ty) -> Vec<Ty> {
    let mut wider = vec![
        ty.clone().optional(),
        ty.clone().list(),
        Ty::Shared(Shared::Rc, Box::new(ty.clone())),
        Ty::Shared(Shared::Arc, Box::new(ty.clone())),
        Ty::Text,
        Ty::F32,
        Ty::F64,
    ];
    for bits in [8, 16, 32, 64, 128] {
        wider.extend([true, false].map(|is_signed| Ty::Int(Int { is_signed, bits })));
    }
    let inner =
        |of: &Ty| self::wider(of).into_iter().filter(|new| widens(of, new)).collect::<Vec<_>>();
    match ty {
        Ty::Option(of) => wider.extend(inner(of).into_iter().map(Ty::optional)),
        Ty::Set(set, of) => wider.push(Ty::Set(set.other(), of.clone())),
        Ty::List(list, of) => {
            wider.push(Ty::Set(Map::BTree, of.clone()));
            wider.extend(inner(of).into_iter().map(|of| Ty::List(*list, Box::new(of))));
        }
        Ty::Array(of, length) => {
            wider.push(of.as_ref().clone().list());
            wider.extend(inner(of).into_iter().map(|of| Ty::Array(Box::new(of), *length)));
        }
        Ty::Boxed(of) | Ty::Shared(_, of) if **of != Ty::Dyn => {
            wider.push(of.as_ref().clone());
            wider.push(Ty::Shared(Shared::Rc, of.clone()));
            wider.push(Ty::Shared(Shared::Arc, of.clone()));
        }
        Ty::Map(map, key, of) => {
            wider.extend(inner(of).into_iter().map(|of| Ty::Map(*map, key.clone(), Box::new(of))));
            wider.push(Ty::Map(map.other(), key.clone(), of.clone()));
        }
        _ => {}
    }
    wider
}

/// Types that are stored as a type is.
fn alike(ty: &Ty) -> Vec<Ty> {
    match ty {
        Ty::Boxed(of) if **of != Ty::Dyn => vec![of.as_ref().clone()],
        // Links back must stay in a cell.
        Ty::Cell(of) if !of.has_link() => vec![of.as_ref().clone()],
        Ty::Boxed(_) | Ty::Cell(_) => Vec::new(),
        Ty::List(List::Vec, of) => vec![Ty::List(List::VecDeque, of.clone())],
        Ty::List(List::VecDeque, of) => vec![Ty::List(List::Vec, of.clone())],
        // An object with owners of one kind would be two with owners of both, which a file of it does not tell.
        Ty::Shared(..) => Vec::new(),
        Ty::Option(_) | Ty::Map(..) => Vec::new(),
        // Links back in a new cell could not be written for programs without it.
        ty if ty.has_link() => vec![ty.clone().boxed()],
        ty => vec![ty.clone().boxed(), ty.clone().cell()],
    }
}
