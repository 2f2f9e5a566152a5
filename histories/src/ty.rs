//! The types of fields.

use crate::value::Value;

/// A type of a field. Structs and enums are known by their numbers, which stay when their names change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Bool,
    Char,
    Text,
    Int(Int),
    F32,
    F64,
    Option(Box<Ty>),
    List(List, Box<Ty>),
    Array(Box<Ty>, usize),
    Tuple(Vec<Ty>),
    Boxed(Box<Ty>),
    Shared(Shared, Box<Ty>),
    Map(Map, Box<Ty>, Box<Ty>),
    Named(usize),
    /// A generic struct with its argument.
    Of(usize, Box<Ty>),
    /// The parameter of the generic struct around.
    Param,
    /// A value of another crate around one of a type, which a module stores as that.
    Foreign(Module, Box<Ty>),
}

/// A module of the harness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Module {
    /// Clones what it stores.
    Cloned,
    /// Lends it.
    Lent,
}

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    pub is_signed: bool,
    pub bits: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    Vec,
    VecDeque,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shared {
    Rc,
    Arc,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    BTree,
    Hash,
}

impl Int {
    /// The smallest value and the largest, which is cut to what an `i128` holds.
    pub fn range(self) -> (i128, i128) {
        match (self.is_signed, self.bits) {
            (true, 128) => (i128::MIN, i128::MAX),
            (false, 128) => (0, i128::MAX),
            (true, bits) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            (false, bits) => (0, (1 << bits) - 1),
        }
    }

    /// Whether it holds all values of another type.
    pub fn holds(self, other: Self) -> bool {
        match (self.is_signed, other.is_signed) {
            (true, true) | (false, false) => self.bits >= other.bits,
            (true, false) => self.bits > other.bits,
            (false, true) => false,
        }
    }

    /// What `wrapping_add` gives.
    pub fn sum(self, one: &Value, other: &Value) -> Value {
        let bits = |value: &Value| match value {
            Value::Int(value) => *value as u128,
            Value::Big(value) => *value,
            _ => 0,
        };
        let sum = bits(one).wrapping_add(bits(other));
        let spare = 128 - self.bits;
        if self.is_signed {
            return Value::Int(((sum << spare) as i128) >> spare);
        }
        let sum = (sum << spare) >> spare;
        i128::try_from(sum).map_or(Value::Big(sum), Value::Int)
    }

    pub fn name(self) -> String {
        format!("{}{}", if self.is_signed { "i" } else { "u" }, self.bits)
    }
}

impl Ty {
    pub fn boxed(self) -> Self {
        Self::Boxed(Box::new(self))
    }

    pub fn optional(self) -> Self {
        Self::Option(Box::new(self))
    }

    pub fn list(self) -> Self {
        Self::List(List::Vec, Box::new(self))
    }

    /// As Rust writes it, with the names that structs and enums have in a program.
    pub fn rust(&self, name: &dyn Fn(usize) -> String) -> String {
        match self {
            Self::Bool => "bool".into(),
            Self::Char => "char".into(),
            Self::Text => "String".into(),
            Self::Int(int) => int.name(),
            Self::F32 => "f32".into(),
            Self::F64 => "f64".into(),
            Self::Option(of) => format!("Option<{}>", of.rust(name)),
            Self::List(list, of) => format!("{list:?}<{}>", of.rust(name)),
            Self::Array(of, length) => format!("[{}; {length}]", of.rust(name)),
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.rust(name)).collect();
                format!("({})", parts.join(", "))
            }
            Self::Boxed(of) => format!("Box<{}>", of.rust(name)),
            Self::Shared(shared, of) => format!("{shared:?}<{}>", of.rust(name)),
            Self::Map(map, key, of) => {
                format!("{map:?}Map<{}, {}>", key.rust(name), of.rust(name))
            }
            Self::Named(number) => name(*number),
            Self::Of(number, argument) => format!("{}<{}>", name(*number), argument.rust(name)),
            Self::Param => "T".into(),
            Self::Foreign(_, of) => format!("Foreign<{}>", of.rust(name)),
        }
    }

    /// The type that is stored.
    pub fn stored(&self) -> Self {
        let stored = |of: &Self| Box::new(of.stored());
        match self {
            Self::Foreign(_, of) => of.stored(),
            Self::Option(of) => Self::Option(stored(of)),
            Self::List(list, of) => Self::List(*list, stored(of)),
            Self::Array(of, length) => Self::Array(stored(of), *length),
            Self::Boxed(of) => Self::Boxed(stored(of)),
            Self::Map(map, key, of) => Self::Map(*map, key.clone(), stored(of)),
            _ => self.clone(),
        }
    }

    /// The modules that store it, as the attribute has them.
    pub fn module(&self, name: &dyn Fn(usize) -> String) -> Option<String> {
        Some(match self {
            Self::Foreign(Module::Cloned, of) => format!("cloned<{}>", of.rust(name)),
            Self::Foreign(Module::Lent, of) => format!("lent<{}>", of.rust(name)),
            Self::Option(of) => format!("Option<{}>", of.module(name)?),
            Self::List(list, of) => format!("{list:?}<{}>", of.module(name)?),
            Self::Array(of, length) => format!("[{}; {length}]", of.module(name)?),
            Self::Boxed(of) => format!("Box<{}>", of.module(name)?),
            Self::Map(map, _, of) => format!("{map:?}Map<_, {}>", of.module(name)?),
            _ => return None,
        })
    }

    /// The type in a generic struct with this argument.
    pub fn with(&self, argument: &Self) -> Self {
        let with = |of: &Self| Box::new(of.with(argument));
        match self {
            Self::Param => argument.clone(),
            Self::Option(of) => Self::Option(with(of)),
            Self::List(list, of) => Self::List(*list, with(of)),
            Self::Array(of, length) => Self::Array(with(of), *length),
            Self::Tuple(parts) => {
                Self::Tuple(parts.iter().map(|part| part.with(argument)).collect())
            }
            Self::Boxed(of) => Self::Boxed(with(of)),
            Self::Shared(shared, of) => Self::Shared(*shared, with(of)),
            Self::Map(map, key, of) => Self::Map(*map, with(key), with(of)),
            Self::Of(number, of) => Self::Of(*number, with(of)),
            Self::Foreign(module, of) => Self::Foreign(*module, with(of)),
            _ => self.clone(),
        }
    }

    /// Whether it depends on the parameter of the struct around.
    pub fn has_param(&self) -> bool {
        *self != self.with(&Self::Bool)
    }

    /// Whether it contains no struct or enum.
    pub fn is_plain(&self) -> bool {
        self.named().is_empty() && !self.has_param()
    }

    /// The structs and enums that it holds in place.
    pub fn held(&self) -> Vec<usize> {
        match self {
            Self::Named(number) => vec![*number],
            Self::Of(number, of) => [vec![*number], of.held()].concat(),
            Self::Option(of) | Self::Array(of, _) | Self::Foreign(_, of) => of.held(),
            Self::Tuple(parts) => parts.iter().flat_map(Self::held).collect(),
            _ => Vec::new(),
        }
    }

    /// The structs and enums in it.
    pub fn named(&self) -> Vec<usize> {
        match self {
            Self::Named(number) => vec![*number],
            Self::Of(number, of) => [vec![*number], of.named()].concat(),
            Self::Option(of)
            | Self::List(_, of)
            | Self::Array(of, _)
            | Self::Boxed(of)
            | Self::Shared(_, of)
            | Self::Foreign(_, of) => of.named(),
            Self::Map(_, key, of) => [key.named(), of.named()].concat(),
            Self::Tuple(parts) => parts.iter().flat_map(Self::named).collect(),
            _ => Vec::new(),
        }
    }
}
