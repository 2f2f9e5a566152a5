//! The encoding of a schema in a file's header (FORMAT.md §6).

mod bounds;
mod read;
mod write;

use alloc::vec::Vec;

use super::Schema;
use crate::{Describe, Deserialize, Error, InputArchive, OutputArchive, Serialize, Size, Type};

/// The maximum nesting depth of types.
const MAX_DEPTH: u32 = 128;

/// The codes of kinds with parts, which follow those of [`PrimitiveKind::ALL`](crate::PrimitiveKind::ALL).
mod code {
    pub(super) const OPTION: u8 = 17;
    pub(super) const LIST: u8 = 18;
    pub(super) const HEAP: u8 = 19;
    pub(super) const SET: u8 = 20;
    pub(super) const HASH_SET: u8 = 21;
    pub(super) const MAP: u8 = 22;
    pub(super) const HASH_MAP: u8 = 23;
    pub(super) const ARRAY: u8 = 24;
    pub(super) const TUPLE: u8 = 25;
    pub(super) const SHARED: u8 = 26;
    pub(super) const NAMED: u8 = 27;
    /// An argument that is a constant instead of a type.
    pub(super) const CONST: u8 = 28;

    pub(super) const UNIT: u8 = 0;
    pub(super) const BRACES: u8 = 1;
    pub(super) const PARENS: u8 = 2;
    pub(super) const ENUM: u8 = 3;

    pub(super) const DOC: u8 = 1;
    pub(super) const META: u8 = 2;

    pub(super) const FALSE: u8 = 0;
    pub(super) const TRUE: u8 = 1;
    pub(super) const INT: u8 = 2;
    pub(super) const FLOAT: u8 = 3;
    pub(super) const STR: u8 = 4;
}

impl Schema {
    /// Encodes the schema in the compact form of a file's header; equal schemas have equal bytes.
    ///
    /// With it, a tool can store the schema of an archive without the archive:
    ///
    /// ```
    /// use archive::Schema;
    ///
    /// let schema = archive::schema::<Vec<(u32, String)>>();
    /// let bytes = schema.to_bytes();
    /// assert_eq!(bytes, [0, 0, 18, 25, 2, 4, 15]);
    /// assert_eq!(Schema::from_bytes(&bytes)?, schema);
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        write::schema(self)
    }

    /// Decodes a schema from bytes, which need not be trusted.
    ///
    /// The schema takes at most 64 KiB of memory plus 192 bytes per byte of input, and so does its canonical form.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not the unique encoding of a schema (`Truncated`, `TrailingBytes`, `Length`,
    /// `InvalidUtf8`, `KeyOrder`, `InvalidValue`), if types are nested more than 128 levels deep (`DepthLimit`), or if
    /// the schema takes too much memory (`MemoryLimit`).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes_at(bytes, 0)
    }

    /// Decodes a schema that starts at `offset` of an input.
    pub(crate) fn from_bytes_at(bytes: &[u8], offset: u64) -> Result<Self, Error> {
        let schema = read::schema(bytes, offset)?;
        bounds::check(&schema, bytes.len()).map_err(|error| error.at_offset(offset))?;
        Ok(schema)
    }
}

/// A schema is itself a value, of kind `bytes`, so any archive can hold one.
impl Describe for Schema {
    const TYPE: &'static Type = <Vec<u8> as Describe>::TYPE;
    const SIZE: Size = <Vec<u8> as Describe>::SIZE;
}

impl Serialize for Schema {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        archive.bytes(&self.to_bytes())
    }
}

impl<'a> Deserialize<'a> for Schema {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        let bytes = archive.bytes()?;
        Ok(Self::from_bytes(&bytes)?)
    }
}

#[cfg(test)]
mod tests;
