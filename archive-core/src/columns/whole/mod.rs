//! Loads columns as a tree of values (`Value`), by the schema alone.

mod plan;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::plan::{Act, Spot};
use super::reader::goes_on;
use super::slots::{Unpack, Unpacked};
use super::tree::width;
use super::{Input, Source};
use crate::limits::{claimed, room};
use crate::rows::State;
use crate::value::elements::Elements;
use crate::value::trees::Trees;
use crate::value::{Compound, Head, Numbers, Value, append_number, decode_number, graph, push};
use crate::{Context, Error, ErrorKind, PrimitiveKind};

impl Input<'_> {
    /// Reads everything as a tree, by a plan of the whole archive (`Plan::whole`).
    ///
    /// # Errors
    ///
    /// The columns do not match the schema.
    pub(crate) fn read_whole<'a>(&self, source: impl Source<'a>) -> Result<Value<'a>, Error> {
        let blocks = self.blocks(source)?;
        let (Unpack { spots, budget, .. }, _) = self.unpack(&blocks, None)?;
        let tree = &self.plan.tree;
        let trees = Trees::new(self.schema, !tree.tables.is_empty());
        let mut whole = Whole { input: self, spots: &spots, budget, trees };
        let root = whole.value(tree.root, 0)?;
        let mut tables = Vec::new();
        for node in &tree.tables {
            tables.push(whole.table(*node)?);
        }
        Ok(graph::graph(root, &whole.trees.links, tables))
    }
}

/// Builds a tree from columns that have been unpacked and checked.
struct Whole<'i, 'a, 'b> {
    input: &'i Input<'i>,
    spots: &'i [Unpacked<'a, 'b>],
    /// How much memory may still be reserved.
    budget: usize,
    /// Reads values in rows, and knows the heads of all.
    trees: Trees<'i>,
}

impl<'a> Whole<'_, 'a, '_> {
    fn value(&mut self, at: usize, row: usize) -> Result<Value<'a>, Error> {
        let spot = self.input.plan.get(at);
        let unpacked = self.spots.get(at).ok_or_else(broken)?;
        match spot.act {
            Act::Number(kind) => {
                let bytes = cut(&unpacked.numbers, row, 1, width(kind))?;
                decode_number(kind, bytes).ok_or_else(broken)
            }
            Act::Link(table) => {
                let to = number(cut(&unpacked.numbers, row, 1, 4)?)?;
                self.claim(1, size_of::<Value<'_>>())?;
                let head = self.trees.links.get(table).ok_or_else(broken)?;
                Ok(graph::link(head, u32::try_from(to).unwrap_or(u32::MAX)))
            }
            Act::Text => {
                let (start, len) = place(unpacked, row)?;
                let range = start..start.saturating_add(len);
                if unpacked.held_text.is_empty() {
                    let text = unpacked.text.get(range).ok_or_else(|| split(unpacked))?;
                    return Ok(Value::Str(Cow::Borrowed(text)));
                }
                self.claim(len, 1)?;
                let text = unpacked.held_text.get(range).ok_or_else(|| split(unpacked))?;
                Ok(Value::Str(Cow::Owned(text.into())))
            }
            Act::Bytes => self.bytes(unpacked, row).map(Value::Bytes),
            Act::Option => match held(unpacked, row)?.checked_sub(1) {
                None => Ok(Value::Option(None)),
                Some(row) => {
                    self.claim(1, size_of::<Value<'_>>())?;
                    self.value(spot.first, row).map(|value| Value::Option(Some(Box::new(value))))
                }
            },
            Act::List => {
                let (start, len) = place(unpacked, row)?;
                self.sequence(spot.first, start, len)
            }
            Act::Array(len) => self.sequence(spot.first, row.saturating_mul(len), len),
            Act::Map => self.map(spot, unpacked, row),
            Act::Tuple => self.parts(spot, row).map(|parts| Value::Tuple(parts.into_vec())),
            Act::Struct => {
                let fields = self.parts(spot, row)?;
                Ok(Value::Struct(Compound { head: self.head(at, 0)?, fields }))
            }
            Act::Enum => {
                let (variant, row) = place(unpacked, row)?;
                let at = spot.first.saturating_add(variant);
                let fields = self.parts(self.input.plan.get(at), row)?;
                Ok(Value::Variant(Compound { head: self.head(at, variant)?, fields }))
            }
            Act::ForeignRows => self.row(spot, unpacked, row),
            _ => Ok(Value::Unit),
        }
    }

    /// Appends a value. Numbers and texts are built in place, since moving them takes longer than reading them.
    #[inline]
    fn append(&mut self, at: usize, row: usize, values: &mut Vec<Value<'a>>) -> Result<(), Error> {
        let unpacked = self.spots.get(at).ok_or_else(broken)?;
        match self.input.plan.spots.get(at).map(|spot| spot.act) {
            Some(Act::Number(kind)) => {
                let bytes = cut(&unpacked.numbers, row, 1, width(kind))?;
                append_number(kind, bytes, values).ok_or_else(broken)
            }
            Some(Act::Text) if unpacked.held_text.is_empty() => {
                let (start, len) = place(unpacked, row)?;
                let text = unpacked.text.get(start..start.saturating_add(len));
                let text = text.ok_or_else(|| split(unpacked))?;
                push(values, || Value::Str(Cow::Borrowed(text)));
                Ok(())
            }
            _ => self.value(at, row).map(|value| values.push(value)),
        }
    }

    fn bytes(&mut self, unpacked: &Unpacked<'a, '_>, row: usize) -> Result<Cow<'a, [u8]>, Error> {
        let (start, len) = place(unpacked, row)?;
        let range = start..start.saturating_add(len);
        if unpacked.held_bytes.is_empty() {
            return unpacked.bytes.get(range).map(Cow::Borrowed).ok_or_else(broken);
        }
        self.claim(len, 1)?;
        unpacked.held_bytes.get(range).map(|bytes| Cow::Owned(bytes.into())).ok_or_else(broken)
    }

    /// Reads `len` rows of a part from `start` on. Numbers become one packed sequence.
    fn sequence(&mut self, part: usize, start: usize, len: usize) -> Result<Value<'a>, Error> {
        let number = match self.input.plan.get(part).act {
            Act::Number(kind) if kind.is_number() => Some(kind),
            _ => None,
        };
        if let Some(kind) = number {
            let unpacked = self.spots.get(part).ok_or_else(broken)?;
            let bytes = cut(&unpacked.numbers, start, len, width(kind))?;
            self.claim(bytes.len().saturating_add(size_of::<Numbers<'_>>()), 1)?;
            let bytes: Cow<'static, [u8]> = Cow::Owned(bytes.into());
            return Ok(match kind {
                PrimitiveKind::U8 => Value::Bytes(bytes),
                _ => Value::Numbers(Box::new(Numbers::new(kind, bytes))),
            });
        }
        let mut values = self.room(len)?;
        for row in start..start.saturating_add(len) {
            self.append(part, row, &mut values)?;
        }
        Ok(Value::List(values))
    }

    fn map(
        &mut self,
        spot: &Spot,
        unpacked: &Unpacked<'a, '_>,
        row: usize,
    ) -> Result<Value<'a>, Error> {
        let (start, len) = place(unpacked, row)?;
        let mut entries = self.room(len)?;
        for row in start..start.saturating_add(len) {
            let key = self.value(spot.first, row)?;
            entries.push((key, self.value(spot.first.saturating_add(1), row)?));
        }
        Ok(Value::Map(entries))
    }

    fn parts(&mut self, spot: &Spot, row: usize) -> Result<Box<[Value<'a>]>, Error> {
        let mut values = self.room(spot.len)?;
        for part in spot.first..spot.first.saturating_add(spot.len) {
            self.append(part, row, &mut values)?;
        }
        Ok(values.into_boxed_slice())
    }

    /// Reads a value in rows, of a recursive type.
    fn row(
        &mut self,
        spot: &Spot,
        unpacked: &Unpacked<'a, '_>,
        row: usize,
    ) -> Result<Value<'a>, Error> {
        let limits = self.input.limits;
        let (start, _) = place(unpacked, row)?;
        let bytes = self.bytes(unpacked, row)?;
        let def = self.input.plan.tree.get(spot.node).def;
        let depth = limits.depth.saturating_sub(spot.depth);
        let offset = unpacked.offset.saturating_add(start);
        let mut state = State::with_budget(limits, self.budget, Context::empty());
        let value = match bytes {
            Cow::Borrowed(bytes) => self.row_of(def, bytes, offset, depth, &mut state)?,
            Cow::Owned(bytes) => self.row_of(def, &bytes, offset, depth, &mut state)?.into_owned(),
        };
        self.budget = state.budget();
        Ok(value)
    }

    fn row_of<'r>(
        &mut self,
        def: usize,
        bytes: &'r [u8],
        offset: usize,
        depth: u32,
        state: &mut State<'_>,
    ) -> Result<Value<'r>, Error> {
        let (value, rest) = self.trees.read_named(def, bytes, offset, depth, state)?;
        match rest {
            [] => Ok(value),
            _ => Err(goes_on(offset.saturating_add(bytes.len()).saturating_sub(rest.len()))),
        }
    }

    /// The head of a struct, or of a variant with this number, which all its values share.
    fn head(&mut self, at: usize, variant: usize) -> Result<Arc<Head>, Error> {
        let index = self.input.plan.tree.get(at).def;
        let def = self.input.schema.types.get(index);
        def.and_then(|def| self.trees.heads.of(index, def, variant)).ok_or_else(broken)
    }

    /// Reads the objects of a table, as a list of values whatever their kind (FORMAT.md §11).
    fn table(&mut self, at: usize) -> Result<Value<'a>, Error> {
        let objects = self.value(at, 0)?;
        let all = match Elements::of(&objects) {
            None | Some(Elements::Values(_)) => return Ok(objects),
            Some(all) => all,
        };
        let mut values = self.room(all.len())?;
        values.extend(all.iter().map(Cow::into_owned));
        Ok(Value::List(values))
    }

    fn claim(&mut self, count: usize, bytes: usize) -> Result<(), Error> {
        self.budget = claimed(self.budget, count.saturating_mul(bytes))?;
        Ok(())
    }

    /// An empty list with capacity for `len` values, which is charged to the budget.
    fn room<T>(&mut self, len: usize) -> Result<Vec<T>, Error> {
        self.claim(len, size_of::<T>())?;
        room(len)
    }
}

/// The start and length of a row; or the variant of a row, and the row in it.
fn place(unpacked: &Unpacked<'_, '_>, row: usize) -> Result<(usize, usize), Error> {
    let bytes = cut(&unpacked.places, row, 1, 8)?;
    let (first, second) = bytes.split_at_checked(4).ok_or_else(broken)?;
    Ok((number(first)?, number(second)?))
}

/// The row of an option's value plus 1, or 0.
fn held(unpacked: &Unpacked<'_, '_>, row: usize) -> Result<usize, Error> {
    number(cut(&unpacked.places, row, 1, 4)?)
}

fn number(bytes: &[u8]) -> Result<usize, Error> {
    let number = bytes.try_into().map(u32::from_le_bytes).ok();
    number.and_then(|number| usize::try_from(number).ok()).ok_or_else(broken)
}

/// The bytes of `rows` rows of this width.
fn cut(bytes: &[u8], row: usize, rows: usize, width: usize) -> Result<&[u8], Error> {
    let start = row.checked_mul(width).ok_or_else(broken)?;
    let end = rows.checked_mul(width).and_then(|len| start.checked_add(len)).ok_or_else(broken)?;
    bytes.get(start..end).ok_or_else(broken)
}

/// A text starts or ends within a character.
#[cold]
fn split(unpacked: &Unpacked<'_, '_>) -> Error {
    let error =
        Error::new(ErrorKind::InvalidUtf8, "a text starts or ends in the middle of a character");
    error.at_offset(u64::try_from(unpacked.offset).unwrap_or(u64::MAX))
}

/// Columns do not have the rows that they were checked to have.
#[cold]
fn broken() -> Error {
    Error::new(ErrorKind::InvalidValue, "the columns do not have as many rows as their lengths say")
}
