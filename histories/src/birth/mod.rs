//! The first program of a history.

mod types;

use std::collections::BTreeSet;

use crate::numbers::Numbers;
use crate::program::{Body, Field, Fields, Program, Style, TypeDef, Variant};
use crate::ty::Ty;
use crate::value::Value;

pub use types::foreign;

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
    /// The numbers of the types that are classes of the trait in some program.
    pub pool: BTreeSet<usize>,
    /// Types of shared pointers, to which links may lead.
    pub pointers: Vec<Ty>,
    pub has_links: bool,
    /// Whether there are fields of types without a derive. No link leads back from what a module stores.
    pub has_foreign: bool,
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
        self.choose_classes(&mut program, count);
        self.has_links = !self.numbers.once_in(3);
        program.has_links_back = self.has_links && self.numbers.once_in(2);
        self.has_foreign = !program.has_links_back;
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
                hooks: Vec::new(),
            });
        }
        self.reach_all(&mut program);
        self.make_transparent(&mut program);
        self.first_hooks(&mut program);
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
            carry: None,
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
