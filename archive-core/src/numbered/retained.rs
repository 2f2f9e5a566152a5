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

/// What the structs and variants of a value hold.
#[derive(Debug)]
pub(crate) struct Holders(Queues);

/// What of that was not met yet, by a visit of the rows.
#[derive(Debug)]
pub(crate) struct Meeting {
    left: RefCell<Queues>,
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
        Meeting { left: RefCell::new(self.0.clone()), object: Cell::new(None) }
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
        let key = (self.object.get(), (ty.into(), variant.into()));
        self.left.borrow_mut().get_mut(&key)?.pop_front()
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
