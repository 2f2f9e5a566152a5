//! What an older program loads of a newer one's file, by the names in its schema.

use std::collections::BTreeMap;

use crate::convert::{Arguments, Converted, No, both_named, defs, parts};
use crate::function;
use crate::hook;
use crate::owners::owned;
use crate::program::{Body, Field, Fields, Program, Style, Variant};
use crate::role::Strangers;
use crate::ty::Ty;
use crate::value::Value;
use crate::widen;

/// Reads values of a newer program, where unknown fields are skipped.
pub struct Newer<'n> {
    pub from: &'n Program,
    pub to: &'n Program,
    /// The highest number of a shared object.
    pub objects: &'n mut usize,
    /// Whether an object became another one, which is then saved in its place.
    pub has_replaced: bool,
}

impl Newer<'_> {
    /// # Errors
    ///
    /// If there is no value.
    pub fn root(&mut self, value: &Value) -> Converted {
        if self.from.name(0) != self.to.name(0) {
            return Err(No::Refused);
        }
        let found = self.value(value, &Ty::Named(0), &Ty::Named(0))?;
        self.can_load_lost(value, &found)?;
        Ok(found)
    }

    /// Links may lead to objects that nothing owns any more. They are loaded all the same, which may be refused.
    fn can_load_lost(&mut self, value: &Value, found: &Value) -> Result<(), No> {
        let owned = |program, value| owned(program, &Ty::Named(0), value).map_err(No::Bug);
        let kept = owned(self.to, found)?;
        for (object, (ty, content)) in owned(self.from, value)? {
            if !kept.contains_key(&object) && self.value(&content, &ty, &ty).is_err() {
                return Err(No::Unsure);
            }
        }
        Ok(())
    }

    /// Only what is as it was, or a wider number, is sure.
    fn value(&mut self, value: &Value, from: &Ty, to: &Ty) -> Converted {
        if let Some((number, arguments)) = both_named(from, to) {
            return self.named(value, number, arguments);
        }
        match (from, to, value) {
            (Ty::Dyn, Ty::Dyn, Value::Class(id, value)) => self.class(*id, value),
            (Ty::Boxed(from) | Ty::Cell(from), to, value) => self.value(value, from, to),
            (from, Ty::Boxed(to) | Ty::Cell(to), value) => self.value(value, from, to),
            (Ty::Shared(_, from), Ty::Shared(_, to), Value::Object(number, value)) => {
                Ok(Value::Object(*number, Box::new(self.value(value, from, to)?)))
            }
            (Ty::List(_, from), Ty::List(_, to), Value::List(values))
            | (Ty::Array(from, _), Ty::Array(to, _), Value::List(values)) => {
                let values: Result<_, No> =
                    values.iter().map(|value| self.value(value, from, to)).collect();
                values.map(Value::List)
            }
            _ => parts(value, from, to, &mut |value, from, to| self.value(value, from, to))
                .unwrap_or_else(|| match (from, to) {
                    (from, to) if from == to => Ok(value.clone()),
                    (Ty::Int(_), Ty::Int(_)) => widen::number(value, to).ok_or(No::Refused),
                    _ => Err(No::Unsure),
                }),
        }
    }

    /// An object of a class, which is found by its key.
    fn class(&mut self, id: usize, value: &Value) -> Converted {
        let from = self.from.role.class(id);
        let from = from.ok_or_else(|| No::Bug(format!("no class {id}")))?;
        let to = self.to.role.class(id).filter(|to| to.until.is_none() && to.has_key(&from.key));
        if to.is_some() {
            let value = self.named(value, from.number, (None, None))?;
            return Ok(Value::Class(id, Box::new(value)));
        }
        match &self.to.role.strangers {
            Strangers::Refused => Err(No::Refused),
            Strangers::Kept => Ok(Value::Stranger),
            Strangers::Replaced(by) => {
                self.has_replaced = true;
                Ok(by.renumbered(self.objects))
            }
        }
    }

    fn named(&mut self, value: &Value, number: usize, arguments: Arguments<'_>) -> Converted {
        let (from, to) = defs(self.from, self.to, number, arguments)?;
        match (&from.body, &to.body, value) {
            (Body::Struct(old), Body::Struct(new), Value::Struct(values)) => {
                let mut values = self.fields(values, old, new)?;
                self.has_replaced |= hook::after_load(&to, &mut values)?;
                Ok(Value::Struct(values))
            }
            (Body::Enum(from), Body::Enum(to), Value::Variant(id, values)) => {
                let find = |variants: &[Variant]| {
                    variants.iter().find(|variant| variant.id == *id).cloned()
                };
                let from = find(from).ok_or_else(|| No::Bug(format!("no variant {id}")))?;
                // A variant that is new, or has a new name, is unknown.
                let to = find(to).filter(|to| to.name == from.name).ok_or(No::Refused)?;
                let fields = self.fields(values, &from.fields, &to.fields)?;
                Ok(Value::Variant(*id, fields))
            }
            _ => Err(No::Bug(format!("{value:?} is not a {}", from.name))),
        }
    }

    fn fields(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        to: &Fields,
    ) -> Result<BTreeMap<usize, Value>, No> {
        // The name of an unnamed field is its place, which changes when another is removed.
        let gone = from.list.iter().filter(|field| field.until.is_some());
        if from.style == Style::Tuple && gone.count() > 0 {
            return Err(No::Unsure);
        }
        let mut converted = BTreeMap::new();
        let mut no = None;
        for field in to.live() {
            match self.field(values, from, field) {
                Ok(value) => {
                    converted.insert(field.id, value);
                }
                // What is refused for sure counts more.
                Err(No::Unsure) => no = no.or(Some(No::Unsure)),
                Err(found) => no = Some(found),
            }
        }
        no.map_or(Ok(converted), Err)
    }

    fn field(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        field: &Field,
    ) -> Converted {
        let stored = from.live().find(|stored| stored.name == field.name && !stored.skip);
        let stored = stored.filter(|stored| stored.id == field.id && !field.skip);
        let Some(stored) = stored else {
            let default = field.default.as_ref().ok_or(No::Refused)?;
            return Ok(default.renumbered(self.objects));
        };
        let value = values.get(&field.id).ok_or(No::Unsure)?;
        if is_by_function(stored, field) {
            // A list without elements is one of any elements.
            let is_empty = matches!(value, Value::List(values) if values.is_empty());
            return Err(if is_empty { No::Unsure } else { No::Refused });
        }
        self.value(value, &stored.ty.stored(), &field.ty.stored())
    }
}

/// Whether a function has converted a field since.
fn is_by_function(stored: &Field, field: &Field) -> bool {
    let (stored, field) = (&stored.stored(), &field.stored());
    let is_function = |old: &Ty| {
        !widen::are_alike(old, &stored.ty)
            && !widen::widens(old, &stored.ty)
            && function::between(old, &stored.ty).is_some()
    };
    stored.was.iter().any(|was| widen::are_alike(&was.ty, &field.ty) && is_function(&was.ty))
}
