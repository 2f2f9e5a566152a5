//! Builds a [`Tape`] from what a serde format (or the JSON parser) yields.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{OBJECTS, VALUE, VERSIONS, levels};
use crate::limits::over_budget;
use crate::text::escape::hex;
use crate::text::print::{double_word, single_word};
use crate::text::tape::{Dialect, Kind, Tape, Token, index, number};
use crate::{Error, ErrorKind, Limits};

/// Finds the places of tokens in a text.
pub(crate) trait Places {
    /// Returns the kind, start and end of a value without parts. `write` appends its text, if the text is
    /// being made.
    fn scalar(&mut self, kind: Kind, write: impl FnOnce(&mut String)) -> (Kind, u32, u32);

    /// Returns the place of a bracket that begins or ends a group.
    fn bracket(&mut self) -> u32;

    /// Whether the next value is a number, in whatever form the format yields it.
    fn is_number(&mut self) -> bool;
}

/// For formats without a source text: the values are written to a new one.
impl Places for String {
    fn scalar(&mut self, kind: Kind, write: impl FnOnce(&mut Self)) -> (Kind, u32, u32) {
        let start = cut(self.len());
        write(self);
        (kind, start, cut(self.len()))
    }

    fn bracket(&mut self) -> u32 {
        cut(self.len())
    }

    fn is_number(&mut self) -> bool {
        false
    }
}

/// Narrows a place to 32 bits. Beyond 4 GiB, all places are the same invalid one.
pub(super) fn cut(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Collects the tokens of a document.
pub(crate) struct Builder<P> {
    pub(crate) places: P,
    tokens: Vec<Token>,
    /// The most tokens that are allowed.
    most: usize,
    most_levels: u32,
    /// The levels of groups that may still be entered.
    levels: u32,
    /// An error of this library, which the format's error type cannot hold.
    pub(crate) refused: Option<Error>,
}

impl<P: Places> Builder<P> {
    /// Creates a builder for a document whose tokens may take `memory` bytes.
    pub(crate) fn new(places: P, limits: &Limits, memory: usize) -> Self {
        Self {
            places,
            tokens: Vec::new(),
            most: memory.checked_div(size_of::<Token>()).unwrap_or(0),
            most_levels: Limits::levels(limits.depth),
            levels: Limits::levels(limits.depth),
            refused: None,
        }
    }

    /// Reserves room for the tokens of a text, by a guess that avoids most reallocations.
    #[cfg(feature = "json")]
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.tokens.reserve((bytes / 16).min(self.most));
    }

    /// Reads a whole document.
    pub(crate) fn fill<'de, D: Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(Part(self))
    }

    /// Returns the places and the tokens.
    pub(crate) fn finish(self) -> (P, Vec<Token>) {
        (self.places, self.tokens)
    }

    fn place(&self) -> u32 {
        cut(self.tokens.len())
    }

    fn refuse<E: serde::de::Error>(&mut self, error: Error) -> E {
        let said = E::custom(error.detail());
        self.refused.get_or_insert(error);
        said
    }

    fn push<E: serde::de::Error>(&mut self, kind: Kind, start: u32, end: u32) -> Result<(), E> {
        if self.tokens.len() >= self.most {
            return Err(self.refuse(over_budget(size_of::<Token>(), 0)));
        }
        let next = self.place().saturating_add(1);
        self.tokens.push(Token::new(kind, start, end, next));
        Ok(())
    }

    fn scalar<E: serde::de::Error>(
        &mut self,
        kind: Kind,
        write: impl FnOnce(&mut String),
    ) -> Result<(), E> {
        let (kind, start, end) = self.places.scalar(kind, write);
        self.push(kind, start, end)
    }

    fn begin<E: serde::de::Error>(&mut self, kind: Kind) -> Result<u32, E> {
        let start = self.places.bracket();
        let Some(levels) = self.levels.checked_sub(1) else {
            return Err(self.refuse(levels::too_deep(self.most_levels)));
        };
        self.levels = levels;
        let at = self.place();
        self.push(kind, start, 0)?;
        Ok(at)
    }

    fn end<E: serde::de::Error>(&mut self, at: u32, count: u32) -> Result<(), E> {
        let start = self.places.bracket();
        self.levels = self.levels.saturating_add(1);
        self.push(Kind::Close, start, start.saturating_add(1))?;
        let next = self.place();
        if let Some(group) = self.tokens.get_mut(index(at)) {
            group.end = count;
            group.next = next;
        }
        Ok(())
    }
}

/// Makes a tape of the tokens of a document, and finds the versions and objects next to the root.
///
/// # Errors
///
/// Fails if the versions or the objects occur twice.
pub(crate) fn tape(tokens: Vec<Token>, dialect: Dialect, text: &str) -> Result<Tape<'_>, Error> {
    let mut tape = Tape::new(dialect, text, tokens);
    find_beside(&mut tape)?;
    Ok(tape)
}

/// The next part of a document.
struct Part<'b, P>(&'b mut Builder<P>);

impl<'de, P: Places> DeserializeSeed<'de> for Part<'_, P> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

macro_rules! visit_integers {
    ($($name:ident $ty:ident)*) => {$(
        fn $name<E: serde::de::Error>(self, number: $ty) -> Result<(), E> {
            self.0.scalar(Kind::Number, |out| out.push_str(itoa::Buffer::new().format(number)))
        }
    )*};
}

impl<'de, P: Places> Visitor<'de> for Part<'_, P> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    visit_integers! { visit_u64 u64 visit_i64 i64 visit_u128 u128 visit_i128 i128 }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<(), E> {
        self.0.scalar(Kind::Name, |out| out.push_str(if value { "true" } else { "false" }))
    }

    fn visit_f32<E: serde::de::Error>(self, number: f32) -> Result<(), E> {
        if !number.is_finite() {
            return self.0.scalar(Kind::Str, |out| out.push_str(&single_word(number)));
        }
        self.0.scalar(Kind::Number, |out| out.push_str(zmij::Buffer::new().format_finite(number)))
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<(), E> {
        if !number.is_finite() {
            return self.0.scalar(Kind::Str, |out| out.push_str(&double_word(number)));
        }
        self.0.scalar(Kind::Number, |out| out.push_str(zmij::Buffer::new().format_finite(number)))
    }

    fn visit_char<E: serde::de::Error>(self, c: char) -> Result<(), E> {
        self.0.scalar(Kind::Str, |out| out.push(c))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        self.0.scalar(Kind::Str, |out| out.push_str(text))
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<(), E> {
        self.0.scalar(Kind::Bytes, |out| out.push_str(&hex(bytes)))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        self.0.scalar(Kind::Name, |out| out.push_str("null"))
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let at = self.0.begin(Kind::Bracket)?;
        let mut count = 0_u32;
        while seq.next_element_seed(Part(self.0))?.is_some() {
            count = count.saturating_add(1);
        }
        self.0.end(at, count)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        // If any crate in the program turns on the feature `arbitrary_precision` of serde_json, a number
        // arrives as a map.
        if self.0.places.is_number() {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return self.0.scalar(Kind::Number, |_| ());
        }
        let at = self.0.begin(Kind::Brace)?;
        let mut count = 0_u32;
        while map.next_key_seed(Part(self.0))?.is_some() {
            map.next_value_seed(Part(self.0))?;
            count = count.saturating_add(1);
        }
        self.0.end(at, count)
    }
}

/// Finds the versions and objects next to the value, or among its fields if it is an object of fields.
fn find_beside(tape: &mut Tape<'_>) -> Result<(), Error> {
    let root = tape.token(0);
    let (mut versions, mut objects, mut value) = (None, None, None);
    let entries = (root.kind == Kind::Brace).then(|| tape.members(0));
    for (at, behind) in entries.into_iter().flatten() {
        let key = tape.token(at);
        if tape.is_name(key, VERSIONS) {
            set(tape, &mut versions, at, "the versions are stated twice")?;
        } else if tape.is_name(key, OBJECTS) && are_objects(tape, behind) {
            set(tape, &mut objects, at, "`@objects` appears twice")?;
        } else if tape.is_name(key, VALUE) {
            value = Some(behind);
        }
    }
    let beside = [versions, objects].iter().flatten().count();
    if let Some(value) = value.filter(|_| usize::try_from(root.end) == Ok(beside.saturating_add(1)))
    {
        tape.versions = versions.map(|key| tape.token(key).next);
        tape.objects = objects.map(|key| tape.token(key).next);
        tape.root = value;
        return Ok(());
    }
    if let Some(key) = objects {
        let len = tape.token(tape.token(key).next).next.saturating_sub(key);
        bring_first(tape, key);
        versions = versions.map(|it| if it < key { it.saturating_add(len) } else { it });
    }
    if let Some(key) = versions {
        bring_first(tape, key);
    }
    let mut values = tape.members(0).map(|(_, value)| value);
    let versions = versions.and_then(|_| values.next());
    let objects = objects.and_then(|_| values.next());
    drop(values);
    let behind = objects.or(versions).map_or(1, |value| tape.token(value).next);
    tape.beside = (u32::try_from(beside).unwrap_or(0), behind);
    (tape.versions, tape.objects) = (versions, objects);
    Ok(())
}

/// Sets a key, and fails if it was already set.
fn set(tape: &Tape<'_>, key: &mut Option<u32>, at: u32, twice: &'static str) -> Result<(), Error> {
    if key.replace(at).is_some() {
        let error = Error::new(ErrorKind::Syntax, twice).with_help("remove one of the two");
        return Err(tape.place(error, at));
    }
    Ok(())
}

/// Whether a value looks like the table of objects, and is not just a map with the same key.
fn are_objects(tape: &Tape<'_>, group: u32) -> bool {
    let Token { kind, end, .. } = tape.token(group);
    let is_number = |key: Token| {
        matches!(key.kind, Kind::Str | Kind::Number) && number(tape.raw(key)).is_some()
    };
    kind == Kind::Brace && end > 0 && tape.members(group).all(|(key, _)| is_number(tape.token(key)))
}

/// Moves an entry of the root before all its other entries, with its tokens.
fn bring_first(tape: &mut Tape<'_>, key: u32) {
    let end = tape.token(tape.token(key).next).next;
    let (before, len) = (key.saturating_sub(1), end.saturating_sub(key));
    let [start, mid, end] = [1, key, end].map(index);
    let Some(tokens) = tape.tokens.get_mut(start..end) else { return };
    let Some((others, entry)) = tokens.split_at_mut_checked(mid.saturating_sub(start)) else {
        return;
    };
    others.iter_mut().for_each(|token| token.next = token.next.saturating_add(len));
    entry.iter_mut().for_each(|token| token.next = token.next.saturating_sub(before));
    tokens.rotate_left(mid.saturating_sub(start));
}
