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
    /// A link to the object with this number, which is none if nothing owns it.
    Weak(Option<usize>),
    /// A shared object: those with the same number are the same.
    Object(usize, Box<Value>),
    Struct(BTreeMap<usize, Value>),
    Variant(usize, BTreeMap<usize, Value>),
    /// An object of a class of the trait.
    Class(usize, Box<Value>),
    /// What the function around calls by this name.
    Variable(String),
    /// An object of a class that the program does not know.
    Stranger,
}

impl Value {
    /// Whether it contains an object that only an archive can have.
    pub fn has_stranger(&self) -> bool {
        match self {
            Self::Stranger => true,
            Self::Some(of) | Self::Object(_, of) | Self::Class(_, of) => of.has_stranger(),
            Self::List(of) => of.iter().any(Self::has_stranger),
            Self::Map(of) => of.iter().any(|(_, value)| value.has_stranger()),
            Self::Struct(fields) | Self::Variant(_, fields) => {
                fields.values().any(Self::has_stranger)
            }
            _ => false,
        }
    }

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
            Self::Class(id, of) => Self::Class(*id, Box::new(of.renumbered(next))),
            Self::Struct(fields) => Self::Struct(all(fields, next)),
            Self::Variant(id, fields) => Self::Variant(*id, all(fields, next)),
            _ => self.clone(),
        }
    }
}
