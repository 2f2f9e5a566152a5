//! Random types of fields.

use super::Author;
use crate::numbers::Numbers;
use crate::ty::{Int, List, Map, Module, Shared, Ty};

impl Author<'_> {
    /// A struct or enum in a type; a generic one has an argument of a higher number than the type.
    pub(super) fn of(&mut self, number: usize, user: usize, count: usize) -> Ty {
        if !self.generic.contains(&number) {
            return Ty::Named(number);
        }
        let others: Vec<usize> =
            (user + 1..count).filter(|other| !self.generic.contains(other)).collect();
        let argument = match self.numbers.pick(&others).copied() {
            _ if self.numbers.once_in(5) && self.is_above_classes(user) => Ty::Dyn.boxed(),
            Some(other) if !self.numbers.once_in(3) => Ty::Named(other),
            _ => self.primitive(),
        };
        let argument = if self.numbers.once_in(4) { self.around(argument) } else { argument };
        Ty::Of(number, Box::new(argument))
    }

    /// As [`ty`](Self::ty), or something around that.
    pub fn ty_or_foreign(&mut self, number: usize, count: usize, depth: usize) -> Ty {
        let ty = self.ty(number, count, depth);
        self.note_pointers(&ty);
        if self.has_foreign && self.numbers.once_in(6) { foreign(self.numbers, ty) } else { ty }
    }

    /// A type for a field of a type: those with a higher number it may hold, others only behind a list.
    pub fn ty(&mut self, number: usize, count: usize, depth: usize) -> Ty {
        let choice = self.numbers.below(if depth > 2 { 10 } else { 22 });
        match choice {
            0..10 => self.primitive(),
            10 if number + 1 < count => {
                let other = number + 1 + self.numbers.below(count - number - 1);
                self.of(other, number, count)
            }
            12 if number + 1 < count => {
                let other = number + 1 + self.numbers.below(count - number - 1);
                let of = self.of(other, number, count);
                self.around(of)
            }
            13 => {
                // Perhaps recursive.
                let other = self.numbers.below(count);
                let of = self.of(other, number, count);
                let recursive = [
                    of.clone().list(),
                    of.clone().boxed().optional(),
                    Ty::Shared(Shared::Rc, Box::new(of.clone())).list(),
                    Ty::Shared(Shared::Arc, Box::new(of.clone())).optional(),
                    Ty::Map(Map::BTree, Box::new(Ty::Text), Box::new(of)),
                ];
                self.numbers.pick(&recursive).cloned().unwrap_or(Ty::Bool)
            }
            11 | 14 if !self.pool.is_empty() => self.object(number),
            17 => {
                let set = if self.numbers.once_in(2) { Map::BTree } else { Map::Hash };
                Ty::Set(set, Box::new(self.key()))
            }
            15 | 20 if !self.pointers.is_empty() => self.another_owner(number),
            16 | 18 | 19 if self.has_links && !self.pointers.is_empty() => self.link(),
            _ => {
                let of = self.ty(number, count, depth + 1);
                self.around(of)
            }
        }
    }

    fn note_pointers(&mut self, ty: &Ty) {
        match ty {
            Ty::Shared(_, of) => {
                self.pointers.push(ty.clone());
                self.note_pointers(of);
            }
            Ty::Option(of)
            | Ty::List(_, of)
            | Ty::Array(of, _)
            | Ty::Boxed(of)
            | Ty::Cell(of)
            | Ty::Map(_, _, of) => self.note_pointers(of),
            Ty::Tuple(parts) => parts.iter().for_each(|part| self.note_pointers(part)),
            _ => {}
        }
    }

    /// A field that may share the objects of another one.
    fn another_owner(&mut self, number: usize) -> Ty {
        let pointer = self.numbers.pick(&self.pointers).cloned().unwrap_or(Ty::Bool);
        let is_below = pointer.named().iter().all(|named| *named > number);
        match self.numbers.below(5) {
            0 | 1 if is_below => pointer,
            0..3 => pointer.optional(),
            3 => pointer.cell().optional(),
            _ => pointer.list(),
        }
    }

    /// Links to objects that other fields own.
    fn link(&mut self) -> Ty {
        let pointer = self.numbers.pick(&self.pointers);
        let Some(link) = pointer.and_then(Ty::weak) else { return Ty::Bool };
        match self.numbers.below(9) {
            0 | 1 => link,
            2 => link.list(),
            3 => link.optional(),
            4 => link.list().cell(),
            5 => link.optional().cell(),
            6 => Ty::Map(Map::BTree, Box::new(self.key()), Box::new(link)).cell(),
            _ => link.cell(),
        }
    }

    /// Whether no object of the trait holds a type in place.
    fn is_above_classes(&self, number: usize) -> bool {
        self.pool.first().is_some_and(|first| number < *first)
    }

    /// An object of the trait. A class holds others only behind a list or an option, so that values end.
    fn object(&mut self, number: usize) -> Ty {
        let pointers = [
            Ty::Dyn.boxed(),
            Ty::Shared(Shared::Rc, Box::new(Ty::Dyn)),
            Ty::Shared(Shared::Arc, Box::new(Ty::Dyn)),
        ];
        let pointer = self.numbers.pick(&pointers).cloned().unwrap_or(Ty::Bool);
        let is_above = self.is_above_classes(number);
        match self.numbers.below(6) {
            0 if is_above => pointer,
            1 if is_above => self.around(pointer),
            0..3 => pointer.optional(),
            3 => Ty::Map(Map::BTree, Box::new(self.key()), Box::new(pointer)),
            _ => pointer.list(),
        }
    }

    /// A container of a type.
    pub(super) fn around(&mut self, of: Ty) -> Ty {
        let shared = if self.numbers.once_in(2) { Shared::Rc } else { Shared::Arc };
        let map = if self.numbers.once_in(2) { Map::BTree } else { Map::Hash };
        match self.numbers.below(10) {
            0 | 1 => of.optional(),
            2 | 3 => of.list(),
            4 => Ty::List(List::VecDeque, Box::new(of)),
            // Of others, values would become too large.
            5 if of.is_plain() => Ty::Array(Box::new(of), self.numbers.between(1, 4)),
            6 => {
                let other = self.primitive();
                Ty::Tuple(if self.numbers.once_in(2) { vec![of, other] } else { vec![other, of] })
            }
            7 => of.boxed(),
            8 => Ty::Shared(shared, Box::new(of)),
            _ => Ty::Map(map, Box::new(self.key()), Box::new(of)),
        }
    }

    fn key(&mut self) -> Ty {
        let keys = [
            Ty::Text,
            Ty::Int(Int { is_signed: false, bits: 8 }),
            Ty::Int(Int { is_signed: false, bits: 32 }),
            Ty::Int(Int { is_signed: true, bits: 64 }),
            Ty::Char,
        ];
        let key = self.numbers.pick(&keys).cloned().unwrap_or(Ty::Text);
        match self.numbers.below(8) {
            0 => Ty::Tuple(vec![key, Ty::Bool]),
            1 => key.optional(),
            _ => key,
        }
    }

    pub fn primitive(&mut self) -> Ty {
        match self.numbers.below(8) {
            0 => Ty::Bool,
            1 => Ty::Char,
            2 => Ty::Text,
            3 => Ty::F32,
            4 => Ty::F64,
            5 => Ty::Int(Int { is_signed: false, bits: 8 }).list(),
            _ => {
                let bits = [8, 16, 32, 64, 128];
                let bits = self.numbers.pick(&bits).copied().unwrap_or(8);
                Ty::Int(Int { is_signed: self.numbers.once_in(2), bits })
            }
        }
    }
}

/// A type with something of another crate around it or around what it contains.
pub fn foreign(numbers: &mut Numbers, ty: Ty) -> Ty {
    let is_inside = !numbers.once_in(3);
    match ty {
        _ if ty.has_param() => ty,
        Ty::Option(of) if is_inside => foreign(numbers, *of).optional(),
        Ty::List(list, of) if is_inside => Ty::List(list, Box::new(foreign(numbers, *of))),
        Ty::Array(of, length) if is_inside => Ty::Array(Box::new(foreign(numbers, *of)), length),
        Ty::Map(map, key, of) if is_inside => Ty::Map(map, key, Box::new(foreign(numbers, *of))),
        _ => {
            let modules = [Module::Cloned, Module::Lent];
            let module = numbers.pick(&modules).copied().unwrap_or(Module::Cloned);
            Ty::Foreign(module, Box::new(ty))
        }
    }
}
