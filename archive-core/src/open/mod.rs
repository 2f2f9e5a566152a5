//! Opening an archive: decides once which edition of a type the archive has (DESIGN.md, "Opening an archive").

mod body;
mod by_name;
mod joined;
mod resolve;

use crate::codec::Codec;
use crate::columns::{self, BodySize, Plan};
use crate::facts::{self, Edition, Facts};
use crate::header::Header;
use crate::matching::LoadAs;
use crate::message;
use crate::rows::{self, Body};
use crate::schema::Schema;
use crate::traits::{LoadRoot, load_root};
use crate::value::{StoredBody, read_by_tree};
use crate::{Context, Deserialize, Error, ErrorKind, Layout, Limits, Options, UnknownPolicy};

#[cfg(feature = "std")]
pub(crate) use body::check_len;
pub(crate) use body::{BodyForm, at_end, body, check_sum, too_large, wrong_checksum};
pub(crate) use by_name::{catches, most_parts, plan_by_name};
pub(crate) use resolve::embedded;
use resolve::{Source, resolve};

/// Loads the value of bytes that are exactly one archive of a `T`.
#[inline]
pub(crate) fn load<'a, T: Deserialize<'a>>(
    bytes: &'a [u8],
    options: &Options,
    context: Context<'_>,
) -> Result<T, Error> {
    if !context.lends() {
        let quick = plain_body(bytes, facts::of::<T>()?, options)
            .and_then(|body| rows::read_quick(body, options.get_limits()));
        // It is built where it is returned: moving a small value costs more than reading it.
        if let Some(value) = quick {
            return Ok(value);
        }
    }
    load_root(|root| load_into(root, bytes, options, context))
}

/// The body of an archive, if it is known at first sight to be rows of today's versions without tables: most messages
/// start with exactly the bytes of today's header, or have none by agreement.
#[inline]
fn plain_body<'a>(bytes: &'a [u8], facts: &'static Facts, options: &Options) -> Option<Body<'a>> {
    let today = &facts.today;
    let body = match options.get_agreed() {
        None => message::strip(&today.message_header, bytes)?,
        Some(agreed) => agreed.is_today(facts).then_some(bytes)?,
    };
    let offset = bytes.len().saturating_sub(body.len());
    today.tables.is_empty().then_some(Body { bytes: body, offset, weight: today.weight })
}

/// Loads the value of an archive into a slot. If nothing is lent, a plain body has been tried by quick code.
#[inline(never)]
fn load_into<'a>(
    root: &mut dyn LoadRoot<'a>,
    bytes: &'a [u8],
    options: &Options,
    context: Context<'_>,
) -> Result<(), Error> {
    let facts = root.facts()?;
    let limits = options.get_limits();
    match plain_body(bytes, facts, options) {
        None => Opened::new(bytes, facts, options)?.read(options, context, root),
        Some(body) if context.lends() => rows::read_root(body, None, limits, context, root),
        Some(body) => rows::read_carefully(body, limits, context, root),
    }
}

/// Passes the schema of an archive to `give`, if a type can be loaded from it, as far as its header tells.
pub(crate) fn with_schema<R>(
    bytes: &[u8],
    facts: &'static Facts,
    options: &Options,
    give: impl FnOnce(&Schema) -> R,
) -> Result<R, Error> {
    let header = Header::read(bytes, options.get_limits())?;
    let source = resolve(&header, facts, options.accepts_newer())?;
    Ok(give(source.schema()))
}

/// An archive whose header has been read and accepted.
struct Opened<'a> {
    source: Source,
    body: &'a [u8],
    /// The offset of the body in the archive.
    offset: usize,
    form: BodyForm,
}

impl<'a> Opened<'a> {
    /// Opens bytes that are exactly one archive.
    fn new(bytes: &'a [u8], facts: &'static Facts, options: &Options) -> Result<Self, Error> {
        if let Some(agreed) = options.get_agreed() {
            let edition = agreed.edition(facts)?;
            let form = BodyForm::agreed(bytes.len(), options.links(&edition));
            return Ok(Self { source: Source::Edition(edition), body: bytes, offset: 0, form });
        }
        let expected = Some(&facts.today);
        let header = Header::read_expected(bytes, options.get_limits(), expected)?;
        let source = resolve(&header, facts, options.accepts_newer())?;
        let body = body(&header, bytes)?;
        let form = BodyForm::of(&header, body.len());
        Ok(Self { source, body, offset: header.len, form })
    }

    /// Reads the value.
    fn read(
        &self,
        options: &Options,
        context: Context<'_>,
        root: &mut dyn LoadRoot<'a>,
    ) -> Result<(), Error> {
        let limits = options.get_limits();
        let Self { body: bytes, offset, form, .. } = *self;
        form.check_raw(bytes.len(), limits)?;
        let schema = match (&self.source, form.layout) {
            (Source::Edition(edition), Layout::Rows) => {
                return self.read_rows(edition, limits, context, root);
            }
            (Source::Edition(edition), Layout::Columns) => {
                let plan = edition.columns(form.is_linked)?;
                let found = (plan, &edition.schema, Some(&**edition));
                return self.read_columns(found, limits, context, root);
            }
            (Source::Names(schema), _) => schema,
        };
        let (facts, unknown, load_as) = (root.facts()?, options.get_unknown(), LoadAs::Version);
        let by_tree = |context: Context<'_>, root: &mut dyn LoadRoot<'a>| {
            let body = StoredBody { bytes, offset, form };
            read_by_tree(schema, body, (limits, unknown, load_as), context, root)
        };
        let is_tree = form.layout == Layout::Rows || unknown == UnknownPolicy::Retain;
        if is_tree || catches(facts) {
            return by_tree(context, root);
        }
        let most = most_parts(offset, bytes.len(), limits);
        let plan = plan_by_name(facts, schema, (unknown, load_as), most, form.is_linked)?;
        let Some(plan) = plan.filter(|plan| !plan.needs_tree()) else {
            return by_tree(context, root);
        };
        let may_repeat = !context.lends();
        self.read_columns((&plan, schema, None), limits, context, root)
            .map_err(|error| explained(error, may_repeat, || by_tree(Context::empty(), root).err()))
    }

    /// Reads columns by a plan, either of an edition or by the names of a schema.
    fn read_columns(
        &self,
        (plan, schema, edition): (&Plan, &Schema, Option<&Edition>),
        limits: &Limits,
        context: Context<'_>,
        root: &mut dyn LoadRoot<'a>,
    ) -> Result<(), Error> {
        let stored = self.body.len();
        let body = BodySize { offset: self.offset, stored, raw: self.form.raw };
        let directory = &columns::directory(self.body, plan.tree.columns, body, self.form)?;
        let versions = edition.and_then(Edition::past);
        let is_today = edition.is_some() && versions.is_none();
        let input = columns::Input { plan, directory, body, limits, schema, versions, is_today };
        input.read(self.body, context, root)
    }

    fn read_rows(
        &self,
        edition: &Edition,
        limits: &Limits,
        context: Context<'_>,
        root: &mut dyn LoadRoot<'a>,
    ) -> Result<(), Error> {
        check_sum(self.form.crc, self.body, self.offset)?;
        let (is_linked, tables, past) = (self.form.is_linked, &edition.tables, edition.past());
        let weight = if is_linked { edition.linked_weight } else { edition.weight };
        if self.form.codec != Codec::None {
            let raw = self.form.decompress(self.body, self.offset)?;
            let body = Body { bytes: &raw, offset: self.offset, weight };
            let read = if is_linked {
                rows::objects::read_owned(body, tables, past, limits, context, root)
            } else {
                rows::read_owned(body, past, limits, context, root)
            };
            return read.map_err(|error| error.in_compressed(self.offset));
        }
        let body = Body { bytes: self.body, offset: self.offset, weight };
        if is_linked {
            return rows::objects::read(body, tables, past, limits, context, root);
        }
        rows::read_root(body, past, limits, context, root)
    }
}

/// Improves an error in columns that were read by name. If it has no path, it only says what is wrong with a column;
/// reading the value again as a tree finds the path. Does not do so if hooks could observe that they run twice.
pub(crate) fn explained(
    error: Error,
    may_repeat: bool,
    again: impl FnOnce() -> Option<Error>,
) -> Error {
    use ErrorKind::{Checksum, Hook, MemoryLimit};
    let is_of_data = !matches!(error.kind(), MemoryLimit | Checksum | Hook);
    if !may_repeat || !is_of_data || !error.path().is_empty() {
        return error;
    }
    match again() {
        Some(told) if !told.path().is_empty() => match error.offset() {
            Some(offset) => told.at_offset(offset),
            None => told,
        },
        _ => error,
    }
}

#[cfg(test)]
mod tests;
