//! Reads elements of a fixed size, each from its own bytes, so that an impl that does not match its declaration is
//! detected.

use alloc::vec::Vec;

use super::reader::Reader;
use crate::size::other_size;
use crate::traits::reserved;
use crate::{Deserialize, Error, ErrorKind, Step};

impl<'a> Reader<'a, '_, '_> {
    /// Reads `len` elements that take `size` bytes each, with one check of the length for all.
    #[inline(never)]
    pub(super) fn fixed<T: Deserialize<'a>>(
        &mut self,
        len: usize,
        size: usize,
    ) -> Result<Vec<T>, Error> {
        let bytes = self.take(len.saturating_mul(size))?;
        let mut values = reserved(self, len)?;
        for index in 0..len {
            values.push(self.element(bytes, index, size)?);
        }
        Ok(values)
    }

    /// Reads the element at `index` of `bytes`, which are the last bytes read.
    #[inline(always)]
    pub(super) fn element<T: Deserialize<'a>>(
        &mut self,
        bytes: &'a [u8],
        index: usize,
        size: usize,
    ) -> Result<T, Error> {
        let from = index.wrapping_mul(size);
        let rest = bytes.get(from..from.wrapping_add(size)).unwrap_or_default();
        let after = bytes.len().wrapping_sub(from).wrapping_sub(size);
        let end = self.end.wrapping_sub(self.rest.len()).wrapping_sub(after);
        let state = &mut *self.state;
        let mut reader = Reader::resume(rest, end, self.versions, self.depth, state);
        match T::deserialize(&mut reader) {
            Ok(value) if reader.rest.is_empty() => Ok(value),
            Ok(_) => Err(other_size().within(Step::Element(index))),
            Err(error) => {
                let error = reader.placed(error);
                Err(self.in_element::<T>(error, bytes, from).within(Step::Element(index)))
            }
        }
    }

    /// Completes an error in an element that was given exactly the bytes that its type takes. If these were too few,
    /// reads it again with the bytes that follow: that tells damaged data from an impl that does not match its
    /// declaration.
    #[cold]
    #[inline(never)]
    fn in_element<T: Deserialize<'a>>(
        &mut self,
        error: Error,
        bytes: &'a [u8],
        from: usize,
    ) -> Error {
        if !matches!(error.kind(), ErrorKind::Truncated | ErrorKind::Length) {
            return error;
        }
        let end = self.end.saturating_sub(self.rest.len());
        let (rest, state) = (bytes.get(from..).unwrap_or_default(), &mut *self.state);
        let mut reader = Reader::resume(rest, end, self.versions, self.depth, state);
        let detail = "a value continues past the bytes that its type takes";
        match T::deserialize(&mut reader) {
            Ok(_) => reader.placed(other_size()),
            Err(again) if again.kind() != ErrorKind::Truncated => reader.placed(again),
            Err(_) => reader.placed(Error::new(ErrorKind::InvalidValue, detail)),
        }
    }
}
