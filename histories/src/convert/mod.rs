//! What a value becomes in another program of its history.

mod fields;

use std::collections::BTreeMap;

use crate::carry::Ends;
use crate::function;
use crate::program::{Body, Field, Program, TypeDef, Variant};
use crate::role::{Origin, Strangers};
use crate::ty::Ty;
use crate::value::Value;
use crate::widen;

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum No {
    /// The library must refuse it.
    Refused,
    /// The library may refuse it, or not look at it.
    Unsure,
    /// The generator is wrong.
    Bug(String),
}

pub type Converted = Result<Value, No>;

/// Converts values from one program to another.
pub struct Convert<'c> {
    pub from: &'c Program,
    pub to: &'c Program,
    /// The highest number of a shared object.
    pub objects: &'c mut usize,
    /// Whether the value is written for an older program.
    pub is_back: bool,
    /// How many structs and enums are around.
    pub depth: usize,
}

/// What is made of a value whose types are both options, tuples or maps: the same of what `part` makes of its parts.
pub fn parts(
    value: &Value,
    from: &Ty,
    to: &Ty,
    part: &mut dyn FnMut(&Value, &Ty, &Ty) -> Converted,
) -> Option<Converted> {
    Some(match (from, to, value) {
        (Ty::Option(_), Ty::Option(_), Value::None) => Ok(Value::None),
        (Ty::Option(from), Ty::Option(to), Value::Some(value)) => {
            part(value, from, to).map(|value| Value::Some(Box::new(value)))
        }
        (Ty::Tuple(from), Ty::Tuple(to), Value::List(values)) => {
            let parts = from.iter().zip(to).zip(values);
            let parts: Result<_, No> =
                parts.map(|((from, to), value)| part(value, from, to)).collect();
            parts.map(Value::List)
        }
        (Ty::Map(_, _, from), Ty::Map(_, _, to), Value::Map(entries)) => {
            let entries: Result<_, No> = entries
                .iter()
                .map(|(key, value)| Ok((key.clone(), part(value, from, to)?)))
                .collect();
            entries.map(Value::Map)
        }
        (Ty::Set(..), Ty::Set(..), value) => Ok(value.clone()),
        _ => return None,
    })
}

/// The arguments that a struct has in two programs, if it is generic.
pub type Arguments<'t> = (Option<&'t Ty>, Option<&'t Ty>);

/// The number of a struct or enum, if two types are that.
pub fn both_named<'t>(from: &'t Ty, to: &'t Ty) -> Option<(usize, Arguments<'t>)> {
    match (from, to) {
        (Ty::Named(one), Ty::Named(other)) if one == other => Some((*one, (None, None))),
        (Ty::Of(one, from), Ty::Of(other, to)) if one == other => {
            Some((*one, (Some(from), Some(to))))
        }
        _ => None,
    }
}

/// The same type in two programs.
pub fn defs(
    from: &Program,
    to: &Program,
    number: usize,
    arguments: Arguments<'_>,
) -> Result<(TypeDef, TypeDef), No> {
    let def = |program: &Program, argument: Option<&Ty>| {
        let def = program.types.get(number).map(|def| def.with(argument));
        def.ok_or_else(|| No::Bug(format!("no type {number}")))
    };
    Ok((def(from, arguments.0)?, def(to, arguments.1)?))
}

/// A default of a removed field may contain the type that has the field, and then never ends.
const DEPTH: usize = 60;

impl Convert<'_> {
    /// From one type of a program to another.
    fn within<'p>(&'p mut self, program: &'p Program) -> Convert<'p> {
        Convert {
            from: program,
            to: program,
            objects: self.objects,
            is_back: self.is_back,
            depth: self.depth,
        }
    }

    /// # Errors
    ///
    /// If there is no value.
    pub fn root(&mut self, value: &Value) -> Converted {
        self.value(value, &Ty::Named(0), &Ty::Named(0))
    }

    pub fn value(&mut self, value: &Value, from: &Ty, to: &Ty) -> Converted {
        if let Some((number, arguments)) = both_named(from, to) {
            return self.named(value, number, arguments);
        }
        match (from, to, value) {
            (Ty::Dyn, Ty::Dyn, Value::Class(id, value)) => self.class(*id, value),
            (from, Ty::Option(to), value) if *from == **to => {
                Ok(Value::Some(Box::new(self.value(value, from, to)?)))
            }
            (Ty::Option(from), to, value) if **from == *to => match value {
                Value::Some(value) => self.value(value, from, to),
                _ => Err(No::Refused),
            },
            // First, as a cell around a shared object may become one itself.
            (from, Ty::Shared(_, to), value) if *from == **to => self.shared(value, from, to),
            (Ty::Shared(_, from), to, Value::Object(_, value)) if **from == *to => {
                self.value(value, from, to)
            }
            (Ty::Boxed(from) | Ty::Cell(from), to, value) => self.value(value, from, to),
            (from, Ty::Boxed(to) | Ty::Cell(to), value) => self.value(value, from, to),
            (Ty::Shared(_, from), Ty::Shared(_, to), Value::Object(number, value)) => {
                Ok(Value::Object(*number, Box::new(self.value(value, from, to)?)))
            }
            (Ty::Shared(_, from), to, Value::Object(_, value)) => self.value(value, from, to),
            (from, Ty::Shared(_, to), value) => self.shared(value, from, to),
            (Ty::List(_, from) | Ty::Array(from, _), _, Value::List(values)) => {
                self.list(values, from, to)
            }
            _ => parts(value, from, to, &mut |value, from, to| self.value(value, from, to))
                .unwrap_or_else(|| match from == to {
                    true => Ok(value.clone()),
                    false => widen::number(value, to).ok_or(No::Refused),
                }),
        }
    }

    /// A value that becomes an object of its own.
    fn shared(&mut self, value: &Value, from: &Ty, to: &Ty) -> Converted {
        let value = self.value(value, from, to)?;
        *self.objects += 1;
        Ok(Value::Object(*self.objects, Box::new(value)))
    }

    fn list(&mut self, values: &[Value], from: &Ty, to: &Ty) -> Converted {
        let to = match to {
            Ty::List(_, to) => to,
            Ty::Array(to, length) if *length == values.len() => to,
            Ty::Array(..) => return Err(No::Refused),
            _ => return Err(No::Bug(format!("a list as a {to:?}"))),
        };
        let values: Result<_, No> =
            values.iter().map(|value| self.value(value, from, to)).collect();
        values.map(Value::List)
    }

    fn named(&mut self, value: &Value, number: usize, arguments: Arguments<'_>) -> Converted {
        let (from, to) = defs(self.from, self.to, number, arguments)?;
        if self.depth > DEPTH {
            return Err(No::Unsure);
        }
        self.depth += 1;
        let converted = match (&from.body, &to.body, value) {
            (Body::Struct(_), Body::Struct(_), Value::Struct(values)) => {
                self.structure(values, &from, &to).map(Value::Struct)
            }
            (Body::Enum(from), Body::Enum(_), Value::Variant(id, values)) => {
                self.variant(*id, values, from, &to)
            }
            _ => Err(No::Bug(format!("{value:?} is not a {}", from.name))),
        };
        self.depth -= 1;
        converted
    }

    /// An object of a class, which may be retired.
    fn class(&mut self, id: usize, value: &Value) -> Converted {
        // It came later.
        let Some(class) = self.to.role.class(id).cloned() else { return Err(No::Refused) };
        let from = self.from.role.class(id).ok_or_else(|| No::Bug(format!("no class {id}")))?;
        if from.origin == Origin::Mod && !class.has_key(&from.key) {
            return match &self.to.role.strangers {
                Strangers::Refused => Err(No::Refused),
                Strangers::Kept => Ok(Value::Stranger),
                Strangers::Replaced(by) => Ok(by.renumbered(self.objects)),
            };
        }
        let value = self.named(value, class.number, (None, None))?;
        if class.until.is_none() {
            return Ok(Value::Class(id, Box::new(value)));
        }
        let into = class.into.as_ref();
        let into = into.ok_or_else(|| No::Bug(format!("nothing became of {}", class.key)))?;
        let into = into.renumbered(self.objects);
        match (Ends::of_class(self.to, &class), value) {
            (Some(ends), Value::Struct(values)) => Ok(ends.made(class.carry, into, &values)),
            _ => Ok(into),
        }
    }

    fn variant(
        &mut self,
        id: usize,
        values: &BTreeMap<usize, Value>,
        from: &[Variant],
        def: &TypeDef,
    ) -> Converted {
        let find = |variants: &[Variant]| variants.iter().find(|variant| variant.id == id).cloned();
        let from = find(from).ok_or_else(|| No::Bug(format!("no variant {id}")))?;
        let Some(to) = find(def.variants()) else { return Err(No::Refused) };
        if to.until.is_some() {
            // Its fields are read, and then given to the function.
            let values = self.fields(values, &from.fields, &to.fields)?;
            let into = to.into.as_ref().ok_or(No::Refused)?.renumbered(self.objects);
            let ends = Ends::of_variant(def, &to.fields, to.into.as_ref());
            return Ok(match ends {
                Some(ends) => ends.made(to.carry, into, &values),
                None => into,
            });
        }
        Ok(Value::Variant(id, self.fields(values, &from.fields, &to.fields)?))
    }

    /// The value of a field in another program.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn field(&mut self, value: &Value, from: &Field, to: &Field) -> Converted {
        let (from, to) = (&from.stored(), &to.stored());
        if widen::are_alike(&from.ty, &to.ty) {
            return self.value(value, &from.ty, &to.ty);
        }
        let (first, last) = if self.is_back { (to, from) } else { (from, to) };
        // As the newer program writes the former type, which may be another spelling.
        let was = last.was.iter().find(|was| widen::are_alike(&was.ty, &first.ty));
        let old = was.map_or(&first.ty, |was| &was.ty);
        let function = function::between(old, &last.ty);
        let function = match function {
            _ if widen::widens(old, &last.ty) => None,
            Some(function) => Some(function),
            None => return Err(No::Bug(format!("no way from {old:?} to {:?}", last.ty))),
        };
        if !self.is_back {
            let value = self.value(value, &from.ty, old)?;
            return match function {
                None => self.within(self.to).value(&value, old, &to.ty),
                Some(function) => function.forward(&value, &to.ty),
            };
        }
        let value = match function {
            None => self.within(self.from).value(value, &from.ty, old)?,
            Some(function) if was.is_some_and(|was| was.has_back) => function.back(value, old)?,
            Some(_) => return Err(No::Refused),
        };
        self.value(&value, old, &to.ty)
    }
}
