//! Saves to writers and loads from readers of `std::io`.

mod bytes;

use alloc::format;
use alloc::vec::Vec;
use std::io::{self, Read, Write};

use bytes::{body_len, more, more_of, more_table, more_varint};

use crate::header::{self, FILE_FIXED, Header, MESSAGE_FIXED, MESSAGE_MAGIC, MessageParts};
use crate::{
    Archive, Context, Deserialize, Error, ErrorKind, Lend, Options, Serialize, declared, open,
};

/// Saves a value to a writer, self-describing and with a checksum. What is written is the same as from
/// [`to_vec`](crate::to_vec()), and [`Options::to_writer`] says what it costs.
///
/// # Errors
///
/// Fails like [`Options::to_writer`].
pub fn to_writer<W: Write, T: Serialize + ?Sized>(writer: W, value: &T) -> Result<(), Error> {
    Options::file().to_writer(writer, value)
}

/// Loads one value from a reader, reading no further than its end. All bytes of the archive are in memory before the value is
/// loaded.
///
/// ```
/// use archive::{from_reader, to_writer};
///
/// let mut log = Vec::new();
/// to_writer(&mut log, "first")?;
/// to_writer(&mut log, "second")?;
///
/// let mut reader = log.as_slice();
/// assert_eq!(from_reader::<String>(&mut reader)?, "first");
/// assert_eq!(from_reader::<String>(&mut reader)?, "second");
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like [`Options::from_reader`].
pub fn from_reader<T: Archive>(reader: impl Read) -> Result<T, Error> {
    Options::file().from_reader(reader)
}

impl Options {
    /// Saves a value to a writer and flushes the writer.
    ///
    /// The whole archive is built in memory first, and the writer is flushed after each value. To flush less often, collect
    /// several values in a `Vec<u8>`, and write that.
    ///
    /// A message states its length here, as it does not from [`to_vec`](Self::to_vec), so that its end can be found. With a
    /// header, the length is in the header, and [`from_slice`](Self::from_slice) loads the message as well. Without one, between
    /// peers that [agreed](Self::agreed) on versions, the length comes before the value, and `from_slice` would take it for a
    /// part of the value. Load those by [`next_from_reader`](Self::next_from_reader),
    /// [`next_from_slice`](Self::next_from_slice) or [`from_reader`](Self::from_reader), which in turn do not load what
    /// `to_vec` returns as a message.
    ///
    /// # Errors
    ///
    /// Fails like [`to_vec`](Self::to_vec), or with an error of the writer.
    pub fn to_writer<T: Serialize + ?Sized>(
        &self,
        mut writer: impl Write,
        value: &T,
    ) -> Result<(), Error> {
        let saved = self.saving(&value)?.to_vec(&value, true);
        let bytes = declared::checked(saved, &value, self.get_limits())?;
        writer.write_all(&bytes).and_then(|()| writer.flush()).map_err(not_written)
    }

    /// Loads one value from a reader, reading no further than its end. For streams of several values, use
    /// [`next_from_reader`](Self::next_from_reader), which detects the end of the stream; for types that borrow, use
    /// [`next_from_slice`](Self::next_from_slice).
    ///
    /// All bytes of the archive are in memory before the value is loaded. Parts of headers are read byte by byte, so wrap files
    /// and sockets in a [`BufReader`](io::BufReader). A body longer than [`Limits::max_alloc`](crate::Limits::max_alloc) allows
    /// is not read.
    ///
    /// # Errors
    ///
    /// Fails like [`from_slice`](Self::from_slice), or with an error of the reader. A message must have been written by
    /// [`to_writer`](Self::to_writer); others do not state their length.
    pub fn from_reader<T: Archive>(&self, mut reader: impl Read) -> Result<T, Error> {
        self.load_one(&mut reader, Context::empty())
    }

    /// Loads one value from a reader, lending `context` to its hooks, converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`from_reader`](Self::from_reader).
    pub fn from_reader_with<T: Archive>(
        &self,
        mut reader: impl Read,
        mut context: impl Lend,
    ) -> Result<T, Error> {
        self.load_one(&mut reader, Context::of(&mut context))
    }

    /// Loads the next value of a stream, reading no further than its end, or returns `None` if the stream has ended.
    ///
    /// ```
    /// use archive::Options;
    ///
    /// let options = Options::message();
    /// let mut log = Vec::new();
    /// for line in ["Ann joined", "Ben joined"] {
    ///     options.to_writer(&mut log, line)?;
    /// }
    ///
    /// let (mut reader, mut lines) = (log.as_slice(), Vec::new());
    /// while let Some(line) = options.next_from_reader::<String>(&mut reader)? {
    ///     lines.push(line);
    /// }
    /// assert_eq!(lines, ["Ann joined", "Ben joined"]);
    ///
    /// // A stream that was cut within a value is an error.
    /// assert!(options.next_from_reader::<String>(&log[..5]).is_err());
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`from_reader`](Self::from_reader).
    pub fn next_from_reader<T: Archive>(&self, mut reader: impl Read) -> Result<Option<T>, Error> {
        self.load_next(&mut reader, Context::empty())
    }

    /// Loads the next value of a stream, lending `context` to its hooks, converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`from_reader`](Self::from_reader).
    pub fn next_from_reader_with<T: Archive>(
        &self,
        mut reader: impl Read,
        mut context: impl Lend,
    ) -> Result<Option<T>, Error> {
        self.load_next(&mut reader, Context::of(&mut context))
    }

    fn load_one<T: Archive>(
        &self,
        reader: &mut impl Read,
        context: Context<'_>,
    ) -> Result<T, Error> {
        let bytes = self.read_one(reader)?;
        open::load(&bytes, self, context)
    }

    fn load_next<T: Archive>(
        &self,
        reader: &mut impl Read,
        context: Context<'_>,
    ) -> Result<Option<T>, Error> {
        let mut first = Vec::new();
        match more(reader, &mut first, 1) {
            Ok(()) => self.load_one(&mut first.as_slice().chain(reader), context).map(Some),
            Err(error) if error.kind() == ErrorKind::Truncated => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Loads the next value of a stream from the bytes that came so far, and takes it from them, or returns `None` if it is
    /// not whole yet. The value may borrow from the bytes. Use it where [`next_from_reader`](Self::next_from_reader) would
    /// block.
    ///
    /// ```
    /// use archive::Options;
    ///
    /// let (options, mut sent) = (Options::message(), Vec::new());
    /// for line in ["Ann joined", "Ben joined"] {
    ///     options.to_writer(&mut sent, line)?;
    /// }
    ///
    /// let mut came = &sent[..30];
    /// assert_eq!(options.next_from_slice::<&str>(&mut came)?, Some("Ann joined"));
    /// assert_eq!(options.next_from_slice::<&str>(&mut came)?, None);
    ///
    /// let mut rest = &sent[30 - came.len()..];
    /// assert_eq!(options.next_from_slice::<&str>(&mut rest)?, Some("Ben joined"));
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`from_reader`](Self::from_reader). If the end of the value is known, its bytes are taken all the same, so
    /// the next one can be loaded.
    pub fn next_from_slice<'a, T: Deserialize<'a>>(
        &self,
        bytes: &mut &'a [u8],
    ) -> Result<Option<T>, Error> {
        self.take_next(bytes, Context::empty())
    }

    /// Loads the next value of a stream from the bytes that came so far, lending `context` to its hooks, converters and
    /// handles.
    ///
    /// # Errors
    ///
    /// Fails like [`next_from_slice`](Self::next_from_slice).
    pub fn next_from_slice_with<'a, T: Deserialize<'a>>(
        &self,
        bytes: &mut &'a [u8],
        mut context: impl Lend,
    ) -> Result<Option<T>, Error> {
        self.take_next(bytes, Context::of(&mut context))
    }

    fn take_next<'a, T: Deserialize<'a>>(
        &self,
        bytes: &mut &'a [u8],
        context: Context<'_>,
    ) -> Result<Option<T>, Error> {
        let Some((head, body)) = self.next_parts(bytes)? else { return Ok(None) };
        let whole = bytes.split_at_checked(head.saturating_add(body));
        let Some((archive, rest)) = whole else { return Ok(None) };
        *bytes = rest;
        // Between peers that agreed on versions, only the length is before the body.
        let start = if self.get_agreed().is_some() { head } else { 0 };
        open::load(archive.get(start..).unwrap_or_default(), self, context).map(Some)
    }

    /// Returns the length in bytes of the next value of a stream, or `None` if more bytes are needed to know it. Use it
    /// to know how many bytes to wait for; [`next_from_slice`](Self::next_from_slice) loads it.
    ///
    /// ```
    /// use archive::{Error, Options};
    ///
    /// /// The messages that are whole among the bytes which came so far, and are taken from them.
    /// fn take_whole(options: &Options, came: &mut Vec<u8>) -> Result<Vec<String>, Error> {
    ///     let mut messages = Vec::new();
    ///     while let Some(len) = options.next_len(came)?.filter(|len| *len <= came.len()) {
    ///         messages.push(options.from_reader(&came[..len])?);
    ///         came.drain(..len);
    ///     }
    ///     Ok(messages)
    /// }
    ///
    /// let (options, mut sent) = (Options::message(), Vec::new());
    /// options.to_writer(&mut sent, "Ann joined")?;
    /// options.to_writer(&mut sent, "Ben joined")?;
    ///
    /// let mut came = sent[..30].to_vec();
    /// assert_eq!(take_whole(&options, &mut came)?, ["Ann joined"]);
    /// came.extend(&sent[30..]);
    /// assert_eq!(take_whole(&options, &mut came)?, ["Ben joined"]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the bytes do not start an archive, do not state its length, or state one that
    /// [`Limits::max_alloc`](crate::Limits::max_alloc) does not allow.
    pub fn next_len(&self, bytes: &[u8]) -> Result<Option<usize>, Error> {
        let parts = self.next_parts(bytes)?;
        Ok(parts.map(|(head, body)| head.saturating_add(body)))
    }

    /// The lengths of what is before the body of the next archive, and of the body; `None` if more bytes are needed.
    fn next_parts(&self, bytes: &[u8]) -> Result<Option<(usize, usize)>, Error> {
        match self.read_head(&mut &*bytes) {
            Ok((head, len)) => Ok(Some((head.len(), body_len(len, self.get_limits())?))),
            Err(error) if error.kind() == ErrorKind::Truncated => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads the bytes of one archive. Memory grows with the bytes read, never with the length claimed.
    fn read_one(&self, reader: &mut impl Read) -> Result<Vec<u8>, Error> {
        let (head, len) = self.read_head(reader)?;
        let mut bytes = if self.get_agreed().is_some() { Vec::new() } else { head };
        // The body occupies memory too, so its length has the same limit as the value loaded from it.
        more_of(reader, &mut bytes, body_len(len, self.get_limits())?, true)?;
        Ok(bytes)
    }

    /// Reads everything before the body of an archive; also returns the body's length, if stated.
    fn read_head(&self, reader: &mut impl Read) -> Result<(Vec<u8>, Option<u64>), Error> {
        let mut bytes = Vec::new();
        if self.get_agreed().is_some() {
            let len = more_varint(reader, &mut bytes)?;
            return Ok((bytes, Some(len)));
        }
        more(reader, &mut bytes, 1)?;
        if bytes.first() == Some(&MESSAGE_MAGIC) {
            self.read_message(reader, &mut bytes)?;
        } else {
            if let Err(error) = more(reader, &mut bytes, FILE_FIXED - 1) {
                // If this is not an archive at all, say so instead of reporting a short header.
                if error.kind() == ErrorKind::Truncated {
                    header::file_header_len(&bytes, self.get_limits())?;
                }
                return Err(error);
            }
            let len = header::file_header_len(&bytes, self.get_limits())?;
            more(reader, &mut bytes, len.saturating_sub(FILE_FIXED))?;
        }
        let header = Header::read(&bytes, self.get_limits()).map_err(in_whole_header)?;
        let len = header.body_len;
        Ok((bytes, len))
    }

    /// Reads a message's header part by part, since its length is not stated.
    fn read_message(&self, reader: &mut impl Read, bytes: &mut Vec<u8>) -> Result<(), Error> {
        more(reader, bytes, MESSAGE_FIXED - 1)?;
        let parts = MessageParts::of(bytes.get(1).copied().unwrap_or_default())?;
        if parts.small_version == 0 {
            more_varint(reader, bytes)?;
        }
        if parts.has_table {
            more_table(reader, bytes, self.get_limits())?;
        }
        if parts.has_len {
            more_varint(reader, bytes)?;
        }
        Ok(())
    }
}

/// An error about a header of which every byte is there: more bytes will not complete it.
#[cold]
fn in_whole_header(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Truncated => {
            let detail = format!("a length in the header is wrong: {}", error.detail());
            Error::new(ErrorKind::Length, detail)
        }
        _ => error,
    }
}

#[cold]
fn not_written(error: io::Error) -> Error {
    Error::io("cannot write the archive", error)
        .with_help("discard what was written: it may be part of the archive")
}
