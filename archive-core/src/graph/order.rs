//! The order of objects: each behind those that must be there when it is built.

use alloc::format;
use alloc::rc::Rc;
use alloc::vec::Vec;

use super::found::{Edge, End, Graph, Hold, NONE, Table, usize_of};
use crate::limits::NESTED;
use crate::{Error, ErrorKind, Limits, Type};

/// How far an object has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// A search in depth that keeps what is open in a list of its own.
struct Search<'g> {
    graph: &'g Graph,
    states: Vec<State>,
    open: Vec<Open<'g>>,
    order: Vec<u32>,
    follow: Follow,
}

/// An object whose edges are followed.
struct Open<'g> {
    object: u32,
    /// Those that come next.
    edges: &'g [Edge],
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
        let search = |follow| Search {
            graph: self,
            states: alloc::vec![State::New; self.objects.len()],
            open: Vec::new(),
            order: Vec::with_capacity(self.objects.len()),
            follow,
        };
        let order = |loose, weak| search(Follow { loose, weak }).run();
        let sound = |order: Vec<u32>| self.check_weak(&order).map(|()| order);
        // A circle that is closed in a cell may be entered at the wrong end: then what is in cells does
        // not count. What remains must not be a circle at all.
        let found =
            order(true, true).and_then(sound).or_else(|_| order(false, true).and_then(sound));
        // A circle of owners is told before one that a weak pointer closes.
        found.or_else(|_| order(false, false).and_then(sound))
    }

    /// Refuses weak pointers to what is built later, unless they are in cells.
    fn check_weak(&self, order: &[u32]) -> Result<(), Error> {
        if !self.edges.iter().any(|edge| matches!(edge.hold, Hold::Weak { in_cell: false, .. })) {
            return Ok(());
        }
        let mut ranks = alloc::vec![NONE; self.objects.len()];
        for (rank, object) in (0..).zip(order) {
            if let Some(place) = ranks.get_mut(usize_of(*object)) {
                *place = rank;
            }
        }
        for object in 0..self.objects.len() {
            for edge in self.edges_of(Some(object)) {
                if edge.hold != (Hold::Weak { in_cell: false }) || edge.to == NONE {
                    continue;
                }
                let rank = |object: usize| ranks.get(object).copied().unwrap_or(NONE);
                if rank(usize_of(edge.to)) >= rank(object) {
                    return Err(back(&self.name_of(object)));
                }
            }
        }
        Ok(())
    }
}

impl Search<'_> {
    fn run(mut self) -> Result<Vec<u32>, Error> {
        for edge in self.graph.edges_of(None) {
            self.start(edge)?;
        }
        for to in (0..).take(self.graph.objects.len()) {
            self.start(&Edge { to, hold: Hold::Firm, at: 0 })?;
        }
        Ok(self.order)
    }

    /// Finishes an object that an edge leads to, and all that it leads to in turn.
    fn start(&mut self, edge: &Edge) -> Result<(), Error> {
        self.enter(edge)?;
        while let Some(open) = self.open.last_mut() {
            match open.edges.split_first() {
                Some((edge, rest)) => {
                    open.edges = rest;
                    self.enter(edge)?;
                }
                None => {
                    let object = open.object;
                    self.set(object, State::Done);
                    self.order.push(object);
                    self.open.pop();
                }
            }
        }
        Ok(())
    }

    /// Opens the object that an edge leads to, unless it was met before.
    #[inline(always)]
    fn enter(&mut self, edge: &Edge) -> Result<(), Error> {
        let is_followed = match edge.hold {
            Hold::Firm => true,
            Hold::Loose => self.follow.loose,
            Hold::Weak { in_cell } => !in_cell && self.follow.weak,
        };
        if !is_followed {
            return Ok(());
        }
        let object = edge.to;
        match self.states.get(usize_of(object)) {
            Some(State::New) => {
                self.set(object, State::Open);
                let edges = self.graph.edges_of(Some(usize_of(object)));
                self.open.push(Open { object, edges });
                Ok(())
            }
            Some(State::Open) if edge.hold == Hold::Firm => {
                Err(cycle(&self.graph.name_of(usize_of(object))))
            }
            _ => Ok(()),
        }
    }

    fn set(&mut self, object: u32, state: State) {
        if let Some(place) = self.states.get_mut(usize_of(object)) {
            *place = state;
        }
    }
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
