//! What a value retained of a text, met again where the value is shown.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::String;
use core::cell::{Cell, RefCell};

use crate::Unknown;
use crate::rows::Retained;

/// The table and row of an object; none is the value itself.
pub(crate) type Place = Option<(usize, usize)>;

/// What is held, by objects and the names of structs and variants, in the order of the value.
type Queues = BTreeMap<(Place, (String, String)), VecDeque<Unknown>>;

/// What the structs and variants of a value hold, as far as no visit has met it.
#[derive(Clone, Debug)]
pub(crate) struct Holders(Queues);

/// A visit of the rows that meets what is held.
#[derive(Debug)]
pub(crate) struct Meeting {
    left: RefCell<Holders>,
    object: Cell<Place>,
}

impl Holders {
    pub(crate) fn new(retained: Retained) -> Self {
        let mut queues = Queues::new();
        for held in retained.list {
            queues.entry((held.object, held.key)).or_default().push_back(held.held);
        }
        Self(queues)
    }

    /// A visit that starts with the value itself.
    pub(crate) fn meeting(&self) -> Meeting {
        Meeting { left: RefCell::new(self.clone()), object: Cell::new(None) }
    }

    /// What the next struct or variant of these names holds in an object.
    pub(crate) fn next(&mut self, object: Place, key: (String, String)) -> Option<Unknown> {
        self.0.get_mut(&(object, key))?.pop_front()
    }
}

impl Meeting {
    /// Goes to another object, and gives the one that the visit comes from.
    pub(crate) fn go_to(&self, object: Place) -> Place {
        self.object.replace(object)
    }

    /// What the struct or variant holds that was begun; the writer met them in the same order. A variant
    /// that is unknown has no name.
    pub(crate) fn next(&self, ty: &str, variant: &str) -> Option<Unknown> {
        self.left.borrow_mut().next(self.object.get(), (ty.into(), variant.into()))
    }
}

impl Unknown {
    /// The key of a field of today in the text, or none if it has no such field.
    pub(crate) fn key<'n>(&'n self, name: &'n str) -> Option<&'n str> {
        let keys = self.text().map(|text| text.keys.as_slice()).unwrap_or_default();
        match keys.iter().find(|(known, _)| *known == name) {
            Some((_, key)) => key.as_deref(),
            None => Some(name),
        }
    }
}
