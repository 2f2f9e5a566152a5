//! Opening an archive: which edition of a type it holds is decided here, once (DESIGN.md,
//! "Opening an archive").

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::Cell;

use crate::codec::Codec;
use crate::columns::{self, BodySize, Matching, Plan, Tree};
use crate::error::short;
use crate::facts::{self, Edition, EditionRef, Facts};
use crate::fingerprint::name_hash;
use crate::header::Header;
use crate::lock::Lock;
use crate::message;
use crate::rows::{self, Body};
use crate::schema::outline::type_name;
use crate::schema::{Schema, in_history, walk};
use crate::value::{Rows, read_retaining};
use crate::{
    Context, Deserialize, Error, ErrorKind, Layout, Limits, Options, Shape, UnknownPolicy,
    VersionTable,
};

/// Loads the value of bytes that are exactly one archive of a `T`.
#[inline]
pub(crate) fn load<'a, T: Deserialize<'a>>(
    bytes: &'a [u8],
    options: &Options,
    context: Context<'_>,
) -> Result<T, Error> {
    let facts = facts::of::<T>()?;
    let today = &facts.today;
    // Most messages are of today's versions, and start with the very bytes of their header.
    match message::strip(&today.message_header, bytes) {
        Some(bytes) if today.tables.is_empty() => {
            let body = Body { bytes, offset: today.message_header.len(), weight: today.weight };
            rows::read(body, None, options.get_limits(), context)
        }
        _ => Opened::new(bytes, facts, options)?.read(options, context),
    }
}

/// An archive whose header was found to be one that can be read.
struct Opened<'a> {
    source: Source,
    body: &'a [u8],
    /// Where the body starts in the archive.
    offset: usize,
    form: BodyForm,
}

/// How a body is written.
#[derive(Clone, Copy)]
pub(crate) struct BodyForm {
    pub(crate) layout: Layout,
    pub(crate) codec: Codec,
    /// Its bytes once they are decompressed.
    pub(crate) raw: usize,
    /// The checksum of the body or, in columns, of its directory.
    pub(crate) crc: Option<u32>,
    /// Whether shared objects are in tables.
    pub(crate) is_linked: bool,
}

impl BodyForm {
    /// How the body behind a header is written.
    pub(crate) fn of(header: &Header<'_>, body: &[u8]) -> Self {
        let raw = match header.codec {
            Codec::None => body.len(),
            _ => usize::try_from(header.raw_len).unwrap_or(usize::MAX),
        };
        let (layout, codec, crc) = (header.layout, header.codec, header.body_crc);
        Self { layout, codec, raw, crc, is_linked: header.is_linked }
    }
}

/// What the body is read by.
enum Source {
    /// The types of this program at some versions.
    Edition(EditionRef),
    /// The names in the schema that it carries.
    Names(Arc<Schema>),
}

impl<'a> Opened<'a> {
    /// Opens bytes that are exactly one archive.
    fn new(bytes: &'a [u8], facts: &'static Facts, options: &Options) -> Result<Self, Error> {
        let header = Header::read(bytes, options.get_limits())?;
        let source = resolve(&header, facts, options.accepts_newer())?;
        let body = body(&header, bytes)?;
        let form = BodyForm::of(&header, body);
        Ok(Self { source, body, offset: header.len, form })
    }

    /// Reads the value.
    fn read<T: Deserialize<'a>>(
        &self,
        options: &Options,
        context: Context<'_>,
    ) -> Result<T, Error> {
        let limits = options.get_limits();
        if self.form.raw > limits.max_alloc.max(self.body.len()) {
            return Err(too_large(self.form.raw));
        }
        if let Source::Names(schema) = &self.source {
            let unknown = options.get_unknown();
            if unknown == UnknownPolicy::Retain || catches(facts::of::<T>()?)? {
                let body = Rows { bytes: self.body, offset: self.offset, form: self.form };
                return read_retaining(schema, body, limits, unknown, context);
            }
        }
        match (self.form.layout, &self.source) {
            (Layout::Rows, Source::Edition(edition)) => self.read_rows(edition, limits, context),
            (Layout::Columns, Source::Edition(edition)) => {
                self.read_columns(edition, limits, context)
            }
            (Layout::Rows, Source::Names(schema)) => self.read_by_name(schema, options, context),
            (Layout::Columns, Source::Names(schema)) => {
                let facts = facts::of::<T>()?;
                let unknown = options.get_unknown();
                let most = MOST_PLACES.saturating_add(self.body.len().saturating_mul(16));
                let plan = plan_by_name(facts, schema, unknown, most, self.form.is_linked)?;
                if plan.needs_tree() {
                    let body = Rows { bytes: self.body, offset: self.offset, form: self.form };
                    return read_retaining(schema, body, limits, unknown, context);
                }
                let size = self.size();
                let directory = columns::directory(self.body, &plan, size, self.form)?;
                let input = columns::Input {
                    plan: &plan,
                    directory: &directory,
                    body: size,
                    limits,
                    schema,
                    versions: None,
                    is_today: false,
                };
                input.read(self.body, context)
            }
        }
    }

    fn size(&self) -> BodySize {
        BodySize { offset: self.offset, stored: self.body.len(), raw: self.form.raw }
    }

    fn read_columns<T: Deserialize<'a>>(
        &self,
        edition: &Edition,
        limits: &Limits,
        context: Context<'_>,
    ) -> Result<T, Error> {
        let plan = edition.columns(self.form.is_linked)?;
        let body = self.size();
        let directory = columns::directory(self.body, plan, body, self.form)?;
        let input = columns::Input {
            plan,
            directory: &directory,
            body,
            limits,
            schema: &edition.schema,
            versions: edition.past(),
            is_today: edition.past().is_none(),
        };
        input.read(self.body, context)
    }

    fn read_rows<T: Deserialize<'a>>(
        &self,
        edition: &Edition,
        limits: &Limits,
        context: Context<'_>,
    ) -> Result<T, Error> {
        check_sum(self.form.crc, self.body, self.offset)?;
        let is_linked = self.form.is_linked;
        let weight = if is_linked { edition.linked_weight } else { edition.weight };
        if self.form.codec != Codec::None {
            let raw = self.form.codec.decompress(self.body, self.form.raw)?;
            let body = Body { bytes: &raw, offset: self.offset, weight };
            if is_linked {
                let past = edition.past();
                return rows::objects::read_owned(body, &edition.tables, past, limits, context);
            }
            return rows::read_owned(body, edition.past(), limits, context);
        }
        let body = Body { bytes: self.body, offset: self.offset, weight };
        if is_linked {
            return rows::objects::read(body, &edition.tables, edition.past(), limits, context);
        }
        rows::read(body, edition.past(), limits, context)
    }

    /// Reads the value as a tree first, and then the type from that.
    #[cold]
    #[inline(never)]
    fn read_by_name<T: Deserialize<'a>>(
        &self,
        schema: &Schema,
        options: &Options,
        context: Context<'_>,
    ) -> Result<T, Error> {
        let rows = Rows { bytes: self.body, offset: self.offset, form: self.form };
        rows.read_as(schema, options.get_limits(), options.get_unknown(), context)
    }
}

/// Loads the fields of rows that a smaller type names.
#[cfg(feature = "std")]
pub(crate) fn part_of_rows<T: crate::Archive>(
    schema: &Schema,
    bytes: &[u8],
    offset: usize,
    form: BodyForm,
    limits: &Limits,
) -> Result<T, Error> {
    if form.raw > limits.max_alloc.max(bytes.len()) {
        return Err(too_large(form.raw));
    }
    let rows = Rows { bytes, offset, form };
    rows.read_as(schema, limits, UnknownPolicy::Skip, Context::empty())
}

/// The error of a file that does not end with its body.
#[cfg(feature = "std")]
#[cold]
pub(crate) fn cut_or_longer(body: BodySize, found: u64) -> Error {
    let end = body.offset.saturating_add(body.stored);
    let detail = format!("the file has {found} bytes, but its header says {end}");
    Error::new(ErrorKind::Truncated, detail).at_offset(found)
}

/// Whether a type reaches an enum that keeps variants that are unknown.
fn catches(facts: &Facts) -> Result<bool, Error> {
    let instances = walk(facts.root, &mut |shape, _| Ok(shape.version))?;
    Ok(instances.values().any(|it| it.shape.catches()))
}

/// So many places a schema may have in columns, beside 16 for each byte of the body.
pub(crate) const MOST_PLACES: usize = 4096;

/// Where a type's values stand in the columns of a schema that is not its own.
pub(crate) fn plan_by_name(
    facts: &'static Facts,
    schema: &Schema,
    unknown: UnknownPolicy,
    most: usize,
    is_linked: bool,
) -> Result<Plan, Error> {
    let mut table = VersionTable::new();
    table.named = schema.versions();
    // At its stored version a type has the names and parts of then, if this program knows them.
    let too_old = Cell::new(None);
    let version = |shape: &'static Shape| {
        let stored = table.version_of(shape, false).unwrap_or(shape.version);
        if stored < shape.oldest {
            too_old.set(Some((shape, stored)));
        }
        if (shape.oldest..=shape.version).contains(&stored) { stored } else { shape.version }
    };
    let matching = Matching { declared: false, unknown, version: &version };
    let plan = Plan::new(facts.root, schema, Tree::new(schema, most, is_linked)?, matching);
    // Nothing else that differs matters of a version that is no longer read.
    if let Some((shape, stored)) = too_old.get() {
        in_history(shape, stored)?;
    }
    plan
}

/// The body behind a header, which must be as long as the header says.
pub(crate) fn body<'a>(header: &Header<'_>, bytes: &'a [u8]) -> Result<&'a [u8], Error> {
    let body = bytes.get(header.len..).unwrap_or_default();
    if let Some(len) = header.body_len {
        check_len(header.len, body, len)?;
    }
    Ok(body)
}

/// Checks the checksum of rows, which start at an offset, if there is one.
pub(crate) fn check_sum(crc: Option<u32>, body: &[u8], offset: usize) -> Result<(), Error> {
    match crc {
        Some(crc) if crc32fast::hash(body) != crc => Err(wrong_checksum(offset)),
        _ => Ok(()),
    }
}

/// Refuses what is left of a body, which starts at an offset, once its value was read.
pub(crate) fn at_end(body: &[u8], offset: usize, rest: &[u8]) -> Result<(), Error> {
    if rest.is_empty() {
        return Ok(());
    }
    let end = offset.saturating_add(body.len()).saturating_sub(rest.len());
    let error = rows::trailing("value", rest.len());
    Err(error.at_offset(u64::try_from(end).unwrap_or(u64::MAX)))
}

#[cold]
pub(crate) fn too_large(len: usize) -> Error {
    let detail = format!("the body takes {len} bytes once it is decompressed");
    Error::new(ErrorKind::MemoryLimit, detail)
}

/// The bytes from an offset on were damaged.
#[cold]
pub(crate) fn wrong_checksum(offset: usize) -> Error {
    let detail =
        "from here on, the bytes were damaged after they were written: their checksum is wrong";
    Error::new(ErrorKind::Checksum, detail).at_offset(u64::try_from(offset).unwrap_or(u64::MAX))
}

fn check_len(start: usize, body: &[u8], claimed: u64) -> Result<(), Error> {
    let found = u64::try_from(body.len()).unwrap_or(u64::MAX);
    let start = u64::try_from(start).unwrap_or(u64::MAX);
    if found < claimed {
        let detail = format!("the archive ends here: its body has {found} bytes of {claimed}");
        return Err(Error::new(ErrorKind::Truncated, detail).at_offset(start.saturating_add(found)));
    }
    if found > claimed {
        let count = usize::try_from(found.abs_diff(claimed)).unwrap_or(usize::MAX);
        let error = rows::trailing("archive", count);
        return Err(error.at_offset(start.saturating_add(claimed)));
    }
    Ok(())
}

/// What the body behind a header is read by: an edition, or names, if the caller accepts that and
/// there is no such edition.
fn resolve(header: &Header<'_>, facts: &'static Facts, by_name: bool) -> Result<Source, Error> {
    let refused = match edition(header, facts) {
        Ok(edition) => return Ok(Source::Edition(edition)),
        Err(error) => error,
    };
    let refused = if by_name || header.schema.is_none() { refused } else { refused.or_by_name() };
    let by_name = by_name && header.fingerprint != facts.today.fingerprint;
    let may_differ = match refused.kind() {
        ErrorKind::TooNew | ErrorKind::Mismatch => true,
        // The root of a struct or enum has to have its name; others are what their parts make them.
        ErrorKind::WrongType => facts.root_shape.is_none(),
        _ => false,
    };
    let schema = if by_name && may_differ { embedded(header)? } else { None };
    schema.map(|schema| Source::Names(Arc::new(schema))).ok_or(refused)
}

/// The schema that an archive carries, if it does; the rest of the header must agree with it.
pub(crate) fn embedded(header: &Header<'_>) -> Result<Option<Schema>, Error> {
    let Some(bytes) = header.schema else { return Ok(None) };
    let offset = header.len.saturating_sub(bytes.len()).saturating_sub(4);
    let schema = Schema::from_bytes_at(bytes, u64::try_from(offset).unwrap_or(u64::MAX))?;
    if schema.fingerprint() != header.fingerprint {
        return Err(contradiction("schema"));
    }
    if header.root.is_some_and(|root| *root != schema.type_name(&schema.root)) {
        return Err(contradiction("root"));
    }
    if header.version_table()?.named != schema.versions() {
        return Err(contradiction("version table"));
    }
    Ok(Some(schema))
}

/// The edition that a header stands for.
fn edition(header: &Header<'_>, facts: &'static Facts) -> Result<EditionRef, Error> {
    let today = &facts.today;
    if header.fingerprint == today.fingerprint {
        return match check_today(header, today) {
            Ok(()) => Ok(EditionRef::Kept(today)),
            Err(error) => Err(error),
        };
    }
    check_root(header, facts)?;
    let table = header.version_table()?;
    match facts.at(&table) {
        Ok(edition)
            if edition.fingerprint == header.fingerprint && header.has_table_of(&edition) =>
        {
            Ok(facts.keep(edition))
        }
        Ok(edition) => Err(mismatch(header, facts, &edition, &table)),
        Err(error) if error.kind() == ErrorKind::MissingVersion => {
            Err(mismatch(header, facts, today, &table))
        }
        Err(error) => Err(error),
    }
}

/// Whether a header that has today's fingerprint says nothing against it.
#[inline]
fn check_today(header: &Header<'_>, today: &Edition) -> Result<(), Error> {
    if !header.has_table_of(today) {
        return Err(contradiction("version table"));
    }
    match header.schema {
        Some(schema) if *schema != *today.schema_bytes => {
            // Doc comments and notes may differ without a difference of shape.
            if Schema::from_bytes(schema)?.fingerprint() != header.fingerprint {
                return Err(contradiction("schema"));
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

#[cold]
fn contradiction(what: &str) -> Error {
    let detail = format!("the header's {what} is not the one that its fingerprint stands for");
    Error::new(ErrorKind::Mismatch, detail)
        .with_help("the file was damaged or made up: restore it from a backup")
}

/// Whether the archive's root is the type asked for, under today's name or an earlier one.
fn check_root(header: &Header<'_>, facts: &Facts) -> Result<(), Error> {
    let (Some(root), Some(shape)) = (header.root, facts.root_shape) else {
        return Ok(());
    };
    if shape.names().any(|name| is_named(root, name)) {
        return Ok(());
    }
    Err(wrong_type(root, &facts.today.root))
}

#[cold]
fn wrong_type(theirs: &str, ours: &str) -> Error {
    let detail = format!("the archive holds `{}`, not `{ours}`", short(theirs));
    Error::new(ErrorKind::WrongType, detail).with_help(
        "load it as the type that it holds; if that is the same type by another name, update this program, or \
         declare the name by `renamed(n, from = \"..\")`",
    )
}

/// Whether the canonical name of a type is `name` with whatever arguments.
fn is_named(canonical: &str, name: &str) -> bool {
    let rest = canonical.strip_prefix(type_name(name).as_str());
    rest.is_some_and(|arguments| arguments.is_empty() || arguments.starts_with('<'))
}

/// The error of an archive that has another shape than the types have at its versions.
#[cold]
fn mismatch(header: &Header<'_>, facts: &Facts, ours: &Edition, table: &VersionTable) -> Error {
    if let Some(error) = unknown_type(facts, table) {
        return error;
    }
    // The root of a struct or enum was checked before.
    let root = header.root.filter(|root| *root != ours.root && facts.root_shape.is_none());
    if let Some(root) = root {
        return wrong_type(root, &ours.root);
    }
    let embedded = header.schema.and_then(|bytes| Schema::from_bytes(bytes).ok());
    let changes = embedded.map_or_else(Vec::new, |theirs| theirs.diff(&ours.schema).changes);
    let difference = match changes.first() {
        Some(change) => format!("; from then to now, {}", short(&change.to_string())),
        None => String::new(),
    };
    let (name, theirs, ours) = (&ours.root, header.fingerprint, ours.fingerprint);
    let versions = table.to_string();
    let facts = format!("fingerprint {theirs:016x}, here {ours:016x}; {}", short(&versions));
    if header.root.is_some() {
        let detail = format!("`{name}` had another shape at these versions{difference} ({facts})");
        return Error::new(ErrorKind::Mismatch, detail);
    }
    let detail = format!("this is no `{name}` as it is here at these versions ({facts})");
    Error::new(ErrorKind::Mismatch, detail).with_help(
        "it is a message of another type, or a shipped type was changed without a new version: declare the \
         change in the type's attributes",
    )
}

/// A type past version 1 whose name this program has for none: it came in a newer program, or has
/// another name there. What is at version 1 may be another type altogether.
fn unknown_type(facts: &Facts, table: &VersionTable) -> Option<Error> {
    let lock = Lock::of(facts.root);
    let known = |name: &str| lock.shapes().flat_map(Shape::names).any(|it| it == name);
    let known_hash =
        |hash| lock.shapes().flat_map(Shape::names).any(|name| name_hash(name) == hash);
    let named = table.iter().find(|(name, version)| *version > 1 && !known(name));
    let hashed = table.hashed.iter().find(|(hash, _)| !known_hash(**hash));
    let (what, version) = match (named, hashed) {
        (Some((name, version)), _) => (format!("`{}`", short(name)), version),
        (None, Some((hash, version))) => {
            (format!("with the hash {hash:08x} as its name"), *version)
        }
        (None, None) => return None,
    };
    let detail =
        format!("the archive holds a type {what} at version {version}, which is unknown here");
    let help = "update this program; or, if the type has another name here, declare the old one by \
                `renamed(n, from = \"..\")`";
    Some(Error::new(ErrorKind::TooNew, detail).with_help(help))
}
