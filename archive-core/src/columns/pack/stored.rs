//! Splits a packed column into its parts, and checks it completely.

use super::code::{self, MAX_CONSTANT};
use super::planes::Plane;
use super::{bits, exceptions, fault};
use crate::Error;

/// A packed column whose parts have the lengths that its numbers need.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stored<'a> {
    /// All numbers.
    Raw(&'a [u8]),
    /// The number that all are.
    Constant(&'a [u8]),
    Bits {
        width: u32,
        base: &'a [u8],
        offsets: &'a [u8],
    },
    Bytes {
        width: usize,
        base: &'a [u8],
        offsets: &'a [u8],
    },
    Exceptions {
        bytes: &'a [u8],
        exceptions: &'a [u8],
    },
    /// All planes of `count` numbers, one after another. The numbers up to `start` have been read.
    Planes {
        planes: &'a [u8],
        count: usize,
        start: usize,
    },
    /// The numbers of a column that is stored together with others: one every `step` bytes of `rows`, starting at its
    /// first byte.
    Among {
        rows: &'a [u8],
        step: usize,
    },
}

impl<'a> Stored<'a> {
    /// Splits a column of `count` numbers of `width` bytes.
    pub(super) fn read(stored: &'a [u8], width: usize, count: usize) -> Result<Self, Error> {
        if count == 0 {
            return if stored.is_empty() { Ok(Self::Raw(stored)) } else { Err(fault::too_long()) };
        }
        // A vector cannot be larger.
        let size = count.checked_mul(width).filter(|size| isize::try_from(*size).is_ok());
        let size = size.ok_or_else(fault::too_many)?;
        let (code, body) = stored.split_first().ok_or_else(fault::truncated)?;
        let mut rest = body;
        let column = match *code {
            code::RAW => Self::Raw(take(&mut rest, Some(size))?),
            _ if !matches!(width, 1 | 2 | 4 | 8 | 16) => return Err(fault::unknown_code()),
            code::CONSTANT if count > MAX_CONSTANT => return Err(fault::long_constant()),
            code::CONSTANT => Self::Constant(take(&mut rest, Some(width))?),
            0x11..=0x17 => {
                let bits = u32::from(*code & 0x0f);
                let base = take(&mut rest, Some(width))?;
                let offsets = take(&mut rest, bits::size(count, bits))?;
                bits::check_end(offsets, count, bits)?;
                Self::Bits { width: bits, base, offsets }
            }
            0x21..=0x2f if usize::from(*code & 0x0f) < width => {
                let bytes = usize::from(*code & 0x0f);
                let base = take(&mut rest, Some(width))?;
                let offsets = take(&mut rest, count.checked_mul(bytes))?;
                Self::Bytes { width: bytes, base, offsets }
            }
            code::EXCEPTIONS if width > 1 => {
                let bytes = take(&mut rest, Some(count))?;
                let long = exceptions::count(bytes).checked_mul(width);
                Self::Exceptions { bytes, exceptions: take(&mut rest, long)? }
            }
            code::PLANES if width == 4 || width == 8 => {
                for _ in 0..width {
                    Plane::take(&mut rest, count)?;
                }
                Self::Planes { planes: body, count, start: 0 }
            }
            _ => return Err(fault::unknown_code()),
        };
        if rest.is_empty() { Ok(column) } else { Err(fault::too_long()) }
    }

    /// Splits off the next `count` numbers of `width` bytes: a multiple of 64, or all.
    pub(super) fn next(&mut self, width: usize, count: usize) -> Self {
        let all = *self;
        let front = |bytes: &mut &'a [u8], len: usize| {
            let (front, rest) = bytes.split_at_checked(len).unwrap_or((bytes, &[]));
            *bytes = rest;
            front
        };
        match self {
            Self::Raw(bytes) => Self::Raw(front(bytes, count.saturating_mul(width))),
            Self::Constant(_) => all,
            // The rest may keep the offsets after these, which nothing reads.
            Self::Bits { width, offsets, .. } => {
                let _ = front(offsets, bits::size(count, *width).unwrap_or(usize::MAX));
                all
            }
            Self::Bytes { width, base, offsets } => {
                let offsets = front(offsets, count.saturating_mul(*width));
                Self::Bytes { width: *width, base, offsets }
            }
            Self::Exceptions { bytes, exceptions: long } => {
                let bytes = front(bytes, count);
                let len = exceptions::count(bytes).saturating_mul(width);
                Self::Exceptions { bytes, exceptions: front(long, len) }
            }
            Self::Planes { start, .. } => {
                *start = start.saturating_add(count);
                all
            }
            Self::Among { rows, step } => {
                Self::Among { rows: front(rows, count.saturating_mul(*step)), step: *step }
            }
        }
    }
}

/// Splits off the first `len` bytes. `None` is a length that overflows.
pub(super) fn take<'a>(rest: &mut &'a [u8], len: Option<usize>) -> Result<&'a [u8], Error> {
    let (front, after) =
        len.and_then(|len| rest.split_at_checked(len)).ok_or_else(fault::truncated)?;
    *rest = after;
    Ok(front)
}
