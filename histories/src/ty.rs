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
    /// A link to a shared object that does not own it.
    Weak(Shared, Box<Ty>),
    Cell(Box<Ty>),
    Map(Map, Box<Ty>, Box<Ty>),
    Set(Map, Box<Ty>),
    /// An object of the trait, which stands behind a pointer.
    Dyn,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shared {
    Rc,
    Arc,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    BTree,
    Hash,
}

impl Map {
    pub fn other(self) -> Self {
        if self == Self::Hash { Self::BTree } else { Self::Hash }
    }
}

impl Shared {
    /// Where its weak pointer is.
    pub fn module(self) -> &'static str {
        match self {
            Self::Rc => "rc",
            Self::Arc => "sync",
        }
    }
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

    pub fn cell(self) -> Self {
        Self::Cell(Box::new(self))
    }

    /// A link to what a shared pointer leads to.
    pub fn weak(&self) -> Option<Self> {
        match self {
            Self::Shared(shared, of) => Some(Self::Weak(*shared, of.clone())),
            _ => None,
        }
    }

    /// Whether it has a link, not counting those in structs and enums.
    pub fn has_link(&self) -> bool {
        match self {
            Self::Weak(..) => true,
            Self::Option(of)
            | Self::List(_, of)
            | Self::Array(of, _)
            | Self::Boxed(of)
            | Self::Cell(of)
            | Self::Shared(_, of)
            | Self::Map(_, _, of)
            | Self::Foreign(_, of) => of.has_link(),
            Self::Tuple(parts) => parts.iter().any(Self::has_link),
            _ => false,
        }
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
            Self::Weak(shared, of) => format!("{}::Weak<{}>", shared.module(), of.rust(name)),
            Self::Cell(of) => format!("RefCell<{}>", of.rust(name)),
            Self::Map(map, key, of) => {
                format!("{map:?}Map<{}, {}>", key.rust(name), of.rust(name))
            }
            Self::Set(set, of) => format!("{set:?}Set<{}>", of.rust(name)),
            Self::Dyn => "dyn Role".into(),
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
            Self::Weak(shared, of) => Self::Weak(*shared, with(of)),
            Self::Cell(of) => Self::Cell(with(of)),
            Self::Map(map, key, of) => Self::Map(*map, with(key), with(of)),
            Self::Of(number, of) => Self::Of(*number, with(of)),
            Self::Foreign(module, of) => Self::Foreign(*module, with(of)),
            _ => self.clone(),
        }
    }

    /// Whether an object may contain the parameter of the struct around, which then must own its data.
    pub fn may_share_param(&self) -> bool {
        match self {
            Self::Shared(_, of) | Self::Weak(_, of) | Self::Of(_, of) => of.has_param(),
            Self::Option(of)
            | Self::List(_, of)
            | Self::Array(of, _)
            | Self::Boxed(of)
            | Self::Cell(of)
            | Self::Map(_, _, of)
            | Self::Foreign(_, of) => of.may_share_param(),
            Self::Tuple(parts) => parts.iter().any(Self::may_share_param),
            _ => false,
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

    /// Whether its values have an order and a hash.
    pub fn is_key(&self) -> bool {
        match self {
            Self::Bool | Self::Char | Self::Text | Self::Int(_) => true,
            Self::Option(of) => of.is_key(),
            Self::Tuple(parts) => parts.iter().all(Self::is_key),
            _ => false,
        }
    }

    /// What a pointer leads to, if it has a size.
    pub fn content(&self) -> Option<&Self> {
        match self {
            Self::Boxed(of) | Self::Shared(_, of) => Some(&**of).filter(|of| **of != Self::Dyn),
            _ => None,
        }
    }

    /// The structs and enums that it holds in place.
    pub fn held(&self) -> Vec<usize> {
        match self {
            Self::Named(number) => vec![*number],
            Self::Of(number, of) => [vec![*number], of.held()].concat(),
            Self::Option(of) | Self::Array(of, _) | Self::Foreign(_, of) | Self::Cell(of) => {
                of.held()
            }
            Self::Tuple(parts) => parts.iter().flat_map(Self::held).collect(),
            _ => Vec::new(),
        }
    }

    /// The structs and enums in it. An object of the trait may be anything, the root as well.
    pub fn named(&self) -> Vec<usize> {
        match self {
            Self::Dyn => vec![0],
            Self::Named(number) => vec![*number],
            Self::Of(number, of) => [vec![*number], of.named()].concat(),
            Self::Option(of)
            | Self::List(_, of)
            | Self::Array(of, _)
            | Self::Boxed(of)
            | Self::Shared(_, of)
            | Self::Weak(_, of)
            | Self::Cell(of)
            | Self::Foreign(_, of) => of.named(),
            Self::Map(_, key, of) => [key.named(), of.named()].concat(),
            Self::Tuple(parts) => parts.iter().flat_map(Self::named).collect(),
            _ => Vec::new(),
        }
    }
}
