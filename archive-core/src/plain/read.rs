//! Reads values of serde's types from texts and JSON.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Data, MAP, NO, NUMBERS, SOME, UNIT, are_keyed, encoded, is_name, signed, unsigned};
use crate::limits::{claimed, room, too_deep};
use crate::text::escape::RESERVED;
use crate::text::reader::{json, number, quoted, refused};
use crate::text::tape::{self, Kind, Tape, index};
use crate::{Error, PrimitiveKind, Value};

/// Reads values of serde's data model from a tape.
pub(crate) struct PlainReader<'r, 't> {
    pub(crate) tape: &'r Tape<'t>,
    /// The most levels of values and pointers, for errors.
    pub(crate) most: u32,
    /// The memory that may still be claimed, in bytes.
    pub(crate) budget: usize,
}

impl PlainReader<'_, '_> {
    /// Reads the value at a token, with at most `depth` levels of values and pointers.
    ///
    /// # Errors
    ///
    /// Fails if it is no value: a link, a number with other letters, or a group in which a key occurs twice.
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
                _ => Err(tape.place(refused::no_plain_number(tape, at), at)),
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

    /// Reads a word, or a name with what is behind it.
    fn named(&mut self, at: u32, depth: u32) -> Result<Data, Error> {
        let tape = self.tape;
        let token = tape.token(at);
        let is = |word| tape.is_word(token, word);
        let Some(body) = tape.body(at, token) else {
            return match () {
                () if is("true") || is("false") => Ok(Data::Bool(is("true"))),
                () if is("none") || is("None") || json::is_null(tape, token) => Ok(Data::None),
                () if is("inf") || is("nan") => self.primitive(PrimitiveKind::F64, at),
                () => self.text(at).map(Data::Str),
            };
        };
        if is("nan") {
            return self.primitive(PrimitiveKind::F64, at);
        }
        let is_only = tape.token(body).kind == Kind::Paren && tape.token(body).end == 1;
        let held = if is_only { body.saturating_add(1) } else { body };
        if is_only && (is(tape::SOME) || is("Some")) {
            return self.some(held, depth);
        }
        let name = self.text(at)?;
        match () {
            () if token.kind == Kind::Quoted && is_name(&name) => {
                self.named_form(&name, held, depth)
            }
            // A group with an empty name is a group without a name.
            () if name.is_empty() => self.value(body, depth),
            () => {
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

    /// Reads what is not plain, behind its name.
    fn named_form(&mut self, name: &str, at: u32, depth: u32) -> Result<Data, Error> {
        let tape = self.tape;
        match name {
            NO => Ok(Data::None),
            UNIT => Ok(Data::Unit),
            SOME => self.some(at, depth),
            MAP if tape.token(at).kind == Kind::Bracket => self.pairs(at, depth),
            _ => match NUMBERS.iter().find(|(it, _)| *it == name) {
                Some((_, kind)) => self.primitive(*kind, at),
                None => Err(refused::strange(tape, at, ["a list of pairs", "an array of pairs"])),
            },
        }
    }

    fn primitive(&mut self, kind: PrimitiveKind, at: u32) -> Result<Data, Error> {
        let tape = self.tape;
        if kind == PrimitiveKind::Bytes {
            self.claim(tape.raw(tape.token(at)).len() >> 1, 1)?;
            return quoted::blob(tape, at).map(Data::Bytes);
        }
        let number = number::number(tape, at, kind).map(Data::of_primitive);
        number.ok_or_else(|| tape.place(refused::no_number(tape, at, kind), at))
    }

    /// Reads a list or a tuple.
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
            let form = tape.content(name)?;
            if is_name(&form) {
                return self.named_form(&form, name.next, depth);
            }
        }
        let mut entries: Vec<(Data, Data)> = self.room(count, size_of::<(Data, Data)>())?;
        let mut key = first;
        for _ in 0..count {
            let value = tape.token(key).next;
            entries.push((self.key(key, depth)?, self.value(value, depth)?));
            key = tape.token(value).next;
        }
        self.check_keys(&entries, first)?;
        Ok(Data::Map(entries))
    }

    /// Reads a key: a name is a text.
    fn key(&mut self, at: u32, depth: u32) -> Result<Data, Error> {
        let token = self.tape.token(at);
        let is_name = match token.kind {
            Kind::Quoted => true,
            Kind::Name => !RESERVED.contains(&self.tape.raw(token)),
            _ => false,
        };
        if is_name && self.tape.body(at, token).is_none() {
            return self.text(at).map(Data::Str);
        }
        self.value(at, depth)
    }

    /// Fails if a key occurs twice.
    fn check_keys(&self, entries: &[(Data, Data)], first: u32) -> Result<(), Error> {
        if are_keyed(entries) {
            return Ok(());
        }
        let (tape, mut at) = (self.tape, first);
        let mut known = BTreeSet::new();
        for (key, _) in entries {
            if !known.insert(encoded(key)) {
                let shown = tape.source(at).unwrap_or_default();
                return Err(tape.place(refused::twice(shown), at));
            }
            at = tape.token(tape.token(at).next).next;
        }
        Ok(())
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
