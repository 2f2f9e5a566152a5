//! Reads a part of a text without a type, as a [`Value`], for holders of unknown fields.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::super::escape;
use super::super::tape::{Kind, LINK, SOME, Token, index};
use super::json::is_null;
use super::refused::{self, departed};
use super::{Reader, number, quoted};
use crate::limits::{room, too_deep};
use crate::value::{Compound, Head, History};
use crate::{Error, InputArchive, Style, Value};

impl<const LINKED: bool> Reader<'_, '_, '_, LINKED> {
    /// Reads the value at a token so that it is written again as it was. In a text, a name with a group is a
    /// struct, a lone name is a variant, and a group with names as keys is a struct without a name. In JSON,
    /// every object is a map.
    pub(super) fn untyped(&mut self, at: u32) -> Result<Value<'static>, Error> {
        self.untyped_within(at, self.depth)
    }

    /// An empty list with room for `len` values, charged to the memory budget.
    pub(super) fn room<T>(&mut self, len: usize) -> Result<Vec<T>, Error> {
        self.claim(len, size_of::<T>())?;
        room(len)
    }

    /// Reads the value at a token, with at most `depth` nested groups.
    fn untyped_within(&mut self, at: u32, depth: u32) -> Result<Value<'static>, Error> {
        let (tape, token) = (self.tape, self.tape.token(at));
        match token.kind {
            Kind::Number => {
                let found = number::any(tape, at);
                found.ok_or_else(|| tape.place(refused::nothing_known("number"), at))
            }
            Kind::Str | Kind::Escaped => {
                self.claim(1, tape.raw(token).len())?;
                Ok(Value::Str(Cow::Owned(tape.content(token)?.into_owned())))
            }
            Kind::Char => quoted::char(tape, at).map(Value::Char),
            Kind::Bytes => self.untyped_bytes(token),
            Kind::Name | Kind::Quoted => self.named(at, token, depth),
            Kind::Brace | Kind::Paren | Kind::Bracket => self.untyped_group(at, token.kind, depth),
            Kind::Link => Err(tape.place(refused::link_kept(tape, at), at)),
            Kind::Close => Err(departed()),
        }
    }

    fn untyped_bytes(&mut self, token: Token) -> Result<Value<'static>, Error> {
        let digits = self.tape.raw(token);
        self.claim(digits.len() >> 1, 1)?;
        match escape::bytes(digits) {
            Ok(bytes) => Ok(Value::Bytes(Cow::Owned(bytes))),
            Err(_) => Err(self.tape.place_of(token, refused::nothing_known("pair of hex digits"))),
        }
    }

    /// Reads a name with the group that belongs to it.
    fn named(&mut self, at: u32, token: Token, depth: u32) -> Result<Value<'static>, Error> {
        let tape = self.tape;
        let body = tape.body(at, token);
        let is = |word| tape.is_word(token, word);
        match body {
            None if is("true") || is("false") => return Ok(Value::Bool(is("true"))),
            None if is_null(tape, token) || is("none") => return Ok(Value::Option(None)),
            Some(body) if is(SOME) && tape.token(body).end == 1 => {
                self.claim(1, size_of::<Value<'_>>())?;
                let depth = self.deeper(depth, at)?;
                let held = self.untyped_within(body.saturating_add(1), depth)?;
                // Only a nested option needs the word `some`; it is written with it again.
                return Ok(match held {
                    Value::Option(_) => Value::Option(Some(Box::new(held))),
                    held => held,
                });
            }
            _ if is("inf") || is("nan") => {
                let found = number::any_word(tape, at);
                return found.ok_or_else(|| tape.place(refused::nothing_known("float"), at));
            }
            _ => {}
        }
        self.claim(1, tape.raw(token).len())?;
        let name = tape.content(token)?.into_owned();
        match body {
            // A group with an empty name is read as a group without a name.
            Some(body) if name.is_empty() => self.untyped_group(body, tape.token(body).kind, depth),
            Some(body) => self.fields(name, body, depth),
            None => {
                let (names, fields) = (Vec::new(), Vec::new());
                let head = Head { variant: Some(name), ..head(String::new(), Style::Unit, names) };
                self.compound(head, fields).map(Value::Variant)
            }
        }
    }

    /// Reads a group without a name.
    fn untyped_group(&mut self, at: u32, kind: Kind, depth: u32) -> Result<Value<'static>, Error> {
        let tape = self.tape;
        if kind == Kind::Brace {
            return match tape.is_text() && self.are_names(at) {
                true => self.fields(String::new(), at, depth),
                false => self.entries(at, depth).map(Value::Map),
            };
        }
        let depth = self.deeper(depth, at)?;
        let (first, count) = tape.parts(at);
        let mut values = self.room(index(count))?;
        for at in tape.values(first, count) {
            values.push(self.untyped_within(at, depth)?);
        }
        Ok(match kind {
            Kind::Paren if values.is_empty() => Value::Unit,
            Kind::Paren => Value::Tuple(values),
            _ => Value::List(values),
        })
    }

    fn entries(
        &mut self,
        at: u32,
        depth: u32,
    ) -> Result<Vec<(Value<'static>, Value<'static>)>, Error> {
        let (tape, depth) = (self.tape, self.deeper(depth, at)?);
        let (first, count) = tape.parts(at);
        let mut entries = self.room(index(count))?;
        let mut key = first;
        for _ in 0..count {
            let value = tape.token(key).next;
            let is_link = !tape.is_text() && count == 1 && tape.is_name(tape.token(key), LINK);
            if is_link && tape.token(value).kind == Kind::Number {
                return Err(tape.place(refused::link_kept(tape, at), at));
            }
            entries.push((self.untyped_within(key, depth)?, self.untyped_within(value, depth)?));
            key = tape.token(value).next;
        }
        Ok(entries)
    }

    /// Whether all keys of a group are names, not values.
    fn are_names(&self, group: u32) -> bool {
        let (tape, (first, count)) = (self.tape, self.tape.parts(group));
        let mut at = first;
        count > 0
            && (0..count).all(|_| {
                let name = tape.in_some(at);
                let key = tape.token(name);
                let is_name = matches!(key.kind, Kind::Name | Kind::Quoted)
                    && tape.body(name, key).is_none()
                    && !escape::RESERVED.iter().any(|word| tape.is_word(key, word));
                at = tape.token(tape.token(at).next).next;
                is_name
            })
    }

    /// Reads the fields of a struct, with or without a name.
    fn fields(&mut self, ty: String, group: u32, depth: u32) -> Result<Value<'static>, Error> {
        let (tape, depth) = (self.tape, self.deeper(depth, group)?);
        let (mut at, count) = tape.parts(group);
        let count = index(count);
        let is_keyed = tape.token(group).kind == Kind::Brace;
        let mut names: Vec<String> = self.room(count)?;
        let mut fields = self.room(count)?;
        for place in 0..count {
            let next = tape.token(at).next;
            let name = if is_keyed { tape.in_some(at) } else { at };
            let key = tape.token(name);
            let is_name = key.kind.is_name() && tape.body(name, key).is_none();
            names.push(match is_keyed {
                true if is_name => {
                    self.claim(1, tape.raw(key).len())?;
                    at = next;
                    tape.content(key)?.into_owned()
                }
                true => return Err(tape.place(refused::nothing_known("name of a field"), at)),
                false => itoa::Buffer::new().format(place).to_owned(),
            });
            fields.push(self.untyped_within(at, depth)?);
            at = tape.token(at).next;
        }
        let style = if is_keyed { Style::Named } else { Style::Tuple };
        self.compound(head(ty, style, names), fields).map(Value::Struct)
    }

    fn compound(
        &mut self,
        mut head: Head,
        fields: Vec<Value<'static>>,
    ) -> Result<Compound<'static>, Error> {
        self.claim(1, size_of::<Head>())?;
        if let Some(version) = self.stated.as_ref().and_then(|stated| stated.get(&head.ty)) {
            head.version = version;
        }
        Ok(Compound { head: Arc::new(head), fields: fields.into_boxed_slice() })
    }

    /// Goes one level deeper.
    fn deeper(&self, depth: u32, at: u32) -> Result<u32, Error> {
        let error = || self.tape.place(too_deep(self.load.limits.depth), at);
        depth.checked_sub(1).ok_or_else(error)
    }
}

/// The head of a struct.
fn head(ty: String, style: Style, names: Vec<String>) -> Head {
    Head { ty, version: 1, variant: None, style, names, history: History::default() }
}
