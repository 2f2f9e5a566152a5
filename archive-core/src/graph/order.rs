//! The order of objects: each behind those that must be there when it is built.

use alloc::format;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::mem;

use super::found::{Edge, End, Graph, Hold, NONE, Table, usize_of};
use crate::limits::NESTED;
use crate::{Error, ErrorKind, Limits, Type};

/// A search in depth that keeps what is open in a list of its own.
struct Search {
    /// What the edges of the value itself lead to that are followed.
    roots: Vec<u32>,
    /// The same of each object, one behind the other: so little that a cache may keep it.
    ways: Vec<u32>,
    /// Where those of each object end.
    ends: Vec<u32>,
    is_met: Vec<bool>,
    open: Vec<Open>,
    order: Vec<u32>,
}

/// An object whose edges are followed.
struct Open {
    object: u32,
    /// The next of its ways, and their end.
    next: u32,
    end: u32,
}

/// Which edges count, if they lead to what was not met before; those that are firm always do.
#[derive(Clone, Copy)]
struct Follow {
    loose: bool,
    /// Those of weak pointers that are in no cell.
    weak: bool,
}

impl Graph {
    /// Puts the objects that were found in order.
    ///
    /// # Errors
    ///
    /// An object owns itself, or points weakly to one of its owners, and no cell is in between.
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

    /// The tables and rows of all objects, of those that were written when they were found: each behind
    /// all that must be there when it is built.
    ///
    /// # Errors
    ///
    /// As [`arrange`](Self::arrange).
    pub(crate) fn sequence(&self) -> Result<Vec<(usize, usize)>, Error> {
        let place = |number: u32| {
            let object = self.objects.get(usize_of(number))?;
            let kind = self.kinds.get(usize_of(object.kind))?;
            Some((kind.table, usize_of(*self.ids.get(usize_of(number))?)))
        };
        Ok(self.order()?.into_iter().filter_map(place).collect())
    }

    /// Refuses what might not be loaded again: a reader may have one object of each kind open, each
    /// inside another.
    pub(super) fn check_depth(&self, limits: &Limits) -> Result<(), Error> {
        let kinds = self.kinds.iter().map(|kind| kind.levels);
        let levels = kinds.fold(self.root_levels, u32::saturating_add);
        let most = limits.depth.saturating_mul(NESTED);
        if levels > most { Err(nested_too_deep(levels, most)) } else { Ok(()) }
    }

    /// Gives the objects their rows, and the kinds their tables.
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

    /// Puts the pointers into the order of their rows, and has objects tell these.
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
        self.edges = Vec::new();
    }

    /// The edges of an object; those of the value itself if there is none.
    #[inline]
    pub(super) fn edges_of(&self, object: Option<usize>) -> &[Edge] {
        let (start, end) = self.ends_of(object);
        self.edges.get(start.edges..end.edges).unwrap_or_default()
    }

    /// What belongs to an object, or the value itself, is between these.
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

    fn order(&self) -> Result<Vec<u32>, Error> {
        let order = |loose, weak| {
            let order = Search::new(self, Follow { loose, weak })?.run();
            self.check(&order).map(|()| order)
        };
        // A circle that is closed in a cell may be entered at the wrong end: then what is in cells does
        // not count. What remains must not be a circle at all.
        let found = order(true, true).or_else(|_| order(false, true));
        // A circle of owners is told before one that a weak pointer closes.
        found.or_else(|_| order(false, false))
    }

    /// Refuses edges to what is built later than their object, unless it may be put there later.
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
                    return Err(cycle(&self.name_of(usize_of(edge.to))));
                }
                pointing_back = pointing_back.or(Some(object));
            }
        }
        pointing_back.map_or(Ok(()), |object| Err(back(&self.name_of(object))))
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
                // Nobody could foresee which count: so each is written, and the next over those that do not.
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

    /// Finishes an object, and all that it leads to.
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

    /// Opens an object, unless it was met before.
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
    let detail = format!("the objects that are shared have more than {NONE} links");
    Error::new(ErrorKind::Unrepresentable, detail)
}

#[cold]
fn nested_too_deep(levels: u32, most: u32) -> Error {
    let detail = format!(
        "the objects of all types that share are {levels} levels deep together, and may be {most}"
    );
    Error::new(ErrorKind::DepthLimit, detail)
}

#[cold]
fn cycle(name: &str) -> Error {
    let detail = format!("`{name}` owns itself, by way of others that it owns");
    Error::new(ErrorKind::Unrepresentable, detail).with_help(
        "make one of the pointers in the circle a `Weak` in a cell; or keep an `Rc` as it is in an option, a list or the \
         values of a map, and that in a cell",
    )
}

#[cold]
fn back(name: &str) -> Error {
    let detail = format!("`{name}` points back to one of its owners, outside of any cell");
    Error::new(ErrorKind::Unrepresentable, detail).with_help(
        "put the `Weak` in a `RefCell`, or the object: only there can it be set on loading",
    )
}
