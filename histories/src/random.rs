//! Random values.

use std::collections::{BTreeMap, BTreeSet};

use crate::numbers::Numbers;
use crate::plain::plain;
use crate::program::{Body, Field, Fields, Program};
use crate::ty::{Int, Ty};
use crate::value::Value;

/// Makes values of the types of a program.
pub struct Maker<'m> {
    pub program: &'m Program,
    pub numbers: &'m mut Numbers,
    /// The highest number of a shared object.
    pub objects: &'m mut usize,
    /// Objects that may be shared again, by the types of their pointers.
    shared: Vec<(Ty, Value)>,
    /// Objects that are being made, to which links in cells may lead.
    open: Vec<(Ty, usize)>,
    /// Whether a cell is around, with at most options, lists and maps in between.
    is_in_cell: bool,
    /// Whether there are links, which a default cannot have.
    pub has_links: bool,
    /// Whether what came in a later version is as if it were not there, so that it can be written for older programs.
    pub is_modest: bool,
    /// Whether fields that are not stored have other values than their defaults.
    pub has_skipped: bool,
    /// How many structs and enums may still be made, except where one is needed.
    budget: usize,
}

impl<'m> Maker<'m> {
    pub fn new(program: &'m Program, numbers: &'m mut Numbers, objects: &'m mut usize) -> Self {
        Self {
            program,
            numbers,
            objects,
            shared: Vec::new(),
            open: Vec::new(),
            is_in_cell: false,
            has_links: false,
            has_skipped: false,
            is_modest: false,
            budget: 60,
        }
    }

    /// # Errors
    ///
    /// If the program lacks a type.
    pub fn value(&mut self, ty: &Ty, depth: usize) -> Result<Value, String> {
        let is_late = matches!(ty, Ty::Option(_) | Ty::List(..) | Ty::Map(..) | Ty::Weak(..));
        self.is_in_cell &= is_late;
        Ok(match ty {
            Ty::Bool => Value::Bool(self.numbers.once_in(2)),
            Ty::Char => Value::Char(self.char()),
            Ty::Text => Value::Text(self.text()),
            Ty::Int(int) => self.int(*int),
            Ty::F32 => Value::F32(self.float() as f32),
            Ty::F64 => Value::F64(self.float()),
            Ty::Option(_) if self.is_small(depth) => Value::None,
            Ty::Option(of) => Value::Some(Box::new(self.value(of, depth + 1)?)),
            Ty::List(_, of) => {
                let length = self.length(of, depth);
                Value::List(self.values(of, length, depth)?)
            }
            Ty::Array(of, length) => Value::List(self.values(of, *length, depth)?),
            Ty::Tuple(parts) => Value::List(
                parts.iter().map(|part| self.value(part, depth + 1)).collect::<Result<_, _>>()?,
            ),
            Ty::Boxed(of) | Ty::Foreign(_, of) => self.value(of, depth + 1)?,
            Ty::Shared(_, of) => self.object(ty, of, depth)?,
            Ty::Map(_, key, of) => self.map(key, of, depth)?,
            Ty::Set(_, of) => self.set(of, depth)?,
            Ty::Weak(shared, of) => self.link(&Ty::Shared(*shared, of.clone())),
            Ty::Cell(of) => {
                self.is_in_cell = true;
                let value = self.value(of, depth)?;
                self.is_in_cell = false;
                value
            }
            Ty::Dyn => self.class(depth)?,
            Ty::Named(number) => self.named(*number, None, depth)?,
            Ty::Of(number, argument) => self.named(*number, Some(argument), depth)?,
            Ty::Param => return Err("a value of a parameter".into()),
        })
    }

    fn is_small(&mut self, depth: usize) -> bool {
        depth > 8 || self.budget == 0 || self.numbers.once_in(3)
    }

    fn length(&mut self, of: &Ty, depth: usize) -> usize {
        if self.is_small(depth) {
            return 0;
        }
        // Now and then more than the 64 rows that are taken at a time.
        if of.is_plain() && self.numbers.once_in(8) {
            return self.numbers.between(60, 140);
        }
        self.numbers.between(1, 4)
    }

    fn values(&mut self, of: &Ty, length: usize, depth: usize) -> Result<Vec<Value>, String> {
        (0..length).map(|_| self.value(of, depth + 1)).collect()
    }

    fn object(&mut self, pointer: &Ty, of: &Ty, depth: usize) -> Result<Value, String> {
        let known: Vec<&Value> =
            self.shared.iter().filter(|(ty, _)| ty == pointer).map(|(_, value)| value).collect();
        // Deep down, only known ones.
        let is_known = depth > 8 || self.numbers.once_in(2);
        if let Some(value) = self.numbers.pick(&known).filter(|_| is_known) {
            return Ok((*value).clone());
        }
        *self.objects += 1;
        let number = *self.objects;
        self.open.push((pointer.clone(), number));
        let content = self.value(of, depth + 1)?;
        self.open.pop();
        let object = Value::Object(number, Box::new(content));
        self.shared.push((pointer.clone(), object.clone()));
        Ok(object)
    }

    /// A link to an object behind such a pointer.
    fn link(&mut self, pointer: &Ty) -> Value {
        if !self.has_links || self.numbers.once_in(5) {
            return Value::Weak(None);
        }
        let is_back = self.is_in_cell && self.program.has_links_back;
        let open = self.open.iter().filter(|_| is_back);
        let open = open.filter(|(ty, _)| ty == pointer).map(|(_, number)| *number);
        let known = self.shared.iter().filter(|(ty, _)| ty == pointer);
        let known = known.filter_map(|(_, value)| match value {
            Value::Object(number, _) => Some(*number),
            _ => None,
        });
        let targets: Vec<usize> = open.chain(known).collect();
        Value::Weak(self.numbers.pick(&targets).copied())
    }

    fn class(&mut self, depth: usize) -> Result<Value, String> {
        let live: Vec<(usize, usize)> =
            self.program.role.live().map(|class| (class.id, class.number)).collect();
        let old = self.program.role.live().filter(|class| self.is_modest && class.since == 1);
        let old: Vec<(usize, usize)> = old.map(|class| (class.id, class.number)).collect();
        let live = if old.is_empty() { live } else { old };
        let (id, number) = self.numbers.pick(&live).copied().ok_or("a trait without classes")?;
        Ok(Value::Class(id, Box::new(self.named(number, None, depth + 1)?)))
    }

    fn set(&mut self, of: &Ty, depth: usize) -> Result<Value, String> {
        let mut elements = BTreeMap::new();
        for _ in 0..self.length(of, depth) {
            let element = self.value(of, depth + 1)?;
            elements.insert(plain(self.program, of, &element)?, element);
        }
        Ok(Value::List(elements.into_values().collect()))
    }

    fn map(&mut self, key: &Ty, of: &Ty, depth: usize) -> Result<Value, String> {
        let mut names = BTreeSet::new();
        let mut entries = Vec::new();
        for _ in 0..self.length(of, depth) {
            let name = self.value(key, depth + 1)?;
            if names.insert(plain(self.program, key, &name)?) {
                entries.push((name, self.value(of, depth + 1)?));
            }
        }
        Ok(Value::Map(entries))
    }

    fn named(
        &mut self,
        number: usize,
        argument: Option<&Ty>,
        depth: usize,
    ) -> Result<Value, String> {
        self.budget = self.budget.saturating_sub(1);
        let def = self.program.types.get(number).ok_or("a missing type")?.with(argument);
        match &def.body {
            Body::Struct(fields) => Ok(Value::Struct(self.fields(fields, depth)?)),
            Body::Enum(variants) => {
                let live: Vec<_> =
                    variants.iter().filter(|variant| variant.until.is_none()).collect();
                let old: Vec<_> = live
                    .iter()
                    .copied()
                    .filter(|variant| self.is_modest && variant.since == 1)
                    .collect();
                let live = if old.is_empty() { live } else { old };
                let variant = self.numbers.pick(&live).ok_or("an enum without variants")?;
                Ok(Value::Variant(variant.id, self.fields(&variant.fields, depth)?))
            }
        }
    }

    fn fields(&mut self, fields: &Fields, depth: usize) -> Result<BTreeMap<usize, Value>, String> {
        let value = |field: &Field| {
            let is_default = if field.skip { !self.has_skipped } else { self.is_modest };
            let default =
                field.default.as_ref().filter(|_| is_default && (field.skip || field.since > 1));
            let default = default.map(|default| default.renumbered(self.objects));
            let value = default.map_or_else(|| self.value(&field.ty, depth + 1), Ok);
            Ok((field.id, value?))
        };
        fields.live().map(value).collect()
    }

    fn int(&mut self, int: Int) -> Value {
        let (lowest, highest) = int.range();
        let any = i128::from(self.numbers.next()) << self.numbers.below(64);
        match self.numbers.below(8) {
            0 => Value::Int(0),
            1 if int == (Int { is_signed: false, bits: 128 }) => Value::Big(u128::MAX),
            1 => Value::Int(highest),
            2 => Value::Int(lowest),
            3 => Value::Int(1),
            4 => Value::Int((any % 100).clamp(lowest, highest)),
            5 => Value::Int((-(any % 100)).clamp(lowest, highest)),
            6 => Value::Int((1_i128 << self.numbers.below(100)).clamp(lowest, highest)),
            _ => Value::Int(any.clamp(lowest, highest)),
        }
    }

    fn float(&mut self) -> f64 {
        const EDGES: [f64; 10] =
            [0.0, -0.0, 1.0, -1.5, 0.1, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, 1e-40, 3.0];
        let any = f64::from(u32::try_from(self.numbers.next() >> 33).unwrap_or_default());
        self.numbers.pick(&EDGES).copied().filter(|_| !self.numbers.once_in(4)).unwrap_or(any / 7.0)
    }

    fn char(&mut self) -> char {
        const EDGES: [char; 10] = ['a', 'Z', '0', '\0', '\n', '"', '\\', 'ß', '魔', '\u{10ffff}'];
        self.numbers.pick(&EDGES).copied().unwrap_or('a')
    }

    fn text(&mut self) -> String {
        let length = match self.numbers.below(6) {
            0 => 0,
            1 => self.numbers.between(20, 300),
            _ => self.numbers.between(1, 12),
        };
        let is_exotic = self.numbers.once_in(4);
        let letters: Vec<char> = "abcdefgh_ 123".chars().collect();
        (0..length)
            .map(|_| {
                let letter = self.numbers.pick(&letters).copied().unwrap_or('x');
                if is_exotic { self.char() } else { letter }
            })
            .collect()
    }
}
