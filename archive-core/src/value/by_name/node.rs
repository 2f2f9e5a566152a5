//! The reader's position in a value, and the open parts around it.

use alloc::format;

use super::quantity::Quantity;
use super::refused::{a, expected, nothing, too_large};
use crate::error::shown;
use crate::value::elements::Elements;
use crate::value::graph::{BY_VALUE, GRAPH};
use crate::value::scalar::single;
use crate::value::{Compound, Value};
use crate::{Error, Identity, Primitive, PrimitiveKind};

/// The next value.
#[derive(Clone, Copy)]
pub(super) enum Node<'v, 'a> {
    Value(&'v Value<'a>),
    /// A number in a compact sequence.
    Number(Quantity),
}

/// A part that was begun and has not ended.
pub(super) enum Open<'v, 'a> {
    /// A struct or variant: its type, the index of its plan, and the stored record.
    Scope {
        id: &'static Identity,
        plan: usize,
        stored: &'v Compound<'a>,
    },
    Items(Elements<'v, 'a>),
    Entries(&'v [(Value<'a>, Value<'a>)]),
}

impl<'v, 'a> Node<'v, 'a> {
    /// The innermost value, where no option is expected.
    pub(super) fn in_options(self) -> Self {
        let mut node = self;
        while let Self::Value(Value::Option(Some(inner))) = node {
            node = Self::Value(inner);
        }
        node
    }

    /// The elements, if this is a sequence.
    pub(super) fn items(self) -> Result<Elements<'v, 'a>, Error> {
        match self.in_options() {
            Self::Value(Value::Tuple(values)) => Ok(Elements::Values(values)),
            Self::Value(value) => Elements::of(value).ok_or_else(|| self.strange("a list")),
            Self::Number(_) => Err(self.strange("a list")),
        }
    }

    /// The entries, if this is a map.
    pub(super) fn entries(self) -> Result<&'v [(Value<'a>, Value<'a>)], Error> {
        match self.in_options() {
            Self::Value(Value::Map(entries)) => Ok(entries),
            _ => Err(self.strange("a map")),
        }
    }

    /// The number, if this is one.
    pub(super) fn quantity(self) -> Option<Quantity> {
        match self.in_options() {
            Self::Value(value) => Quantity::of(value),
            Self::Number(number) => Some(number),
        }
    }

    /// Converts the number to another kind.
    pub(super) fn to_number(self, kind: PrimitiveKind) -> Result<Primitive<'static>, Error> {
        let quantity = self.quantity().ok_or_else(|| self.strange(&a(kind.name())))?;
        quantity.to(kind).ok_or_else(|| too_large(quantity, kind))
    }

    /// The `f32` that is meant by a literal.
    pub(super) fn literal(self, kind: PrimitiveKind) -> Option<Primitive<'static>> {
        match (kind, self.quantity()) {
            (PrimitiveKind::F32, Some(Quantity::Double(number))) => {
                single(number).map(Primitive::F32)
            }
            _ => None,
        }
    }

    /// The error for a stored value that is not of the expected kind.
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
    /// The element at an index, as a node.
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
    /// The value, if it has no parts and is not a number.
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
