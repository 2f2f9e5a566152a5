//! Rows: values one after another, each as the bytes of its parts (FORMAT.md §5).

mod reader;
mod size;
mod writer;

pub(crate) use reader::{Reader, State, text_of};
pub(crate) use size::Sizer;
pub(crate) use writer::Writer;

use alloc::format;
use alloc::vec::Vec;

use crate::versions::Versions;
use crate::{Error, ErrorKind, Limits, Record, Serialize, Shape};

/// Which version each type has in an archive. A reader or writer is compiled for each of the
/// two: for today's versions every decision is a constant.
pub(crate) trait Era: Copy {
    /// Whether the versions are today's.
    const TODAY: bool;

    /// The version of a type.
    fn version(self, shape: &'static Shape) -> u32;

    /// The versions, if they are not today's.
    fn versions(&self) -> Option<&Versions>;
}

/// Every type has today's version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Today;

impl Era for Today {
    const TODAY: bool = true;

    #[inline(always)]
    fn version(self, shape: &'static Shape) -> u32 {
        shape.version
    }

    #[inline(always)]
    fn versions(&self) -> Option<&Versions> {
        None
    }
}

/// Types have the versions that were resolved when the archive was opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past<'v>(pub(crate) &'v Versions);

impl Era for Past<'_> {
    const TODAY: bool = false;

    #[inline(always)]
    fn version(self, shape: &'static Shape) -> u32 {
        self.0.of(shape)
    }

    #[inline(always)]
    fn versions(&self) -> Option<&Versions> {
        Some(self.0)
    }
}

/// An empty vector with room for `len` bytes.
pub(crate) fn room(len: usize) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    match out.try_reserve_exact(len) {
        Ok(()) => Ok(out),
        Err(_) => Err(crate::limits::out_of_memory(len, 1)),
    }
}

/// Writes a value that takes `len` bytes behind what `out` holds.
pub(crate) fn append_sized<T: Serialize + ?Sized>(
    value: &T,
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
    out.resize(total, 0);
    match write(value, versions, limits, out.get_mut(start..).unwrap_or_default()) {
        Ok(0) => Ok(()),
        Ok(_) => Err(changed()),
        Err(error) if error.kind() == ErrorKind::BufferTooSmall => Err(changed()),
        Err(error) => Err(error),
    }
}

/// A value took other bytes when it was written than when it was measured.
#[cold]
pub(crate) fn changed() -> Error {
    Error::new(ErrorKind::Unrepresentable, "a value changed while it was saved")
        .with_help("keep other threads from changing it, or save a clone")
}

/// The bytes that a value takes, at the versions given.
pub(crate) fn size<T: Serialize + ?Sized>(
    value: &T,
    versions: Option<&Versions>,
    limits: &Limits,
) -> Result<usize, Error> {
    match versions {
        None => Sizer::measure(value, Today, limits),
        Some(versions) => Sizer::measure(value, Past(versions), limits),
    }
}

/// Writes a value to the front of `out`, and gives the number of bytes left over.
pub(crate) fn write<T: Serialize + ?Sized>(
    value: &T,
    versions: Option<&Versions>,
    limits: &Limits,
    out: &mut [u8],
) -> Result<usize, Error> {
    match versions {
        None => Writer::write(value, Today, limits, out),
        Some(versions) => Writer::write(value, Past(versions), limits, out),
    }
}

/// The bytes of a key by which maps and sets without an order of their own are sorted.
pub(crate) fn encode_key<T: Serialize + ?Sized>(
    key: &T,
    versions: Option<&Versions>,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let limits = Limits::new();
    let len = size(key, versions, &limits)?;
    append_sized(key, versions, &limits, len, out)
}

/// Refuses the variant at `index` if the version written for does not have it.
pub(crate) fn check_variant(record: &Record, index: usize) -> Result<(), Error> {
    match record.shape.variants().get(index) {
        Some(variant) if !variant.lifespan.contains(record.version) => {
            let (ty, name, version) = (record.shape.name, variant.name, record.version);
            let detail = format!("the variant `{ty}::{name}` does not exist in version {version}");
            Err(Error::new(ErrorKind::CannotWrite, detail).in_record(record))
        }
        _ => Ok(()),
    }
}
