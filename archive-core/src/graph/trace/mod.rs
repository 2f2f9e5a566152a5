//! The archive that finds every object a value reaches, and writes each as rows with gaps for its links.

mod output;

use alloc::vec::Vec;
use core::any::Any;

use crate::alone::Alone;
use crate::graph::found::{Graph, Tracing, usize_of};
use crate::graph::pointer::Pointer;
use crate::limits::Depth;
use crate::rows::{self, Retained, Said};
use crate::size::other_size;
use crate::traits::{SaveRows, save};
use crate::versions::Versions;
use crate::{Error, ErrorKind, Limits, Serialize, Step, varint};

/// Memory that an object takes besides its value, including the trace's records about it, in bytes.
const AROUND: usize = 128;

/// Finds every object that a value reaches. On request it also writes the value and the objects; links are
/// filled in later, as rows are known only when all objects are.
pub struct Trace {
    pub(in crate::graph) graph: Graph,
    versions: Versions,
    depth: Depth,
    /// Where retained data goes; `None` if it is an error.
    retained: Option<Retained>,
    /// The types that lead to no object.
    alone: Alone,
    /// Whether the actual depth is counted, instead of the most that a type may have.
    is_exact: bool,
    /// The memory left for objects that only the trace holds.
    for_made: usize,
}

impl Trace {
    /// The objects of a value in writing order, already written if requested. The schema tells a table's
    /// position by the name of its type.
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be represented in an archive, is nested too deeply, or owns itself.
    pub(crate) fn graph(
        value: &dyn SaveRows,
        versions: Option<&Versions>,
        limits: &Limits,
        is_written: bool,
        tables: usize,
        table_of: &dyn Fn(&'static crate::Type) -> Option<usize>,
    ) -> Result<Graph, Error> {
        let mut graph = Self::found(value, versions, limits, is_written)?;
        if graph.check_depth(limits).is_err() {
            let mut trace = Self::new(versions, limits, is_written);
            trace.is_exact = true;
            trace.find(value)?;
            graph = trace.graph;
            graph.check_depth(limits)?;
        }
        graph.arrange(tables, table_of)?;
        Ok(graph)
    }

    /// Like [`graph`](Self::graph) with writing; it also collects the value's retained data.
    #[cold]
    pub(crate) fn graph_apart(
        value: &dyn SaveRows,
        versions: Option<&Versions>,
        limits: &Limits,
        said: Said,
        tables: usize,
        table_of: &dyn Fn(&'static crate::Type) -> Option<usize>,
    ) -> Result<(Graph, Retained), Error> {
        let mut trace = Self::new(versions, limits, true);
        trace.retained = Some(Retained::new(said));
        trace.is_exact = true;
        trace.find(value)?;
        let mut retained = trace.retained.take().unwrap_or_else(|| Retained::new(said));
        let mut graph = trace.graph;
        graph.check_depth(limits)?;
        graph.arrange(tables, table_of)?;
        for held in &mut retained.list {
            held.object = held.object.and_then(|(_, object)| graph.place_of(object));
        }
        Ok((graph, retained))
    }

    /// The objects of a value, in the order found.
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be represented in an archive or is nested too deeply.
    pub(in crate::graph) fn found(
        value: &dyn SaveRows,
        versions: Option<&Versions>,
        limits: &Limits,
        is_written: bool,
    ) -> Result<Graph, Error> {
        let mut trace = Self::new(versions, limits, is_written);
        trace.find(value)?;
        Ok(trace.graph)
    }

    fn new(versions: Option<&Versions>, limits: &Limits, is_written: bool) -> Self {
        let versions = versions.cloned().unwrap_or_default();
        let (graph, alone) = (Graph::new(is_written), Alone::default());
        let depth = Depth::new(limits);
        let for_made = limits.max_alloc;
        Self { graph, versions, depth, retained: None, alone, is_exact: false, for_made }
    }

    fn find(&mut self, value: &dyn SaveRows) -> Result<(), Error> {
        value.save(self)?;
        self.graph.end_object();
        let mut next = 0;
        while let Some((table, index, visit)) = self.graph.open(next) {
            self.depth.left = self.depth.most;
            if let Err(error) = visit(self, table, index) {
                let (path, ty) = (self.graph.path_of(next), self.graph.type_of(next));
                return Err(error.in_object(&path, ty));
            }
            self.graph.end_object();
            next = next.saturating_add(1);
        }
        self.graph.find_late()
    }

    /// Writes a value by the faster code for types without objects, if it is one; returns whether it was.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    pub(crate) fn take_alone<T: Serialize + ?Sized>(&mut self, value: &T) -> bool {
        if self.is_exact || !self.versions.is_today() {
            return false;
        }
        let levels = self.alone.levels(T::TYPE).filter(|levels| *levels <= self.depth.left);
        let Some(levels) = levels else { return false };
        if self.graph.tracing.is_written && !self.write_alone(value) {
            return false;
        }
        let used = self.depth.used();
        self.tracing().reach(used.saturating_add(levels));
        true
    }

    /// Writes a value without objects. If that fails, the general code has to find the error.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn write_alone<T: Serialize + ?Sized>(&mut self, value: &T) -> bool {
        let limits = Limits { depth: self.depth.left, ..Limits::new() };
        let Ok(len) = rows::size(&value, None, &limits) else { return false };
        let bytes = &mut self.tracing().bytes;
        let start = bytes.len();
        let is_written =
            rows::write(&value, None, &limits, bytes.append(len)).is_ok_and(|left| left == 0);
        if !is_written {
            bytes.truncate(start);
        }
        is_written
    }

    /// Charges an object that a default or converter may have made for an older version. Such objects can
    /// lead to further made objects without end.
    fn account<P: Pointer>(&mut self, object: &P) -> Result<(), Error> {
        // A newly made object has two owners: the trace and the pointer that was passed here.
        if self.versions.is_today() || object.owners() > 2 {
            return Ok(());
        }
        let memory = size_of_val(object.target()).saturating_add(AROUND);
        self.for_made = self.for_made.checked_sub(memory).ok_or_else(made_without_end)?;
        Ok(())
    }

    fn descend(&mut self) -> Result<(), Error> {
        self.depth.descend()?;
        let used = self.depth.used();
        self.tracing().reach(used);
        Ok(())
    }

    fn tracing(&mut self) -> &mut Tracing {
        &mut self.graph.tracing
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) -> Result<(), Error> {
        self.tracing().put(bytes);
        Ok(())
    }

    #[inline(always)]
    fn put_all(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let tracing = self.tracing();
        if tracing.is_written {
            tracing.bytes.extend(bytes);
        }
        Ok(())
    }

    #[inline(always)]
    fn varint(&mut self, value: u64) -> Result<(), Error> {
        match u8::try_from(value) {
            Ok(byte @ 0..0x80) => self.put([byte]),
            _ => self.long_varint(value),
        }
    }

    #[inline(never)]
    fn long_varint(&mut self, value: u64) -> Result<(), Error> {
        let (bytes, used) = varint::encode(value);
        self.put_all(bytes.get(..used).unwrap_or_default())
    }

    #[inline(always)]
    fn len(&mut self, len: usize) -> Result<(), Error> {
        self.varint(u64::try_from(len).unwrap_or(u64::MAX))
    }

    /// Writes elements that take `size` bytes each.
    fn fixed<T: Serialize>(&mut self, values: &[T], size: usize) -> Result<(), Error> {
        // If they take no bytes in rows and no memory either, visiting one is enough.
        let most = if size == 0 && size_of::<T>() == 0 { 1 } else { values.len() };
        for (index, value) in values.iter().take(most).enumerate() {
            let start = self.tracing().bytes.len();
            value.serialize(self).map_err(|error| error.within(Step::Element(index)))?;
            self.check_size(start, size).map_err(|error| error.within(Step::Element(index)))?;
        }
        Ok(())
    }

    /// Refuses a part that does not take the bytes that its type declares.
    #[inline(always)]
    fn check_size(&mut self, start: usize, size: usize) -> Result<(), Error> {
        let written = self.tracing().bytes.len().saturating_sub(start);
        if written == size { Ok(()) } else { Err(other_size()) }
    }

    /// Whether values of a fixed size take that size here, and are written.
    fn is_fixed(&self) -> bool {
        self.graph.tracing.is_written && self.versions.is_today() && self.retained.is_none()
    }

    /// Writes values whose memory equals their bytes in rows.
    #[inline(always)]
    fn copied<T: bytemuck::Pod>(&mut self, values: &[T]) -> Result<(), Error> {
        self.len(values.len())?;
        self.put_all(bytemuck::must_cast_slice(values))
    }
}

/// Visits the object at an index of a kind.
pub(in crate::graph) fn visit<P: Pointer<Target: Serialize>>(
    trace: &mut Trace,
    table: usize,
    index: usize,
) -> Result<(), Error> {
    match trace.graph.next_object::<P>(table, index) {
        Some(object) => {
            trace.account(&object)?;
            save(object.target(), trace)
        }
        None => Ok(()),
    }
}

/// Sorts objects by the rows that `ids` gives them; some may have none.
pub(in crate::graph) fn arrange<P: Pointer>(pointers: &mut dyn Any, ids: &[u32], len: usize) {
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

#[cold]
fn made_without_end() -> Error {
    let detail = "the objects that defaults and converters make for the older version take more memory than \
        the limits allow";
    Error::new(ErrorKind::MemoryLimit, detail).with_help(
        "look for a default that makes an object with the same default in it, or raise `Limits::max_alloc`",
    )
}
