//! Sorts objects so that each comes after those that must be built before it.

use alloc::format;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::mem;

use super::found::{Edge, End, Graph, Hold, NONE, Table, usize_of};
use crate::limits::NESTED;
use crate::{Error, ErrorKind, Limits, Type};

/// A depth-first search with an explicit stack.
struct Search {
    /// The targets of the value's own edges that are followed.
    roots: Vec<u32>,
    /// The same for each object, one after the other; compact, so that it stays in the cache.
    ways: Vec<u32>,
    /// The end of each object's targets.
    ends: Vec<u32>,
    is_met: Vec<bool>,
    open: Vec<Open>,
    order: Vec<u32>,
}

/// An object on the stack.
struct Open {
    object: u32,
    /// The index of its next target, and the end of its targets.
    next: u32,
    end: u32,
}

/// Which edges are followed to unvisited objects; firm ones always are.
#[derive(Clone, Copy)]
struct Follow {
    loose: bool,
    /// Weak edges that are in no cell.
    weak: bool,
}

impl Graph {
    /// Sorts the objects that were found.
    ///
    /// # Errors
    ///
    /// Fails if an object owns itself, or points weakly to one of its owners, with no cell in between.
    pub(super) fn arrange(
        &mut self,
        tables: usize,
        table_of: &dyn Fn(&'static Type) -> Option<usize>,
    ) -> Result<(), Error> {
        let order = self.order()?;
        for kind in &mut self.kinds {
            kind.table = table_of(kind.ty).unwrap_or(usize::MAX);
        }
        self.number(tables, &order);
        Ok(())
    }

    /// The tables and rows of all objects that were written while they were traced, each after those that
    /// must be built before it.
    ///
    /// # Errors
    ///
    /// Fails like [`arrange`](Self::arrange).
    pub(crate) fn sequence(&self) -> Result<Vec<(usize, usize)>, Error> {
        let order = self.order()?.into_iter();
        Ok(order.filter_map(|object| self.place_of(usize_of(object))).collect())
    }

    /// Refuses objects that could not be loaded again: a reader may have one object of each kind open at a
    /// time, nested in each other, and limits the depth.
    pub(super) fn check_depth(&self, limits: &Limits) -> Result<(), Error> {
        let kinds = self.kinds.iter().map(|kind| kind.levels);
        let levels = kinds.fold(self.root_levels, u32::saturating_add);
        let most = limits.depth.saturating_mul(NESTED);
        if levels > most { Err(nested_too_deep(levels, most)) } else { Ok(()) }
    }

    /// Assigns rows to objects and tables to kinds.
    fn number(&mut self, tables: usize, order: &[u32]) {
        self.tables.resize_with(tables, Table::default);
        for kind in &self.kinds {
            let mixed = self.kinds.iter().filter(|other| other.table == kind.table).count() > 1;
            if let Some(table) = self.tables.get_mut(kind.table) {
                table.mixed = mixed.then(Vec::new);
            }
        }
        let is_written = self.tracing.is_written;
        self.ids = alloc::vec![NONE; self.objects.len()];
        for number in order {
            let Some(object) = self.objects.get(usize_of(*number)) else { continue };
            let Some(kind) = self.kinds.get(usize_of(object.kind)) else { continue };
            let Some(table) = self.tables.get_mut(kind.table) else { continue };
            if let Some(id) = self.ids.get_mut(usize_of(*number)) {
                *id = table.len;
            }
            table.len = table.len.saturating_add(1);
            if is_written {
                table.rows.push(*number);
            }
            if let Some(mixed) = &mut table.mixed {
                mixed.push(object.kind);
            }
        }
        if !is_written {
            self.arrange_pointers();
        }
    }

    /// Sorts the pointers by row, and stores the rows in the objects.
    fn arrange_pointers(&mut self) {
        let mut ids: Vec<Vec<u32>> = Vec::new();
        ids.resize_with(self.kinds.len(), Vec::new);
        for (object, id) in self.objects.iter_mut().zip(&self.ids) {
            if let Some(ids) = ids.get_mut(usize_of(object.kind)) {
                ids.push(*id);
            }
            object.index = *id;
        }
        for (kind, ids) in self.kinds.iter_mut().zip(ids) {
            let Some(table) = self.tables.get_mut(kind.table) else { continue };
            if let Some(pointers) = Rc::get_mut(&mut kind.pointers) {
                (kind.arrange)(pointers, &ids, usize_of(table.len));
            }
        }
        self.links = self.edges.len().saturating_sub(self.missing);
        self.edges = Vec::new();
    }

    /// The edges of an object, or of the value itself.
    #[inline]
    pub(super) fn edges_of(&self, object: Option<usize>) -> &[Edge] {
        let (start, end) = self.ends_of(object);
        self.edges.get(start.edges..end.edges).unwrap_or_default()
    }

    /// The start and end of the edges and bytes of an object, or of the value itself.
    #[inline]
    pub(super) fn ends_of(&self, object: Option<usize>) -> (End, End) {
        let end = |object: usize| self.ends.get(object).copied();
        match object {
            None => (End::default(), self.root),
            Some(object) => {
                let start = object.checked_sub(1).and_then(end).unwrap_or(self.root);
                (start, end(object).unwrap_or(start))
            }
        }
    }

    /// The objects in the order in which they are written; if they have none, as they were found.
    pub(super) fn sorted(&self) -> Vec<u32> {
        self.order().unwrap_or_else(|_| (0..).take(self.objects.len()).collect())
    }

    fn order(&self) -> Result<Vec<u32>, Error> {
        let order = |loose, weak| {
            let order = Search::new(self, Follow { loose, weak })?.run();
            self.check(&order).map(|()| order)
        };
        // The search may enter a cycle that is closed in a cell at the wrong object. Then edges in cells are
        // ignored, and what remains must not be a cycle.
        let found = order(true, true).or_else(|_| order(false, true));
        // Report a cycle of owners before one that a weak pointer closes.
        found.or_else(|_| order(false, false))
    }

    /// Refuses edges to objects that are built after their holder, unless they may be set later.
    fn check(&self, order: &[u32]) -> Result<(), Error> {
        let is_early = |edge: &Edge| match edge.hold {
            Hold::Firm => true,
            Hold::Loose => false,
            Hold::Weak { in_cell } => !in_cell && edge.to != NONE,
        };
        if !self.is_strict {
            return Ok(());
        }
        let mut ranks = alloc::vec![NONE; self.objects.len()];
        for (rank, object) in (0..).zip(order) {
            if let Some(place) = ranks.get_mut(usize_of(*object)) {
                *place = rank;
            }
        }
        let mut pointing_back = None;
        for (object, own) in ranks.iter().enumerate() {
            for edge in self.edges_of(Some(object)).iter().filter(|edge| is_early(edge)) {
                if ranks.get(usize_of(edge.to)).is_some_and(|rank| rank < own) {
                    continue;
                }
                if edge.hold == Hold::Firm {
                    return Err(cycle(&self.path_of(usize_of(edge.to))));
                }
                pointing_back = pointing_back.or(Some(object));
            }
        }
        pointing_back.map_or(Ok(()), |object| Err(back(&self.path_of(object))))
    }
}

impl Search {
    fn new(graph: &Graph, follow: Follow) -> Result<Self, Error> {
        let count = graph.objects.len();
        let mut ways = alloc::vec![NONE; graph.edges.len()];
        let (mut len, mut ends) = (0_usize, Vec::with_capacity(count));
        let mut start = graph.root.edges;
        for end in &graph.ends {
            let own = graph.edges.get(start..end.edges).unwrap_or_default();
            start = end.edges;
            for edge in own {
                // Branch-free, since whether an edge counts is unpredictable: each is written, and
                // overwritten if it does not count.
                if let Some(way) = ways.get_mut(len) {
                    *way = edge.to;
                }
                len = len.saturating_add(usize::from(follow.counts(edge)));
            }
            ends.push(u32::try_from(len).map_err(|_| too_many_links())?);
        }
        let roots = graph.edges_of(None).iter().filter(|edge| follow.counts(edge));
        let roots = roots.map(|edge| edge.to).collect();
        let (is_met, open) = (alloc::vec![false; count], Vec::new());
        Ok(Self { roots, ways, ends, is_met, open, order: Vec::with_capacity(count) })
    }

    fn run(mut self) -> Vec<u32> {
        for root in mem::take(&mut self.roots) {
            self.finish(root);
        }
        for object in (0..).take(self.ends.len()) {
            self.finish(object);
        }
        self.order
    }

    /// Emits an object after everything it leads to.
    fn finish(&mut self, object: u32) {
        self.enter(object);
        while let Some(open) = self.open.last_mut() {
            if open.next < open.end {
                let to = self.ways.get(usize_of(open.next)).copied();
                open.next = open.next.wrapping_add(1);
                self.enter(to.unwrap_or(NONE));
            } else {
                self.order.push(open.object);
                self.open.pop();
            }
        }
    }

    /// Pushes an object, unless it was visited before.
    #[inline(always)]
    fn enter(&mut self, object: u32) {
        let at = usize_of(object);
        let Some(is_met @ false) = self.is_met.get_mut(at) else { return };
        *is_met = true;
        let end = |object: usize| self.ends.get(object).copied();
        let next = at.checked_sub(1).and_then(end).unwrap_or(0);
        self.open.push(Open { object, next, end: end(at).unwrap_or(0) });
    }
}

impl Follow {
    #[inline(always)]
    fn counts(self, edge: &Edge) -> bool {
        match edge.hold {
            Hold::Firm => true,
            Hold::Loose => self.loose,
            Hold::Weak { in_cell } => !in_cell && self.weak,
        }
    }
}

#[cold]
fn too_many_links() -> Error {
    let detail = format!("the shared objects have more than {NONE} links");
    Error::new(ErrorKind::Unrepresentable, detail)
}

#[cold]
fn nested_too_deep(levels: u32, most: u32) -> Error {
    let detail = format!(
        "the shared objects of all types are {levels} levels deep together, but the limit is {most}"
    );
    Error::new(ErrorKind::DepthLimit, detail)
}

#[cold]
fn cycle(path: &str) -> Error {
    let detail = format!("`{path}` owns itself, through objects that it owns");
    Error::new(ErrorKind::Unrepresentable, detail).with_help(
        "make one of the pointers in the cycle a `Weak` in a cell; or keep it an `Rc`, but in an `Option`, a \
         list or the values of a map, which is in a cell",
    )
}

#[cold]
fn back(path: &str) -> Error {
    let detail = format!("`{path}` points back to one of its owners from outside any cell");
    Error::new(ErrorKind::Unrepresentable, detail)
        .with_help("put the `Weak`, or the object, in a `RefCell`: loading can only set it there")
}
