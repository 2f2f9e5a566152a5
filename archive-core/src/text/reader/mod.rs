//! The [`InputArchive`] that loads a type from a tape, finding fields and variants by name.
//!
//! Texts, JSON and serde data are all read here, since all of them become tapes. [`by_schema`] reads a tape without the
//! types instead.

pub(crate) mod by_schema;
mod fields;
mod flat;
pub(crate) mod json;
mod keep;
mod known;
mod links;
mod load;
pub(crate) mod number;
mod numbered;
mod part;
mod primitive;
pub(crate) mod quoted;
mod record;
pub(crate) mod refused;
mod short;
mod survey;
mod untyped;
mod variant;
mod version;

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::tape::{Kind, Tape, Token, index};
use crate::graph::{Left, Link, Objects};
use crate::limits::{claimed, too_deep};
use crate::plain::{Data, PlainReader};
use crate::primitive::for_each_number;
use crate::traits::MinSize;
use crate::unknown::Original;
use crate::{
    Context, Error, InputArchive, Primitive, PrimitiveKind, Scope, Shape, Step, Type, Unknown,
    UnknownPolicy, VersionTable,
};

use flat::is_flat;
use json::is_string;
use known::Kins;
use links::Links;
pub(super) use load::{Load, read};
use record::{Items, Open};
use refused::{departed, other_length};
use short::Short;
use variant::ManyVariants;
pub(super) use version::stated;

/// Loads a type from a text. If `LINKED`, the text has shared objects.
struct Reader<'t, 'a, 'c, const LINKED: bool> {
    tape: &'t Tape<'a>,
    /// The token of the next value.
    at: u32,
    /// The open records, lists and maps, the innermost last.
    open: Vec<Open>,
    /// The levels of derived types and pointers that may still be entered.
    depth: u32,
    load: Load<'c>,
    /// The next byte, while a blob is read as an array.
    byte: Option<u8>,
    /// The token of the option that holds the next value, in JSON.
    held: Option<u32>,
    /// The versions that the text states in its table.
    stated: Option<VersionTable>,
    /// Whether a newer program wrote the text, whose numbers may be wider than this program's types.
    is_exact: bool,
    /// The stated versions of the types met so far, by the addresses of their shapes.
    versions: Vec<(usize, Option<u32>)>,
    /// The names of the enums with many variants met so far.
    many: Vec<ManyVariants>,
    /// What is known of kins of groups.
    kins: Kins,
    /// The name of the root and the version after it.
    root_version: Option<(&'static str, u32)>,
    /// What is known of the text, for holders; made when first needed.
    original: Option<Arc<Original>>,
    /// See [`Original::own`].
    own: Vec<&'static str>,
    /// The owner of the flattened struct that comes next.
    entering: Option<Scope>,
    /// The owner of each open flattened struct.
    within: Vec<Scope>,
    /// Where the objects are, and the objects that were built.
    links: Links,
    objects: Option<Objects<'a, Error>>,
}

impl<'a, const LINKED: bool> Reader<'_, 'a, '_, LINKED> {
    #[inline]
    fn token(&self) -> Token {
        self.tape.token(self.at)
    }

    #[cold]
    fn error(&self, error: Error) -> Error {
        self.tape.place(error, self.at)
    }

    /// The error for an unexpected value here. `text` and `json` name what was expected in each dialect.
    #[cold]
    fn strange(&self, [text, json]: [&str; 2]) -> Error {
        refused::strange(self.tape, self.at, [text, json])
    }

    fn descend(&mut self) -> Result<(), Error> {
        let less = self.depth.checked_sub(1);
        self.depth = less.ok_or_else(|| self.error(too_deep(self.load.limits.depth)))?;
        Ok(())
    }

    fn ascend(&mut self) {
        self.depth = self.depth.saturating_add(1);
    }

    /// The first part and the number of parts of the group here, if it is of one of these kinds.
    fn group(&self, kinds: &[Kind], asked: [&str; 2]) -> Result<(u32, u32), Error> {
        if kinds.contains(&self.token().kind) {
            return Ok(self.tape.parts(self.at));
        }
        Err(self.strange(asked))
    }

    fn begin_items(&mut self, kinds: &[Kind], asked: [&str; 2]) -> Result<usize, Error> {
        let (next, count) = self.group(kinds, asked)?;
        self.open.push(Open::Items(Items { next, index: 0, count }));
        Ok(index(count))
    }
}

macro_rules! number_methods {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        fn $ty(&mut self) -> Result<$ty, Error> {
            let short = if LINKED || self.is_exact { None } else { Short::short(self.tape, self.at) };
            match short {
                Some(number) => Ok(number),
                None => self.long(PrimitiveKind::$variant, |number| match number {
                    Primitive::$variant(number) => Some(number),
                    _ => None,
                }),
            }
        }
    )*};
}

impl<'a, const LINKED: bool> InputArchive<'a> for Reader<'_, 'a, '_, LINKED> {
    type Error = Error;

    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
        self.any(kind)
    }

    for_each_number!(number_methods);

    fn bool(&mut self) -> Result<bool, Error> {
        match self.any(PrimitiveKind::Bool)? {
            Primitive::Bool(value) => Ok(value),
            _ => Err(departed()),
        }
    }

    fn str(&mut self) -> Result<Cow<'a, str>, Error> {
        if self.byte.is_some() {
            return Err(self.no_bytes());
        }
        self.text()
    }

    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.descend()?;
        match self.entering.take() {
            Some(outer) => self.begin_flat(shape, outer),
            None => {
                self.follow()?;
                self.begin_struct(shape)
            }
        }
    }

    fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        if self.byte.is_some() {
            return Err(self.no_bytes());
        }
        self.descend()?;
        self.follow()?;
        self.begin_variant(shape)
    }

    fn has(&mut self, record: &Scope, index: usize) -> bool {
        let Some(Open::Scope(open)) = self.open.last_mut() else { return false };
        open.find(self.tape, record, index).is_some()
            || is_flat(Step::Field(record, index)) && self.is_flat_there(record, index)
    }

    fn unknown(&mut self, record: &Scope) -> Result<Unknown, Error> {
        self.keep(record)
    }

    fn end(&mut self, record: Scope) -> Result<(), Error> {
        self.ascend();
        // If a hook fails, blame the record and not its last part.
        if let Some(Open::Scope(open)) = self.open.last().filter(|open| open.is_record()) {
            self.at = open.at;
            if open.is_known && open.is_done() {
                self.open.pop();
                return Ok(());
            }
        }
        if self.load.unknown == UnknownPolicy::Retain {
            self.note_own(&record)?;
        }
        match self.open.pop() {
            Some(Open::Scope(open)) if open.is_flat => self.end_flat(&open),
            Some(Open::Scope(open)) if open.is_done() => {
                self.learn(&record, &open);
                Ok(())
            }
            Some(Open::Scope(open)) => self.left_over(&record, &open),
            _ => Err(departed()),
        }
    }

    #[inline]
    fn enter(&mut self, step: Step<'_>) -> Result<(), Error> {
        let at = match (step, self.open.last_mut()) {
            (Step::Field(record, index), Some(Open::Scope(open))) => {
                open.known_part(self.tape, record, index)
            }
            (Step::Element(index), Some(Open::Items(items))) => items.take(self.tape, index),
            _ => None,
        };
        match at {
            Some(at) => {
                self.at = at;
                Ok(())
            }
            None => self.enter_any(step),
        }
    }

    fn option(&mut self) -> Result<bool, Error> {
        if !self.tape.is_text() {
            return Ok(self.json_option());
        }
        let token = self.token();
        if self.tape.is_word(token, "none") {
            return Ok(false);
        }
        if self.tape.is_word(token, "some") {
            let body = self.tape.body(self.at, token);
            let Some(body) = body.filter(|at| self.tape.token(*at).end == 1) else {
                return Err(self.strange(["`some(..)` with one value"; 2]));
            };
            self.at = body.saturating_add(1);
        }
        Ok(true)
    }

    fn begin_list(&mut self, _min: MinSize) -> Result<usize, Error> {
        self.follow()?;
        if self.is_blob() {
            let bytes = self.bytes()?;
            let len = bytes.len();
            self.open.push(Open::Bytes(bytes.into_iter()));
            return Ok(len);
        }
        self.begin_items(&[Kind::Bracket], ["a list `[..]`", "an array"])
    }

    fn end_list(&mut self) {
        self.open.pop();
    }

    fn begin_tuple(&mut self, len: usize) -> Result<(), Error> {
        self.follow()?;
        let token = self.token();
        if token.kind == Kind::Bytes {
            let bytes = self.bytes()?;
            if bytes.len() != len {
                return Err(self.error(other_length(bytes.len(), len)));
            }
            self.open.push(Open::Bytes(bytes.into_iter()));
            return Ok(());
        }
        if !self.tape.is_text() && is_string(token) {
            // A string may be an array of bytes; if the elements are none, reading them fails.
            match self.bytes().ok() {
                Some(bytes) if bytes.len() == len => self.open.push(Open::Bytes(bytes.into_iter())),
                other => {
                    let found = other.map(|bytes| bytes.len());
                    return Err(json::no_array(self.tape, self.at, found, len));
                }
            }
            return Ok(());
        }
        let asked = ["a tuple `(..)` or an array `[..]`", "an array"];
        match self.begin_items(&[Kind::Paren, Kind::Bracket], asked)? {
            count if count == len => Ok(()),
            count => Err(self.error(other_length(count, len))),
        }
    }

    fn end_tuple(&mut self) {
        self.open.pop();
    }

    fn begin_map(&mut self, _min: MinSize) -> Result<usize, Error> {
        // In JSON this may be a map that happens to have the key of a link.
        if self.tape.is_text() {
            self.follow()?;
        }
        let paired = !self.tape.is_text() && self.token().kind == Kind::Bracket;
        let kinds: &[Kind] = if paired { &[Kind::Bracket] } else { &[Kind::Brace] };
        let (next, left) = self.group(kinds, ["a map `{..}`", "an object or an array of pairs"])?;
        self.open.push(Open::Entries { next, left, paired });
        Ok(index(left))
    }

    fn end_map(&mut self) {
        self.open.pop();
    }

    fn begin_pointer(&mut self) -> Result<(), Error> {
        self.descend()
    }

    fn end_pointer(&mut self) {
        self.ascend();
    }

    #[inline(always)]
    fn link(&mut self, to: &'static Type) -> Result<Option<Link>, Error> {
        if LINKED { self.link_to(to) } else { Ok(None) }
    }

    #[inline(always)]
    fn objects(&mut self) -> Option<&mut Objects<'a, Error>> {
        if LINKED { self.objects.as_mut() } else { None }
    }

    fn plain(&mut self) -> Result<Option<Data>, Error> {
        let (tape, most) = (self.tape, self.load.limits.depth);
        let mut plain = PlainReader { tape, most, budget: self.load.budget };
        let value = plain.value(self.at, self.depth)?;
        self.load.budget = plain.budget;
        Ok(Some(value))
    }

    fn erased(&mut self) -> Option<&mut dyn InputArchive<'a, Error = Error>> {
        Some(self)
    }

    fn begin_object(&mut self, link: Link) -> Result<(), Error> {
        self.enter_object(link)
    }

    fn end_object(&mut self) -> Result<(), Error> {
        self.leave_object();
        Ok(())
    }

    fn locate_object(&self, error: Error, ty: &'static Type, row: usize) -> Error {
        self.in_object(error, ty, row)
    }

    fn limits_left(&self) -> Left {
        Left { memory: self.load.budget, levels: self.depth }
    }

    fn claim(&mut self, count: usize, bytes: usize) -> Result<(), Error> {
        let left = claimed(self.load.budget, count.saturating_mul(bytes));
        self.load.budget = left.map_err(|error| self.error(error))?;
        Ok(())
    }

    #[cold]
    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        let at = self.converted(&error, step).unwrap_or(self.at);
        let error = self.tape.place(error, at);
        // Show the path as it is in the text, where flattened fields have no step.
        if is_flat(step) { error } else { error.within(step) }
    }

    fn context(&mut self) -> Context<'_> {
        self.load.context.reborrow()
    }
}
