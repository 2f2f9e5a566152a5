//! The first program of a history.

use std::collections::BTreeSet;

use crate::numbers::Numbers;
use crate::program::{Body, Field, Fields, Program, Style, TypeDef, Variant};
use crate::ty::{Int, List, Map, Module, Shared, Ty};
use crate::value::Value;

/// What makes up types and names.
pub struct Author<'n> {
    pub numbers: &'n mut Numbers,
    /// The last number that a field, a variant or a name has got.
    pub last: usize,
    /// The highest number of a shared object.
    pub objects: usize,
    /// The fields and variants that the next program has changed already.
    pub touched: BTreeSet<usize>,
    /// The numbers of the generic structs.
    pub generic: BTreeSet<usize>,
}

const NOUNS: [&str; 16] = [
    "Hero", "Item", "Quest", "Tile", "Guild", "Spell", "Monster", "Town", "Ship", "Deck", "Card",
    "Crew", "Tower", "Wave", "Track", "Car",
];

const WORDS: [&str; 16] = [
    "level", "health", "name", "gold", "bag", "speed", "place", "owner", "kind", "age", "notes",
    "power", "size", "seed", "next", "parts",
];

impl Author<'_> {
    pub fn id(&mut self) -> usize {
        self.last += 1;
        self.last
    }

    pub fn noun(&mut self) -> String {
        let noun = self.numbers.pick(&NOUNS).copied().unwrap_or("Thing");
        format!("{noun}{}", self.id())
    }

    pub fn word(&mut self) -> String {
        let word = self.numbers.pick(&WORDS).copied().unwrap_or("thing");
        format!("{word}_{}", self.id())
    }

    /// A program of version 1.
    pub fn program(&mut self) -> Program {
        let count = self.numbers.between(4, 9);
        let mut program = Program::default();
        self.generic = (1..count).filter(|_| self.numbers.once_in(4)).collect();
        for number in 0..count {
            let is_generic = self.generic.contains(&number);
            let name = if number == 0 { "Root".into() } else { self.noun() };
            let body = if number > 0 && !is_generic && self.numbers.once_in(3) {
                Body::Enum(
                    (0..self.numbers.between(1, 5)).map(|_| self.variant(number, count)).collect(),
                )
            } else {
                let style =
                    if number > 0 && self.numbers.once_in(4) { Style::Tuple } else { Style::Named };
                let fields = self.numbers.between(1, 6) - usize::from(is_generic);
                let mut fields = self.fields(style, fields, number, count);
                if is_generic {
                    fields.list.push(self.generic_field(number));
                }
                Body::Struct(fields)
            };
            let has_default =
                matches!(body, Body::Struct(_)) && !is_generic && self.numbers.once_in(4);
            let has_holder = match &body {
                Body::Struct(fields) => fields.style == Style::Named && !self.numbers.once_in(3),
                Body::Enum(_) => false,
            };
            program.types.push(TypeDef {
                name,
                renames: Vec::new(),
                version: 1,
                body,
                has_default,
                is_transparent: false,
                has_holder,
                is_generic,
            });
        }
        self.reach_all(&mut program);
        self.make_transparent(&mut program);
        flatten(&mut program);
        for def in program.types.iter_mut().filter(|def| def.has_default) {
            if let Body::Struct(fields) = &mut def.body {
                fields.list.iter_mut().for_each(|field| field.default = Some(Value::None));
            }
        }
        program
    }

    /// Types around one field may be stored as that.
    fn make_transparent(&mut self, program: &mut Program) {
        for (number, def) in program.types.iter_mut().enumerate().skip(1) {
            let Body::Struct(fields) = &def.body else { continue };
            let is_recursive =
                |field: &Field| field.ty.named().iter().any(|other| *other <= number);
            if fields.list.len() == 1 && !fields.list.iter().any(is_recursive) {
                def.is_transparent = self.numbers.once_in(2);
                def.has_default &= !def.is_transparent;
                def.has_holder &= !def.is_transparent;
            }
        }
    }

    /// Gives each type a field somewhere above it.
    fn reach_all(&mut self, program: &mut Program) {
        for number in 1..program.types.len() {
            let uses = program.types.iter().take(number).flat_map(TypeDef::fields);
            let mut uses = uses.flat_map(|fields| &fields.list);
            if uses.any(|field| field.ty.named().contains(&number)) {
                continue;
            }
            let above = self.numbers.below(number);
            let field = self.field_of(number, above, program.types.len());
            let structs = [above, 0];
            for place in structs {
                if let Some(TypeDef { body: Body::Struct(fields), .. }) =
                    program.types.get_mut(place)
                {
                    fields.list.push(field);
                    break;
                }
            }
        }
    }

    /// The field that depends on the parameter of a generic struct.
    fn generic_field(&mut self, number: usize) -> Field {
        let ty = match self.numbers.below(3) {
            0 => Ty::Param,
            1 => Ty::Of(number, Box::new(Ty::Param)).boxed().optional(),
            _ => self.around(Ty::Param),
        };
        // Its content would never be seen.
        let ty = if ty.named().is_empty() { ty } else { Ty::Tuple(vec![Ty::Param, ty]) };
        self.field(ty)
    }

    /// A struct or enum in a type; a generic one has an argument of a higher number than the type.
    fn of(&mut self, number: usize, user: usize, count: usize) -> Ty {
        if !self.generic.contains(&number) {
            return Ty::Named(number);
        }
        let others: Vec<usize> =
            (user + 1..count).filter(|other| !self.generic.contains(other)).collect();
        let argument = match self.numbers.pick(&others).copied() {
            Some(other) if !self.numbers.once_in(3) => Ty::Named(other),
            _ => self.primitive(),
        };
        let argument = if self.numbers.once_in(4) { self.around(argument) } else { argument };
        Ty::Of(number, Box::new(argument))
    }

    fn field_of(&mut self, number: usize, user: usize, count: usize) -> Field {
        let of = self.of(number, user, count);
        let ty = self.around(of);
        self.field(ty)
    }

    pub fn field(&mut self, ty: Ty) -> Field {
        Field {
            id: self.id(),
            name: self.word(),
            ty,
            since: 1,
            until: None,
            default: None,
            was: Vec::new(),
            renames: Vec::new(),
            skip: false,
            flatten: false,
            into: None,
        }
    }

    pub fn variant(&mut self, number: usize, count: usize) -> Variant {
        let style = [Style::Unit, Style::Tuple, Style::Named];
        let style = self.numbers.pick(&style).copied().unwrap_or(Style::Unit);
        let fields = if style == Style::Unit { 0 } else { self.numbers.between(1, 3) };
        Variant {
            id: self.id(),
            name: self.noun(),
            since: 1,
            until: None,
            renames: Vec::new(),
            fields: self.fields(style, fields, number, count),
            into: None,
        }
    }

    fn fields(&mut self, style: Style, fields: usize, number: usize, count: usize) -> Fields {
        let list = (0..fields)
            .map(|_| {
                let ty = self.ty_or_foreign(number, count, 0);
                self.field(ty)
            })
            .collect();
        Fields { style, list }
    }

    /// As [`ty`](Self::ty), or something around that.
    pub fn ty_or_foreign(&mut self, number: usize, count: usize, depth: usize) -> Ty {
        let ty = self.ty(number, count, depth);
        if self.numbers.once_in(6) { foreign(self.numbers, ty) } else { ty }
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
            _ => {
                let of = self.ty(number, count, depth + 1);
                self.around(of)
            }
        }
    }

    /// A container of a type.
    fn around(&mut self, of: Ty) -> Ty {
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
        self.numbers.pick(&keys).cloned().unwrap_or(Ty::Text)
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

/// Flattens one field of each struct that has one of a struct with names.
fn flatten(program: &mut Program) {
    let mut has_flat = vec![false; program.types.len()];
    for number in (0..program.types.len()).rev() {
        let is_flat = |program: &Program, field: &Field| match field.ty {
            Ty::Named(of) => program.types.get(of).is_some_and(|def| match &def.body {
                Body::Struct(fields) => {
                    let is_plain = !def.is_transparent && fields.style == Style::Named;
                    is_plain && has_flat.get(of) == Some(&false)
                }
                Body::Enum(_) => false,
            }),
            _ => false,
        };
        let Some(TypeDef { body: Body::Struct(fields), is_transparent: false, .. }) =
            program.types.get(number)
        else {
            continue;
        };
        let named = fields.style == Style::Named;
        let place = fields.list.iter().position(|field| named && is_flat(program, field));
        let Some(place) = place else { continue };
        let fields = match program.types.get_mut(number).map(|def| &mut def.body) {
            Some(Body::Struct(fields)) => fields,
            _ => continue,
        };
        fields.list.iter_mut().skip(place).take(1).for_each(|field| field.flatten = true);
        if let Some(has_flat) = has_flat.get_mut(number) {
            *has_flat = true;
        }
    }
}
