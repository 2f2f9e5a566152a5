//! Values that functions take over from what they convert: a removed variant, or an object of a retired class.

use std::collections::BTreeMap;

use crate::numbers::Numbers;
use crate::plain::field_name;
use crate::program::{Body, Field, Fields, Program, TypeDef};
use crate::role::Class;
use crate::value::Value;

/// A field of what is converted, and one of what it becomes, by their numbers.
#[derive(Clone, Copy, Debug)]
pub struct Carry {
    pub from: usize,
    pub to: usize,
}

/// What a function converts, and what it makes.
pub struct Ends<'p> {
    from: &'p Fields,
    to: &'p Fields,
    /// The type that it makes.
    def: &'p TypeDef,
}

impl<'p> Ends<'p> {
    /// Those of a retired class, if both are structs.
    pub fn of_class(program: &'p Program, class: &Class) -> Option<Self> {
        let Some(Value::Class(id, _)) = &class.into else { return None };
        let def = |number: usize| program.types.get(number);
        let made = def(program.role.class(*id)?.number)?;
        match (&def(class.number)?.body, &made.body) {
            (Body::Struct(from), Body::Struct(to)) => Some(Self { from, to, def: made }),
            _ => None,
        }
    }

    /// Those of a removed variant.
    pub fn of_variant(def: &'p TypeDef, from: &'p Fields, into: Option<&Value>) -> Option<Self> {
        let Some(Value::Variant(id, _)) = into else { return None };
        let to = &def.variants().iter().find(|variant| variant.id == *id)?.fields;
        Some(Self { from, to, def })
    }

    /// Two fields of the same type.
    pub fn choose(&self, numbers: &mut Numbers) -> Option<Carry> {
        let pairs = self.from.live().flat_map(|from| self.to.live().map(move |to| (from, to)));
        let pairs = pairs.map(|(from, to)| Carry { from: from.id, to: to.id });
        let pairs: Vec<Carry> = pairs.filter(|carry| self.fields(*carry).is_some()).collect();
        numbers.pick(&pairs).copied()
    }

    /// The fields, if they still are of the same type. Hooks of what is made would run on it only when it is next loaded.
    pub fn fields(&self, carry: Carry) -> Option<(&'p Field, &'p Field)> {
        let live = |fields: &'p Fields, id: usize| fields.live().find(|field| field.id == id);
        let (from, to) = (live(self.from, carry.from)?, live(self.to, carry.to)?);
        let is_free = self.def.hooks.iter().all(|hook| hook.field != to.id);
        let is_same = from.ty == to.ty && from.ty == from.ty.stored();
        (is_free && is_same && !from.skip && !to.skip).then_some((from, to))
    }

    /// How what is converted names a field.
    pub fn member(&self, field: &Field) -> Option<String> {
        let place = self.from.live().position(|other| other.id == field.id)?;
        Some(field_name(self.from.style, place, &field.name))
    }

    /// What the function makes.
    pub fn made(
        &self,
        carry: Option<Carry>,
        into: Value,
        values: &BTreeMap<usize, Value>,
    ) -> Value {
        let fields = carry.and_then(|carry| self.fields(carry));
        let carried = fields.and_then(|(from, to)| Some((to.id, values.get(&from.id)?.clone())));
        match (into, carried) {
            (Value::Class(id, value), Some((to, carried))) => {
                Value::Class(id, Box::new(with(*value, to, carried)))
            }
            (value, Some((to, carried))) => with(value, to, carried),
            (value, None) => value,
        }
    }
}

fn with(mut value: Value, field: usize, part: Value) -> Value {
    if let Value::Struct(values) | Value::Variant(_, values) = &mut value {
        values.insert(field, part);
    }
    value
}
