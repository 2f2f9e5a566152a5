//! Where in a value of serde's data model a type refused it.

use alloc::vec::Vec;
use core::cell::RefCell;

use crate::plain::Data;
use crate::{Error, Step};

/// A step into a value.
#[derive(Clone, Copy)]
pub(super) enum Part<'de> {
    Element(usize),
    /// The key of an entry.
    Key(usize),
    /// The value of an entry, by its place.
    Value(usize),
    Name(&'de str),
}

impl<'de> Part<'de> {
    /// The value of the entry with this key.
    pub(super) fn of_entry(key: &'de Data, place: usize) -> Self {
        match key {
            Data::Str(name) => Self::Name(name),
            _ => Self::Value(place),
        }
    }
}

/// The steps to what was refused, the innermost first.
#[derive(Default)]
pub(super) struct Path<'de>(RefCell<Vec<Part<'de>>>);

impl<'de> Path<'de> {
    /// Reads a part. A type may try something else if it does not accept one, so the parts of earlier ones do not count.
    pub(super) fn within<T, E>(
        &self,
        part: Part<'de>,
        read: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        self.0.borrow_mut().clear();
        let read = read();
        let mut parts = self.0.borrow_mut();
        match read {
            Ok(_) => parts.clear(),
            Err(_) => parts.push(part),
        }
        read
    }

    /// Adds the path to an error.
    pub(super) fn locate(&self, error: Error) -> Error {
        self.0.borrow().iter().fold(error, |error, part| match part {
            Part::Element(index) => error.within(Step::Element(*index)),
            Part::Key(index) => error.within(Step::Key(*index)),
            Part::Value(index) => error.within(Step::Value(*index)),
            Part::Name(name) => error.in_part(name),
        })
    }
}
