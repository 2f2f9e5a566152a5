//! An archive opened as a value, without the types that wrote it.

use super::{Value, rows};
use crate::codec::Codec;
use crate::header::Header;
use crate::open;
use crate::rows::State;
use crate::schema::Schema;
use crate::{Context, Error, ErrorKind, Layout, Limits};

impl<'a> Value<'a> {
    /// Opens a file by the schema in its header, within the default [`Limits`]. This release opens rows
    /// only.
    ///
    /// A message has no schema in it, nor has a file that was written without
    /// ([`SchemaPolicy::Fingerprint`](crate::SchemaPolicy::Fingerprint)).
    ///
    /// ```
    /// use archive_core::{Layout, Options, Value, VersionTable};
    ///
    /// let table = VersionTable::new().with("Folk", 2);
    /// let file = Options::file().layout(Layout::Rows).to_vec(&table)?;
    /// let Value::Struct(table) = Value::from_slice(&file)? else { panic!("not a struct") };
    /// assert_eq!((table.type_name(), table.version()), ("std.VersionTable", 1));
    /// let folk = (Value::Str("Folk".into()), Value::U32(2));
    /// assert_eq!(table.get("named"), Some(&Value::Map(vec![folk])));
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The bytes are not exactly one archive that carries its schema, or the limits do not allow it.
    pub fn from_slice(bytes: &'a [u8]) -> Result<Self, Error> {
        let limits = Limits::new();
        let header = Header::read(bytes, &limits)?;
        let body = open::body(&header, bytes)?;
        if header.layout != Layout::Rows || header.codec != Codec::None {
            return Err(no_rows());
        }
        open::check_sum(header.body_crc, body, header.len)?;
        let schema = open::embedded(&header)?.ok_or_else(no_schema)?;
        let mut budget = limits.budget(body.len(), rows::WEIGHT);
        Self::from_rows(&schema, body, header.len, &limits, &mut budget)
    }

    /// The value that a body is, whose rows have this schema; it starts at an offset of the archive.
    /// It may take as much memory as the budget has, which is less then.
    pub(crate) fn from_rows(
        schema: &Schema,
        body: &'a [u8],
        offset: usize,
        limits: &Limits,
        budget: &mut usize,
    ) -> Result<Self, Error> {
        let mut state = State::with_budget(limits, *budget, Context::empty());
        let depth = limits.depth;
        let (value, rest) = rows::read((schema, &schema.root), body, offset, depth, &mut state)?;
        *budget = state.budget();
        open::at_end(body, offset, rest)?;
        Ok(value)
    }
}

#[cold]
fn no_rows() -> Error {
    let detail = "this release opens only rows that are not compressed as a tree";
    Error::new(ErrorKind::Unsupported, detail)
        .with_help("load it as the type that it holds, or write it as `Layout::Rows`")
}

#[cold]
fn no_schema() -> Error {
    let detail = "the archive does not carry its schema";
    Error::new(ErrorKind::Unsupported, detail)
        .with_help("load it as the type that it holds, or write it as a file with its schema")
}
