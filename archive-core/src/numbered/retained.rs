//! Finds the data that a value retained of a text again while the value is shown.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::String;
use core::cell::{Cell, RefCell};

use crate::Unknown;
use crate::rows::Retained;

/// The table and row of an object; `None` for the value itself.
pub(crate) type Place = Option<(usize, usize)>;

/// Retained data by object and by the names of type and variant, each in the order of the value.
type Queues = BTreeMap<(Place, (String, String)), VecDeque<Unknown>>;

/// The data that the structs and variants of a value retained.
#[derive(Clone, Debug)]
pub(crate) struct Holders(Queues);

/// A visit of the rows, which takes each holder's data when it comes to the holder.
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

    /// A visit that starts at the value itself.
    pub(crate) fn meeting(&self) -> Meeting {
        Meeting { left: RefCell::new(self.clone()), object: Cell::new(None) }
    }

    /// What the next struct or variant with these names in an object retained.
    pub(crate) fn next(&mut self, object: Place, key: (String, String)) -> Option<Unknown> {
        self.0.get_mut(&(object, key))?.pop_front()
    }
}

impl Meeting {
    /// Moves to another object. Returns the one that the visit comes from.
    pub(crate) fn go_to(&self, object: Place) -> Place {
        self.object.replace(object)
    }

    /// What the current struct or variant retained. The writer has visited them in the same order. An unknown variant
    /// has the name "".
    pub(crate) fn next(&self, ty: &str, variant: &str) -> Option<Unknown> {
        self.left.borrow_mut().next(self.object.get(), (ty.into(), variant.into()))
    }
}

impl Unknown {
    /// The key in the text of one of today's fields; `None` if the text did not have the field.
    pub(crate) fn key<'n>(&'n self, name: &'n str) -> Option<&'n str> {
        let keys = self.text().map(|text| text.keys.as_slice()).unwrap_or_default();
        match keys.iter().find(|(known, _)| *known == name) {
            Some((_, key)) => key.as_deref(),
            None => Some(name),
        }
    }
}
