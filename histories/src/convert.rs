//! What a value becomes in another program of its history.

use std::collections::BTreeMap;

use crate::function;
use crate::plain::plain;
use crate::program::{Body, Field, Fields, Program, TypeDef, Variant, Was};
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
        _ => return None,
    })
}

/// The type of a program with this number.
pub fn def(program: &Program, number: usize) -> Result<&TypeDef, No> {
    program.types.get(number).ok_or_else(|| No::Bug(format!("no type {number}")))
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
        match (from, to, value) {
            (Ty::Named(one), Ty::Named(other), value) if one == other => {
                self.named(value, *one, (None, None))
            }
            (Ty::Of(one, from), Ty::Of(other, to), value) if one == other => {
                self.named(value, *one, (Some(from), Some(to)))
            }
            (from, Ty::Option(to), value) if *from == **to => {
                Ok(Value::Some(Box::new(self.value(value, from, to)?)))
            }
            (Ty::Option(from), to, value) if **from == *to => match value {
                Value::Some(value) => self.value(value, from, to),
                _ => Err(No::Refused),
            },
            (Ty::Boxed(from), to, value) => self.value(value, from, to),
            (from, Ty::Boxed(to), value) => self.value(value, from, to),
            (from, Ty::Shared(_, to), value) if *from == **to => self.shared(value, from, to),
            (Ty::Shared(_, from), to, Value::Object(_, value)) if **from == *to => {
                self.value(value, from, to)
            }
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

    fn named(
        &mut self,
        value: &Value,
        number: usize,
        arguments: (Option<&Ty>, Option<&Ty>),
    ) -> Converted {
        let from = def(self.from, number)?.with(arguments.0);
        let to = def(self.to, number)?.with(arguments.1);
        if self.depth > DEPTH {
            return Err(No::Unsure);
        }
        self.depth += 1;
        let converted = match (&from.body, &to.body, value) {
            (Body::Struct(from), Body::Struct(to), Value::Struct(values)) => {
                self.fields(values, from, to).map(Value::Struct)
            }
            (Body::Enum(from), Body::Enum(to), Value::Variant(id, values)) => {
                self.variant(*id, values, from, to)
            }
            _ => Err(No::Bug(format!("{value:?} is not a {}", from.name))),
        };
        self.depth -= 1;
        converted
    }

    fn variant(
        &mut self,
        id: usize,
        values: &BTreeMap<usize, Value>,
        from: &[Variant],
        to: &[Variant],
    ) -> Converted {
        let find = |variants: &[Variant]| variants.iter().find(|variant| variant.id == id).cloned();
        let from = find(from).ok_or_else(|| No::Bug(format!("no variant {id}")))?;
        let Some(to) = find(to) else { return Err(No::Refused) };
        if to.until.is_some() {
            // Its fields are read, and then given to the function.
            self.fields(values, &from.fields, &to.fields)?;
            let value = to.into.as_ref().ok_or(No::Refused)?;
            return Ok(value.renumbered(self.objects));
        }
        Ok(Value::Variant(id, self.fields(values, &from.fields, &to.fields)?))
    }

    fn fields(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        to: &Fields,
    ) -> Result<BTreeMap<usize, Value>, No> {
        let mut converted = BTreeMap::new();
        if self.is_back {
            self.left_out(values, from, to)?;
        }
        for field in to.live() {
            let value = match (from.get(field.id), values.get(&field.id)) {
                (Some(old), Some(value)) if !field.skip => self.field(value, old, field)?,
                (Some(gone), None) if self.is_back && !field.skip => {
                    self.back(values, from, gone, field)?
                }
                (None, _) if !self.is_back && !field.skip => {
                    self.new_field(values, from, to, field)?
                }
                _ => self.default(field)?,
            };
            converted.insert(field.id, value);
        }
        if !self.is_back {
            self.removed(values, from, to)?;
            self.add(values, from, to, &mut converted)?;
        }
        Ok(converted)
    }

    /// Refuses fields that the older program lacks, unless they hold their defaults.
    fn left_out(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        to: &Fields,
    ) -> Result<(), No> {
        for field in from.live().filter(|field| to.get(field.id).is_none() && !field.skip) {
            if from.origin(field).is_some_and(|gone| to.get(gone.id).is_some()) {
                continue;
            }
            let shown = |value: Option<&Value>| {
                let value = value.ok_or(No::Refused)?;
                let owned = value.renumbered(&mut 0);
                plain(self.from, &field.ty, &owned).map_err(No::Bug)
            };
            if shown(values.get(&field.id))? != shown(field.default.as_ref())? {
                return Err(No::Refused);
            }
        }
        Ok(())
    }

    fn default(&mut self, field: &Field) -> Converted {
        let default = field.default.as_ref();
        let bug = || No::Bug(format!("{} has no default", field.name));
        Ok(default.ok_or_else(bug)?.renumbered(self.objects))
    }

    /// A new field has its default, or the value of one that was removed.
    fn new_field(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        to: &Fields,
        field: &Field,
    ) -> Converted {
        let stored = to.origin(field).and_then(|gone| {
            let (old, value) = from.get(gone.id).zip(values.get(&gone.id))?;
            Some((gone, old, value))
        });
        if let Some((gone, old, value)) = stored {
            let value = self.field(value, old, gone)?;
            return self.within(self.to).field(&value, gone, field);
        }
        self.default(field)
    }

    /// What an older program gets for a field that was removed.
    fn back(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        gone: &Field,
        old: &Field,
    ) -> Converted {
        if let Some(moved) = from.moved(gone) {
            let value = values.get(&moved.id).ok_or(No::Refused)?;
            let mut moved = moved.clone();
            moved.was = vec![Was { ty: gone.ty.clone(), until: 0, has_back: true }];
            let value = self.field(value, &moved, gone)?;
            return self.within(self.to).value(&value, &gone.ty, &old.ty);
        }
        self.tombstone(gone, old)
    }

    fn tombstone(&mut self, today: &Field, old: &Field) -> Converted {
        let default = today.default.as_ref().ok_or(No::Refused)?;
        let default = default.renumbered(self.objects);
        self.field(&default, today, old)
    }

    /// Removed fields are still read, so what they hold may be refused.
    fn removed(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        to: &Fields,
    ) -> Result<(), No> {
        for field in to.list.iter().filter(|field| field.until.is_some()) {
            if let Some((old, value)) = from.get(field.id).zip(values.get(&field.id)) {
                self.field(value, old, field).map_err(|no| match no {
                    No::Refused => No::Unsure,
                    no => no,
                })?;
            }
        }
        Ok(())
    }

    /// Adds removed numbers to others.
    fn add(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        to: &Fields,
        converted: &mut BTreeMap<usize, Value>,
    ) -> Result<(), No> {
        for gone in to.list.iter().filter(|field| field.until.is_some()) {
            let Some((target, _, int)) = to.added(gone) else { continue };
            let Some((old, value)) = from.get(gone.id).zip(values.get(&gone.id)) else { continue };
            let value = self.field(value, old, gone)?;
            if let Some(sum) = converted.get_mut(&target.id) {
                *sum = int.sum(sum, &value);
            }
        }
        Ok(())
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
