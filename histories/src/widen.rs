//! Which types are wider than which, and what becomes of numbers.

use crate::ty::Ty;
use crate::value::Value;

/// Whether `was(from)` needs no function.
pub fn widens(from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        (Ty::Int(from), Ty::Int(to)) => from != to && to.holds(*from),
        (Ty::Int(int), Ty::F32) => int.bits <= 16,
        (Ty::Int(int), Ty::F64) => int.bits <= 32,
        (Ty::F32, Ty::F64) => true,
        (Ty::Option(from), Ty::Option(to)) => {
            is_number(from) && widens(from, to) || pointers(from, to)
        }
        (from, Ty::Option(to)) => from == &**to,
        (Ty::List(one, from), Ty::List(other, to)) => {
            if one == other {
                widens(from, to)
            } else {
                from == to
            }
        }
        (Ty::Array(from, _), Ty::List(_, to)) => from == to,
        (Ty::Array(from, one), Ty::Array(to, other)) => one == other && widens(from, to),
        (Ty::Map(one, from_key, from), Ty::Map(other, to_key, to)) => {
            from_key == to_key && if one == other { widens(from, to) } else { from == to }
        }
        (Ty::Set(one, from), Ty::Set(other, to)) => one != other && from == to,
        (from, to) => pointers(from, to),
    }
}

/// Whether they differ only in the pointer around them.
fn pointers(from: &Ty, to: &Ty) -> bool {
    let (one, other) = (from.content(), to.content());
    let is_between = one.is_some() && one == other && from != to;
    is_between || one == Some(to) || other == Some(from)
}

fn is_number(ty: &Ty) -> bool {
    matches!(ty, Ty::Int(_) | Ty::F32 | Ty::F64)
}

/// Whether both are stored alike, so that the change needs no attribute.
pub fn are_alike(from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        (Ty::Boxed(from) | Ty::Cell(from), to) => are_alike(from, to),
        (from, Ty::Boxed(to) | Ty::Cell(to)) => are_alike(from, to),
        (Ty::List(_, from), Ty::List(_, to)) | (Ty::Shared(_, from), Ty::Shared(_, to)) => {
            from == to
        }
        (from, to) => from == to,
    }
}

/// A number as another type has it, if it holds it.
pub fn number(value: &Value, to: &Ty) -> Option<Value> {
    match (value, to) {
        (Value::Int(value), Ty::Int(int)) => {
            let (lowest, highest) = int.range();
            (lowest..=highest).contains(value).then_some(Value::Int(*value))
        }
        (Value::Big(value), Ty::Int(int)) => {
            (!int.is_signed && int.bits == 128).then_some(Value::Big(*value))
        }
        (Value::Int(value), Ty::F32) => Some(Value::F32(*value as f32)),
        (Value::Int(value), Ty::F64) => Some(Value::F64(*value as f64)),
        (Value::F32(value), Ty::F64) => Some(Value::F64(f64::from(*value))),
        (Value::F64(value), Ty::F32) => {
            let small = *value as f32;
            (f64::from(small).to_bits() == value.to_bits()).then_some(Value::F32(small))
        }
        (Value::F32(value), Ty::Int(_)) => whole(f64::from(*value), to),
        (Value::F64(value), Ty::Int(_)) => whole(*value, to),
        (Value::F32(_), Ty::F32) | (Value::F64(_), Ty::F64) => Some(value.clone()),
        _ => None,
    }
}

/// Negative zero is no integer, as it would not be the same again.
fn whole(value: f64, to: &Ty) -> Option<Value> {
    let int = value as i128;
    let is_exact = (int as f64).to_bits() == value.to_bits() && value.abs() < 1e15;
    if is_exact { number(&Value::Int(int), to) } else { None }
}
