//! Values as Rust expressions, for defaults.

use crate::plain::field_name;
use crate::program::{Body, Fields, Program, Style};
use crate::ty::{List, Shared, Ty};
use crate::value::Value;
use std::collections::BTreeMap;

/// The expression of a value.
///
/// # Errors
///
/// If the value is not of the type.
pub fn literal(program: &Program, ty: &Ty, value: &Value) -> Result<String, String> {
    let inner = |ty: &Ty, value: &Value| literal(program, ty, value);
    let all = |ty: &Ty, values: &[Value]| -> Result<String, String> {
        let values: Result<Vec<String>, String> =
            values.iter().map(|value| literal(program, ty, value)).collect();
        Ok(values?.join(", "))
    };
    Ok(match (ty, value) {
        (_, Value::Variable(name)) => name.clone(),
        (Ty::Bool, Value::Bool(value)) => value.to_string(),
        (Ty::Char, Value::Char(value)) => format!("'\\u{{{:x}}}'", u32::from(*value)),
        (Ty::Text, Value::Text(value)) => format!("String::from({value:?})"),
        (Ty::Int(int), Value::Int(value)) => format!("{value}_{}", int.name()),
        (Ty::Int(_), Value::Big(value)) => format!("{value}_u128"),
        (Ty::F32, Value::F32(value)) => format!("f32::from_bits({})", value.to_bits()),
        (Ty::F64, Value::F64(value)) => format!("f64::from_bits({})", value.to_bits()),
        (Ty::Option(_), Value::None) => "None".into(),
        (Ty::Option(of), Value::Some(value)) => format!("Some({})", inner(of, value)?),
        (Ty::List(List::Vec, of), Value::List(values)) => format!("vec![{}]", all(of, values)?),
        (Ty::List(List::VecDeque, of), Value::List(values)) => {
            format!("VecDeque::from(vec![{}])", all(of, values)?)
        }
        (Ty::Array(of, _), Value::List(values)) => format!("[{}]", all(of, values)?),
        (Ty::Tuple(parts), Value::List(values)) => {
            let parts: Result<Vec<String>, String> =
                parts.iter().zip(values).map(|(part, value)| inner(part, value)).collect();
            format!("({})", parts?.join(", "))
        }
        (Ty::Boxed(of), value) => pointer(ty, "Box", inner(of, value)?),
        (Ty::Foreign(_, of), value) => format!("Foreign({})", inner(of, value)?),
        (Ty::Shared(kind, of), Value::Object(_, value)) => {
            pointer(ty, &format!("{kind:?}"), inner(of, value)?)
        }
        (Ty::Cell(of), value) => format!("RefCell::new({})", inner(of, value)?),
        (Ty::Weak(kind, of), Value::Weak(None)) => no_link(program, *kind, of),
        (Ty::Dyn, Value::Class(id, value)) => {
            let class = program.role.class(*id).ok_or("a missing class")?;
            named(program, class.number, None, value)?
        }
        (Ty::Set(set, of), Value::List(values)) => {
            format!("{set:?}Set::from_iter([{}])", all(of, values)?)
        }
        (Ty::Map(map, key, of), Value::Map(entries)) => {
            let entries: Result<Vec<String>, String> = entries
                .iter()
                .map(|(name, value)| Ok(format!("({}, {})", inner(key, name)?, inner(of, value)?)))
                .collect();
            format!("{map:?}Map::from_iter([{}])", entries?.join(", "))
        }
        (Ty::Named(number), value) => named(program, *number, None, value)?,
        (Ty::Of(number, argument), value) => named(program, *number, Some(argument), value)?,
        (ty, value) => return Err(format!("{value:?} is not a {ty:?}")),
    })
}

fn no_link(program: &Program, kind: Shared, of: &Ty) -> String {
    let weak = format!("{}::Weak", kind.module());
    match program.role.live().next().filter(|_| *of == Ty::Dyn) {
        Some(class) => {
            format!("({weak}::<{}>::new() as {weak}<dyn Role>)", program.name(class.number))
        }
        None => format!("{weak}::new()"),
    }
}

/// A new object of a trait states its type, as elements of lists would otherwise be of that of the first.
fn pointer(ty: &Ty, kind: &str, value: String) -> String {
    let new = format!("{kind}::new({value})");
    if ty.content().is_some() { new } else { format!("({new} as {kind}<dyn Role>)") }
}

fn named(
    program: &Program,
    number: usize,
    argument: Option<&Ty>,
    value: &Value,
) -> Result<String, String> {
    let def = program.types.get(number).ok_or("a missing type")?.with(argument);
    match (&def.body, value) {
        (Body::Struct(list), Value::Struct(values)) => {
            let mut text = format!("{}{}", def.name, fields(program, list, values)?);
            if def.has_holder {
                text = text.replacen(" { ", " { holder: archive::Unknown::new(), ", 1);
            }
            Ok(text)
        }
        (Body::Enum(variants), Value::Variant(id, values)) => {
            let variant = variants.iter().find(|variant| variant.id == *id);
            let variant = variant.ok_or("a missing variant")?;
            let fields = fields(program, &variant.fields, values)?;
            Ok(format!("{}::{}{fields}", def.name, variant.name))
        }
        _ => Err(format!("{value:?} is not a {}", def.name)),
    }
}

fn fields(
    program: &Program,
    fields: &Fields,
    values: &BTreeMap<usize, Value>,
) -> Result<String, String> {
    let mut list = Vec::new();
    for (place, field) in fields.live().enumerate() {
        let value = values.get(&field.id).ok_or_else(|| format!("no value of {}", field.name))?;
        let value = literal(program, &field.ty, value)?;
        let name = field_name(fields.style, place, &field.name);
        list.push(if fields.style == Style::Named { format!("{name}: {value}") } else { value });
    }
    Ok(match fields.style {
        Style::Unit => String::new(),
        Style::Tuple => format!("({})", list.join(", ")),
        Style::Named => format!(" {{ {} }}", list.join(", ")),
    })
}
