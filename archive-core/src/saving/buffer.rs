//! A buffer that is reused from one save to the next.

use alloc::vec::Vec;
use core::mem;

use super::Saving;
use crate::columns::{Bytes, Scratch};
use crate::declared;
use crate::rows::fill_up;
use crate::traits::SaveRoot;
use crate::{Error, ErrorKind, Options, Serialize};

/// Memory that is reused from one save to the next.
///
/// Use one for frequent saves, such as those of a server or autosaves, to avoid allocations:
///
/// ```
/// use archive::{Buffer, Options};
///
/// let mut buffer = Buffer::new();
/// for level in 1..=3_u32 {
///     let bytes = Options::file().to_buffer(&level, &mut buffer)?;
///     assert_eq!(archive::from_slice::<u32>(bytes)?, level);
/// }
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Buffer {
    scratch: Scratch,
    out: Vec<u8>,
}

impl Buffer {
    /// Creates an empty buffer.
    #[must_use]
    pub fn new() -> Self {
        Self { scratch: Scratch::kept(), out: Vec::new() }
    }
}

impl Default for Buffer {
    fn default() -> Self {
        Self::new()
    }
}

impl Saving {
    /// Saves an archive into reused memory.
    pub(crate) fn to_buffer<'b>(
        &self,
        value: &dyn SaveRoot,
        buffer: &'b mut Buffer,
    ) -> Result<&'b [u8], Error> {
        let written = if self.is_plain() {
            self.rows_to_buffer(value, buffer)
        } else {
            let mut bytes = Bytes::within(mem::take(&mut buffer.out));
            let result = self.append(value, false, &mut buffer.scratch, &mut bytes);
            let len = bytes.len();
            buffer.out = bytes.into_room();
            result.map(|()| len)
        };
        let len = match written {
            Err(error) if error.kind() == ErrorKind::Retained => {
                buffer.out = self.retained(value, false, error)?;
                buffer.out.len()
            }
            written => written?,
        };
        Ok(buffer.out.get(..len).unwrap_or_default())
    }

    /// Writes rows into reused memory. Returns their length.
    fn rows_to_buffer(&self, value: &dyn SaveRoot, buffer: &mut Buffer) -> Result<usize, Error> {
        match self.write_rows(value, &mut buffer.out) {
            Err(error) if error.kind() == ErrorKind::BufferTooSmall => {}
            written => return written,
        }
        let needed = self.rows_len(value)?;
        let missing = needed.saturating_sub(buffer.out.len());
        if buffer.out.try_reserve(missing).is_err() {
            return Err(crate::limits::out_of_memory(needed, 1));
        }
        // Use the whole capacity, so that the next value fits even if it is a little longer.
        let room = buffer.out.capacity();
        fill_up(&mut buffer.out, room);
        self.write_rows(value, &mut buffer.out)
    }
}

impl Options {
    /// Saves a value into a buffer, reusing its memory, and returns the bytes.
    ///
    /// # Errors
    ///
    /// Fails like [`to_vec`](Self::to_vec).
    pub fn to_buffer<'b, T: Serialize + ?Sized>(
        &self,
        value: &T,
        buffer: &'b mut Buffer,
    ) -> Result<&'b [u8], Error> {
        let saved = match self.write_message(value, &mut buffer.out) {
            Some(Ok(len)) => Ok(buffer.out.get(..len).unwrap_or_default()),
            _ => self.saving(&value)?.to_buffer(&value, buffer),
        };
        declared::checked(saved, &value, self.get_limits())
    }
}
