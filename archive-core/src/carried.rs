//! The schema in an archive's header.

use crate::header::Header;
use crate::{Error, ErrorKind, Limits, Schema, open};

impl Schema {
    /// Returns the schema in the header of a file, for programs without the types that wrote it.
    ///
    /// ```
    /// use archive::Schema;
    ///
    /// let file = archive::to_vec(&vec![(1_u8, "torch")])?;
    /// assert_eq!(Schema::of_archive(&file)?.to_string(), "list<tuple<u8,str>>");
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the bytes do not start with the header of an archive, or the header has no schema, as in a message.
    pub fn of_archive(bytes: &[u8]) -> Result<Self, Error> {
        let header = Header::read(bytes, &Limits::new())?;
        open::embedded(&header)?.ok_or_else(no_schema)
    }
}

#[cold]
fn no_schema() -> Error {
    Error::new(ErrorKind::Unsupported, "the archive does not carry its schema")
        .with_help("use a file that was saved with its schema: messages have none")
}
