//! The archive that finds every object which a value reaches, and counts the bytes of each in rows.

use alloc::vec::Vec;
use core::any::Any;

use super::found::{Graph, Tracing, usize_of};
use super::pointer::Pointer;
use crate::limits::{check_sizeless, too_deep};
use crate::primitive::for_each_number;
use crate::rows::check_variant;
use crate::unknown::is_catch;
use crate::versions::Versions;
use crate::{
    Error, Limits, Number, OutputArchive, Primitive, Scope, Serialize, Shape, Step, Unknown, varint,
};

/// Finds every object that a value reaches.
pub(crate) struct Trace {
    pub(super) graph: Graph,
    versions: Versions,
    depth: u32,
    limit: u32,
}

impl Trace {
    /// The objects of a value, in the order in which they are to be written; a table's place among
    /// those of the schema is told by the name of its type.
    ///
    /// # Errors
    ///
    /// The value has no form in an archive, is nested too deeply, or owns itself.
    pub(crate) fn graph<T: Serialize + ?Sized>(
        value: &T,
        versions: Option<&Versions>,
        limits: &Limits,
        tables: usize,
        table_of: &dyn Fn(&'static crate::Type) -> Option<usize>,
    ) -> Result<Graph, Error> {
        let mut graph = Self::found(value, versions, limits)?;
        graph.check_depth(limits)?;
        graph.arrange(tables, table_of)?;
        Ok(graph)
    }

    /// The objects of a value, in the order in which they are found.
    ///
    /// # Errors
    ///
    /// The value has no form in an archive, or is nested too deeply.
    pub(super) fn found<T: Serialize + ?Sized>(
        value: &T,
        versions: Option<&Versions>,
        limits: &Limits,
    ) -> Result<Graph, Error> {
        let versions = versions.cloned().unwrap_or_default();
        let (depth, limit) = (limits.depth, limits.depth);
        let mut trace = Self { graph: Graph::new(), versions, depth, limit };
        value.serialize(&mut trace)?;
        trace.graph.end_object();
        let mut next = 0;
        while let Some((table, index, visit)) = trace.graph.open(next) {
            trace.depth = limits.depth;
            if let Err(error) = visit(&mut trace, table, index) {
                return Err(error.in_object(&trace.graph.name_of(next)));
            }
            trace.graph.end_object();
            next = next.saturating_add(1);
        }
        Ok(trace.graph)
    }

    fn descend(&mut self) -> Result<(), Error> {
        self.depth = self.depth.checked_sub(1).ok_or_else(|| too_deep(self.limit))?;
        let used = self.limit.saturating_sub(self.depth);
        self.tracing().reach(used);
        Ok(())
    }

    fn ascend(&mut self) {
        self.depth = self.depth.saturating_add(1);
    }

    fn tracing(&mut self) -> &mut Tracing {
        &mut self.graph.tracing
    }

    #[inline(always)]
    fn add(&mut self, bytes: usize) -> Result<(), Error> {
        self.tracing().add(bytes);
        Ok(())
    }

    #[inline(always)]
    fn add_len(&mut self, len: usize) -> Result<(), Error> {
        self.add(varint::len(u64::try_from(len).unwrap_or(u64::MAX)))
    }
}

macro_rules! number_methods {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        #[inline(always)]
        fn $ty(&mut self, _: $ty) -> Result<(), Error> {
            self.add($bytes)
        }
    )*};
}

/// Visits an object, which is at an index of a table.
pub(super) fn visit<P: Pointer<Target: Serialize>>(
    trace: &mut Trace,
    table: usize,
    index: usize,
) -> Result<(), Error> {
    match trace.graph.pointers::<P>(table).and_then(|all| all.get(index)).cloned() {
        Some(object) => object.target().serialize(trace),
        None => Ok(()),
    }
}

/// Puts objects into their order: each has the place that `ids` gives it, or none.
pub(super) fn arrange<P: Pointer>(pointers: &mut dyn Any, ids: &[u32], len: usize) {
    let Some(pointers) = pointers.downcast_mut::<Vec<P>>() else {
        return;
    };
    let mut places: Vec<Option<P>> = Vec::new();
    places.resize_with(len, || None);
    for (id, pointer) in ids.iter().zip(pointers.drain(..)) {
        if let Some(place) = places.get_mut(usize_of(*id)) {
            *place = Some(pointer);
        }
    }
    pointers.extend(places.into_iter().flatten());
}

impl OutputArchive for Trace {
    type Error = Error;

    fn primitive(&mut self, value: Primitive<'_>) -> Result<(), Error> {
        match value {
            Primitive::Str(text) => self.str(&text),
            Primitive::Bytes(bytes) => self.bytes(&bytes),
            other => self.add(other.kind().min_size()),
        }
    }

    for_each_number!(number_methods);

    #[inline(always)]
    fn str(&mut self, value: &str) -> Result<(), Error> {
        self.bytes(value.as_bytes())
    }

    #[inline(always)]
    fn bytes(&mut self, value: &[u8]) -> Result<(), Error> {
        self.add_len(value.len())?;
        self.add(value.len())
    }

    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.descend()?;
        self.tracing().is_direct = false;
        Ok(Scope::of_struct(shape, self.versions.of(shape)))
    }

    fn variant(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Error> {
        self.descend()?;
        self.tracing().is_direct = false;
        let scope = Scope::of_variant(shape, index, self.versions.of(shape));
        check_variant(&scope, index)?;
        self.add(varint::len(u64::from(scope.tag)))?;
        Ok(scope)
    }

    // Whether it can be said is up to the archive.
    fn unknown(&mut self, scope: &Scope, _: &Unknown) -> Result<(), Error> {
        if is_catch(scope) { self.add(varint::len(u64::from(scope.tag))) } else { Ok(()) }
    }

    fn end(&mut self, _: Scope) -> Result<(), Error> {
        self.ascend();
        Ok(())
    }

    fn option(&mut self, _: bool) -> Result<(), Error> {
        self.tracing().is_direct = true;
        self.add(1)
    }

    fn begin_list(&mut self, len: usize) -> Result<(), Error> {
        self.tracing().is_direct = false;
        self.add_len(len)
    }

    fn begin_tuple(&mut self, _: usize) -> Result<(), Error> {
        self.tracing().is_direct = false;
        Ok(())
    }

    fn begin_map(&mut self, len: usize) -> Result<(), Error> {
        self.tracing().is_direct = false;
        self.add_len(len)
    }

    fn begin_pointer(&mut self) -> Result<(), Error> {
        self.tracing().is_direct = false;
        self.descend()
    }

    fn end_pointer(&mut self) {
        self.ascend();
    }

    fn versions(&self) -> Option<&Versions> {
        if self.versions.is_today() { None } else { Some(&self.versions) }
    }

    fn erased(&mut self) -> Option<&mut dyn OutputArchive<Error = Error>> {
        Some(self)
    }

    fn graph(&mut self) -> Option<&mut Graph> {
        Some(&mut self.graph)
    }

    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        error.within(step)
    }

    fn slice<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        check_sizeless(values)?;
        self.begin_list(values.len())?;
        self.array(values)
    }

    fn array<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        if let (Some(size), None) = (T::SIZE.fixed, self.versions()) {
            return self.add(values.len().saturating_mul(size));
        }
        self.tracing().is_direct = false;
        for (index, value) in values.iter().enumerate() {
            self.part(Step::Element(index), value)?;
        }
        Ok(())
    }

    fn numbers<N: Number + Serialize>(&mut self, values: &[N]) -> Result<(), Error> {
        self.add_len(values.len())?;
        self.add(size_of_val(values))
    }
}
