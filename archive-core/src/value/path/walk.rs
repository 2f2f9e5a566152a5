//! Follows the steps of a path.

use super::step::Step;
use crate::value::by_name::Quantity;
use crate::value::{Value, numbers};

impl<'a> Value<'a> {
    /// The value inside any options, as paths do not mention options.
    pub(crate) fn in_options(&self) -> &Self {
        let mut value = self;
        while let Self::Option(Some(inner)) = value {
            value = inner;
        }
        value
    }

    pub(in crate::value) fn in_options_mut(&mut self) -> &mut Self {
        match self {
            Self::Option(Some(inner)) => inner.in_options_mut(),
            other => other,
        }
    }

    /// The number of parts: elements, fields or entries.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::List(values) | Self::Tuple(values) => values.len(),
            Self::Numbers(numbers) => numbers.len(),
            Self::Bytes(bytes) => bytes.len(),
            Self::Map(entries) => entries.len(),
            Self::Struct(it) | Self::Variant(it) => it.fields.len(),
            _ => 0,
        }
    }

    /// The part at a position; for a map, the value of the entry.
    pub(in crate::value) fn part(&self, place: usize) -> Option<&Self> {
        match self {
            Self::List(values) | Self::Tuple(values) => values.get(place),
            Self::Numbers(numbers) => numbers.value(place),
            Self::Bytes(bytes) => numbers::byte(*bytes.get(place)?),
            Self::Map(entries) => entries.get(place).map(|(_, value)| value),
            Self::Struct(it) | Self::Variant(it) => it.fields.get(place),
            _ => None,
        }
    }

    /// A mutable reference to the part at a position. A compact sequence becomes a list first, since the
    /// element may be replaced by a value of any kind.
    pub(in crate::value) fn part_mut(&mut self, place: usize) -> Option<&mut Self> {
        if place >= self.len() {
            return None;
        }
        self.loosen();
        match self {
            Self::List(values) | Self::Tuple(values) => values.get_mut(place),
            Self::Map(entries) => entries.get_mut(place).map(|(_, value)| value),
            Self::Struct(it) | Self::Variant(it) => it.fields.get_mut(place),
            _ => None,
        }
    }

    /// Turns a compact sequence into a list.
    pub(in crate::value) fn loosen(&mut self) {
        match self {
            Self::Numbers(numbers) => *self = Self::List(numbers.iter().collect()),
            Self::Bytes(bytes) => {
                *self = Self::List(bytes.iter().map(|byte| Self::U8(*byte)).collect());
            }
            _ => {}
        }
    }

    /// The position of the part that a step names. Fields and entries are searched from `hint` on.
    pub(in crate::value) fn place(&self, step: &Step<'_>, hint: usize) -> Option<usize> {
        let place = match self {
            Self::Struct(it) | Self::Variant(it) => {
                let field = step.field()?;
                return position(&it.head.names, hint, |name| name == field);
            }
            Self::Map(entries) => match step {
                Step::Place(place) => *place,
                _ => return position(entries, hint, |(key, _)| key.is_named(step)),
            },
            _ => step.index()?,
        };
        (place < self.len()).then_some(place)
    }

    /// The values directly within it, including keys of maps but not the elements of compact sequences.
    pub(in crate::value) fn held(&self) -> impl Iterator<Item = &Self> {
        let (one, values, entries) = match self {
            Self::Option(inner) => (inner.as_deref(), &[][..], &[][..]),
            Self::List(values) | Self::Tuple(values) => (None, values.as_slice(), &[][..]),
            Self::Map(entries) => (None, &[][..], entries.as_slice()),
            Self::Struct(it) | Self::Variant(it) => (None, &*it.fields, &[][..]),
            _ => (None, &[][..], &[][..]),
        };
        let entries = entries.iter().flat_map(|(key, value)| [key, value]);
        one.into_iter().chain(values).chain(entries)
    }

    /// Whether a step names the part at a position.
    pub(in crate::value) fn is_at(&self, place: usize, step: &Step<'_>) -> bool {
        match (self, step) {
            (Self::Struct(it) | Self::Variant(it), step) => {
                step.field().is_some() && step.field() == it.head.names.get(place).map(|it| &**it)
            }
            (Self::Map(_), Step::Place(at)) => *at == place,
            (Self::Map(entries), step) => {
                entries.get(place).is_some_and(|(key, _)| key.is_named(step))
            }
            (_, step) => step.index() == Some(place),
        }
    }

    /// Whether a step names this value as a key.
    fn is_named(&self, step: &Step<'_>) -> bool {
        let key = self.in_newtypes();
        match (key, step) {
            (Self::Str(key), Step::Text(text)) => key == text,
            (Self::Char(key), Step::Char(c)) => key == c,
            (Self::Bool(key), Step::Word(word)) => *word == if *key { "true" } else { "false" },
            (Self::Variant(key), Step::Word(word)) => {
                key.fields.is_empty() && key.variant() == Some(word)
            }
            (Self::F32(_) | Self::F64(_), _) => false,
            (key, Step::Number(number, _)) => Quantity::of(key) == Some(*number),
            _ => false,
        }
    }

    /// The value inside newtypes (tuple structs with one field), which ids often are.
    pub(in crate::value) fn in_newtypes(&self) -> &Self {
        let mut value = self;
        while let Self::Struct(it) = value {
            match (&*it.head.names, &*it.fields) {
                ([name], [field]) if name == "0" => value = field,
                _ => break,
            }
        }
        value
    }
}

/// The position nearest to `hint` of what is looked for: changes are mostly in order, or the other way round.
fn position<T>(list: &[T], hint: usize, is_it: impl Fn(&T) -> bool) -> Option<usize> {
    let (before, behind) = list.split_at_checked(hint).unwrap_or((list, &[]));
    let (mut before, mut behind) = (before.iter().enumerate().rev(), (before.len()..).zip(behind));
    loop {
        let (next, last) = (behind.next(), before.next());
        if next.is_none() && last.is_none() {
            return None;
        }
        if let Some((place, _)) = next.into_iter().chain(last).find(|(_, it)| is_it(it)) {
            return Some(place);
        }
    }
}
