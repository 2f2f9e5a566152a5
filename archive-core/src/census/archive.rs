//! The archive that takes a census.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::places::{Label, Places, sort};
use super::{Census, Tally};
use crate::limits::{check_sizeless, too_deep};
use crate::primitive::for_each_number;
use crate::schema::Outline;
use crate::{
    Error, Limits, Number, OutputArchive, Primitive, PrimitiveKind, Scope, Serialize, Shape, Step,
    Unknown, varint,
};

/// The census of a value.
pub(super) fn count<T: Serialize + ?Sized>(value: &T) -> Result<Census, Error> {
    let limits = Limits::new();
    let mut counter = Counter {
        places: Places::new(),
        here: Here { place: 0, is_tuple: false },
        outer: Vec::new(),
        bytes: 0,
        primitives: BTreeMap::new(),
        types: Vec::new(),
        numbers: BTreeMap::new(),
        open: Vec::new(),
        depth: limits.depth,
        limits,
    };
    value.serialize(&mut counter)?;
    Ok(counter.finish())
}

struct Counter {
    places: Places,
    here: Here,
    /// Where the parts are that were entered.
    outer: Vec<Here>,
    /// All bytes so far.
    bytes: u64,
    primitives: BTreeMap<PrimitiveKind, (u64, u64)>,
    types: Vec<Named>,
    /// The types' places in that list.
    numbers: BTreeMap<*const Shape, usize>,
    /// The structs and enums that are open.
    open: Vec<Open>,
    depth: u32,
    limits: Limits,
}

/// Where in the value the counter is.
#[derive(Clone, Copy)]
struct Here {
    place: usize,
    /// Whether its parts are those of a tuple.
    is_tuple: bool,
}

/// A struct or an enum.
struct Named {
    tally: Tally,
    /// How many are open within each other.
    depth: u32,
}

struct Open {
    number: usize,
    place: usize,
    /// The bytes that stood before it.
    start: u64,
    outer: Here,
}

impl Counter {
    fn finish(self) -> Census {
        let (bytes, parts) = self.places.tallies();
        let mut types: Vec<Tally> = self.types.into_iter().map(|named| named.tally).collect();
        types.extend(self.primitives.into_iter().map(|(kind, (count, bytes))| Tally {
            name: kind.name().to_owned(),
            count,
            bytes,
        }));
        sort(&mut types);
        Census { bytes, parts, types }
    }

    /// Bytes of the part that the counter is in.
    #[inline]
    fn add(&mut self, bytes: usize) -> Result<(), Error> {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.bytes = self.bytes.saturating_add(bytes);
        self.places.add(self.here.place, 0, bytes);
        Ok(())
    }

    fn add_len(&mut self, len: usize) -> Result<(), Error> {
        self.add(varint::len(u64::try_from(len).unwrap_or(u64::MAX)))
    }

    /// A value without parts.
    fn add_value(&mut self, kind: PrimitiveKind, bytes: usize) -> Result<(), Error> {
        self.tally(kind, 1, bytes);
        self.add(bytes)
    }

    fn tally(&mut self, kind: PrimitiveKind, count: usize, bytes: usize) {
        let known = self.primitives.entry(kind).or_default();
        known.0 = known.0.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
        known.1 = known.1.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
    }

    fn descend(&mut self) -> Result<(), Error> {
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                Ok(())
            }
            None => Err(too_deep(self.limits.depth)),
        }
    }

    fn ascend(&mut self) {
        self.depth = self.depth.saturating_add(1);
    }

    /// The number of a type. Constants may stand at more than one place in memory, so that the name
    /// decides where the place is new.
    fn number(&mut self, shape: &'static Shape) -> usize {
        if let Some(known) = self.numbers.get(&core::ptr::from_ref(shape)) {
            return *known;
        }
        let name = Outline::name_at(shape, shape.version);
        let known = self.types.iter().position(|named| named.tally.name == name);
        let number = known.unwrap_or(self.types.len());
        if known.is_none() {
            self.types.push(Named { tally: Tally { name, count: 0, bytes: 0 }, depth: 0 });
        }
        self.numbers.insert(shape, number);
        number
    }

    /// Enters a struct or an enum: one within itself is where the outermost one is.
    fn open(&mut self, shape: &'static Shape) -> Result<(), Error> {
        self.descend()?;
        let number = self.number(shape);
        if let Some(named) = self.types.get_mut(number) {
            named.tally.count = named.tally.count.saturating_add(1);
            named.depth = named.depth.saturating_add(1);
        }
        let outermost = self.open.iter().find(|open| open.number == number);
        let place = outermost.map_or(self.here.place, |open| open.place);
        self.open.push(Open { number, place, start: self.bytes, outer: self.here });
        self.here = Here { place, is_tuple: false };
        Ok(())
    }

    /// Enters a part that is the `hint`-th of its parent, and counts it.
    fn enter_part(&mut self, label: Label, hint: usize, count: usize) {
        let place = self.places.part(self.here.place, label, hint);
        self.places.add(place, u64::try_from(count).unwrap_or(u64::MAX), 0);
        self.here = Here { place, is_tuple: false };
    }
}

macro_rules! number_methods {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        #[inline]
        fn $ty(&mut self, _value: $ty) -> Result<(), Error> {
            self.add_value(PrimitiveKind::$variant, $bytes)
        }
    )*};
}

impl OutputArchive for Counter {
    type Error = Error;

    fn primitive(&mut self, value: Primitive<'_>) -> Result<(), Error> {
        match value {
            Primitive::Str(Cow::Borrowed(text)) => self.str(text),
            Primitive::Str(Cow::Owned(text)) => self.str(&text),
            Primitive::Bytes(bytes) => self.bytes(&bytes),
            other => self.add_value(other.kind(), other.kind().min_size()),
        }
    }

    for_each_number!(number_methods);

    fn str(&mut self, value: &str) -> Result<(), Error> {
        let len = varint::len(u64::try_from(value.len()).unwrap_or(u64::MAX));
        self.add_value(PrimitiveKind::Str, value.len().saturating_add(len))
    }

    fn bytes(&mut self, value: &[u8]) -> Result<(), Error> {
        let len = varint::len(u64::try_from(value.len()).unwrap_or(u64::MAX));
        self.add_value(PrimitiveKind::Bytes, value.len().saturating_add(len))
    }

    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.open(shape)?;
        Ok(Scope::of_struct(shape, shape.version))
    }

    fn variant(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Error> {
        self.open(shape)?;
        let record = Scope::of_variant(shape, index, shape.version);
        let name = shape.variants().get(index).map_or("", |variant| variant.name);
        self.enter_part(Label::Variant(name), index, 1);
        self.add(varint::len(u64::from(record.tag)))?;
        Ok(record)
    }

    /// Not counted: it is in no row of this program.
    fn unknown(&mut self, _: &Scope, _: &Unknown) -> Result<(), Error> {
        Ok(())
    }

    fn end(&mut self, _record: Scope) -> Result<(), Error> {
        self.ascend();
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        self.here = open.outer;
        if let Some(named) = self.types.get_mut(open.number) {
            named.depth = named.depth.saturating_sub(1);
            if named.depth == 0 {
                let bytes = self.bytes.saturating_sub(open.start);
                named.tally.bytes = named.tally.bytes.saturating_add(bytes);
            }
        }
        Ok(())
    }

    #[inline]
    fn enter(&mut self, step: Step<'_>) -> Result<(), Error> {
        self.outer.push(self.here);
        let (label, hint) = match step {
            Step::Field(record, index) => {
                let field = record.fields().get(index);
                (Label::Field(field.map_or("", |field| field.name_at(record.version))), index)
            }
            Step::Element(index) if self.here.is_tuple => (Label::Place(index), index),
            Step::Element(_) => (Label::Element, 0),
            Step::Key(_) => (Label::Key, 0),
            Step::Value(_) => (Label::Element, 1),
        };
        self.enter_part(label, hint, 1);
        Ok(())
    }

    #[inline]
    fn leave(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.here = outer;
        }
    }

    fn option(&mut self, _is_some: bool) -> Result<(), Error> {
        self.add(1)
    }

    fn begin_list(&mut self, len: usize) -> Result<(), Error> {
        self.here.is_tuple = false;
        self.add_len(len)
    }

    fn begin_tuple(&mut self, _len: usize) -> Result<(), Error> {
        self.here.is_tuple = true;
        Ok(())
    }

    fn begin_map(&mut self, len: usize) -> Result<(), Error> {
        self.begin_list(len)
    }

    fn begin_pointer(&mut self) -> Result<(), Error> {
        self.descend()
    }

    fn end_pointer(&mut self) {
        self.ascend();
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        error.within(step)
    }

    fn slice<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        check_sizeless(values)?;
        self.begin_list(values.len())?;
        self.array(values)
    }

    /// The elements of an array are alike, those of a tuple are not.
    fn array<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        self.here.is_tuple = false;
        for (index, value) in values.iter().enumerate() {
            self.part(Step::Element(index), value)?;
        }
        Ok(())
    }

    fn numbers<N: Number + Serialize>(&mut self, values: &[N]) -> Result<(), Error> {
        self.begin_list(values.len())?;
        let crate::Kind::Primitive(kind) = N::TYPE.kind else {
            return self.array(values);
        };
        if !values.is_empty() {
            let outer = self.here;
            self.enter_part(Label::Element, 0, values.len());
            self.tally(kind, values.len(), size_of_val(values));
            self.add(size_of_val(values))?;
            self.here = outer;
        }
        Ok(())
    }
}
