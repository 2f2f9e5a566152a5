//! The elements of lists, and the keys and values of maps.

use alloc::format;
use core::slice::Iter;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess};

use super::super::to_data::Refused;
use super::Lent;
use super::path::{Part, Path};
use crate::plain::Data;

/// The elements of a list.
pub(super) struct List<'de, 'p, const READABLE: bool> {
    values: Iter<'de, Data>,
    taken: usize,
    path: &'p Path<'de>,
}

impl<'de, 'p, const READABLE: bool> List<'de, 'p, READABLE> {
    pub(super) fn new(values: &'de [Data], path: &'p Path<'de>) -> Self {
        Self { values: values.iter(), taken: 0, path }
    }

    /// Fails if there are elements that were not taken.
    pub(super) fn end(&self) -> Result<(), Refused> {
        end("elements", self.taken, self.values.len())
    }
}

/// Fails if there are parts that were not taken.
fn end(what: &str, taken: usize, left: usize) -> Result<(), Refused> {
    match left {
        0 => Ok(()),
        _ => {
            let found = taken.saturating_add(left);
            Err(Refused::custom(format!("expected {taken} {what}, found {found}")))
        }
    }
}

impl<'de, const READABLE: bool> SeqAccess<'de> for List<'de, '_, READABLE> {
    type Error = Refused;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Refused> {
        let Some(data) = self.values.next() else { return Ok(None) };
        let (path, part) = (self.path, Part::Element(self.taken));
        self.taken = self.taken.saturating_add(1);
        path.within(part, || seed.deserialize(Lent::<READABLE>::new(data, path))).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.values.len())
    }
}

/// The entries of a map.
pub(super) struct Map<'de, 'p, const READABLE: bool> {
    entries: Iter<'de, (Data, Data)>,
    taken: usize,
    /// The value of the key that was taken last.
    value: Option<(Part<'de>, &'de Data)>,
    path: &'p Path<'de>,
}

impl<'de, 'p, const READABLE: bool> Map<'de, 'p, READABLE> {
    pub(super) fn new(entries: &'de [(Data, Data)], path: &'p Path<'de>) -> Self {
        Self { entries: entries.iter(), taken: 0, value: None, path }
    }

    /// Fails if there are entries that were not taken.
    pub(super) fn end(&self) -> Result<(), Refused> {
        end("entries", self.taken, self.entries.len())
    }
}

impl<'de, const READABLE: bool> MapAccess<'de> for Map<'de, '_, READABLE> {
    type Error = Refused;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Refused> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        let (path, place) = (self.path, self.taken);
        self.taken = self.taken.saturating_add(1);
        self.value = Some((Part::of_entry(key, place), value));
        let key = Lent::<READABLE> { data: key, path, is_key: true };
        path.within(Part::Key(place), || seed.deserialize(key)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Refused> {
        let Some((part, data)) = self.value.take() else {
            return Err(Refused::custom("a value without a key"));
        };
        let path = self.path;
        path.within(part, || seed.deserialize(Lent::<READABLE>::new(data, path)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}
