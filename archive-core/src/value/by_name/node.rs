//! Where a reader stands in a value, and what of it is open.

use alloc::format;

use super::quantity::Quantity;
use super::refused::{a, expected, nothing, too_large};
use crate::error::shown;
use crate::value::elements::Elements;
use crate::value::graph::{BY_VALUE, GRAPH};
use crate::value::{Compound, Value};
use crate::{Error, Identity, Primitive, PrimitiveKind};

/// What comes next.
#[derive(Clone, Copy)]
pub(super) enum Node<'v, 'a> {
    Value(&'v Value<'a>),
    /// A number out of a sequence of them.
    Number(Quantity),
}

/// What was begun and not yet ended.
pub(super) enum Open<'v, 'a> {
    /// A struct or variant: whose it is, by which plan it is read, and what is stored.
    Scope {
        id: &'static Identity,
        plan: usize,
        stored: &'v Compound<'a>,
    },
    Items(Elements<'v, 'a>),
    Entries(&'v [(Value<'a>, Value<'a>)]),
}

impl<'v, 'a> Node<'v, 'a> {
    /// The value that is meant where no option is: what is in one.
    pub(super) fn in_options(self) -> Self {
        let mut node = self;
        while let Self::Value(Value::Option(Some(inner))) = node {
            node = Self::Value(inner);
        }
        node
    }

    /// The elements, if it is a sequence.
    pub(super) fn items(self) -> Result<Elements<'v, 'a>, Error> {
        match self.in_options() {
            Self::Value(Value::Tuple(values)) => Ok(Elements::Values(values)),
            Self::Value(value) => Elements::of(value).ok_or_else(|| self.strange("a list")),
            Self::Number(_) => Err(self.strange("a list")),
        }
    }

    /// The entries, if it is a map.
    pub(super) fn entries(self) -> Result<&'v [(Value<'a>, Value<'a>)], Error> {
        match self.in_options() {
            Self::Value(Value::Map(entries)) => Ok(entries),
            _ => Err(self.strange("a map")),
        }
    }

    /// The number, if it is one.
    pub(super) fn quantity(self) -> Option<Quantity> {
        match self.in_options() {
            Self::Value(value) => Quantity::of(value),
            Self::Number(number) => Some(number),
        }
    }

    /// The number that it is, as another kind.
    pub(super) fn to_number(self, kind: PrimitiveKind) -> Result<Primitive<'static>, Error> {
        let quantity = self.quantity().ok_or_else(|| self.strange(&a(kind.name())))?;
        quantity.to(kind).ok_or_else(|| too_large(quantity, kind))
    }

    /// The error of something else that is stored here than what was expected.
    #[cold]
    pub(super) fn strange(self, asked: &str) -> Error {
        match self.in_options() {
            Self::Value(Value::Option(None)) => nothing(asked),
            Self::Value(Value::Struct(it)) if it.type_name() == GRAPH => {
                expected("a value with objects of its own", asked).with_help(BY_VALUE)
            }
            Self::Value(Value::Struct(it)) => {
                expected(&format!("the struct `{}`", shown(it.type_name())), asked)
            }
            Self::Value(Value::Variant(it)) => {
                expected(&format!("the enum `{}`", shown(it.type_name())), asked)
            }
            Self::Value(value) => expected(&a(value.kind()), asked),
            Self::Number(_) => expected("a number", asked),
        }
    }
}

impl<'v, 'a> Elements<'v, 'a> {
    /// The element at an index, to be read.
    pub(super) fn node(self, index: usize) -> Option<Node<'v, 'a>> {
        match self {
            Self::Values(values) => values.get(index).map(Node::Value),
            Self::Numbers(numbers) => {
                numbers.get(index).and_then(|number| Quantity::of(&number)).map(Node::Number)
            }
            Self::Bytes(bytes) => {
                bytes.get(index).map(|byte| Node::Number(Quantity::Whole(i128::from(*byte))))
            }
        }
    }
}

impl<'a> Node<'_, 'a> {
    /// The text, the bytes or another value without parts that is no number, if it is one.
    pub(super) fn plain(self) -> Option<Primitive<'a>> {
        let Self::Value(value) = self.in_options() else { return None };
        match value {
            Value::Unit => Some(Primitive::Unit),
            Value::Bool(value) => Some(Primitive::Bool(*value)),
            Value::Char(value) => Some(Primitive::Char(*value)),
            Value::Str(text) => Some(Primitive::Str(text.clone())),
            Value::Bytes(bytes) => Some(Primitive::Bytes(bytes.clone())),
            _ => None,
        }
    }
}
