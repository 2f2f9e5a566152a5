//! The first byte of a packed column, which says its form.

/// All numbers as they are.
pub(super) const RAW: u8 = 0x00;
/// One number, which all are.
pub(super) const CONSTANT: u8 = 0x01;
/// Plus 1 to 7: the bits of each offset.
pub(super) const BITS: u8 = 0x10;
/// Bits, with offsets of one bit.
pub(super) const ONE_BIT: u8 = 0x11;
/// Plus 1 to 15: the bytes of each offset.
pub(super) const BYTES: u8 = 0x20;
/// One byte for each number, then the numbers that do not fit in one.
pub(super) const EXCEPTIONS: u8 = 0x30;
/// The lowest bytes of all numbers, then the next ones, up to the highest.
pub(super) const PLANES: u8 = 0x40;

/// The first of several columns of floats that are stored together, with the rows of all.
pub(super) const TOGETHER: u8 = 0x50;
/// Another of these columns; says how many columns before it the first one is.
pub(super) const BESIDE: u8 = 0x51;

/// Lengths of texts with a dictionary: the lengths of its texts, and the index of each row's text.
pub(super) const DICTIONARY: u8 = 0x60;

/// The most numbers of a constant column, so that a small input cannot unpack into a large memory.
pub(super) const MAX_CONSTANT: usize = 4096;

/// The byte that means: the next exception.
pub(super) const EXCEPTION: u8 = 255;
