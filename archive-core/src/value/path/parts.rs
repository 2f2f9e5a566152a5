//! Replaces, inserts and removes parts of a value by position.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;

use crate::value::elements::Elements;
use crate::value::lookups::Places;
use crate::value::{Compound, Value};

impl<'a> Value<'a> {
    /// Replaces a part and returns the old one, if there is such a part.
    pub(in crate::value) fn replace_part(&mut self, place: usize, value: Self) -> Option<Self> {
        if place >= self.len() {
            return None;
        }
        match (&mut *self, &value) {
            (Self::Numbers(numbers), number) => {
                let old = numbers.get(place);
                if numbers.set(place, number) {
                    return old;
                }
            }
            (Self::Bytes(bytes), Self::U8(byte)) => {
                let old = bytes.to_mut().get_mut(place)?;
                return Some(Self::U8(mem::replace(old, *byte)));
            }
            _ => {}
        }
        self.part_mut(place).map(|part| mem::replace(part, value))
    }

    /// Whether the part at a position equals `value`.
    pub(in crate::value) fn is_part(&self, place: usize, value: &Self) -> bool {
        match Elements::of(self) {
            Some(elements) => elements.get(place).is_some_and(|it| *it == *value),
            None => self.part(place) == Some(value),
        }
    }

    /// Converts a number to the kind of the part at a position, if that fits it.
    pub(in crate::value) fn like_part(&self, place: usize, value: Self) -> Self {
        match self {
            Self::Numbers(numbers) => value.in_place_of(numbers.get(place).as_ref()),
            _ => value.in_place_of(self.part(place)),
        }
    }

    /// Inserts an element into a sequence or tuple. Returns `false` for other values, or if the position is
    /// past the end.
    pub(in crate::value) fn insert_element(&mut self, place: usize, value: Self) -> bool {
        if place > self.len() {
            return false;
        }
        let is_in = match (&mut *self, &value) {
            (Self::Numbers(numbers), number) => numbers.insert(place, number),
            (Self::Bytes(bytes), Self::U8(byte)) => {
                bytes.to_mut().insert(place, *byte);
                true
            }
            _ => false,
        };
        if is_in {
            return true;
        }
        self.loosen();
        match self {
            Self::List(values) | Self::Tuple(values) => {
                values.insert(place, value);
                true
            }
            _ => false,
        }
    }

    /// Moves an element of a sequence or tuple to another position, in time that grows with the distance. Returns `false` for
    /// other values, or if one of the positions is past the end.
    pub(in crate::value) fn move_element(&mut self, from: usize, to: usize) -> bool {
        match self {
            Self::List(values) | Self::Tuple(values) => rotate(values, from, to),
            Self::Bytes(bytes) => rotate(bytes.to_mut(), from, to),
            Self::Numbers(numbers) => numbers.move_to(from, to),
            _ => false,
        }
    }

    /// Removes a part and returns it, with its key if it is in a map.
    pub(in crate::value) fn remove_part(&mut self, place: usize) -> Option<(Option<Self>, Self)> {
        if place >= self.len() {
            return None;
        }
        match self {
            Self::List(values) | Self::Tuple(values) => Some((None, values.remove(place))),
            Self::Numbers(numbers) => numbers.remove(place).map(|number| (None, number)),
            Self::Bytes(bytes) => Some((None, Self::U8(bytes.to_mut().remove(place)))),
            Self::Map(entries) => {
                let (key, value) = entries.remove(place);
                Some((Some(key), value))
            }
            Self::Struct(it) | Self::Variant(it) => it.remove(place).map(|value| (None, value)),
            _ => None,
        }
    }
}

/// Moves an element to another position.
fn rotate<T>(list: &mut [T], from: usize, to: usize) -> bool {
    let Some(between) = list.get_mut(from.min(to)..=from.max(to)) else { return false };
    match from < to {
        true => between.rotate_left(1),
        false => between.rotate_right(1),
    }
    true
}

impl<'a> Compound<'a> {
    /// Inserts a field at a position. Returns `false` if the position is past the end.
    pub(in crate::value) fn insert(&mut self, place: usize, name: &str, value: Value<'a>) -> bool {
        if place > self.fields.len() || place > self.head.names.len() {
            return false;
        }
        Arc::make_mut(&mut self.head).insert(place, name);
        self.edit(|fields| fields.insert(place, value));
        true
    }

    pub(in crate::value) fn remove(&mut self, place: usize) -> Option<Value<'a>> {
        if place >= self.fields.len() || place >= self.head.names.len() {
            return None;
        }
        Arc::make_mut(&mut self.head).names.remove(place);
        Some(self.edit(|fields| fields.remove(place)))
    }

    /// Sets fields, adding them if necessary, in one pass: there may be many. `set` gets each that is here already.
    pub(crate) fn update<'n>(
        &mut self,
        values: impl ExactSizeIterator<Item = (&'n str, Value<'a>)>,
        mut set: impl FnMut(&mut Value<'a>, Value<'a>),
    ) {
        let known = Arc::clone(&self.head);
        let mut places = Places::of(&known.names, values.len());
        let mut fields = mem::take(&mut self.fields).into_vec();
        for (name, value) in values {
            if let Some(field) = places.get(name).and_then(|place| fields.get_mut(place)) {
                set(field, value);
                continue;
            }
            places.add(name);
            let head = Arc::make_mut(&mut self.head);
            head.insert(head.names.len(), name);
            fields.push(value);
        }
        self.fields = fields.into_boxed_slice();
    }

    /// Removes fields, in one pass: there may be many.
    pub(crate) fn remove_all(&mut self, removed: &BTreeSet<&str>) {
        if removed.is_empty() {
            return;
        }
        let is_left = |name: &String| !removed.contains(name.as_str());
        let known = Arc::clone(&self.head);
        let mut names = known.names.iter();
        self.edit(|fields| fields.retain(|_| names.next().is_none_or(is_left)));
        Arc::make_mut(&mut self.head).names.retain(is_left);
    }

    fn edit<R>(&mut self, edit: impl FnOnce(&mut Vec<Value<'a>>) -> R) -> R {
        let mut fields = mem::take(&mut self.fields).into_vec();
        let result = edit(&mut fields);
        self.fields = fields.into_boxed_slice();
        result
    }
}
