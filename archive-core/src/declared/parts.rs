//! The parts of a value that is visited.

use core::fmt::{self, Display};

use crate::{Field, Scope, Step, Type};

/// A part that has begun, and how much of it was visited.
pub(super) enum Open {
    Fields { fields: &'static [Field], version: u32, next: usize },
    Tuple { parts: Parts, len: usize, next: usize },
    List { element: &'static Type, len: usize, next: usize },
    Map { key: &'static Type, value: &'static Type, len: usize, next: usize },
}

impl Open {
    /// The type of the part that a step leads to, if it is the next one.
    pub(super) fn part(&mut self, step: Step<'_>) -> Option<&'static Type> {
        match (self, step) {
            (Self::Fields { fields, version, next }, Step::Field(_, index)) => {
                // Fields that the version lacks are not visited.
                let skipped = fields.get(*next..index)?;
                if skipped.iter().any(|field| field.lifespan.contains(*version)) {
                    return None;
                }
                *next = index.saturating_add(1);
                fields.get(index).map(|field| field.ty)
            }
            (Self::Tuple { parts, len, next }, Step::Element(index)) => {
                pass(next, *len, index)?;
                parts.get(index)
            }
            (Self::List { element, len, next }, Step::Element(index)) => {
                pass(next, *len, index)?;
                Some(element)
            }
            (Self::Map { key, len, next, .. }, Step::Key(index)) => {
                (*next == index && index < *len).then_some(key)
            }
            (Self::Map { value, len, next, .. }, Step::Value(index)) => {
                pass(next, *len, index)?;
                Some(value)
            }
            _ => None,
        }
    }
}

/// A step that leads to the current part.
pub(super) struct Way {
    /// How many parts had begun before it.
    pub(super) open: usize,
    /// The scope of a field.
    scope: Option<Scope>,
    step: Step<'static>,
}

impl Way {
    pub(super) fn new(open: usize, step: Step<'_>) -> Self {
        let (scope, step) = match step {
            Step::Field(scope, index) => (Some(*scope), Step::Element(index)),
            Step::Element(index) => (None, Step::Element(index)),
            Step::Key(index) => (None, Step::Key(index)),
            Step::Value(index) => (None, Step::Value(index)),
        };
        Self { open, scope, step }
    }

    pub(super) fn step(&self) -> Step<'_> {
        match (&self.scope, self.step) {
            (Some(scope), Step::Element(index)) => Step::Field(scope, index),
            (_, step) => step,
        }
    }
}

/// The types of an array or a tuple.
#[derive(Clone, Copy)]
pub(super) enum Parts {
    Same(&'static Type),
    Each(&'static [&'static Type]),
}

impl Parts {
    fn get(self, index: usize) -> Option<&'static Type> {
        match self {
            Self::Same(ty) => Some(ty),
            Self::Each(types) => types.get(index).copied(),
        }
    }
}

/// Visits the next of several parts.
fn pass(next: &mut usize, len: usize, index: usize) -> Option<()> {
    let is_next = *next == index && index < len;
    *next = next.saturating_add(1);
    is_next.then_some(())
}

/// What `serialize` visits, for messages; they are made only if it departs from its type.
#[derive(Clone, Copy)]
pub(super) enum Visited {
    Primitive(&'static str),
    Struct(&'static str),
    Enum(&'static str),
    Unknown(&'static str),
    /// So many parts of an array or tuple.
    Parts(usize),
    Plain(&'static str),
}

impl Display for Visited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Primitive(name) => write!(f, "`{name}`"),
            Self::Struct(name) => write!(f, "the struct `{name}`"),
            Self::Enum(name) => write!(f, "the enum `{name}`"),
            Self::Unknown(name) => write!(f, "an unknown variant of `{name}`"),
            Self::Parts(count) => write!(f, "an array or tuple of {count} parts"),
            Self::Plain(what) => f.write_str(what),
        }
    }
}
