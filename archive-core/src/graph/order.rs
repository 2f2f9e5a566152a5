//! The order of objects: each behind those that must be there when it is built.

use alloc::format;
use alloc::rc::Rc;
use alloc::vec::Vec;

use super::found::{Edge, Graph, Hold, LINK, NONE, Table, usize_of};
use crate::{Error, ErrorKind, Type};

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
    /// Open objects, and which of their edges come next.
    open: Vec<(usize, usize)>,
    order: Vec<u32>,
    follow: Follow,
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
        self.count_weak();
        self.number(tables, &order);
        Ok(())
    }

    /// Counts the bytes of links by weak pointers to what something else holds.
    fn count_weak(&mut self) {
        let mut edges = self.edges.iter();
        let mut count = |from: usize, to: usize| {
            let own = edges.by_ref().take(to.saturating_sub(from));
            own.filter(|edge| match edge.hold {
                Hold::Weak { kind, .. } => self.weak_target(kind, edge.to).is_some(),
                _ => false,
            })
            .count()
            .saturating_mul(LINK)
        };
        let root = count(0, self.root_edges);
        let mut bytes = alloc::vec![0_usize; self.kinds.len()];
        let mut from = self.root_edges;
        for object in &self.objects {
            if let Some(bytes) = bytes.get_mut(usize_of(object.kind)) {
                *bytes = bytes.saturating_add(count(from, object.edges));
            }
            from = object.edges;
        }
        self.root_bytes = self.root_bytes.saturating_add(root);
        for (kind, bytes) in self.kinds.iter_mut().zip(bytes) {
            kind.bytes = kind.bytes.saturating_add(bytes);
        }
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
        for number in order {
            let Some(object) = self.objects.get_mut(usize_of(*number)) else { continue };
            let Some(kind) = self.kinds.get(usize_of(object.kind)) else { continue };
            let Some(table) = self.tables.get_mut(kind.table) else { continue };
            object.id = table.len;
            table.len = table.len.saturating_add(1);
            if let Some(mixed) = &mut table.mixed {
                mixed.push(object.kind);
            }
        }
        let objects = &self.objects;
        let mut ids: Vec<Vec<u32>> = Vec::new();
        ids.resize_with(self.kinds.len(), Vec::new);
        for object in objects {
            if let Some(ids) = ids.get_mut(usize_of(object.kind)) {
                ids.push(object.id);
            }
        }
        for (kind, ids) in self.kinds.iter_mut().zip(ids) {
            kind.addresses
                .renumber(|number| objects.get(usize_of(number)).map_or(NONE, |it| it.id));
            let Some(table) = self.tables.get_mut(kind.table) else { continue };
            table.bytes = table.bytes.saturating_add(kind.bytes);
            if let Some(pointers) = Rc::get_mut(&mut kind.pointers) {
                (kind.arrange)(pointers, &ids, usize_of(table.len));
            }
        }
        self.objects = Vec::new();
        self.edges = Vec::new();
    }

    /// The edges of an object; those of the value itself if there is none.
    pub(super) fn edges_of(&self, object: Option<usize>) -> &[Edge] {
        let range = match object {
            None => 0..self.root_edges,
            Some(object) => {
                let before = object.checked_sub(1).and_then(|before| self.objects.get(before));
                let start = before.map_or(self.root_edges, |before| before.edges);
                start..self.objects.get(object).map_or(start, |object| object.edges)
            }
        };
        self.edges.get(range).unwrap_or_default()
    }

    /// The object that a weak pointer leads to, if something else holds it.
    pub(super) fn weak_target(&self, kind: u32, address: usize) -> Option<usize> {
        self.kinds.get(usize_of(kind))?.number_at(address).map(usize_of)
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
                let Hold::Weak { kind, in_cell: false } = edge.hold else { continue };
                let to = self.weak_target(kind, edge.to);
                let rank = |object: usize| ranks.get(object).copied().unwrap_or(NONE);
                if to.is_some_and(|to| rank(to) >= rank(object)) {
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
        for object in 0..self.graph.objects.len() {
            self.start(&Edge { to: object, hold: Hold::Firm })?;
        }
        Ok(self.order)
    }

    /// Finishes an object that an edge leads to, and all that it leads to in turn.
    fn start(&mut self, edge: &Edge) -> Result<(), Error> {
        self.enter(edge)?;
        while let Some((object, next)) = self.open.last_mut() {
            let (object, at) = (*object, *next);
            *next = at.saturating_add(1);
            match self.graph.edges_of(Some(object)).get(at) {
                Some(edge) => self.enter(edge)?,
                None => {
                    self.set(object, State::Done);
                    self.order.push(u32::try_from(object).unwrap_or(NONE));
                    self.open.pop();
                }
            }
        }
        Ok(())
    }

    /// Opens the object that an edge leads to, unless it was met before.
    fn enter(&mut self, edge: &Edge) -> Result<(), Error> {
        let to = match edge.hold {
            Hold::Firm => edge.to,
            Hold::Loose if self.follow.loose => edge.to,
            Hold::Weak { kind, in_cell: false } if self.follow.weak => {
                match self.graph.weak_target(kind, edge.to) {
                    Some(to) => to,
                    None => return Ok(()),
                }
            }
            _ => return Ok(()),
        };
        match self.states.get(to) {
            Some(State::New) => {
                self.set(to, State::Open);
                self.open.push((to, 0));
                Ok(())
            }
            Some(State::Open) if edge.hold == Hold::Firm => Err(cycle(&self.graph.name_of(to))),
            _ => Ok(()),
        }
    }

    fn set(&mut self, object: usize, state: State) {
        if let Some(place) = self.states.get_mut(object) {
            *place = state;
        }
    }
}

#[cold]
fn cycle(name: &str) -> Error {
    let detail = format!("`{name}` owns itself, by way of others that it owns");
    Error::new(ErrorKind::Unrepresentable, detail).with_help(
        "make one of the pointers in the circle a `Weak` in a cell, or an `Option` of an `Rc` in a cell",
    )
}

#[cold]
fn back(name: &str) -> Error {
    let detail = format!("`{name}` points back to one of its owners, outside of any cell");
    Error::new(ErrorKind::Unrepresentable, detail).with_help(
        "put the `Weak` in a `RefCell`, or the object: only there can it be set on loading",
    )
}
