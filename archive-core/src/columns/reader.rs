//! The archive that puts values together from columns.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
use core::cell::Cell;
use core::marker::PhantomData;

use super::gather;
use super::mode::Mode;
use super::plan::Act;
use crate::array::try_array;
use crate::limits::over_budget;
use crate::primitive::for_each_number;
use crate::rows::{QuickReader, Reader as RowReader, State};
use crate::schema::{Schema, TypeRef};
use crate::traits::{MinSize, reserved};
use crate::value::by_name::{self, Load};
use crate::value::{self, Value};
use crate::versions::Versions;
use crate::{
    Context, Describe, Deserialize, Error, ErrorKind, InputArchive, Kind, Limits, Number,
    Primitive, PrimitiveKind, Record, Shape, Step, Unknown,
};

/// What a spot of a plan is read from: as much as fits a line of the processor's cache.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<'a, 's> {
    pub(super) act: Act,
    /// The slot of its first part.
    pub(super) first: usize,
    /// Where each row has its parts; see `Unpacked`.
    pub(super) places: &'s [u8],
    pub(super) data: Data<'a, 's>,
}

/// What is there for all rows: texts and bytes that live as long as the input, or do not.
#[derive(Clone, Copy, Debug)]
pub(super) enum Data<'a, 's> {
    None,
    /// Numbers as little-endian bytes.
    Numbers(&'s [u8]),
    Text(&'a str),
    HeldText(&'s str),
    Bytes(&'a [u8]),
    HeldBytes(&'s [u8]),
    /// The version of a struct or enum, and the tag of a variant.
    Type {
        version: u32,
        tag: u32,
    },
}

/// What is seldom needed of a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// How many structs, enums and pointers hold it.
    pub(super) depth: u32,
    /// Where its column starts in the archive.
    pub(super) offset: usize,
    /// How many parts it has.
    pub(super) parts: usize,
}

/// Where in a value the reader is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct At {
    slot: usize,
    row: usize,
    /// The first part of the list, map or tuple that was entered last.
    inner: usize,
    /// The row of its first element.
    inner_row: usize,
    /// Whether its parts are rows of one slot, rather than slots.
    is_list: bool,
    /// Whether a value is read as rows, in parts that are entered one by one.
    by_rows: bool,
}

/// Puts values together from columns.
///
/// It is small, and functions that are not inlined take its parts by value: so where it is stays in
/// registers.
pub(super) struct Reader<'a, 's, 'c, 't, M> {
    slots: &'s [Slot<'a, 's>],
    at: At,
    /// Memory that may still be reserved.
    budget: &'s Cell<usize>,
    terms: &'t mut Terms<'a, 's, 'c>,
    mode: PhantomData<M>,
}

/// What is seldom needed while a value is read.
pub(super) struct Terms<'a, 's, 'c> {
    versions: &'s Versions,
    /// What the archive holds.
    schema: &'s Schema,
    unknown: Unknown,
    origins: &'s [Origin],
    limits: &'s Limits,
    context: Context<'c>,
    /// Where the parts began that were entered one by one.
    entered: Vec<At>,
    /// What is left of the row that is read in parts, and how deep in it that is.
    row: Option<Row<'a>>,
}

impl<'s, 'c> Terms<'_, 's, 'c> {
    pub(super) fn new(
        versions: &'s Versions,
        schema: &'s Schema,
        unknown: Unknown,
        origins: &'s [Origin],
        limits: &'s Limits,
        context: Context<'c>,
    ) -> Self {
        let (entered, row) = (Vec::new(), None);
        Self { versions, schema, unknown, origins, limits, context, entered, row }
    }

    fn origin(&self, slot: usize) -> Origin {
        self.origins.get(slot).copied().unwrap_or(Origin { depth: 0, offset: 0, parts: 0 })
    }
}

/// What is left of a value in rows.
pub(super) struct Row<'a> {
    rest: &'a [u8],
    end: usize,
    depth: u32,
    /// How many structs and enums are open in it.
    levels: u32,
}

impl<'a, 's, 'c, 't, M: Mode> Reader<'a, 's, 'c, 't, M> {
    /// Reads the value at the root of the slots.
    #[inline(never)]
    pub(super) fn read<T: Deserialize<'a>>(
        slots: &'s [Slot<'a, 's>],
        budget: &'s Cell<usize>,
        terms: &'t mut Terms<'a, 's, 'c>,
    ) -> Result<T, M::Error> {
        Reader::<M> { slots, at: At::default(), budget, terms, mode: PhantomData }.value()
    }

    #[inline(always)]
    fn slot(&self) -> Result<&'s Slot<'a, 's>, M::Error> {
        match self.slots.get(self.at.slot) {
            Some(slot) => Ok(slot),
            None => Err(M::fail(departed)),
        }
    }

    /// Whether values are read from a row in parts: only where it matters what fails.
    #[inline(always)]
    fn by_rows(&self) -> bool {
        !M::QUICK && self.at.by_rows
    }

    fn origin(&self, slot: usize) -> Origin {
        self.terms.origin(slot)
    }

    /// The eight bytes of the row at which the reader is.
    #[inline(always)]
    fn place(slot: &Slot<'a, 's>, row: usize) -> Result<(usize, usize), M::Error> {
        let from = row.wrapping_mul(8);
        let Some([a, b, c, d, e, f, g, h]) = slot.places.get(from..from.wrapping_add(8)) else {
            return Err(M::fail(departed));
        };
        let start = u32::from_le_bytes([*a, *b, *c, *d]);
        let len = u32::from_le_bytes([*e, *f, *g, *h]);
        Ok((index(start), index(len)))
    }

    #[inline(always)]
    fn number<const N: usize>(&mut self) -> Result<[u8; N], M::Error> {
        if let Some(Slot { data: Data::Numbers(numbers), .. }) = self.slots.get(self.at.slot) {
            let from = self.at.row.wrapping_mul(N);
            if let Some(number) = numbers.get(from..).and_then(<[u8]>::first_chunk) {
                return Ok(*number);
            }
        }
        if self.by_rows() { self.number_in_row() } else { Err(M::fail(departed)) }
    }

    #[cold]
    #[inline(never)]
    fn number_in_row<const N: usize>(&mut self) -> Result<[u8; N], M::Error> {
        self.in_row(|row| row.fixed_bytes())
    }

    /// Does something with the rest of the row that is read in parts.
    #[cold]
    #[inline(never)]
    fn in_row<R>(
        &mut self,
        read: impl FnOnce(&mut RowReader<'a, '_, '_>) -> Result<R, Error>,
    ) -> Result<R, M::Error> {
        let Terms { versions, limits, context, row, .. } = &mut *self.terms;
        let Some(row) = row else {
            return Err(M::fail(departed));
        };
        let mut state = State::with_budget(limits, self.budget.get(), context.reborrow());
        let mut reader = RowReader::resume(row.rest, row.end, versions, row.depth, &mut state);
        let result = read(&mut reader);
        (row.rest, row.depth) = reader.left();
        self.budget.set(state.budget());
        result.map_err(M::Error::from)
    }

    /// The bytes of the row at which the reader is, and where they start in the archive.
    fn row_bytes(&self, slot: &Slot<'a, 's>) -> Result<(&'a [u8], usize), M::Error> {
        let (start, len) = Self::place(slot, self.at.row)?;
        let offset = self.origin(self.at.slot).offset.saturating_add(start);
        let bytes = match slot.data {
            Data::Bytes(bytes) => bytes.get(start..start.saturating_add(len)),
            _ => None,
        };
        bytes.map(|bytes| (bytes, offset)).ok_or_else(|| M::fail(departed))
    }

    /// Builds the value of a slot.
    #[inline(always)]
    fn value<T: Deserialize<'a>>(&mut self) -> Result<T, M::Error> {
        match self.slots.get(self.at.slot) {
            Some(slot @ Slot { act: Act::Rows | Act::ForeignRows, .. })
                if may_stand_in_rows::<T>() && !self.by_rows() =>
            {
                let place = Self::place(slot, self.at.row)?;
                let origin = self.origin(self.at.slot);
                whole_row::<T, M>(slot, origin, place, self.budget, self.terms)
            }
            _ => T::deserialize(self),
        }
    }

    /// Enters a struct or enum of a row that is read in parts.
    #[cold]
    #[inline(never)]
    fn begin_row(&mut self) -> Result<(), M::Error> {
        if !self.at.by_rows {
            let slot = self.slot()?;
            let (rest, offset) = self.row_bytes(slot)?;
            let depth = self.origin(self.at.slot).depth;
            let depth = self.terms.limits.depth.saturating_sub(depth);
            let end = offset.saturating_add(rest.len());
            self.terms.row = Some(Row { rest, end, depth, levels: 0 });
            self.at.by_rows = true;
        }
        if let Some(row) = &mut self.terms.row {
            row.levels = row.levels.saturating_add(1);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn end_row(&mut self, record: Record) -> Result<(), M::Error> {
        self.in_row(|row| row.end(record))?;
        let Some(row) = &mut self.terms.row else {
            return Ok(());
        };
        row.levels = row.levels.saturating_sub(1);
        if row.levels > 0 {
            return Ok(());
        }
        self.at.by_rows = false;
        let end = row.end.saturating_sub(row.rest.len());
        if row.rest.is_empty() { Ok(()) } else { Err(M::fail(|| goes_on(end))) }
    }

    #[inline(always)]
    fn step(&mut self, step: Step<'_>) {
        if self.by_rows() {
            return;
        }
        let At { inner, inner_row, is_list, .. } = self.at;
        match step {
            Step::Field(record, index) => self.at.slot = record.place.wrapping_add(index),
            Step::Element(index) if is_list => {
                (self.at.slot, self.at.row) = (inner, inner_row.wrapping_add(index));
            }
            Step::Element(index) => self.at.slot = inner.wrapping_add(index),
            Step::Key(index) => {
                (self.at.slot, self.at.row) = (inner, inner_row.wrapping_add(index));
            }
            Step::Value(index) => {
                self.at.slot = inner.wrapping_add(1);
                self.at.row = inner_row.wrapping_add(index);
            }
        }
    }

    /// Enters a list or map, and gives its length.
    #[inline(always)]
    fn open(&mut self, is_fit: impl Fn(Act) -> bool) -> Result<usize, M::Error> {
        let slot = self.slot()?;
        if !is_fit(slot.act) {
            return Err(M::fail(departed));
        }
        let (start, len) = Self::place(slot, self.at.row)?;
        (self.at.inner, self.at.inner_row, self.at.is_list) = (slot.first, start, true);
        Ok(len)
    }

    /// An error at the column that was read last, unless it has a place.
    #[cold]
    fn placed(&self, error: Error) -> Error {
        match self.origin(self.at.slot).offset {
            0 => error,
            offset => error.at_offset(u64::try_from(offset).unwrap_or(u64::MAX)),
        }
    }

    #[cold]
    #[inline(never)]
    fn over_budget(&self, wanted: usize) -> Error {
        self.placed(over_budget(wanted, self.budget.get()))
    }
}

/// The version that a type has in the archive.
#[inline(always)]
fn version<M: Mode>(shape: &'static Shape, slot: &Slot<'_, '_>) -> u32 {
    match slot.data {
        Data::Type { version, .. } if !M::TODAY => version,
        _ => shape.version,
    }
}

/// Whether a type may be recursive.
#[inline(always)]
fn may_stand_in_rows<T: Describe>() -> bool {
    !matches!(T::TYPE.kind, Kind::Primitive(_) | Kind::List(_) | Kind::Option(_))
}

/// So many values are worth to be gathered.
const MANY: usize = 8;

/// Reads the elements of the list that was entered, as a function of its own.
#[inline(never)]
fn elements<'a, 's, T: Deserialize<'a>, M: Mode>(
    len: usize,
    slots: &'s [Slot<'a, 's>],
    at: At,
    budget: &'s Cell<usize>,
    terms: &mut Terms<'a, 's, '_>,
) -> Result<Vec<T>, M::Error> {
    let mut reader = Reader::<M> { slots, at, budget, terms, mode: PhantomData };
    let mut values = reserved(&mut reader, len)?;
    if M::TODAY && len >= MANY && T::SIZE.fixed.is_some() {
        let all = (slots, reader.terms.origins);
        match gather::elements(&mut values, len, all, (at.inner, at.inner_row)) {
            Some(()) => return Ok(values),
            None => values.clear(),
        }
    }
    for index in 0..len {
        reader.at.slot = at.inner;
        reader.at.row = at.inner_row.wrapping_add(index);
        match reader.value() {
            // Always, but only so does the compiler know that the list does not grow.
            Ok(value) if values.len() < values.capacity() => values.push(value),
            Ok(_) => break,
            Err(error) => return Err(reader.locate(error, Step::Element(index))),
        }
    }
    Ok(values)
}

/// Builds a value that is written as rows.
#[inline(never)]
fn whole_row<'a, T: Deserialize<'a>, M: Mode>(
    slot: &Slot<'a, '_>,
    origin: Origin,
    place: (usize, usize),
    budget: &Cell<usize>,
    terms: &mut Terms<'a, '_, '_>,
) -> Result<T, M::Error> {
    if slot.act == Act::ForeignRows {
        return row_by_name::<T, M>(slot, origin, place, budget, terms);
    }
    let (start, len) = place;
    let range = start..start.saturating_add(len);
    let depth = terms.limits.depth.saturating_sub(origin.depth);
    let end = origin.offset.saturating_add(range.end);
    let mut state = State::with_budget(terms.limits, budget.get(), terms.context.reborrow());
    let (value, left) = match slot.data {
        Data::Bytes(bytes) => {
            let bytes = bytes.get(range).unwrap_or_default();
            if M::QUICK && M::TODAY {
                let mut reader = QuickReader::new(bytes, depth, budget);
                let value = T::deserialize(&mut reader).map_err(|_| M::fail(departed))?;
                return if reader.is_empty() { Ok(value) } else { Err(M::fail(departed)) };
            }
            let mut reader = RowReader::resume(bytes, end, terms.versions, depth, &mut state);
            (reader.value().map_err(M::Error::from)?, reader.left().0.len())
        }
        Data::HeldBytes(bytes) => {
            let bytes = bytes.get(range).unwrap_or_default();
            let mut reader = RowReader::resume(bytes, end, terms.versions, depth, &mut state);
            (reader.owned_value().map_err(M::Error::from)?, reader.left().0.len())
        }
        _ => return Err(M::fail(departed)),
    };
    budget.set(state.budget());
    if left == 0 { Ok(value) } else { Err(M::fail(|| goes_on(end.saturating_sub(left)))) }
}

/// Builds a value that is written as rows of another schema, or in memory of this load, by its names.
#[inline(never)]
fn row_by_name<'a, T: Deserialize<'a>, M: Mode>(
    slot: &Slot<'a, '_>,
    origin: Origin,
    (start, len): (usize, usize),
    budget: &Cell<usize>,
    terms: &mut Terms<'a, '_, '_>,
) -> Result<T, M::Error> {
    let range = start..start.saturating_add(len);
    let depth = terms.limits.depth.saturating_sub(origin.depth);
    let mut state = State::with_budget(terms.limits, budget.get(), Context::empty());
    let ty = (terms.schema, &TypeRef::Named(slot.first));
    let offset = origin.offset.saturating_add(start);
    let read = match slot.data {
        Data::Bytes(bytes) => {
            let bytes = bytes.get(range).unwrap_or_default();
            read_value(ty, bytes, offset, depth, &mut state)
        }
        Data::HeldBytes(bytes) => {
            let bytes = bytes.get(range).unwrap_or_default();
            read_value(ty, bytes, offset, depth, &mut state).map(Value::into_owned)
        }
        _ => return Err(M::fail(departed)),
    };
    let value = read.map_err(M::Error::from)?;
    budget.set(state.budget());
    let limits = terms.limits.depth(depth);
    let (context, unknown) = (terms.context.reborrow(), terms.unknown);
    let load = Load { limits: &limits, budget: budget.get(), context, unknown };
    by_name::from_value(&value, load).map_err(M::Error::from)
}

fn read_value<'b>(
    ty: (&Schema, &TypeRef),
    bytes: &'b [u8],
    offset: usize,
    depth: u32,
    state: &mut State<'_>,
) -> Result<Value<'b>, Error> {
    let (value, rest) = value::rows::read(ty, bytes, offset, depth, state)?;
    match rest {
        [] => Ok(value),
        _ => Err(goes_on(offset.saturating_add(bytes.len()).saturating_sub(rest.len()))),
    }
}

#[inline(always)]
fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// An impl visits something else than it declares.
#[cold]
#[inline(never)]
fn departed() -> Error {
    Error::new(ErrorKind::Shape, "a value is not visited as its type declares")
}

#[cold]
fn goes_on(offset: usize) -> Error {
    let detail = "a value leads on beyond its end";
    let error = Error::new(ErrorKind::InvalidValue, detail);
    error.at_offset(u64::try_from(offset).unwrap_or(u64::MAX))
}

macro_rules! number_methods {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        #[inline(always)]
        fn $ty(&mut self) -> Result<$ty, M::Error> {
            self.number().map($ty::from_le_bytes)
        }
    )*};
}

macro_rules! any_number {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        impl<'a, M: Mode> Reader<'a, '_, '_, '_, M> {
            fn any(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, M::Error> {
                match kind {
                    PrimitiveKind::Unit => Ok(Primitive::Unit),
                    PrimitiveKind::Bool => self.bool().map(Primitive::Bool),
                    $(PrimitiveKind::$variant => self.$ty().map(Primitive::$variant),)*
                    PrimitiveKind::Char => self.char().map(Primitive::Char),
                    PrimitiveKind::Str => self.str().map(Primitive::Str),
                    PrimitiveKind::Bytes => self.bytes().map(Primitive::Bytes),
                }
            }
        }
    };
}
for_each_number!(any_number);

impl<'a, M: Mode> InputArchive<'a> for Reader<'a, '_, '_, '_, M> {
    type Error = M::Error;

    #[inline]
    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, M::Error> {
        self.any(kind)
    }

    for_each_number!(number_methods);

    #[inline(always)]
    fn unit(&mut self) -> Result<(), M::Error> {
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self) -> Result<bool, M::Error> {
        match self.number()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(M::fail(not_bool)),
        }
    }

    #[inline(always)]
    fn char(&mut self) -> Result<char, M::Error> {
        match char::from_u32(self.u32()?) {
            Some(value) => Ok(value),
            None => Err(M::fail(not_char)),
        }
    }

    #[inline(always)]
    fn str(&mut self) -> Result<Cow<'a, str>, M::Error> {
        if self.by_rows() {
            return self.in_row(|row| row.str());
        }
        let slot = self.slot()?;
        let (start, len) = Self::place(slot, self.at.row)?;
        let range = start..start.wrapping_add(len);
        match slot.data {
            Data::Text(text) => text.get(range).map(Cow::Borrowed),
            Data::HeldText(text) => {
                self.claim(len, 1)?;
                text.get(range).map(|text| Cow::Owned(text.into()))
            }
            _ => return Err(M::fail(departed)),
        }
        .ok_or_else(|| M::fail(|| self.split_char()))
    }

    #[inline(always)]
    fn bytes(&mut self) -> Result<Cow<'a, [u8]>, M::Error> {
        if self.by_rows() {
            return self.in_row(|row| row.bytes());
        }
        let slot = self.slot()?;
        let (start, len) = Self::place(slot, self.at.row)?;
        let range = start..start.wrapping_add(len);
        match slot.data {
            Data::Bytes(bytes) => bytes.get(range).map(Cow::Borrowed),
            Data::HeldBytes(bytes) => {
                self.claim(len, 1)?;
                bytes.get(range).map(|bytes| Cow::Owned(bytes.into()))
            }
            _ => None,
        }
        .ok_or_else(|| M::fail(departed))
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Record, M::Error> {
        let slot = self.slot()?;
        match slot.act {
            Act::Struct => {
                let version = version::<M>(shape, slot);
                Ok(Record::of_struct(shape, version).at(slot.first))
            }
            Act::Rows if !M::QUICK => {
                self.begin_row()?;
                self.in_row(|row| row.begin(shape))
            }
            _ => Err(M::fail(departed)),
        }
    }

    #[inline(always)]
    fn variant(&mut self, shape: &'static Shape) -> Result<Record, M::Error> {
        let slot = self.slot()?;
        if slot.act != Act::Enum {
            return if M::QUICK {
                Err(M::fail(departed))
            } else {
                self.variant_in_row(shape, slot.act)
            };
        }
        let (part, row) = Self::place(slot, self.at.row)?;
        let at = slot.first.wrapping_add(part);
        match self.slots.get(at) {
            Some(Slot { act: Act::Variant, first, data: Data::Type { tag, .. }, .. }) => {
                (self.at.slot, self.at.row) = (at, row);
                let version = version::<M>(shape, slot);
                Ok(Record { shape, fields: &[], version, tag: *tag, place: *first })
            }
            _ => Err(M::fail(|| unknown_variant(shape))),
        }
    }

    #[inline(always)]
    fn has(&mut self, record: &Record, index: usize) -> bool {
        if M::TODAY || self.by_rows() {
            return record.lives(index);
        }
        let slot = self.slots.get(record.place.wrapping_add(index));
        slot.is_some_and(|slot| slot.act != Act::Absent)
    }

    #[inline(always)]
    fn end(&mut self, record: Record) -> Result<(), M::Error> {
        if self.by_rows() { self.end_row(record) } else { Ok(()) }
    }

    #[inline]
    fn enter(&mut self, step: Step<'_>) -> Result<(), M::Error> {
        self.terms.entered.push(self.at);
        self.step(step);
        Ok(())
    }

    #[inline]
    fn leave(&mut self) {
        if let Some(at) = self.terms.entered.pop() {
            self.at = at;
        }
    }

    #[inline(always)]
    fn option(&mut self) -> Result<bool, M::Error> {
        if self.by_rows() {
            return self.in_row(|row| row.option());
        }
        let slot = self.slot()?;
        match slot.act {
            Act::Option => {
                let from = self.at.row.wrapping_mul(4);
                let Some([a, b, c, d]) = slot.places.get(from..from.wrapping_add(4)) else {
                    return Err(M::fail(departed));
                };
                let place = index(u32::from_le_bytes([*a, *b, *c, *d]));
                (self.at.slot, self.at.row) = (slot.first, place.wrapping_sub(1));
                Ok(place > 0)
            }
            Act::Always => {
                self.at.slot = slot.first;
                Ok(true)
            }
            _ => Err(M::fail(departed)),
        }
    }

    #[inline(always)]
    fn begin_list(&mut self, min: MinSize) -> Result<usize, M::Error> {
        if self.by_rows() {
            return self.in_row(|row| row.begin_list(min));
        }
        self.open(|act| matches!(act, Act::List | Act::FixedList(_)))
    }

    #[inline(always)]
    fn begin_tuple(&mut self, _len: usize) -> Result<(), M::Error> {
        if self.by_rows() {
            return Ok(());
        }
        let slot = self.slot()?;
        (self.at.inner, self.at.inner_row, self.at.is_list) = match slot.act {
            Act::Array(len) => (slot.first, self.at.row.wrapping_mul(len), true),
            Act::Tuple => (slot.first, self.at.row, false),
            _ => return Err(M::fail(departed)),
        };
        Ok(())
    }

    #[inline(always)]
    fn begin_map(&mut self, min: MinSize) -> Result<usize, M::Error> {
        if self.by_rows() {
            return self.in_row(|row| row.begin_map(min));
        }
        self.open(|act| act == Act::Map)
    }

    #[inline(always)]
    fn begin_pointer(&mut self) -> Result<(), M::Error> {
        if self.by_rows() { self.in_row(|row| row.begin_pointer()) } else { Ok(()) }
    }

    #[inline(always)]
    fn end_pointer(&mut self) {
        if self.by_rows() {
            let _ = self.in_row(|row| {
                row.end_pointer();
                Ok(())
            });
        }
    }

    #[inline(always)]
    fn claim(&mut self, count: usize, bytes: usize) -> Result<(), M::Error> {
        let wanted = count.saturating_mul(bytes);
        match self.budget.get().checked_sub(wanted) {
            Some(budget) => {
                self.budget.set(budget);
                Ok(())
            }
            None => Err(M::fail(|| self.over_budget(wanted))),
        }
    }

    #[inline(always)]
    fn offset(&self) -> Option<u64> {
        None
    }

    #[inline(always)]
    fn in_order(&self) -> bool {
        M::TODAY
    }

    #[inline(always)]
    fn locate(&self, error: M::Error, step: Step<'_>) -> M::Error {
        M::locate(error, |error| self.placed(error).within(step))
    }

    #[inline(always)]
    fn context(&mut self) -> Context<'_> {
        self.terms.context.reborrow()
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<T: Deserialize<'a>>(&mut self, step: Step<'_>) -> Result<T, M::Error> {
        let at = self.at;
        self.step(step);
        match self.value() {
            Ok(value) => {
                self.at = at;
                Ok(value)
            }
            Err(error) => Err(self.locate(error, step)),
        }
    }

    #[inline(always)]
    fn held<T: Deserialize<'a>>(&mut self) -> Result<T, M::Error> {
        self.value()
    }

    #[inline(always)]
    fn vec<T: Deserialize<'a>>(&mut self) -> Result<Vec<T>, M::Error> {
        if self.by_rows() {
            return self.in_row(|row| row.vec());
        }
        let len = self.begin_list(MinSize::of::<T>())?;
        elements::<T, M>(len, self.slots, self.at, self.budget, self.terms)
    }

    #[inline(always)]
    fn array<T: Deserialize<'a>, const N: usize>(&mut self) -> Result<[T; N], M::Error> {
        self.begin_tuple(N)?;
        try_array(|index| self.part(Step::Element(index)))
    }

    #[inline(always)]
    fn numbers<N: Number + Deserialize<'a>>(&mut self) -> Result<Vec<N>, M::Error> {
        if self.by_rows() {
            return self.in_row(|row| row.numbers());
        }
        let len = self.begin_list(MinSize::of::<N>())?;
        let from = self.at.inner_row.saturating_mul(size_of::<N>());
        let to = from.saturating_add(len.saturating_mul(size_of::<N>()));
        let Some(Slot { data: Data::Numbers(numbers), .. }) = self.slots.get(self.at.inner) else {
            return Err(M::fail(departed));
        };
        let bytes = numbers.get(from..to).ok_or_else(|| M::fail(departed))?;
        let mut values = reserved(self, len)?;
        N::extend_from_le(bytes, &mut values);
        Ok(values)
    }
}

impl<'a, M: Mode> Reader<'a, '_, '_, '_, M> {
    #[cold]
    #[inline(never)]
    fn split_char(&self) -> Error {
        let detail = "text is not valid UTF-8: a character is cut in two";
        self.placed(Error::new(ErrorKind::InvalidUtf8, detail))
    }

    #[cold]
    #[inline(never)]
    fn variant_in_row(&mut self, shape: &'static Shape, act: Act) -> Result<Record, M::Error> {
        if act != Act::Rows {
            return Err(M::fail(departed));
        }
        self.begin_row()?;
        self.in_row(|row| row.variant(shape))
    }
}

#[cold]
fn unknown_variant(shape: &Shape) -> Error {
    let detail =
        format!("the archive holds a variant of `{}` that this program does not know", shape.name);
    Error::new(ErrorKind::UnknownTag, detail).in_type(shape.name)
}

#[cold]
fn not_bool() -> Error {
    Error::new(ErrorKind::InvalidValue, "a bool is neither 0 nor 1")
}

#[cold]
fn not_char() -> Error {
    Error::new(ErrorKind::InvalidValue, "a char is no Unicode scalar value")
}
