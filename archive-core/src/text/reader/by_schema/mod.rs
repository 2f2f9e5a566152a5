//! Reads a text as a [`Value`] by the schema of its archive, without the Rust types.

mod objects;
mod record;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::json::{is_null, is_string};
use super::links::Entry;
use super::{json, number, quoted, refused, version};
use crate::limits::Depth;
use crate::plain::{self, PlainReader};
use crate::rows::{self, State};
use crate::schema::{Schema, TypeRef};
use crate::text::path;
use crate::text::tape::{Kind, SOME, Tape};
use crate::value::by_schema;
use crate::value::lookups::Variants;
use crate::value::trees::Trees;
use crate::{Context, Error, ErrorKind, Limits, PrimitiveKind, Step, Value};

use objects::Found;

/// Reads a text as a value of an archive with this schema. If `is_linked`, shared objects are in tables.
///
/// # Errors
///
/// Fails if the text does not match the schema: it states other versions, or has another type somewhere.
pub(crate) fn tree<'t>(
    tape: &Tape<'t>,
    schema: &Schema,
    is_linked: bool,
    limits: &Limits,
) -> Result<Value<'t>, Error> {
    check_versions(tape, schema)?;
    let mut reader = Reader {
        tape,
        trees: Trees::new(schema, is_linked),
        variants: Variants::new(schema),
        levels: Depth::of_values(limits.depth),
        limits,
        plain: plain::index_in(schema),
        numbered: Vec::new(),
        unit: 0,
        key: None,
        found: Vec::new(),
        places: BTreeMap::new(),
    };
    reader.whole().map_err(|error| path::with_keys(tape, error))
}

/// Bytes may be written as a list of these.
const BYTE: &TypeRef = &TypeRef::Primitive(PrimitiveKind::U8);

/// Reads values by a schema.
struct Reader<'r, 't> {
    tape: &'r Tape<'t>,
    trees: Trees<'r>,
    variants: Variants<'r>,
    levels: Depth,
    limits: &'r Limits,
    /// The type of values that only implement serde's traits, if there are some.
    plain: Option<usize>,
    /// The numbered objects.
    numbered: Vec<Entry>,
    /// The index of the numbered object that is being read; their count means the root value.
    unit: usize,
    /// The token of the last name of a variant that stands for the name of the struct in it.
    key: Option<u32>,
    /// The objects met so far.
    found: Vec<Found<'t>>,
    /// The index in `found` of the object at a token, per table.
    places: BTreeMap<(u32, usize), usize>,
}

impl<'r, 't> Reader<'r, 't> {
    /// Reads the value of a type at a token.
    fn value(&mut self, ty: &'r TypeRef, at: u32) -> Result<Value<'t>, Error> {
        self.levels.descend().map_err(|error| self.tape.place(error, at))?;
        let value = match ty {
            TypeRef::Primitive(kind) => self.primitive(*kind, at),
            TypeRef::Option(inner) => self.option(inner, at),
            TypeRef::List(inner)
            | TypeRef::Heap(inner)
            | TypeRef::Set(inner)
            | TypeRef::HashSet(inner) => self.list(inner, at),
            TypeRef::Array(inner, len) => self.array(inner, *len, at),
            TypeRef::Tuple(parts) => self.tuple(parts, at),
            TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => self.map(key, value, at),
            TypeRef::Shared(inner) => self.shared(inner, at),
            TypeRef::Named(index) => self.named(*index, at),
        };
        self.levels.ascend();
        value
    }

    /// Reads a value of a type that only implements serde's traits.
    fn plain(&mut self, index: usize, at: u32) -> Result<Value<'t>, Error> {
        let (tape, most) = (self.tape, self.limits.depth);
        let value = PlainReader { tape, most, budget: usize::MAX }.value(at, most)?;
        let mut rows = Vec::new();
        let len = rows::size(&&value, None, self.limits)?;
        rows::append_sized(&&value, None, self.limits, len, &mut rows)?;
        let mut state = State::with_budget(self.limits, usize::MAX, Context::empty());
        let (value, _) = self.trees.read_named(index, &rows, 0, most, &mut state)?;
        Ok(value.into_owned())
    }

    #[cold]
    fn strange(&self, at: u32, asked: [&str; 2]) -> Error {
        refused::strange(self.tape, at, asked)
    }

    fn primitive(&mut self, kind: PrimitiveKind, at: u32) -> Result<Value<'t>, Error> {
        let (tape, token) = (self.tape, self.tape.token(at));
        match kind {
            PrimitiveKind::Unit => match token.kind {
                Kind::Paren if token.end == 0 => Ok(Value::Unit),
                _ if is_null(tape, token) => Ok(Value::Unit),
                _ => Err(self.strange(at, ["`()`", "`null`"])),
            },
            PrimitiveKind::Bool if json::is_bool(tape, token, "true") => Ok(Value::Bool(true)),
            PrimitiveKind::Bool if json::is_bool(tape, token, "false") => Ok(Value::Bool(false)),
            PrimitiveKind::Bool => Err(self.strange(at, ["`true` or `false`"; 2])),
            PrimitiveKind::Char => quoted::char(tape, at).map(Value::Char),
            PrimitiveKind::Str if is_string(token) => tape.content(token).map(Value::Str),
            PrimitiveKind::Str => Err(self.strange(at, ["text between quotes", "a string"])),
            PrimitiveKind::Bytes if token.kind == Kind::Bracket => self.elements(BYTE, at),
            PrimitiveKind::Bytes => self.blob(at),
            kind => match number::number(tape, at, kind) {
                Some(number) => Ok(Value::from(number)),
                None => Err(tape.place(refused::no_number(tape, at, kind), at)),
            },
        }
    }

    fn blob(&self, at: u32) -> Result<Value<'t>, Error> {
        quoted::blob(self.tape, at).map(|bytes| Value::Bytes(Cow::Owned(bytes)))
    }

    /// The tokens of the values in a group without keys.
    fn parts(&self, group: u32) -> impl Iterator<Item = u32> + use<'r, 't> {
        let (first, count) = self.tape.parts(group);
        self.tape.values(first, count)
    }

    fn option(&mut self, inner: &'r TypeRef, at: u32) -> Result<Value<'t>, Error> {
        let (tape, token) = (self.tape, self.tape.token(at));
        let held = if tape.is_text() {
            match tape.body(at, token) {
                None if tape.is_word(token, "none") => return Ok(Value::Option(None)),
                Some(body) if tape.is_word(token, SOME) && tape.token(body).end == 1 => {
                    body.saturating_add(1)
                }
                _ if tape.is_word(token, SOME) => {
                    return Err(self.strange(at, ["`some(..)` with one value"; 2]));
                }
                _ => at,
            }
        } else if is_null(tape, token) {
            return Ok(Value::Option(None));
        } else if inner.may_be_null() {
            json::in_some(tape, at)
        } else {
            at
        };
        self.value(inner, held).map(|value| Value::Option(Some(Box::new(value))))
    }

    fn list(&mut self, inner: &'r TypeRef, at: u32) -> Result<Value<'t>, Error> {
        let token = self.tape.token(at);
        match token.kind {
            Kind::Bracket => self.elements(inner, at),
            Kind::Bytes if *inner == TypeRef::Primitive(PrimitiveKind::U8) => self.blob(at),
            _ => Err(self.strange(at, ["a list `[..]`", "an array"])),
        }
    }

    fn elements(&mut self, inner: &'r TypeRef, group: u32) -> Result<Value<'t>, Error> {
        let mut values = Vec::new();
        for (index, at) in self.parts(group).enumerate() {
            let step = Step::Element(index);
            values.push(self.value(inner, at).map_err(|error| error.within(step))?);
        }
        Ok(Value::List(values))
    }

    fn array(&mut self, inner: &'r TypeRef, len: u64, at: u32) -> Result<Value<'t>, Error> {
        let token = self.tape.token(at);
        let is_of_bytes = *inner == TypeRef::Primitive(PrimitiveKind::U8);
        let is_blob = || token.kind == Kind::Bytes || (!self.tape.is_text() && is_string(token));
        let (value, count) = match token.kind {
            Kind::Paren | Kind::Bracket => (self.elements(inner, at)?, token.end.into()),
            _ if is_of_bytes && is_blob() => {
                let bytes = quoted::blob(self.tape, at)?;
                let count = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
                (Value::Bytes(bytes.into()), count)
            }
            _ => {
                let asked = ["a tuple `(..)` or an array `[..]`", "an array"];
                return Err(self.strange(at, asked));
            }
        };
        match count == len {
            true => Ok(value),
            false => Err(self.other_length(at, count, len)),
        }
    }

    fn tuple(&mut self, types: &'r [TypeRef], at: u32) -> Result<Value<'t>, Error> {
        let token = self.tape.token(at);
        if !matches!(token.kind, Kind::Paren | Kind::Bracket) {
            return Err(self.strange(at, ["a tuple `(..)`", "an array"]));
        }
        if usize::try_from(token.end) != Ok(types.len()) {
            let asked = u64::try_from(types.len()).unwrap_or(u64::MAX);
            return Err(self.other_length(at, token.end.into(), asked));
        }
        let mut values = Vec::new();
        for (index, (ty, at)) in types.iter().zip(self.parts(at)).enumerate() {
            let step = Step::Element(index);
            values.push(self.value(ty, at).map_err(|error| error.within(step))?);
        }
        Ok(Value::Tuple(values))
    }

    #[cold]
    fn other_length(&self, at: u32, found: u64, asked: u64) -> Error {
        let count = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        self.tape.place(refused::other_length(count(found), count(asked)), at)
    }

    fn map(&mut self, key: &'r TypeRef, value: &'r TypeRef, at: u32) -> Result<Value<'t>, Error> {
        let (tape, token) = (self.tape, self.tape.token(at));
        let is_paired = !tape.is_text() && token.kind == Kind::Bracket;
        if !is_paired && token.kind != Kind::Brace {
            return Err(self.strange(at, ["a map `{..}`", "an object or an array of pairs"]));
        }
        let (mut next, count) = tape.parts(at);
        let (mut entries, mut keys) = (Vec::new(), Vec::new());
        for index in 0..usize::try_from(count).unwrap_or(usize::MAX) {
            let of_key = if is_paired { json::key(tape, next)? } else { next };
            let of_value = tape.token(of_key).next;
            next = tape.token(if is_paired { next } else { of_value }).next;
            let (first, second) = (Step::Key(index), Step::Value(index));
            let key = self.value(key, of_key).map_err(|error| error.within(first))?;
            let value = self.value(value, of_value).map_err(|error| error.within(second))?;
            entries.push((key, value));
            keys.push(of_key);
        }
        self.check_keys(&entries, &keys)?;
        Ok(Value::Map(entries))
    }

    /// Fails if a key occurs twice in a map.
    fn check_keys(&self, entries: &[(Value<'t>, Value<'t>)], tokens: &[u32]) -> Result<(), Error> {
        if entries.is_sorted_by(|(one, _), (next, _)| one < next) {
            return Ok(());
        }
        let keys = entries.iter().map(|(key, _)| key).zip(tokens).enumerate();
        let mut sorted: Vec<_> = keys.collect();
        sorted.sort_by_key(|(_, (key, _))| *key);
        let mut pairs = sorted.iter().zip(sorted.iter().skip(1));
        match pairs.find(|((_, (one, _)), (_, (next, _)))| one == next) {
            Some((_, (index, (_, at)))) => {
                Err(self.tape.place(by_schema::twice(), **at).within(Step::Key(*index)))
            }
            None => Ok(()),
        }
    }
}

/// Fails if a text states other versions than its archive has.
fn check_versions(tape: &Tape<'_>, schema: &Schema) -> Result<(), Error> {
    if let (Some(token), Some(def)) = (tape.root_version, schema.root_def()) {
        if tape.raw(token).parse() != Ok(def.version) {
            return Err(tape.place_of(token, other_version(&def.name, def.version)));
        }
    }
    let (Some(stated), Some(at)) = (version::stated(tape)?, tape.versions) else { return Ok(()) };
    let known = schema.versions();
    for (name, version) in stated.iter() {
        match known.get(name) {
            Some(known) if *known == version => {}
            Some(known) => return Err(tape.place(other_version(name, *known), at)),
            None => {
                let detail = format!("the archive has no type `{}`", crate::error::shown(name));
                let error = Error::new(ErrorKind::WrongType, detail);
                return Err(tape.place(error.with_help(SAME), at));
            }
        }
    }
    Ok(())
}

/// How to correct a text with other versions.
const SAME: &str = "write what the text of the archive had there, or remove it";

#[cold]
fn other_version(name: &str, known: u32) -> Error {
    let detail = format!("the archive has version {known} of `{}`", crate::error::shown(name));
    Error::new(ErrorKind::Mismatch, detail).with_help(SAME)
}
