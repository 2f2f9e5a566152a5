//! Reads values of serde's types from texts and JSON.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Data, Key, LIST, MAP, NONE, PRIMITIVES, SOME, UNIT, signed, unsigned};
use crate::limits::{claimed, room, too_deep};
use crate::text::reader::{json, number, quoted, refused};
use crate::text::tape::{self, Kind, Tape, index};
use crate::{Error, PrimitiveKind, Value};

/// Reads values of serde's data model from a tape.
pub(crate) struct Plain<'r, 't> {
    pub(crate) tape: &'r Tape<'t>,
    /// The most levels of values and pointers, for errors.
    pub(crate) most: u32,
    /// The memory that may still be claimed, in bytes.
    pub(crate) budget: usize,
}

impl Plain<'_, '_> {
    /// Reads the value at a token, with at most `depth` levels of values and pointers.
    ///
    /// # Errors
    ///
    /// Fails if it is no value: a link, the name of a model's variant with something else, or a key that occurs twice.
    pub(crate) fn value(&mut self, at: u32, depth: u32) -> Result<Data, Error> {
        let tape = self.tape;
        let depth = self.deeper(depth, at)?;
        let token = tape.token(at);
        match token.kind {
            Kind::Number => match number::any(tape, at) {
                Some(Value::U64(number)) => Ok(unsigned(number.into())),
                Some(Value::U128(number)) => Ok(unsigned(number)),
                Some(Value::I64(number)) => Ok(signed(number.into())),
                Some(Value::I128(number)) => Ok(signed(number)),
                Some(Value::F64(number)) => Ok(Data::F64(number)),
                _ => Err(tape.place(refused::no_number(tape, at, PrimitiveKind::F64), at)),
            },
            Kind::Str | Kind::Escaped => self.text(at).map(Data::Str),
            Kind::Char => quoted::char(tape, at).map(Data::Char),
            Kind::Bytes => self.primitive(PrimitiveKind::Bytes, at),
            Kind::Name | Kind::Quoted => self.named(at, depth),
            Kind::Bracket => self.list(at, depth),
            Kind::Paren if token.end == 0 => Ok(Data::Unit),
            Kind::Paren => self.list(at, depth),
            Kind::Brace => self.group(at, depth),
            Kind::Link | Kind::Close => {
                Err(refused::strange(tape, at, ["a value without links"; 2]))
            }
        }
    }

    fn text(&mut self, at: u32) -> Result<String, Error> {
        let token = self.tape.token(at);
        self.claim(self.tape.raw(token).len(), 1)?;
        Ok(self.tape.content(token)?.into_owned())
    }

    /// Reads a word, the name of a variant, or what is behind such a name.
    fn named(&mut self, at: u32, depth: u32) -> Result<Data, Error> {
        let tape = self.tape;
        let token = tape.token(at);
        let is = |word| tape.is_word(token, word);
        let Some(body) = tape.body(at, token) else {
            return match () {
                () if is("true") || is("false") => Ok(Data::Bool(is("true"))),
                () if is("none") || json::is_null(tape, token) || tape.is_name(token, NONE) => {
                    Ok(Data::None)
                }
                () if is("inf") || is("nan") => self.primitive(PrimitiveKind::F64, at),
                () if tape.is_name(token, UNIT) => Ok(Data::Unit),
                () => self.text(at).map(Data::Str),
            };
        };
        if is("nan") {
            return self.primitive(PrimitiveKind::F64, at);
        }
        let is_only = tape.token(body).kind == Kind::Paren && tape.token(body).end == 1;
        let only = body.saturating_add(1);
        if is(tape::SOME) && is_only {
            return self.some(only, depth);
        }
        let name = tape.content(token)?;
        match name.is_empty() {
            // A group with an empty name is a group without a name.
            true => self.value(body, depth),
            false if super::is_name(&name) => match is_only {
                true => self.variant(&name, only, depth),
                false => Err(refused::strange(tape, body, ["one value in parentheses"; 2])),
            },
            false => {
                let held = if is_only { only } else { body };
                let name = self.text(at)?;
                self.claim(1, size_of::<(Data, Data)>())?;
                Ok(Data::Map(Vec::from([(Data::Str(name), self.value(held, depth)?)])))
            }
        }
    }

    fn some(&mut self, at: u32, depth: u32) -> Result<Data, Error> {
        self.claim(1, size_of::<Data>())?;
        let depth = self.deeper(depth, at)?;
        Ok(Data::Some(Box::new(self.value(at, depth)?)))
    }

    /// Reads what a variant of the model holds.
    fn variant(&mut self, name: &str, at: u32, depth: u32) -> Result<Data, Error> {
        let tape = self.tape;
        match name {
            SOME => self.some(at, depth),
            LIST if tape.token(at).kind == Kind::Bracket => self.list(at, depth),
            LIST => Err(refused::strange(tape, at, ["a list `[..]`", "an array"])),
            MAP if tape.token(at).kind == Kind::Bracket => self.pairs(at, depth),
            MAP => Err(refused::strange(tape, at, ["a list of pairs", "an array of pairs"])),
            _ => match PRIMITIVES.iter().find(|(it, _)| *it == name) {
                Some((_, kind)) => self.primitive(*kind, at),
                None => Err(refused::strange(tape, at, ["nothing"; 2])),
            },
        }
    }

    fn primitive(&mut self, kind: PrimitiveKind, at: u32) -> Result<Data, Error> {
        let (tape, token) = (self.tape, self.tape.token(at));
        Ok(match kind {
            PrimitiveKind::Bool if tape.is_word(token, "true") => Data::Bool(true),
            PrimitiveKind::Bool if tape.is_word(token, "false") => Data::Bool(false),
            PrimitiveKind::Bool => {
                return Err(refused::strange(tape, at, ["`true` or `false`"; 2]));
            }
            PrimitiveKind::Char => Data::Char(quoted::char(tape, at)?),
            PrimitiveKind::Str if json::is_string(token) => Data::Str(self.text(at)?),
            PrimitiveKind::Str => {
                return Err(refused::strange(tape, at, ["text between quotes", "a string"]));
            }
            PrimitiveKind::Bytes => {
                self.claim(tape.raw(token).len() >> 1, 1)?;
                Data::Bytes(quoted::blob(tape, at)?)
            }
            kind => match number::number(tape, at, kind) {
                Some(number) => Data::of_primitive(number),
                None => return Err(tape.place(refused::no_number(tape, at, kind), at)),
            },
        })
    }

    fn list(&mut self, at: u32, depth: u32) -> Result<Data, Error> {
        let (first, count) = self.tape.parts(at);
        let mut values = self.room(count, size_of::<Data>())?;
        for at in self.tape.values(first, count) {
            values.push(self.value(at, depth)?);
        }
        Ok(Data::List(values))
    }

    /// Reads entries that are pairs of a key and a value.
    fn pairs(&mut self, at: u32, depth: u32) -> Result<Data, Error> {
        let tape = self.tape;
        let (first, count) = tape.parts(at);
        let mut entries = self.room(count, size_of::<(Data, Data)>())?;
        for at in tape.values(first, count) {
            let pair = tape.token(at);
            if !matches!(pair.kind, Kind::Paren | Kind::Bracket) || pair.end != 2 {
                return Err(refused::strange(
                    tape,
                    at,
                    ["a pair `(key, value)`", "a pair `[key, value]`"],
                ));
            }
            let key = at.saturating_add(1);
            let value = tape.token(key).next;
            entries.push((self.value(key, depth)?, self.value(value, depth)?));
        }
        Ok(Data::Map(entries))
    }

    /// Reads a group `{..}`.
    fn group(&mut self, at: u32, depth: u32) -> Result<Data, Error> {
        let tape = self.tape;
        let (first, count) = tape.parts(at);
        let name = tape.token(first);
        if !tape.is_text() && count == 1 && name.kind.is_name() {
            let name = tape.content(name)?;
            if super::is_name(&name) {
                return self.json_variant(&name, tape.token(first).next, depth);
            }
        }
        let mut entries: Vec<(Data, Data)> = self.room(count, size_of::<(Data, Data)>())?;
        for (key, value) in tape.members(at) {
            let token = tape.token(key);
            let name = match token.kind {
                Kind::Name | Kind::Quoted if tape.body(key, token).is_none() => {
                    Data::Str(self.text(key)?)
                }
                Kind::Str | Kind::Escaped | Kind::Number | Kind::Char => self.value(key, depth)?,
                _ => {
                    return Err(refused::strange(
                        tape,
                        key,
                        ["a name, a text, an integer or a character"; 2],
                    ));
                }
            };
            if name.key().is_none() {
                return Err(refused::strange(
                    tape,
                    key,
                    ["a name, a text, an integer or a character"; 2],
                ));
            }
            entries.push((name, self.value(value, depth)?));
        }
        self.check_keys(&entries, at)?;
        Ok(Data::Map(entries))
    }

    /// Reads what is behind the name of a variant of the model in JSON: an array of its fields, or the value of its only one.
    fn json_variant(&mut self, name: &str, at: u32, depth: u32) -> Result<Data, Error> {
        let (tape, token) = (self.tape, self.tape.token(at));
        match (name, token.kind, token.end) {
            (NONE, Kind::Bracket, 0) => Ok(Data::None),
            (UNIT, Kind::Bracket, 0) => Ok(Data::Unit),
            (_, Kind::Bracket, 1) => self.variant(name, at.saturating_add(1), depth),
            (_, Kind::Bracket, _) => Err(refused::strange(tape, at, ["an array of one value"; 2])),
            _ => self.variant(name, at, depth),
        }
    }

    /// Fails if a key occurs twice.
    fn check_keys(&self, entries: &[(Data, Data)], group: u32) -> Result<(), Error> {
        if super::are_keyed(entries) {
            return Ok(());
        }
        let mut keys: Vec<(Option<Key<'_>>, u32)> = Vec::new();
        for ((key, _), (at, _)) in entries.iter().zip(self.tape.members(group)) {
            keys.push((key.key(), at));
        }
        keys.sort();
        let mut pairs = keys.iter().zip(keys.iter().skip(1));
        match pairs.find(|((one, _), (next, _))| one == next) {
            Some((_, (_, at))) => {
                let name = self.tape.content(self.tape.token(*at)).unwrap_or_default();
                Err(self.tape.place(refused::twice(&name), *at))
            }
            None => Ok(()),
        }
    }

    fn room<T>(&mut self, count: u32, bytes: usize) -> Result<Vec<T>, Error> {
        self.claim(index(count), bytes)?;
        room(index(count))
    }

    fn claim(&mut self, count: usize, bytes: usize) -> Result<(), Error> {
        self.budget = claimed(self.budget, count.saturating_mul(bytes))?;
        Ok(())
    }

    /// Goes one level deeper.
    fn deeper(&self, depth: u32, at: u32) -> Result<u32, Error> {
        depth.checked_sub(1).ok_or_else(|| self.tape.place(too_deep(self.most), at))
    }
}
