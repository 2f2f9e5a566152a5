//! Steps: the parts of a path into a value.

use crate::Scope;

/// A step from a value into one of its parts; a path is a sequence of steps.
#[derive(Clone, Copy, Debug)]
pub enum Step<'r> {
    /// Into the field at an index of a scope's fields.
    Field(&'r Scope, usize),
    /// Into the element at an index of a list, a set, an array or a tuple.
    Element(usize),
    /// Into the key of the entry at an index of a map.
    Key(usize),
    /// Into the value of the entry at an index of a map.
    Value(usize),
}
