//! Limits on the memory and depth that loading an archive may use.

use alloc::format;
use alloc::vec::Vec;

use crate::{Describe, Error, ErrorKind};

/// Limits on the memory and stack that loading an archive may use, whatever its bytes claim.
///
/// A load reserves at most 64 KiB plus the smaller of `max_alloc` and the decompressed input's length times a factor
/// known from the type. In columns, up to 4096 elements of each list in the type may take no bytes of the input; their
/// memory is added to that product. A file may decompress to at most `max_alloc` bytes, or to its compressed length if
/// that is greater. The header is counted separately: it is at most `max_header` bytes long, and a schema other than
/// the program's own takes at most 64 KiB plus 192 bytes per byte of schema. To read columns by such a schema, its mentions of
/// types are expanded, which takes at most 320 KiB plus the smaller of `max_alloc` and 5 KiB per byte of the file.
///
/// Chains of shared objects have no limit but memory, and are loaded without recursion. To drop a long one, Rust recurses: a
/// type that links to itself through `Rc` or `Arc`, in what a stranger sent, needs a `Drop` that takes the links out one by one.
///
/// ```
/// use archive::{ErrorKind, Limits, Options};
///
/// let bytes = Options::message().to_vec(&vec![0_u64; 100_000])?;
/// let careful = Options::message().limits(Limits::new().max_alloc(1_000));
/// let error = careful.from_slice::<Vec<u64>>(&bytes).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::MemoryLimit);
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub(crate) max_alloc: usize,
    pub(crate) depth: u32,
    pub(crate) max_header: usize,
}

/// Memory that every load may reserve, in bytes.
pub(crate) const FREE_MEMORY: usize = 64 * 1024;

/// Objects may be built while others are being built, at most one per table. Together they may reach this
/// multiple of the depth limit, so that a chain through three types, each as deep as it may be by itself, still loads.
/// Saving checks the same.
pub(crate) const NESTED: u32 = 3;

impl Limits {
    /// Returns the default limits: 1 GiB of memory, 128 levels, 1 MiB of header.
    #[must_use]
    pub const fn new() -> Self {
        Self { max_alloc: 1 << 30, depth: 128, max_header: 1 << 20 }
    }

    /// Sets the number of bytes that a load may reserve beyond 64 KiB. Saving does not check it: a game whose values may
    /// take more than 1 GiB raises it wherever it loads, tools included. It also bounds the shared objects that defaults
    /// and converters create while a value is saved for an older version.
    #[must_use]
    pub const fn max_alloc(mut self, bytes: usize) -> Self {
        self.max_alloc = bytes;
        self
    }

    /// Sets the maximum nesting depth of derived types and pointers, for loading and saving; a box and the struct
    /// inside count as two levels. A recursive type counts one more level for each further 512 bytes of its size in
    /// memory, up to 32 levels in all, because it takes that much stack. Depths above the default, and large mutually
    /// recursive types, may need more stack than a thread has: load and save them in a thread with a larger stack.
    #[must_use]
    pub const fn depth(mut self, levels: u32) -> Self {
        self.depth = levels;
        self
    }

    /// Sets the maximum length of a header in bytes, including its schema.
    #[must_use]
    pub const fn max_header(mut self, bytes: usize) -> Self {
        self.max_header = bytes;
        self
    }

    /// The maximum nesting depth of all values, given that of structs, enums and pointers: a struct in an
    /// option in a list in a map has four levels.
    pub(crate) const fn levels(depth: u32) -> u32 {
        depth.saturating_mul(4)
    }

    /// The depth that an object may have if it is built inside others that already use `used` levels.
    pub(crate) fn depth_inside(&self, used: u32) -> u32 {
        self.depth.min(self.depth.saturating_mul(NESTED).saturating_sub(used))
    }

    /// The memory that loading `len` bytes may reserve, if each byte may need at most `weight` bytes of
    /// memory.
    #[inline]
    pub(crate) fn budget(&self, len: usize, weight: usize) -> usize {
        self.budget_of(weight.saturating_mul(len))
    }

    /// The memory that a load may reserve if its input can need at most `most` bytes.
    pub(crate) fn budget_of(&self, most: usize) -> usize {
        FREE_MEMORY.saturating_add(self.max_alloc.min(most))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

/// Refuses to save a list of elements without bytes if it could not be loaded again, i.e. if its memory
/// exceeds what every load may reserve.
#[inline(always)]
pub(crate) fn check_sizeless<T: Describe>(values: &[T]) -> Result<(), Error> {
    check_sizeless_list::<T>(values.len())
}

/// Like [`check_sizeless`], for `len` elements that need not be in a slice.
#[inline(always)]
pub(crate) fn check_sizeless_list<T: Describe>(len: usize) -> Result<(), Error> {
    if T::SIZE.fixed == Some(0) && sizeless_memory::<T>(len) > FREE_MEMORY {
        return Err(too_many(len));
    }
    Ok(())
}

/// The charge for a list of elements that take no bytes. It must not exceed what every load may reserve,
/// however long the input is, so that everything that loads can be saved again.
pub(crate) const fn sizeless_memory<T>(len: usize) -> usize {
    let each = size_of::<T>();
    len.saturating_mul(if each == 0 { 1 } else { each })
}

#[cold]
fn too_many(len: usize) -> Error {
    let detail =
        format!("a list of {len} values that take no bytes is too long to be loaded again");
    Error::new(ErrorKind::Unrepresentable, detail).with_help("save the count instead")
}

/// How many levels of structs, enums and pointers may still be entered.
#[derive(Clone, Copy)]
pub(crate) struct Depth {
    pub(crate) left: u32,
    pub(crate) most: u32,
}

impl Depth {
    /// No level was entered yet.
    pub(crate) const fn new(limits: &Limits) -> Self {
        Self { left: limits.depth, most: limits.depth }
    }

    /// The levels of all values, given the depth of structs, enums and pointers.
    pub(crate) const fn of_values(depth: u32) -> Self {
        Self { left: Limits::levels(depth), most: depth }
    }

    #[inline(always)]
    pub(crate) fn descend(&mut self) -> Result<(), Error> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(too_deep(self.most)),
        }
    }

    #[inline(always)]
    pub(crate) fn ascend(&mut self) {
        self.left = self.left.saturating_add(1);
    }

    /// How many levels were entered.
    pub(crate) fn used(self) -> u32 {
        self.most.saturating_sub(self.left)
    }
}

/// The error for values nested deeper than `limit`.
#[cold]
pub(crate) fn too_deep(limit: u32) -> Error {
    Error::new(ErrorKind::DepthLimit, format!("values are nested more than {limit} levels deep"))
}

/// The error for memory that exceeds the limits.
#[cold]
pub(crate) fn over_budget(wanted: usize, left: usize) -> Error {
    // What no archive grants, or a product that exceeds any number.
    if wanted == usize::MAX {
        let detail = "a list here is longer than any that could be saved";
        return Error::new(ErrorKind::MemoryLimit, detail);
    }
    let detail = format!("{wanted} bytes of memory are needed here, but the limits leave {left}");
    Error::new(ErrorKind::MemoryLimit, detail)
}

/// What is left of a budget after a claim.
#[inline]
pub(crate) fn claimed(budget: usize, wanted: usize) -> Result<usize, Error> {
    budget.checked_sub(wanted).ok_or_else(|| over_budget(wanted, budget))
}

/// An empty list with capacity for `len` values; the memory must have been granted.
#[inline]
pub(crate) fn room<T>(len: usize) -> Result<Vec<T>, Error> {
    let mut values = Vec::new();
    match values.try_reserve_exact(len) {
        Ok(()) => Ok(values),
        Err(_) => Err(out_of_memory(len, size_of::<T>())),
    }
}

/// The error for a failed allocation.
#[cold]
pub(crate) fn out_of_memory(count: usize, bytes: usize) -> Error {
    let detail = format!("not enough memory for {count} values of {bytes} bytes");
    Error::new(ErrorKind::MemoryLimit, detail)
}
