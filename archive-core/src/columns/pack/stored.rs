//! A packed column taken apart, with everything checked.

use arrayvec::ArrayVec;

use super::code::{self, MAX_CONSTANT};
use super::planes::{MAX_PLANES, Plane};
use super::{bits, exceptions, fault};
use crate::Error;

/// A column whose parts have the lengths that its numbers need.
#[derive(Debug)]
pub(super) enum Stored<'a> {
    /// The bytes of all numbers.
    Raw(&'a [u8]),
    /// The bytes of one.
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
    Planes(ArrayVec<Plane<'a>, MAX_PLANES>),
}

impl<'a> Stored<'a> {
    /// Takes a column of `count` numbers of `width` bytes apart.
    pub(super) fn read(stored: &'a [u8], width: usize, count: usize) -> Result<Self, Error> {
        if count == 0 {
            return if stored.is_empty() { Ok(Self::Raw(stored)) } else { Err(fault::too_long()) };
        }
        // What a vector can hold.
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
                let mut planes = ArrayVec::new();
                for _ in 0..width {
                    let _ = planes.try_push(plane(&mut rest, count)?);
                }
                Self::Planes(planes)
            }
            _ => return Err(fault::unknown_code()),
        };
        if rest.is_empty() { Ok(column) } else { Err(fault::too_long()) }
    }
}

/// Takes a plane of `count` bytes off the front.
fn plane<'a>(rest: &mut &'a [u8], count: usize) -> Result<Plane<'a>, Error> {
    match take(rest, Some(1))? {
        [code::RAW] => Ok(Plane::Raw(take(rest, Some(count))?)),
        [code::CONSTANT] if count > MAX_CONSTANT => Err(fault::long_constant()),
        [code::CONSTANT] => constant(take(rest, Some(1))?),
        [code::ONE_BIT] => {
            let base = take(rest, Some(1))?;
            let zeros = take(rest, bits::size(count, 1))?;
            if zeros.iter().fold(0, |all, byte| all | byte) != 0 {
                return Err(fault::constant_bits());
            }
            constant(base)
        }
        _ => Err(fault::unknown_code()),
    }
}

fn constant<'a>(base: &[u8]) -> Result<Plane<'a>, Error> {
    base.first().map(|byte| Plane::Constant(*byte)).ok_or_else(fault::truncated)
}

/// Takes so many bytes off the front; `None` is more than there can be.
fn take<'a>(rest: &mut &'a [u8], len: Option<usize>) -> Result<&'a [u8], Error> {
    let (front, after) =
        len.and_then(|len| rest.split_at_checked(len)).ok_or_else(fault::truncated)?;
    *rest = after;
    Ok(front)
}
