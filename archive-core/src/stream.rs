//! Saving into writers and loading from readers of `std::io`.

use alloc::format;
use alloc::vec::Vec;
use std::io::{self, Read, Write};

use crate::header::{self, FILE_FIXED, MESSAGE_MAGIC};
use crate::{Archive, Error, ErrorKind, Options, Serialize};

/// Saves a value into a writer: self-describing, with a checksum.
///
/// # Errors
///
/// As [`Options::to_writer`].
pub fn to_writer<W: Write, T: Serialize + ?Sized>(writer: W, value: &T) -> Result<(), Error> {
    Options::file().to_writer(writer, value)
}

/// Loads one value from a reader, and leaves the reader behind it.
///
/// ```
/// use archive_core::{from_reader, to_writer};
///
/// let mut log = Vec::new();
/// to_writer(&mut log, "first")?;
/// to_writer(&mut log, "second")?;
///
/// let mut reader = log.as_slice();
/// assert_eq!(from_reader::<String>(&mut reader)?, "first");
/// assert_eq!(from_reader::<String>(&mut reader)?, "second");
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// # Errors
///
/// As [`Options::from_reader`].
pub fn from_reader<T: Archive>(reader: impl Read) -> Result<T, Error> {
    Options::file().from_reader(reader)
}

impl Options {
    /// Saves a value into a writer.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec), and those of the writer.
    pub fn to_writer<T: Serialize + ?Sized>(
        &self,
        mut writer: impl Write,
        value: &T,
    ) -> Result<(), Error> {
        let bytes = self.to_stream(value)?;
        writer.write_all(&bytes).map_err(|error| Error::io("cannot write the archive", error))
    }

    /// Loads one value from a reader, and leaves the reader behind it.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice), and those of the reader. A message must have been
    /// written by [`to_writer`](Self::to_writer): others do not tell where they end.
    pub fn from_reader<T: Archive>(&self, mut reader: impl Read) -> Result<T, Error> {
        let bytes = self.read_one(&mut reader)?;
        self.from_slice(&bytes)
    }

    /// The bytes of one archive. Memory grows with what is read, never with what is claimed.
    fn read_one(&self, reader: &mut impl Read) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        more(reader, &mut bytes, 1)?;
        if bytes.first() == Some(&MESSAGE_MAGIC) {
            return self.read_message(reader, bytes);
        }
        more(reader, &mut bytes, FILE_FIXED - 1)?;
        let len = header::file_header_len(&bytes, self.get_limits())?;
        more(reader, &mut bytes, len.saturating_sub(FILE_FIXED))?;
        let body_len = header::Header::read(&bytes, self.get_limits())?.body_len;
        more_body(reader, bytes, body_len)
    }

    fn read_message(&self, reader: &mut impl Read, mut bytes: Vec<u8>) -> Result<Vec<u8>, Error> {
        loop {
            match header::Header::read(&bytes, self.get_limits()) {
                Ok(header) => {
                    let body_len = header.body_len;
                    return more_body(reader, bytes, body_len);
                }
                Err(error) if error.kind() == ErrorKind::Truncated => more(reader, &mut bytes, 1)?,
                Err(error) => return Err(error),
            }
        }
    }
}

/// Reads a body behind its header.
fn more_body(
    reader: &mut impl Read,
    mut bytes: Vec<u8>,
    len: Option<u64>,
) -> Result<Vec<u8>, Error> {
    let Some(len) = len else {
        let detail = "the message does not tell its length, so its end cannot be found in a stream";
        return Err(Error::new(ErrorKind::Unsupported, detail)
            .with_help("write it with `to_writer`, or load it with `from_slice`"));
    };
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    more(reader, &mut bytes, len)?;
    Ok(bytes)
}

/// Reads exactly `len` more bytes.
fn more(reader: &mut impl Read, bytes: &mut Vec<u8>, len: usize) -> Result<(), Error> {
    let limit = u64::try_from(len).unwrap_or(u64::MAX);
    match io::copy(&mut reader.take(limit), bytes) {
        Ok(read) if read == limit => Ok(()),
        Ok(read) => {
            let detail =
                format!("the stream ends here: {} bytes are missing", limit.abs_diff(read));
            let at = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            Err(Error::new(ErrorKind::Truncated, detail).at_offset(at))
        }
        Err(error) => Err(Error::io("cannot read the archive", error)),
    }
}
