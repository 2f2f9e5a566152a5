//! Takes what values consist of from the front of a slice.

use super::{Failed, QuickReader};
use crate::varint;

impl<'a, const TODAY: bool> QuickReader<'a, '_, TODAY> {
    #[inline(always)]
    pub(super) fn get<const N: usize>(&mut self) -> Result<[u8; N], Failed> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(Failed)?;
        self.rest = rest;
        Ok(*bytes)
    }

    #[inline(always)]
    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8], Failed> {
        let (bytes, rest) = self.rest.split_at_checked(len).ok_or(Failed)?;
        self.rest = rest;
        Ok(bytes)
    }

    #[inline(always)]
    pub(super) fn varint(&mut self) -> Result<u64, Failed> {
        if let [first @ 0..0x80, rest @ ..] = self.rest {
            self.rest = rest;
            return Ok(u64::from(*first));
        }
        let (value, rest) = long_varint(self.rest)?;
        self.rest = rest;
        Ok(value)
    }

    /// Reads the length of something whose elements take at least `min` bytes each.
    #[inline(always)]
    pub(super) fn len(&mut self, min: usize) -> Result<usize, Failed> {
        let len = usize::try_from(self.varint()?).map_err(|_| Failed)?;
        match len.checked_mul(min) {
            Some(bytes) if bytes <= self.rest.len() => Ok(len),
            _ => Err(Failed),
        }
    }

    #[inline(always)]
    pub(super) fn descend(&mut self) -> Result<(), Failed> {
        self.depth = self.depth.checked_sub(1).ok_or(Failed)?;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn ascend(&mut self) {
        self.depth = self.depth.wrapping_add(1);
    }
}

#[inline(never)]
fn long_varint(mut rest: &[u8]) -> Result<(u64, &[u8]), Failed> {
    let value = varint::read(&mut rest)?;
    Ok((value, rest))
}
