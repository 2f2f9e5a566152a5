//! The archive that finds every object which a value reaches.

use alloc::vec::Vec;
use core::any::Any;

use super::pointer::Pointer;
use super::save::{Graph, NONE, Tracing};
use crate::limits::too_deep;
use crate::rows::check_variant;
use crate::versions::Versions;
use crate::{Error, Limits, Number, OutputArchive, Primitive, Scope, Serialize, Shape, Step};

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
        Ok(())
    }

    fn ascend(&mut self) {
        self.depth = self.depth.saturating_add(1);
    }

    fn tracing(&mut self) -> &mut Tracing {
        &mut self.graph.tracing
    }
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
pub(super) fn arrange<P: Pointer>(pointers: &mut dyn Any, ids: &[u32]) {
    let Some(pointers) = pointers.downcast_mut::<Vec<P>>() else {
        return;
    };
    let mut order: Vec<(u32, P)> = ids.iter().copied().zip(pointers.drain(..)).collect();
    order.retain(|(id, _)| *id != NONE);
    order.sort_unstable_by_key(|(id, _)| *id);
    pointers.extend(order.into_iter().map(|(_, pointer)| pointer));
}

impl OutputArchive for Trace {
    type Error = Error;

    fn primitive(&mut self, _: Primitive<'_>) -> Result<(), Error> {
        Ok(())
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
        Ok(scope)
    }

    fn end(&mut self, _: Scope) -> Result<(), Error> {
        self.ascend();
        Ok(())
    }

    fn option(&mut self, _: bool) -> Result<(), Error> {
        self.tracing().is_direct = true;
        Ok(())
    }

    fn begin_list(&mut self, _: usize) -> Result<(), Error> {
        self.tracing().is_direct = false;
        Ok(())
    }

    fn begin_tuple(&mut self, _: usize) -> Result<(), Error> {
        self.tracing().is_direct = false;
        Ok(())
    }

    fn begin_map(&mut self, _: usize) -> Result<(), Error> {
        self.tracing().is_direct = false;
        Ok(())
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

    fn numbers<N: Number + Serialize>(&mut self, _: &[N]) -> Result<(), Error> {
        Ok(())
    }
}
