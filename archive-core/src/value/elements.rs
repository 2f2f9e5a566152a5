//! The elements of a sequence, whichever [`Value`] variant holds them.

use alloc::borrow::Cow;
use core::cmp::Ordering;

use super::{Numbers, Value};

/// The elements of a sequence: a list, numbers or bytes.
#[derive(Clone, Copy)]
pub(crate) enum Elements<'v, 'a> {
    Values(&'v [Value<'a>]),
    Numbers(&'v Numbers<'a>),
    Bytes(&'v [u8]),
}

impl<'v, 'a> Elements<'v, 'a> {
    /// The elements of a value, if it is a sequence.
    pub(crate) fn of(value: &'v Value<'a>) -> Option<Self> {
        match value {
            Value::List(values) => Some(Self::Values(values)),
            Value::Numbers(numbers) => Some(Self::Numbers(numbers)),
            Value::Bytes(bytes) => Some(Self::Bytes(bytes)),
            _ => None,
        }
    }

    pub(crate) fn len(self) -> usize {
        match self {
            Self::Values(values) => values.len(),
            Self::Numbers(numbers) => numbers.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }

    pub(crate) fn get(self, index: usize) -> Option<Cow<'v, Value<'a>>> {
        match self {
            Self::Values(values) => values.get(index).map(Cow::Borrowed),
            Self::Numbers(numbers) => numbers.get(index).map(Cow::Owned),
            Self::Bytes(bytes) => bytes.get(index).map(|byte| Cow::Owned(Value::U8(*byte))),
        }
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Cow<'v, Value<'a>>> {
        (0..self.len()).filter_map(move |index| self.get(index))
    }

    pub(super) fn cmp(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Values(a), Self::Values(b)) => a.cmp(b),
            (Self::Bytes(a), Self::Bytes(b)) => a.cmp(b),
            (Self::Numbers(a), Self::Numbers(b)) if a.are_those_of(b) => Ordering::Equal,
            (a, b) => a.iter().cmp(b.iter()),
        }
    }
}
