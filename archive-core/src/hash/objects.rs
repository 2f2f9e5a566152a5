//! The tree of hashes of a value with shared objects (FORMAT.md §10.2).

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;

use super::archive::number_text;
use super::feed::Feed;
use super::growth::Growth;
use super::path::Label;
use super::tree::HashTree;
use crate::primitive::for_each_number;
use crate::value::graph::{Graph, link_of};
use crate::value::{Elements, Value};

impl HashTree {
    /// The tree of a value with objects. Objects are listed at the top level, so that cycles end:
    /// `Node[3].next`.
    pub(super) fn of_objects(value: &Value<'_>, most: usize, hash: u128) -> Self {
        let mut walk = Walk { growth: Growth::new(most), feed: Feed::default() };
        walk.feed.open();
        walk.parts(Holder::Whole(Graph::of(value)));
        walk.growth.finish(hash)
    }
}

/// Anything with parts.
#[derive(Clone, Copy)]
enum Holder<'v, 'a> {
    /// The whole: the value's fields, or the value as one part, followed by the tables of its objects.
    Whole(Graph<'v, 'a>),
    Value(&'v Value<'a>),
}

/// How a part is labelled.
enum Name<'v, 'a> {
    Place,
    Field(&'v str),
    Key(&'v Value<'a>),
}

/// The number of fields if they are direct parts of the whole.
fn fields(root: &Value<'_>) -> Option<usize> {
    match root {
        Value::Struct(it) => Some(it.fields.len()),
        _ => None,
    }
}

/// Whether differences cannot be located inside a value.
fn is_leaf(value: &Value<'_>) -> bool {
    match value {
        Value::Option(_) | Value::List(_) | Value::Tuple(_) | Value::Map(_) => false,
        Value::Numbers(_) | Value::Struct(_) => false,
        Value::Variant(_) => link_of(value).is_some(),
        _ => true,
    }
}

impl Graph<'_, '_> {
    /// The number of parts of the whole that are not tables.
    fn own_parts(&self) -> usize {
        fields(self.root).unwrap_or(1)
    }
}

type Part<'v, 'a> = (Name<'v, 'a>, Cow<'v, Value<'a>>);

impl<'v, 'a> Holder<'v, 'a> {
    fn len(self) -> usize {
        match self {
            Self::Whole(graph) => graph.own_parts().saturating_add(graph.named().count()),
            Self::Value(Value::Bytes(_)) => 0,
            Self::Value(value) => value.len(),
        }
    }

    fn part(self, place: usize) -> Option<Part<'v, 'a>> {
        let value = match self {
            Self::Value(value) => value,
            Self::Whole(graph) => {
                match (place.checked_sub(graph.own_parts()), fields(graph.root)) {
                    (Some(table), _) => {
                        let (name, objects) = graph.named().nth(table)?;
                        return Some((Name::Field(name), Cow::Borrowed(objects)));
                    }
                    (None, None) => return Some((Name::Field("root"), Cow::Borrowed(graph.root))),
                    (None, Some(_)) => graph.root,
                }
            }
        };
        match value {
            Value::Struct(it) | Value::Variant(it) => {
                let (name, field) = it.head.names.get(place).zip(it.fields.get(place))?;
                Some((Name::Field(name), Cow::Borrowed(field)))
            }
            Value::Map(entries) => {
                let (key, value) = entries.get(place)?;
                Some((Name::Key(key), Cow::Borrowed(value)))
            }
            Value::Tuple(values) => Some((Name::Place, Cow::Borrowed(values.get(place)?))),
            Value::Bytes(_) => None,
            sequence => Some((Name::Place, Elements::of(sequence)?.get(place)?)),
        }
    }

    fn parts(self) -> impl Iterator<Item = Part<'v, 'a>> {
        (0..self.len()).filter_map(move |place| self.part(place))
    }

    fn is_list(self) -> bool {
        let is = |value| {
            Elements::of(value).is_some() || matches!(value, Value::Map(_) | Value::Tuple(_))
        };
        matches!(self, Self::Value(value) if is(value))
    }
}

struct Walk {
    growth: Growth,
    feed: Feed,
}

impl Walk {
    /// Hashes parts, each or in runs with a node, as far as the limit on nodes allows.
    fn parts(&mut self, holder: Holder<'_, '_>) {
        let (left, len) = (self.growth.left(), holder.len());
        match left.checked_sub(len) {
            Some(rest) => {
                let deep = || holder.parts().filter(|(_, value)| !is_leaf(value)).count();
                let sharing = if holder.is_list() { len } else { deep() };
                self.each(holder, rest.checked_div(sharing).unwrap_or(0));
            }
            None if holder.is_list() && left > 1 => self.runs(holder, len.div_ceil(left)),
            None => holder.parts().for_each(|part| self.put_part(&part)),
        }
    }

    fn each(&mut self, holder: Holder<'_, '_>, share: usize) {
        for (place, part) in holder.parts().enumerate() {
            let label = match &part.0 {
                Name::Place => Label::Element(place),
                Name::Field(name) => Label::Field(self.growth.name(name)),
                Name::Key(key) => {
                    let mut text = String::new();
                    push_key(key, &mut text);
                    Label::Key(self.growth.key(text))
                }
            };
            let share = if is_leaf(&part.1) { 0 } else { share };
            self.growth.open(&mut self.feed, label, share);
            if let Name::Key(key) = part.0 {
                self.put(key);
            }
            self.value(&part.1);
            self.growth.close(&mut self.feed);
        }
    }

    fn runs(&mut self, holder: Holder<'_, '_>, run: usize) {
        for (place, part) in holder.parts().enumerate() {
            if place.checked_rem(run) == Some(0) {
                if place > 0 {
                    self.growth.close(&mut self.feed);
                }
                self.growth.open(&mut self.feed, Label::Run(place), 0);
            }
            self.put_part(&part);
        }
        self.growth.close(&mut self.feed);
    }

    /// Hashes a value, whose parts may get nodes.
    fn value(&mut self, value: &Value<'_>) {
        if self.growth.left() == 0 {
            return self.put(value);
        }
        self.head(value);
        match value {
            Value::Option(Some(inner)) => self.value(inner),
            _ => self.parts(Holder::Value(value)),
        }
    }

    /// Hashes a value without adding nodes.
    fn put(&mut self, value: &Value<'_>) {
        self.head(value);
        match value {
            Value::Option(Some(inner)) => self.put(inner),
            _ => Holder::Value(value).parts().for_each(|part| self.put_part(&part)),
        }
    }

    fn put_part(&mut self, (name, value): &Part<'_, '_>) {
        if let Name::Key(key) = name {
            self.put(key);
        }
        self.put(value);
    }

    fn text(&mut self, text: &str) {
        self.feed.put_len(text.len());
        self.feed.put(text.as_bytes());
    }
}

macro_rules! head {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        impl Walk {
            /// Hashes what precedes a value's parts, such as a length or tag.
            fn head(&mut self, value: &Value<'_>) {
                match value {
                    $(Value::$variant(number) => self.feed.put(&number.to_le_bytes()),)*
                    Value::Bool(is) => self.feed.put(&[u8::from(*is)]),
                    Value::Char(c) => self.feed.put(&u32::from(*c).to_le_bytes()),
                    Value::Str(text) => self.text(text),
                    Value::Option(inner) => self.feed.put(&[u8::from(inner.is_some())]),
                    Value::Variant(it) => self.text(it.variant().unwrap_or_default()),
                    Value::Bytes(bytes) => {
                        self.feed.put_len(bytes.len());
                        self.feed.put(bytes);
                    }
                    Value::List(_) | Value::Numbers(_) | Value::Map(_) => self.feed.put_len(value.len()),
                    Value::Unit | Value::Tuple(_) | Value::Struct(_) => {}
                }
            }
        }

        /// Appends the text of a key: its primitives and the names of its variants.
        fn push_key(key: &Value<'_>, text: &mut String) {
            let own = match key {
                $(Value::$variant(number) => number_text!($ty *number),)*
                Value::Unit => "()".to_owned(),
                Value::Bool(is) => format!("{is:?}"),
                Value::Char(c) => format!("{c:?}"),
                Value::Str(text) => format!("{text:?}"),
                Value::Bytes(bytes) => format!("{bytes:x?}"),
                Value::Option(None) => "None".to_owned(),
                Value::Option(Some(key)) => return push_key(key, text),
                Value::Variant(it) => it.variant().unwrap_or_default().to_owned(),
                _ => String::new(),
            };
            if !text.is_empty() && !own.is_empty() {
                text.push_str(", ");
            }
            text.push_str(&own);
            for (name, part) in Holder::Value(key).parts() {
                if let Name::Key(key) = name {
                    push_key(key, text);
                }
                push_key(&part, text);
            }
        }
    };
}
for_each_number!(head);
