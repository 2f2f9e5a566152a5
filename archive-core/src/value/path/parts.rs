//! The parts of a value replaced, put in and taken out, by their places.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;

use crate::Style;
use crate::value::elements::Elements;
use crate::value::{Compound, Value};

impl<'a> Value<'a> {
    /// Puts a value into the place of a part, and gives what stood there; itself if there is no such
    /// place.
    pub(in crate::value) fn replace_part(
        &mut self,
        place: usize,
        value: Self,
    ) -> Result<Self, Self> {
        let old = match self {
            Self::Numbers(numbers) => {
                let old = numbers.get(place);
                old.filter(|_| numbers.set(place, &value))
            }
            Self::Bytes(bytes) => match (&value, place < bytes.len()) {
                (Self::U8(byte), true) => {
                    let old = bytes.to_mut().get_mut(place);
                    old.map(|old| Self::U8(mem::replace(old, *byte)))
                }
                _ => None,
            },
            _ => None,
        };
        match old {
            Some(old) => Ok(old),
            None => match self.part_mut(place) {
                Some(part) => Ok(mem::replace(part, value)),
                None => Err(value),
            },
        }
    }

    /// Whether a value stands at a place.
    pub(in crate::value) fn is_part(&self, place: usize, value: &Self) -> bool {
        match Elements::of(self) {
            Some(elements) => elements.get(place).is_some_and(|it| *it == *value),
            None => self.part(place) == Some(value),
        }
    }

    /// Puts an element into a sequence or tuple; `false` if it is none, or the place past the end.
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

    /// Takes a part out, of a map with its key.
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

impl<'a> Compound<'a> {
    /// Puts a field among the others; `false` if the place is past the end.
    pub(in crate::value) fn insert(&mut self, place: usize, name: &str, value: Value<'a>) -> bool {
        if place > self.fields.len() || place > self.head.names.len() {
            return false;
        }
        let head = Arc::make_mut(&mut self.head);
        let is_next = head.style == Style::Tuple && *name == head.names.len().to_string();
        if !is_next {
            head.style = Style::Named;
        }
        head.names.insert(place, String::from(name));
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

    fn edit<R>(&mut self, edit: impl FnOnce(&mut Vec<Value<'a>>) -> R) -> R {
        let mut fields = mem::take(&mut self.fields).into_vec();
        let result = edit(&mut fields);
        self.fields = fields.into_boxed_slice();
        result
    }
}
