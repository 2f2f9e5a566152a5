//! Opens archives as trees, without the types that wrote them.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::by_name::{self, Load};
use super::{Value, rows, trees};
use crate::codec::Codec;
use crate::columns::{self, BodySize, Plan, Tree};
use crate::header::Header;
use crate::matching::LoadAs;
use crate::open::{self, BodyForm};
use crate::rows::{Body, State};
use crate::schema::Schema;
use crate::traits::LoadRoot;
use crate::{Context, Error, ErrorKind, Layout, Limits, Options, UnknownPolicy};

impl<'a> Value<'a> {
    /// Opens the bytes of a file by the schema in its header, within the default [`Limits`].
    ///
    /// Messages cannot be opened, nor files written with
    /// [`SchemaPolicy::Fingerprint`](crate::SchemaPolicy::Fingerprint), as they carry no schema.
    ///
    /// ```
    /// use archive::{Value, VersionTable};
    ///
    /// let table = VersionTable::new().with("Folk", 2);
    /// let file = archive::to_vec(&table)?;
    /// let Value::Struct(table) = Value::from_slice(&file)? else { panic!("not a struct") };
    /// assert_eq!((table.type_name(), table.version()), ("std.VersionTable", 1));
    /// let folk = (Value::Str("Folk".into()), Value::U32(2));
    /// assert_eq!(table.get("named"), Some(&Value::Map(vec![folk])));
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails unless the bytes are exactly one archive that carries its schema and is within the limits.
    pub fn from_slice(bytes: &'a [u8]) -> Result<Self, Error> {
        Options::file().value_from_slice(bytes)
    }

    /// Reads a body of rows as a tree. `offset` is the start of the body in the archive. The memory it takes
    /// is subtracted from the budget.
    pub(crate) fn from_rows(
        schema: &Schema,
        body: &'a [u8],
        offset: usize,
        is_linked: bool,
        limits: &Limits,
        budget: &mut usize,
    ) -> Result<Self, Error> {
        let mut state = State::with_budget(limits, *budget, Context::empty());
        let body = Body { bytes: body, offset, weight: rows::WEIGHT };
        let value = trees::read_body(schema, body, is_linked, limits.depth, &mut state)?;
        *budget = state.budget();
        Ok(value)
    }
}

impl Options {
    /// Opens the bytes of a file as [`Value::from_slice`] does, within these limits.
    ///
    /// ```
    /// use archive::{ErrorKind, Limits, Options};
    ///
    /// let file = Options::file().to_vec(&vec!["a"; 100_000])?;
    /// let careful = Options::file().limits(Limits::new().max_alloc(1_000));
    /// let error = careful.value_from_slice(&file).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::MemoryLimit);
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`Value::from_slice`].
    pub fn value_from_slice<'a>(&self, bytes: &'a [u8]) -> Result<Value<'a>, Error> {
        with_schema(bytes, self.get_limits()).map(|(_, value, _)| value)
    }
}

/// Opens a file by the schema in its header, and returns the schema and the form of the body as well.
pub(crate) fn with_schema<'a>(
    bytes: &'a [u8],
    limits: &Limits,
) -> Result<(Schema, Value<'a>, BodyForm), Error> {
    let header = Header::read(bytes, limits)?;
    let body = open::body(&header, bytes)?;
    let form = BodyForm::of(&header, body.len());
    form.check_raw(body.len(), limits)?;
    let schema = open::embedded(&header)?.ok_or_else(no_schema)?;
    let value = StoredBody { bytes: body, offset: header.len, form }.tree(&schema, limits)?;
    Ok((schema, value, form))
}

/// Reads the schema of a file and the form of its body, but not the body.
///
/// # Errors
///
/// Fails if the header is not that of a file or has no schema.
pub(crate) fn schema_of(bytes: &[u8], limits: &Limits) -> Result<(Schema, BodyForm), Error> {
    let header = Header::read(bytes, limits)?;
    let form = BodyForm::of(&header, open::body(&header, bytes)?.len());
    Ok((open::embedded(&header)?.ok_or_else(no_schema)?, form))
}

/// Loads a type by way of a tree. Its holders keep the schema with what the type does not know.
///
/// # Errors
///
/// Fails if the body does not match the schema, or the tree cannot be converted to the type.
pub(crate) fn read_by_tree<'a>(
    schema: &Arc<Schema>,
    body: StoredBody<'a>,
    (limits, unknown, load_as): (&Limits, UnknownPolicy, LoadAs),
    context: Context<'_>,
    root: &mut dyn LoadRoot<'a>,
) -> Result<(), Error> {
    let (value, budget) = match body.form.layout {
        Layout::Rows => {
            let mut budget = limits.budget(body.form.raw, root.facts()?.weight_of_tree()?);
            (body.rows(schema, limits, &mut budget)?, Some(budget))
        }
        Layout::Columns => (body.columns(schema, limits)?, None),
    };
    let load = Load { budget, load_as, ..Load::new(limits, context, unknown) };
    by_name::load(&value, Some(Arc::clone(schema)), load, root)
}

/// Appends a value, built in place after the list has grown. A value built before that must be moved, and the
/// processor would stall reading as a whole what it has just written in pieces.
#[inline(always)]
pub(crate) fn push<'a>(values: &mut Vec<Value<'a>>, make: impl FnOnce() -> Value<'a>) {
    values.extend(core::iter::once_with(make));
}

/// A body as it is stored.
pub(crate) struct StoredBody<'a> {
    pub(crate) bytes: &'a [u8],
    /// The start of the body in the archive.
    pub(crate) offset: usize,
    pub(crate) form: BodyForm,
}

impl<'a> StoredBody<'a> {
    fn tree(&self, schema: &Schema, limits: &Limits) -> Result<Value<'a>, Error> {
        match self.form.layout {
            Layout::Rows => {
                self.rows(schema, limits, &mut limits.budget(self.form.raw, rows::WEIGHT))
            }
            Layout::Columns => self.columns(schema, limits),
        }
    }

    /// Reads rows as a tree. If they are compressed, the tree owns its content, as it cannot borrow from the decompressed
    /// bytes.
    fn rows(
        &self,
        schema: &Schema,
        limits: &Limits,
        budget: &mut usize,
    ) -> Result<Value<'a>, Error> {
        let Self { bytes, offset, form } = *self;
        open::check_sum(form.crc, bytes, offset)?;
        if form.codec == Codec::None {
            return Value::from_rows(schema, bytes, offset, form.is_linked, limits, budget);
        }
        let raw = form.decompress(bytes, offset)?;
        Value::from_rows(schema, &raw, offset, form.is_linked, limits, budget)
            .map(Value::into_owned)
            .map_err(|error| error.in_compressed(offset))
    }

    /// Reads columns as a tree.
    fn columns(&self, schema: &Schema, limits: &Limits) -> Result<Value<'a>, Error> {
        let Self { bytes, offset, form } = *self;
        let most = open::most_parts(offset, bytes.len(), limits);
        let tree = Tree::new(schema, most, form.is_linked)?;
        let plan = Plan::whole(schema, tree);
        let body = BodySize { offset, stored: bytes.len(), raw: form.raw };
        let directory = columns::directory(bytes, plan.tree.columns, body, form)?;
        let input = columns::Input {
            plan: &plan,
            directory: &directory,
            body,
            limits,
            schema,
            versions: None,
            is_today: false,
        };
        input.read_whole(bytes)
    }
}

#[cold]
fn no_schema() -> Error {
    let detail = "the archive does not carry its schema";
    Error::new(ErrorKind::Unsupported, detail)
        .with_help("load it as the type that it holds, or write it as a file with its schema")
}
