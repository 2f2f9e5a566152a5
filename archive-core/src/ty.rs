//! Types, as the descriptions of fields refer to them.

use crate::{PrimitiveKind, Shape};

/// A type: its kind, and the size of its values in memory.
///
/// ```
/// use archive::{Describe, Kind};
///
/// assert!(matches!(<Vec<String>>::TYPE.kind, Kind::List(_)));
/// assert_eq!(<u32>::TYPE.memory, 4);
/// ```
#[derive(Debug)]
pub struct Type {
    /// The kind of the type.
    pub kind: Kind,
    /// The size of a value in memory, in bytes; 0 for unsized types.
    pub memory: usize,
}

impl Type {
    /// Returns the shape of a struct or an enum, also behind owning pointers.
    #[must_use]
    pub fn shape(&self) -> Option<&'static Shape> {
        match self.kind {
            Kind::Named(shape) => Some(shape()),
            Kind::Boxed(inner) => inner.shape(),
            _ => None,
        }
    }

    /// Whether the bytes of a value may differ in older versions; see [`Size::evolves`](crate::Size).
    pub(crate) fn evolves(&self) -> bool {
        match self.kind {
            Kind::Named(shape) => shape().size().evolves,
            Kind::Option(inner) | Kind::Array(inner, _) => inner.evolves(),
            Kind::Tuple(parts) => parts.iter().any(|part| part.evolves()),
            _ => false,
        }
    }
}

impl Kind {
    /// Whether it is a number, or nested arrays of numbers.
    pub(crate) const fn is_run(&self) -> bool {
        match self {
            Self::Primitive(kind) => {
                !matches!(kind, PrimitiveKind::Unit | PrimitiveKind::Str | PrimitiveKind::Bytes)
            }
            Self::Array(inner, _) => inner.kind.is_run(),
            _ => false,
        }
    }

    /// The types that it consists of, not including the fields of a struct or enum.
    pub(crate) fn parts(self) -> impl Iterator<Item = &'static Type> {
        let none: &[&Type] = &[];
        let (first, second, others) = match self {
            Self::Primitive(_) | Self::Named(_) => (None, None, none),
            Self::Option(inner)
            | Self::List(inner)
            | Self::Heap(inner)
            | Self::Set(inner)
            | Self::HashSet(inner)
            | Self::Array(inner, _)
            | Self::Boxed(inner)
            | Self::Shared(inner) => (Some(inner), None, none),
            Self::Map(key, value) | Self::HashMap(key, value) => (Some(key), Some(value), none),
            Self::Tuple(parts) => (None, None, parts),
        };
        first.into_iter().chain(second).chain(others.iter().copied())
    }
}

/// The kind of a type's data.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A number, text or another value without parts.
    Primitive(PrimitiveKind),
    /// An optional value.
    Option(&'static Type),
    /// Any number of values in an order that matters.
    List(&'static Type),
    /// Any number of values in ascending order: `BinaryHeap`.
    Heap(&'static Type),
    /// Distinct values in ascending order.
    Set(&'static Type),
    /// Distinct values in the order of their encoded bytes.
    HashSet(&'static Type),
    /// Distinct keys in ascending order, each with a value.
    Map(&'static Type, &'static Type),
    /// Distinct keys in the order of their encoded bytes, each with a value.
    HashMap(&'static Type, &'static Type),
    /// A fixed number of values of one type.
    Array(&'static Type, usize),
    /// A fixed number of values of several types.
    Tuple(&'static [&'static Type]),
    /// A value behind an owning pointer: the same data as the value itself.
    Boxed(&'static Type),
    /// A shared value, which several pointers may own. Only `Rc`, `Arc` and their weak pointers visit what it declares; a pointer
    /// of one's own declares [`Boxed`](Self::Boxed) and saves a copy for each owner, or contains one of these.
    Shared(&'static Type),
    /// A struct or an enum. It is a function because the constant of a recursive type would be infinite.
    Named(fn() -> &'static Shape),
}
