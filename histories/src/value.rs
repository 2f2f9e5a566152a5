//! Values of fields, as the model knows them.

use std::collections::BTreeMap;

/// A value. What its parts are called depends on the program, so fields and variants are known by numbers that stay.
#[derive(Clone, Debug)]
pub enum Value {
    Bool(bool),
    Char(char),
    Text(String),
    Int(i128),
    /// An integer above those.
    Big(u128),
    F32(f32),
    F64(f64),
    None,
    Some(Box<Value>),
    /// Elements of a list, an array or a tuple.
    List(Vec<Value>),
    Map(Vec<(Value, Value)>),
    /// A shared object: those with the same number are the same.
    Object(usize, Box<Value>),
    Struct(BTreeMap<usize, Value>),
    Variant(usize, BTreeMap<usize, Value>),
}

impl Value {
    /// Gives numbers to shared objects which nothing else has.
    pub fn renumbered(&self, next: &mut usize) -> Self {
        let all = |fields: &BTreeMap<usize, Self>, next: &mut usize| {
            fields.iter().map(|(id, value)| (*id, value.renumbered(next))).collect()
        };
        match self {
            Self::Some(of) => Self::Some(Box::new(of.renumbered(next))),
            Self::List(of) => Self::List(of.iter().map(|value| value.renumbered(next)).collect()),
            Self::Map(of) => Self::Map(
                of.iter().map(|(key, value)| (key.clone(), value.renumbered(next))).collect(),
            ),
            Self::Object(_, of) => {
                *next += 1;
                let number = *next;
                Self::Object(number, Box::new(of.renumbered(next)))
            }
            Self::Struct(fields) => Self::Struct(all(fields, next)),
            Self::Variant(id, fields) => Self::Variant(*id, all(fields, next)),
            _ => self.clone(),
        }
    }
}
