//! Rows with shared objects, which are in tables after the value (FORMAT.md §13).

use alloc::string::String;
use alloc::vec::Vec;

use super::{Body, Reader, State, trailing};
use crate::alone::Alone;
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::context::{Lent, lend_twice};
use crate::graph::{self, LEN, Link, Objects};
use crate::schema::static_name;
use crate::traits::LoadRoot;
use crate::versions::Versions;
use crate::{Context, Error, ErrorKind, Limits, Type, varint};

/// The bytes of a table.
pub(crate) struct Section<'a> {
    /// Its rows.
    pub(crate) bytes: &'a [u8],
    /// The offset in the archive where it ends.
    pub(crate) end: usize,
    /// The number of rows.
    pub(crate) len: usize,
}

/// Splits a body into its tables and the value before them.
///
/// # Errors
///
/// The lengths at the end of the body exceed it.
pub(crate) fn split(body: Body<'_>, tables: usize) -> Result<(Vec<Section<'_>>, &[u8]), Error> {
    let at = |len: usize| u64::try_from(body.offset.saturating_add(len)).unwrap_or(u64::MAX);
    let cut = |len: usize| {
        let detail = "the lengths of the object tables exceed the body";
        Error::new(ErrorKind::Length, detail).at_offset(at(len))
    };
    let all = body.bytes.len();
    let lens = tables.checked_mul(LEN).and_then(|lens| all.checked_sub(lens));
    let (mut rest, lens) =
        lens.and_then(|at| body.bytes.split_at_checked(at)).ok_or_else(|| cut(all))?;
    let mut sections = Vec::with_capacity(tables);
    for len in lens.rchunks_exact(LEN) {
        let len = u64::from_le_bytes(len.try_into().unwrap_or_default());
        let from = usize::try_from(len).ok().and_then(|len| rest.len().checked_sub(len));
        let (before, mut bytes) =
            from.and_then(|from| rest.split_at_checked(from)).ok_or_else(|| cut(rest.len()))?;
        let end = body.offset.saturating_add(rest.len());
        let len = varint::read(&mut bytes).map_err(|error| error.at_offset(at(before.len())))?;
        // Each object has at least one link, which takes four bytes.
        let len = usize::try_from(len).ok().filter(|len| *len <= all >> 2);
        let len = len.ok_or_else(|| cut(before.len()))?;
        sections.push(Section { bytes, end, len });
        rest = before;
    }
    sections.reverse();
    Ok((sections, rest))
}

/// A position of a reader in rows.
#[derive(Clone, Copy, Default)]
pub(super) struct Place<'a> {
    /// What is left.
    pub(super) rest: &'a [u8],
    /// The offset in the archive where it ends.
    pub(super) end: usize,
    /// The levels that are left.
    pub(super) depth: u32,
}

/// The tables of shared objects in a body.
pub(super) struct Tables<'a> {
    tables: Vec<Table<'a>>,
    /// The canonical names of the types in the tables.
    names: Vec<String>,
    /// The tables that have been looked up, by the addresses of their types.
    known: Vec<(usize, usize)>,
    /// Which types do not contain shared objects.
    pub(super) alone: Alone,
    /// For each object that is being read: its table and row, the position of the link to it, and the value of `used`
    /// there.
    open: Vec<(Link, Place<'a>, u32)>,
    /// The total of the levels that the objects around the current one have used.
    used: u32,
}

/// A table of shared objects.
struct Table<'a> {
    /// Its rows.
    bytes: &'a [u8],
    /// The offset in the archive where it ends.
    end: usize,
    len: usize,
    /// The starts of the rows that have been read, and of the next one, as distances from the end.
    starts: Vec<usize>,
}

impl<'a> Tables<'a> {
    /// Splits a body into its tables and the bytes of the value.
    fn new(body: Body<'a>, names: &[String]) -> Result<(Self, &'a [u8]), Error> {
        let (sections, value) = split(body, names.len())?;
        let tables = sections.into_iter().map(|section| {
            let Section { bytes, end, len } = section;
            Table { bytes, end, len, starts: alloc::vec![bytes.len()] }
        });
        let (tables, names) = (tables.collect(), names.to_vec());
        let (known, open, alone) = (Vec::new(), Vec::new(), Alone::default());
        Ok((Self { tables, names, known, alone, open, used: 0 }, value))
    }

    fn lens(&self) -> Vec<usize> {
        self.tables.iter().map(|table| table.len).collect()
    }

    /// The table for objects of a type.
    pub(super) fn table_of(
        &mut self,
        ty: &'static Type,
        versions: &Versions,
    ) -> Result<usize, Error> {
        let address = core::ptr::from_ref(ty).addr();
        if let Some((_, table)) = self.known.iter().find(|(known, _)| *known == address) {
            return Ok(*table);
        }
        let name = static_name(ty, &mut |shape| versions.of(shape));
        let found = self.names.iter().position(|known| *known == name);
        let table = found.ok_or_else(|| {
            Error::new(ErrorKind::Shape, "a link leads to objects that the type does not declare")
        })?;
        self.known.push((address, table));
        Ok(table)
    }

    /// Moves to an object, whose row has been read before or is the next one.
    pub(super) fn begin(&mut self, link: Link, from: Place<'a>, limits: &Limits) -> Place<'a> {
        self.open.push((link, from, self.used));
        let levels = limits.depth_inside(self.used).saturating_sub(from.depth);
        self.used = self.used.saturating_add(levels);
        let depth = limits.depth_inside(self.used);
        let Some(table) = self.tables.get(link.table) else {
            return Place { depth, ..Place::default() };
        };
        let left = table.starts.get(link.row).copied().unwrap_or(0);
        let start = table.bytes.len().saturating_sub(left);
        Place { rest: table.bytes.get(start..).unwrap_or_default(), end: table.end, depth }
    }

    /// Returns from an object, which was read up to `rest`, to where the link is.
    pub(super) fn end(&mut self, rest: &'a [u8]) -> Result<Place<'a>, Error> {
        let Some((link, from, used)) = self.open.pop() else {
            return Ok(Place::default());
        };
        self.used = used;
        if let Some(table) = self.tables.get_mut(link.table) {
            if link.row.saturating_add(1) == table.starts.len() {
                table.starts.push(rest.len());
            }
            if link.row.saturating_add(1) == table.len && !rest.is_empty() {
                return Err(trailing("object table", rest.len()));
            }
        }
        Ok(from)
    }
}

/// Reads the value of a body with tables. `names` are the types of the tables.
pub(crate) fn read<'a>(
    body: Body<'a>,
    names: &[String],
    versions: Option<&Versions>,
    limits: &Limits,
    context: Context<'_>,
    root: &mut dyn LoadRoot<'a>,
) -> Result<(), Error> {
    let careful = |context: Context<'_>, root: &mut (dyn LoadRoot<'a> + '_)| {
        read_by(body, names, versions, (limits, context), |reader, objects| {
            reader.objects = Some(objects);
            root.load(reader).map_err(|error| reader.placed(error))?;
            reader.at_end()?;
            graph::finish(reader)
        })
    };
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    if context.lends() {
        // Parts of the value that contain no shared objects are read by the fast reader.
        let quick =
            |lent: Lent<'_>, root: &mut (dyn LoadRoot<'a> + '_)| careful(lent.context(), root).ok();
        return lend_twice(context, root, quick, careful);
    }
    careful(context, root)
}

/// Like [`read`], for a body that this load has decompressed, from which nothing may be borrowed.
pub(crate) fn read_owned<'a>(
    body: Body<'_>,
    names: &[String],
    versions: Option<&Versions>,
    limits: &Limits,
    context: Context<'_>,
    root: &mut dyn LoadRoot<'a>,
) -> Result<(), Error> {
    read_by(body, names, versions, (limits, context), |reader, objects| {
        reader.load_owned(Some(objects), root)?;
        reader.at_end()?;
        reader.finish_owned(objects)
    })
}

/// Reads the value of a body with tables by `load`, and checks that links lead to all objects.
fn read_by<'a, 'b>(
    body: Body<'b>,
    names: &[String],
    versions: Option<&Versions>,
    (limits, context): (&Limits, Context<'_>),
    load: impl for<'s> FnOnce(&mut Reader<'b, 's, '_>, &'s mut Objects<'a, Error>) -> Result<(), Error>,
) -> Result<(), Error> {
    let (mut tables, value) = Tables::new(body, names)?;
    let versions = versions.unwrap_or(Versions::TODAY);
    let mut objects = Objects::new(tables.lens()).of_today(versions.is_today());
    let mut state = State::new(limits, body, context);
    let end = body.offset.saturating_add(value.len());
    let mut reader = Reader::resume(value, end, versions, limits.depth, &mut state);
    reader.tables = Some(&mut tables);
    load(&mut reader, &mut objects)?;
    if versions.is_today() { objects.check_linked() } else { Ok(()) }
}
