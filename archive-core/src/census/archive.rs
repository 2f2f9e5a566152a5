//! The archive that takes a census: it counts the bytes of each part and type.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem;

use super::here::{Around, Here, Open};
use super::places::{Label, Places, sort};
use super::{Census, Tally};
use crate::graph::{self, Graph};
use crate::limits::{Depth, check_sizeless};
use crate::primitive::for_each_number;
use crate::schema::Outline;
use crate::{
    Error, Limits, Number, Options, OutputArchive, Primitive, PrimitiveKind, Scope, Serialize,
    Shape, Step, Unknown, varint,
};

/// Takes the census of a value.
pub(super) fn count<T: Serialize + ?Sized>(value: &T) -> Result<Census, Error> {
    let saving = Options::message().saving(&value)?;
    let graph = saving.graph(&value, false)?;
    let tables = if graph.is_some() { saving.edition.tables.as_slice() } else { &[] };
    let mut counter = Counter {
        places: Places::new(tables),
        graph,
        here: Here::at(0),
        outer: Vec::new(),
        around: Vec::new(),
        bytes: 0,
        primitives: BTreeMap::new(),
        types: Vec::new(),
        numbers: BTreeMap::new(),
        open: Vec::new(),
        depth: Depth::new(&Limits::new()),
    };
    // Each table stores its number of objects, in at least one byte, and its length in bytes.
    counter.add(tables.len().saturating_mul(1 + graph::LEN))?;
    value.serialize(&mut counter)?;
    Ok(counter.finish())
}

struct Counter {
    places: Places,
    /// The shared objects; each is counted once.
    graph: Option<Graph>,
    here: Here,
    /// The positions of the parts entered so far.
    outer: Vec<Here>,
    around: Vec<Around>,
    /// The bytes so far, of the value or of the current table.
    bytes: u64,
    primitives: BTreeMap<PrimitiveKind, (u64, u64)>,
    types: Vec<Named>,
    /// The index of each type in `types`.
    numbers: BTreeMap<*const Shape, usize>,
    /// The structs and enums being visited.
    open: Vec<Open>,
    depth: Depth,
}

/// The tally of a struct or enum.
struct Named {
    tally: Tally,
    /// How many of its values are being visited, nested in each other.
    depth: u32,
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

    /// Adds bytes to the current part.
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

    /// Counts a primitive.
    fn add_value(&mut self, kind: PrimitiveKind, bytes: usize) -> Result<(), Error> {
        self.tally(kind, 1, bytes);
        self.add(bytes)
    }

    fn tally(&mut self, kind: PrimitiveKind, count: usize, bytes: usize) {
        let known = self.primitives.entry(kind).or_default();
        known.0 = known.0.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
        known.1 = known.1.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
    }

    /// The number of a type. A constant may have several addresses, so a new address is looked up by name.
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

    /// Enters a struct or enum. A value nested in one of the same type counts under the outermost place.
    fn open(&mut self, shape: &'static Shape) -> Result<(), Error> {
        self.depth.descend()?;
        let number = self.number(shape);
        if let Some(named) = self.types.get_mut(number) {
            named.tally.count = named.tally.count.saturating_add(1);
            named.depth = named.depth.saturating_add(1);
        }
        let outermost = self.open.iter().find(|open| open.number == number);
        let place = outermost.map_or(self.here.place, |open| open.place);
        self.open.push(Open { number, place, start: self.bytes, outer: self.here });
        self.here = Here::at(place);
        Ok(())
    }

    /// Enters a part, probably the `hint`-th of its parent, and counts it.
    fn enter_part(&mut self, label: Label, hint: usize, count: usize) {
        let place = self.places.part(self.here.place, label, hint);
        self.places.add(place, u64::try_from(count).unwrap_or(u64::MAX), 0);
        self.here = Here::at(place);
    }

    /// Updates the nesting depth of the types being visited.
    fn nest(&mut self, open: &[Open], nest: impl Fn(u32) -> u32) {
        for open in open {
            if let Some(named) = self.types.get_mut(open.number) {
                named.depth = nest(named.depth);
            }
        }
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
            Primitive::Str(text) => self.str(&text),
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

    /// Not counted: this program's rows do not contain it.
    fn unknown(&mut self, _: &Scope, _: &Unknown) -> Result<(), Error> {
        Ok(())
    }

    fn end(&mut self, _record: Scope) -> Result<(), Error> {
        self.depth.ascend();
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
        if self.here.is_table {
            self.places.add(self.here.place, 1, 0);
            self.here = Here::at(self.here.place);
            return Ok(());
        }
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
        self.depth.descend()
    }

    fn end_pointer(&mut self) {
        self.depth.ascend();
    }

    fn graph(&mut self) -> Option<&mut Graph> {
        self.graph.as_mut()
    }

    fn link(&mut self, row: u32) -> Result<(), Error> {
        self.add(size_of_val(&row))
    }

    /// A table is a part of the whole, not of the pointer that reaches it first.
    fn begin_table(&mut self, table: usize, len: usize) -> Result<(), Error> {
        let (outer, open) = (mem::take(&mut self.outer), mem::take(&mut self.open));
        self.nest(&open, |_| 0);
        let Self { here, bytes, depth, .. } = *self;
        self.around.push(Around { here, outer, open, bytes, depth });
        (self.here, self.bytes, self.depth) = (Here::at(0), 0, Depth::new(&Limits::new()));
        let more = varint::len(u64::try_from(len).unwrap_or(u64::MAX)).saturating_sub(1);
        self.add(more)?;
        self.enter_part(Label::Table(table), usize::MAX, 0);
        self.here.is_table = true;
        Ok(())
    }

    fn end_table(&mut self) -> Result<(), Error> {
        if let Some(around) = self.around.pop() {
            self.nest(&around.open, |depth| depth.saturating_add(1));
            let Around { here, outer, open, bytes, depth } = around;
            (self.here, self.outer, self.open, self.bytes) = (here, outer, open, bytes);
            self.depth = depth;
        }
        Ok(())
    }

    fn object(&mut self, kind: usize, index: usize) -> Result<(), Error> {
        self.enter(Step::Element(index))?;
        graph::object(self, kind, index)?;
        self.leave();
        Ok(())
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        error.within(step)
    }

    fn slice<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        check_sizeless(values)?;
        self.begin_list(values.len())?;
        self.array(values)
    }

    /// The elements of an array are counted together, those of a tuple separately.
    fn array<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        self.here.is_tuple = false;
        for (index, value) in values.iter().enumerate() {
            self.part(Step::Element(index), value)?;
        }
        Ok(())
    }

    /// Mostly called for the objects of a table.
    fn rows<T: Serialize>(&mut self, values: &[&T]) -> Result<(), Error> {
        let mut values = values.iter().enumerate();
        values.try_for_each(|(index, value)| self.part(Step::Element(index), *value))
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
