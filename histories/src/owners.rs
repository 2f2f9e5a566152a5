//! Which shared objects a value owns, not counting links.

use std::collections::BTreeMap;

use crate::program::{Body, Fields, Program};
use crate::ty::{Shared, Ty};
use crate::value::Value;

/// The contents of objects with their types. An object behind an `Rc` is another one behind an `Arc`.
pub type Owned = BTreeMap<(Shared, usize), (Ty, Value)>;

/// All objects that a value of a type owns.
///
/// # Errors
///
/// If the value is not of the type.
pub fn owned(program: &Program, ty: &Ty, value: &Value) -> Result<Owned, String> {
    let mut owned = Owned::new();
    add(program, ty, value, &mut owned)?;
    Ok(owned)
}

fn add(program: &Program, ty: &Ty, value: &Value, owned: &mut Owned) -> Result<(), String> {
    if let (Ty::Shared(kind, of), Value::Object(number, content)) = (ty, value) {
        let content = (of.stored(), content.as_ref().clone());
        if owned.insert((*kind, *number), content).is_some() {
            return Ok(());
        }
    }
    for (ty, part) in parts(program, ty, value)? {
        add(program, &ty, part, owned)?;
    }
    Ok(())
}

/// What a value contains.
fn parts<'v>(program: &Program, ty: &Ty, value: &'v Value) -> Result<Vec<(Ty, &'v Value)>, String> {
    Ok(match (ty, value) {
        (Ty::Option(of), Value::Some(value)) | (Ty::Shared(_, of), Value::Object(_, value)) => {
            vec![(of.stored(), value)]
        }
        (Ty::Boxed(of) | Ty::Cell(of) | Ty::Foreign(_, of), value) => vec![(of.stored(), value)],
        (Ty::List(_, of) | Ty::Array(of, _), Value::List(values)) => {
            values.iter().map(|value| (of.stored(), value)).collect()
        }
        (Ty::Tuple(types), Value::List(values)) => types.iter().cloned().zip(values).collect(),
        (Ty::Map(_, _, of), Value::Map(entries)) => {
            entries.iter().map(|(_, value)| (of.stored(), value)).collect()
        }
        (Ty::Dyn, Value::Class(id, value)) => {
            let class = program.role.class(*id).ok_or("a missing class")?;
            vec![(Ty::Named(class.number), value)]
        }
        (Ty::Named(number), value) => members(program, *number, None, value)?,
        (Ty::Of(number, argument), value) => members(program, *number, Some(argument), value)?,
        _ => Vec::new(),
    })
}

fn members<'v>(
    program: &Program,
    number: usize,
    argument: Option<&Ty>,
    value: &'v Value,
) -> Result<Vec<(Ty, &'v Value)>, String> {
    let def = program.types.get(number).ok_or("a missing type")?.with(argument);
    let members = |fields: &Fields, values: &'v BTreeMap<usize, Value>| {
        let members =
            fields.live().filter_map(|field| Some((field.ty.stored(), values.get(&field.id)?)));
        members.collect()
    };
    Ok(match (&def.body, value) {
        (Body::Struct(fields), Value::Struct(values)) => members(fields, values),
        (Body::Enum(variants), Value::Variant(id, values)) => {
            let variant = variants.iter().find(|variant| variant.id == *id);
            members(&variant.ok_or("a missing variant")?.fields, values)
        }
        _ => return Err(format!("{value:?} is not a {}", def.name)),
    })
}
