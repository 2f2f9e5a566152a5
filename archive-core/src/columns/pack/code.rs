//! The first byte of a packed column.

/// The numbers as they are.
pub(super) const RAW: u8 = 0x00;
/// One number for all.
pub(super) const CONSTANT: u8 = 0x01;
/// Plus 1 to 7: the bits of each offset.
pub(super) const BITS: u8 = 0x10;
/// The bits of offsets that are 0 or 1.
pub(super) const ONE_BIT: u8 = 0x11;
/// Plus 1 to 15: the bytes of each offset.
pub(super) const BYTES: u8 = 0x20;
/// A byte for each number, and the long ones apart.
pub(super) const EXCEPTIONS: u8 = 0x30;
/// The lowest bytes of all numbers, then the next ones, up to the highest.
pub(super) const PLANES: u8 = 0x40;

/// The floats of so many columns, one row after the other.
pub(super) const TOGETHER: u8 = 0x50;
/// Floats that stand together with those of the column so many before.
pub(super) const BESIDE: u8 = 0x51;

/// Lengths of texts of which few differ: those of these, and which of them each is.
pub(super) const DICTIONARY: u8 = 0x60;

/// The most numbers that may share one: a small input cannot unpack into a large memory.
pub(super) const MAX_CONSTANT: usize = 4096;

/// The byte that stands for the next exception.
pub(super) const EXCEPTION: u8 = 255;
