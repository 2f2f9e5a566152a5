//! The objects that the trace found in a value, and the links between them.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::{Any, TypeId};
use core::mem;

use super::addresses::Addresses;
use super::cells::Cells;
use super::made::{Made, Remade};
use super::pointer::{Pointer, Share};
use super::save::changed;
use super::trace::{self, Trace};
use crate::columns::Bytes;
use crate::schema::todays_name;
use crate::value::push_field;
use crate::{Error, OutputArchive, Serialize, Type};

/// Marks a missing object or table.
pub(super) const NONE: u32 = u32::MAX;

/// The objects of a value that is being saved.
pub struct Graph {
    /// One for each kind of pointer.
    pub(super) kinds: Vec<Kind>,
    /// All objects, in the order in which they were found.
    pub(super) objects: Vec<Object>,
    pub(super) addresses: Addresses,
    /// Where the edges and bytes of each visited object end; they start where those of the previous object
    /// end.
    pub(super) ends: Vec<End>,
    /// Each object's row in its table.
    pub(super) ids: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    /// Weak edges whose targets were not found yet: index of the edge, kind and address.
    pub(super) late: Vec<(usize, usize, usize)>,
    /// How many weak pointers lead to objects that nothing else in the value holds.
    pub(super) missing: usize,
    /// Whether any edge requires its target to be built before its owner.
    pub(super) is_strict: bool,
    /// Where the edges and bytes of the value itself end.
    pub(super) root: End,
    /// The nesting depth of the value itself.
    pub(super) root_levels: u32,
    pub(super) tracing: Tracing,
    /// One for each table of the archive.
    pub(super) tables: Vec<Table>,
    pub(super) remade: Remade,
    /// How many links the trace found, and how many of them are not written yet.
    pub(super) links: usize,
    pub(super) links_left: usize,
    is_traced: bool,
    /// The kind looked up last.
    last: usize,
}

/// The trace's position in the value.
#[derive(Default)]
pub(super) struct Tracing {
    /// The cells around the current part.
    pub(super) cells: Cells,
    /// Whether the current part is directly in an option, list or map.
    pub(super) is_direct: bool,
    /// Whether the next part is directly in a list or map.
    pub(super) expects_direct: bool,
    /// Whether visited parts are written, as rows with gaps for the links.
    pub(super) is_written: bool,
    /// The rows written so far.
    pub(super) bytes: Bytes,
    /// The maximum nesting depth of the current object.
    levels: u32,
}

/// The size of a link in rows, in bytes.
pub(super) const LINK: usize = size_of::<u32>();

impl Tracing {
    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        if self.is_written {
            self.bytes.push(bytes);
        }
    }

    #[inline(always)]
    pub(super) fn reach(&mut self, levels: u32) {
        self.levels = self.levels.max(levels);
    }
}

/// Visits the object at an index of a kind.
pub(super) type Visit = fn(&mut Trace, usize, usize) -> Result<(), Error>;

/// Writes the object at an index of a `Vec` of pointers.
pub(super) type Write =
    fn(&dyn Any, usize, &mut dyn OutputArchive<Error = Error>) -> Result<(), Error>;

/// The objects behind one type of pointer.
pub(super) struct Kind {
    id: TypeId,
    pub(super) ty: &'static Type,
    /// A `Vec` of the pointers.
    pub(super) pointers: Rc<dyn Any>,
    visit: Visit,
    /// How many of the objects were prefetched.
    pub(super) fetched: usize,
    pub(super) arrange: fn(&mut dyn Any, &[u32], usize),
    write: Write,
    /// The table of the objects.
    pub(super) table: usize,
    /// The maximum nesting depth of an object.
    pub(super) levels: u32,
    /// The objects made for an older version; set on first use.
    pub(super) made: Option<Made>,
}

/// An object that was found.
pub(super) struct Object {
    pub(super) kind: u32,
    /// Its index among the objects of its kind; after `arrange`, its row.
    pub(super) index: u32,
    /// Where it is in memory.
    pub(super) address: usize,
}

/// The end of an object's edges and bytes.
#[derive(Clone, Copy, Default)]
pub(super) struct End {
    pub(super) edges: usize,
    pub(super) bytes: usize,
}

/// A link from an object, or from the value itself, to an object.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The target; [`NONE`] for a weak pointer to an object that nothing else holds.
    pub(super) to: u32,
    pub(super) hold: Hold,
    /// Where its link belongs in the written bytes. The link of a weak pointer is in an option.
    pub(super) at: usize,
}

/// How a pointer holds its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// The target must be built before the owner.
    Firm,
    /// It is in an option, list or map inside a cell, so it may be set later.
    Loose,
    /// It does not own the target.
    Weak { in_cell: bool },
}

/// A table of an archive.
#[derive(Default)]
pub(super) struct Table {
    /// The number of objects.
    pub(super) len: u32,
    /// The objects in row order, if they were written while they were traced.
    pub(super) rows: Vec<u32>,
    /// The kind of each object in row order, if there are several kinds.
    pub(super) mixed: Option<Vec<u32>>,
    is_written: bool,
}

impl Graph {
    pub(super) fn new(is_written: bool) -> Self {
        Self {
            kinds: Vec::new(),
            objects: Vec::new(),
            addresses: Addresses::default(),
            edges: Vec::new(),
            late: Vec::new(),
            ends: Vec::new(),
            ids: Vec::new(),
            missing: 0,
            is_strict: false,
            root: End::default(),
            root_levels: 0,
            tracing: Tracing { is_written, ..Tracing::default() },
            tables: Vec::new(),
            remade: Remade::default(),
            links: 0,
            links_left: 0,
            is_traced: false,
            last: 0,
        }
    }

    /// Makes all tables unwritten again, to write the archive from the start.
    pub(crate) fn rewind(&mut self) {
        self.kinds.iter_mut().for_each(|kind| kind.made = None);
        self.tables.iter_mut().for_each(|table| table.is_written = false);
        self.remade = Remade::default();
        self.links_left = self.links;
    }

    /// Refuses an archive that lacks links, or whose value had more of them than when it was traced: an object to which
    /// no link leads would be missing.
    pub(crate) fn check_links(&self) -> Result<(), Error> {
        if self.links_left == 0 { Ok(()) } else { Err(changed()) }
    }

    /// Whether the objects have their rows, so that pointers are saved as links.
    pub(super) fn is_arranged(&self) -> bool {
        !self.tables.is_empty()
    }

    /// The number of objects in a table.
    pub(crate) fn table_len(&self, table: usize) -> usize {
        self.tables.get(table).map_or(0, |table| usize_of(table.len))
    }

    /// The index of a pointer type's kind, which is added if it is new.
    pub(super) fn kind<P: Pointer>(&mut self) -> Option<usize> {
        let id = TypeId::of::<P>();
        if self.kinds.get(self.last).is_some_and(|kind| kind.id == id) {
            return Some(self.last);
        }
        self.last = self.kinds.iter().position(|kind| kind.id == id)?;
        Some(self.last)
    }

    pub(super) fn add_kind<P: Pointer<Target: Serialize>>(&mut self) -> usize {
        if let Some(kind) = self.kind::<P>() {
            return kind;
        }
        self.kinds.push(Kind {
            id: TypeId::of::<P>(),
            ty: P::Target::SHARED,
            pointers: Rc::new(Vec::<P>::new()),
            visit: trace::visit::<P>,
            arrange: trace::arrange::<P>,
            write: write::<P>,
            fetched: 0,
            table: usize::MAX,
            made: None,
            levels: 0,
        });
        self.kinds.len().saturating_sub(1)
    }

    /// The row of the object at an address.
    #[inline]
    pub(super) fn row_at(&self, address: usize) -> Option<u32> {
        let number = self.addresses.get(&self.objects, address)?;
        let object = self.objects.get(usize_of(number))?;
        (object.index != NONE).then_some(object.index)
    }

    /// What the trace needs to visit an object: its kind, its index there, and the function.
    pub(super) fn open(&self, object: usize) -> Option<(usize, usize, Visit)> {
        let Object { kind, index, .. } = self.objects.get(object)?;
        Some((usize_of(*kind), usize_of(*index), self.kinds.get(usize_of(*kind))?.visit))
    }

    /// Ends the edges of the visited object. Objects are visited in the order found; the value itself comes
    /// first.
    pub(super) fn end_object(&mut self) {
        let end = End { edges: self.edges.len(), bytes: self.tracing.bytes.len() };
        let levels = mem::take(&mut self.tracing.levels);
        if !mem::replace(&mut self.is_traced, true) {
            (self.root, self.root_levels) = (end, levels);
            return;
        }
        if let Some(object) = self.objects.get(self.ends.len()) {
            if let Some(kind) = self.kinds.get_mut(usize_of(object.kind)) {
                kind.levels = kind.levels.max(levels);
            }
        }
        self.ends.push(end);
    }

    /// The object being visited; `None` for the value itself.
    pub(super) fn object_visited(&self) -> Option<usize> {
        self.is_traced.then_some(self.ends.len())
    }

    /// The table and row of an object, once assigned.
    pub(super) fn place_of(&self, object: usize) -> Option<(usize, usize)> {
        let (object, id) = self.objects.get(object).zip(self.ids.get(object))?;
        let kind = self.kinds.get(usize_of(object.kind))?;
        Some((kind.table, usize_of(*id)))
    }

    /// The path of an object in errors.
    pub(super) fn path_of(&self, object: usize) -> String {
        self.paths(&self.rows(0..)).nth(object).unwrap_or_default()
    }

    /// The type of an object.
    pub(super) fn type_of(&self, object: usize) -> Option<&'static Type> {
        Some(self.kinds.get(usize_of(self.objects.get(object)?.kind))?.ty)
    }

    /// The paths of all objects, by their rows.
    pub(super) fn paths(&self, rows: &[u32]) -> impl Iterator<Item = String> {
        let path = |(object, row): (&Object, &u32)| {
            let kind = self.kinds.get(usize_of(object.kind));
            kind.map_or_else(String::new, |kind| object_path(kind.ty, usize_of(*row)))
        };
        self.objects.iter().zip(rows).map(path)
    }

    /// The row of each object in the table of its type, if the objects are written in this order.
    pub(super) fn rows(&self, order: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let names: Vec<String> = self.kinds.iter().map(|kind| todays_name(kind.ty)).collect();
        let mut lens: BTreeMap<&str, u32> = BTreeMap::new();
        let mut rows = alloc::vec![NONE; self.objects.len()];
        for object in order {
            let Some(at) = self.objects.get(usize_of(object)) else { break };
            let Some(name) = names.get(usize_of(at.kind)) else { break };
            let len = lens.entry(name).or_default();
            if let Some(row) = rows.get_mut(usize_of(object)) {
                *row = *len;
            }
            *len = len.saturating_add(1);
        }
        rows
    }

    /// The table and row of the object behind a pointer, to which a link is written.
    pub(super) fn find<P: Pointer>(&mut self, address: usize) -> Option<(usize, u32)> {
        let kind = self.kind::<P>()?;
        let table = self.kinds.get(kind)?.table;
        let row = self.row_at(address).or_else(|| self.remade.row_at(address))?;
        self.links_left = self.links_left.wrapping_sub(1);
        Some((table, row))
    }

    /// The objects of a table, if it was not written yet; marks it as written.
    pub(super) fn unwritten<P: Pointer>(&mut self, table: usize) -> Option<Rc<dyn Any>> {
        let found = self.tables.get_mut(table)?;
        if mem::replace(&mut found.is_written, true) {
            return None;
        }
        let kind = self.kind::<P>()?;
        self.kinds.get(kind).map(|kind| Rc::clone(&kind.pointers))
    }

    /// The kind of each object in a table, if there are several.
    pub(super) fn kinds_of(&self, table: usize) -> Option<Vec<u32>> {
        self.tables.get(table)?.mixed.clone()
    }

    /// The objects of a kind, and the function that writes one of them.
    pub(super) fn other(&self, kind: usize) -> Option<(Rc<dyn Any>, Write)> {
        let kind = self.kinds.get(kind)?;
        Some((Rc::clone(&kind.pointers), kind.write))
    }

    /// Enters a cell: its content may be set after all objects are built.
    pub(crate) fn enter_cell(&mut self) {
        self.tracing.cells.enter();
        self.tracing.is_direct = false;
    }

    /// The cells around the next part.
    pub(crate) fn cells(&mut self) -> &mut Cells {
        &mut self.tracing.cells
    }
}

/// The path of an object in errors, which is its path in a tree.
pub(crate) fn object_path(ty: &'static Type, row: usize) -> String {
    let mut path = String::new();
    push_field(&todays_name(ty), &mut path);
    path.push_str(&format!("[{row}]"));
    path
}

/// Writes one object of a kind.
fn write<P: Pointer<Target: Serialize>>(
    pointers: &dyn Any,
    index: usize,
    mut archive: &mut dyn OutputArchive<Error = Error>,
) -> Result<(), Error> {
    match pointers.downcast_ref::<Vec<P>>().and_then(|all| all.get(index)) {
        Some(object) => object.target().serialize(&mut archive),
        None => Ok(()),
    }
}

#[inline(always)]
pub(super) fn usize_of(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl core::fmt::Debug for Graph {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let objects: usize = self.tables.iter().map(|table| usize_of(table.len)).sum();
        f.debug_struct("Graph").field("objects", &objects).finish_non_exhaustive()
    }
}
