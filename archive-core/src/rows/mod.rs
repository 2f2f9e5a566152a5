//! The rows layout: values one after another, each encoded part by part (FORMAT.md §5).

mod era;
mod fault;
mod fixed;
pub(crate) mod objects;
mod older;
mod owning;
mod quick;
mod reader;
mod retained;
mod size;
mod state;
mod text;
mod writer;

pub(crate) use era::{Era, Past, Today};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
pub(crate) use older::take_unchanged;
pub(crate) use older::{Older, Unchanged};
pub(crate) use quick::QuickReader;
pub(crate) use quick::QuickWriter;
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
pub(crate) use quick::read as read_whole;
pub(crate) use quick::{Failed, Terms};
pub(crate) use quick::{
    copy, copy_any, copy_pieces, extend_bools, is_large, write_front, write_one,
};
pub(crate) use reader::Reader;
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
pub(crate) use reader::{OwnList, OwnValue};
pub(crate) use retained::{Held, Retained, Said};
pub(crate) use size::Sizer;
pub(crate) use state::State;
pub(crate) use text::text_of;
use writer::Writer;

use alloc::format;
use alloc::vec::Vec;

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::context::{Lent, read_twice};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::traits::uses_own_code;
use crate::traits::{LoadRoot, SaveRows};
use crate::versions::Versions;
use crate::{Context, Deserialize, Error, ErrorKind, Limits, Scope, Serialize};

/// Fills reserved memory with zeros, up to a length. In debug builds, appending pieces is faster than `resize`, which
/// then works byte by byte.
pub(crate) fn fill_up(bytes: &mut Vec<u8>, len: usize) {
    const PIECE: usize = 1024;
    if cfg!(debug_assertions) {
        while bytes.len().saturating_add(PIECE) <= len {
            bytes.extend_from_slice(&[0; PIECE]);
        }
    }
    bytes.resize(len, 0);
}

/// A vector of `len` zeros.
pub(crate) fn zeros(len: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = crate::limits::room(len)?;
    fill_up(&mut bytes, len);
    Ok(bytes)
}

/// Appends a value that takes `len` bytes.
pub(crate) fn append_sized(
    value: &dyn SaveRows,
    versions: Option<&Versions>,
    limits: &Limits,
    len: usize,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let start = out.len();
    let total = start.saturating_add(len);
    if out.try_reserve(len).is_err() {
        return Err(crate::limits::out_of_memory(len, 1));
    }
    fill_up(out, total);
    match write(value, versions, limits, out.get_mut(start..).unwrap_or_default()) {
        Ok(0) => Ok(()),
        Ok(_) => Err(changed()),
        Err(error) if error.kind() == ErrorKind::BufferTooSmall => Err(changed()),
        Err(error) => Err(error),
    }
}

/// Appends a value at older versions. Measures it at today's versions, which is much faster than at older ones and
/// gives nearly the same size.
pub(crate) fn append_past(
    value: &dyn SaveRows,
    versions: &Versions,
    limits: &Limits,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let start = out.len();
    if let Ok(today) = size(value, None, limits) {
        let len = today.saturating_add(today >> 4).saturating_add(64);
        if out.try_reserve(len).is_ok() {
            fill_up(out, start.saturating_add(len));
            match write(value, Some(versions), limits, out.get_mut(start..).unwrap_or_default()) {
                Ok(left) => {
                    out.truncate(out.len().saturating_sub(left));
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::BufferTooSmall => out.truncate(start),
                Err(error) => return Err(error),
            }
        }
    }
    let len = size(value, Some(versions), limits)?;
    append_sized(value, Some(versions), limits, len, out)
}

/// The value took another number of bytes when it was written than when it was measured.
#[cold]
pub(crate) fn changed() -> Error {
    Error::new(ErrorKind::Unrepresentable, "a value changed while it was saved")
        .with_help("keep other threads from changing it, or save a clone")
}

/// The bytes that a value takes at the given versions.
pub(crate) fn size(
    value: &dyn SaveRows,
    versions: Option<&Versions>,
    limits: &Limits,
) -> Result<usize, Error> {
    match versions {
        None => {
            let mut sizer = Sizer::new(Today, limits);
            value.measure(&mut sizer)?;
            Ok(sizer.bytes())
        }
        Some(versions) => {
            let mut sizer = Sizer::new(Past(versions), limits);
            value.save(&mut sizer)?;
            Ok(sizer.bytes())
        }
    }
}

/// Writes a value to the front of `out`. Returns the number of bytes left over.
pub(crate) fn write(
    value: &dyn SaveRows,
    versions: Option<&Versions>,
    limits: &Limits,
    out: &mut [u8],
) -> Result<usize, Error> {
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    if versions.is_none() && uses_own_code() {
        return match value.write(limits.depth, out) {
            Ok(left) => Ok(left),
            Err(_) => Err(write_error(value, limits, out)),
        };
    }
    Writer::write(value, versions.unwrap_or(Versions::TODAY), limits, out, None)
}

/// Like [`write()`], at today's versions, for a type that is known at compile time.
#[inline(always)]
pub(crate) fn write_today<T: Serialize + ?Sized>(
    value: &T,
    limits: &Limits,
    out: &mut [u8],
) -> Result<usize, Error> {
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    if uses_own_code() {
        return match QuickWriter::write(value, limits.depth, out) {
            Ok(left) => Ok(left),
            Err(_) => Err(write_error(&value, limits, out)),
        };
    }
    Writer::write(&value, Versions::TODAY, limits, out, None)
}

/// Finds out why a value could not be written, by writing it again with the writer that reports errors.
#[cold]
#[inline(never)]
fn write_error(value: &dyn SaveRows, limits: &Limits, out: &mut [u8]) -> Error {
    match Writer::write(value, Versions::TODAY, limits, out, None) {
        Ok(_) => changed(),
        Err(error) => error,
    }
}

/// The rows of a value, without the unknown data that it retained.
pub(crate) struct Apart {
    pub(crate) rows: Vec<u8>,
    /// Whether shared objects are in tables after the value.
    pub(crate) is_linked: bool,
    /// The table and row of each object, after all objects that must exist when it is built. Empty if that order is unknown.
    pub(crate) sequence: Vec<(usize, usize)>,
}

impl Apart {
    /// Rows whose objects are in an order that is unknown, or that have none.
    pub(crate) fn new(rows: Vec<u8>, is_linked: bool) -> Self {
        Self { rows, is_linked, sequence: Vec::new() }
    }
}

/// Encodes a value in rows. Returns separately what the value retained of another program's archive.
#[cold]
pub(crate) fn write_apart(
    value: &dyn SaveRows,
    versions: &Versions,
    limits: &Limits,
    said: Said,
) -> Result<(Apart, Retained), Error> {
    let mut len = 1 << 16;
    loop {
        let mut out = zeros(len)?;
        let mut retained = Retained::new(said);
        match Writer::write(value, versions, limits, &mut out, Some(&mut retained)) {
            Ok(left) => {
                out.truncate(len.saturating_sub(left));
                return Ok((Apart::new(out, false), retained));
            }
            // Only writing tells how long the rows are, since `size` cannot measure a value that retained something.
            Err(error) if error.kind() == ErrorKind::BufferTooSmall => {
                len = len.saturating_mul(4);
            }
            Err(error) => return Err(error),
        }
    }
}

/// The rows of one value.
#[derive(Clone, Copy)]
pub(crate) struct Body<'a> {
    pub(crate) bytes: &'a [u8],
    /// Their offset in the archive.
    pub(crate) offset: usize,
    /// The most memory that a value may take for each of these bytes.
    pub(crate) weight: usize,
}

impl Body<'_> {
    /// How much memory a load may reserve.
    #[inline(always)]
    fn budget(&self, limits: &Limits) -> usize {
        limits.budget(self.bytes.len(), self.weight)
    }
}

/// Reads the value of a body of today's versions by the type's own code. Gives nothing if that fails or if the type's
/// own code is not in use: then [`read_carefully`] reads it, or says what is wrong.
#[cfg_attr(
    not(any(archive_own_code, not(any(debug_assertions, feature = "small-code")))),
    expect(unused_variables, reason = "there is only shared code")
)]
#[inline(always)]
pub(crate) fn read_quick<'a, T: Deserialize<'a>>(body: Body<'a>, limits: &Limits) -> Option<T> {
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    if uses_own_code() {
        let terms = Terms::new(body.budget(limits), Versions::TODAY, Lent::NOTHING);
        return quick::read(body.bytes, limits.depth, &terms).ok();
    }
    None
}

/// Reads the value of a body of today's versions by shared code, whose errors say what is wrong.
pub(crate) fn read_carefully<'a>(
    body: Body<'a>,
    limits: &Limits,
    context: Context<'_>,
    root: &mut dyn LoadRoot<'a>,
) -> Result<(), Error> {
    Reader::read(body, Versions::TODAY, &mut State::new(limits, body, context), root)
}

/// Reads the value of a body.
pub(crate) fn read_root<'a>(
    body: Body<'a>,
    versions: Option<&Versions>,
    limits: &Limits,
    context: Context<'_>,
    root: &mut dyn LoadRoot<'a>,
) -> Result<(), Error> {
    let versions = versions.unwrap_or(Versions::TODAY);
    let careful = |context: Context<'_>, root: &mut (dyn LoadRoot<'a> + '_)| {
        Reader::read(body, versions, &mut State::new(limits, body, context), root)
    };
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    if uses_own_code() {
        let quick = |lent: Lent<'_>, root: &mut (dyn LoadRoot<'a> + '_)| {
            let terms = Terms::new(body.budget(limits), versions, lent);
            root.read_rows(body.bytes, limits.depth, &terms).ok()
        };
        return read_twice(context, root, quick, careful);
    }
    careful(context, root)
}

/// Reads the value of a body that this load has decompressed, from which nothing may be borrowed.
pub(crate) fn read_owned<'a>(
    body: Body<'_>,
    versions: Option<&Versions>,
    limits: &Limits,
    context: Context<'_>,
    root: &mut dyn LoadRoot<'a>,
) -> Result<(), Error> {
    let mut state = State::new(limits, body, context);
    let versions = versions.unwrap_or(Versions::TODAY);
    let end = body.offset.saturating_add(body.bytes.len());
    let mut reader = Reader::resume(body.bytes, end, versions, limits.depth, &mut state);
    reader.load_owned(None, root)?;
    reader.at_end()
}

/// There are bytes after the expected end.
#[cold]
pub(crate) fn trailing(what: &str, count: usize) -> Error {
    let follow = if count == 1 { "one byte follows" } else { &format!("{count} bytes follow") };
    Error::new(ErrorKind::TrailingBytes, format!("the {what} ends here, but {follow}"))
}

/// There are bytes after the value.
#[cold]
pub(crate) fn left_over(count: usize) -> Error {
    trailing("value", count).with_help(
        "the data is damaged, or a hand-written impl does not visit all that it declares; to read several \
         archives in a row, use `next_from_reader`",
    )
}

/// Checks that all rows of a value have been read.
pub(crate) fn check_end(left: &[u8]) -> Result<(), Error> {
    if left.is_empty() { Ok(()) } else { Err(left_over(left.len())) }
}

/// The bytes by which the keys of unordered maps and sets are sorted.
pub(crate) fn encode_key<T: Serialize + ?Sized>(
    key: &T,
    versions: Option<&Versions>,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let limits = Limits::new();
    let len = size(&key, versions, &limits)?;
    append_sized(&key, versions, &limits, len, out)
}

/// Refuses a variant that does not exist in the version that is written.
pub(crate) fn check_variant(record: &Scope, index: usize) -> Result<(), Error> {
    match record.shape.variants().get(index) {
        Some(variant) if !variant.lifespan.contains(record.version) => {
            let (ty, name, version) = (record.shape.name, variant.name, record.version);
            let detail = format!("the variant `{ty}::{name}` does not exist in version {version}");
            Err(Error::new(ErrorKind::CannotWrite, detail).in_record(record))
        }
        _ => Ok(()),
    }
}
