//! Opening an archive: which edition of a type it holds is decided here, once (DESIGN.md,
//! "Opening an archive").

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::codec::Codec;
use crate::columns::{self, BodySize};
use crate::error::short;
use crate::facts::{self, Edition, EditionRef, Facts};
use crate::hash::name_hash;
use crate::header::Header;
use crate::lock::Lock;
use crate::rows::{self, Body};
use crate::schema::Schema;
use crate::schema::outline::type_name;
use crate::{Context, Deserialize, Error, ErrorKind, Layout, Limits, Shape, VersionTable};

/// Loads the value of bytes that are exactly one archive of a `T`.
#[inline]
pub(crate) fn load<'a, T: Deserialize<'a>>(
    bytes: &'a [u8],
    limits: &Limits,
    context: Context<'_>,
) -> Result<T, Error> {
    let facts = facts::of::<T>()?;
    let today = &facts.today;
    // Most messages are of today's versions, and start with the very bytes of their header.
    match bytes.strip_prefix(today.message_header.as_slice()) {
        Some(bytes) => {
            let body = Body { bytes, offset: today.message_header.len(), weight: today.weight };
            rows::read(body, None, limits, context)
        }
        None => Opened::new(bytes, facts, limits)?.read(limits, context),
    }
}

/// An archive whose header was found to be one that can be read.
struct Opened<'a> {
    edition: EditionRef,
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
}

impl<'a> Opened<'a> {
    /// Opens bytes that are exactly one archive.
    fn new(bytes: &'a [u8], facts: &'static Facts, limits: &Limits) -> Result<Self, Error> {
        let header = Header::read(bytes, limits)?;
        let edition = resolve(&header, facts)?;
        let body = bytes.get(header.len..).unwrap_or_default();
        if let Some(len) = header.body_len {
            check_len(header.len, body, len)?;
        }
        let raw = match header.codec {
            Codec::None => body.len(),
            _ => usize::try_from(header.raw_len).unwrap_or(usize::MAX),
        };
        let (layout, codec, crc) = (header.layout, header.codec, header.body_crc);
        let form = BodyForm { layout, codec, raw, crc };
        Ok(Self { edition, body, offset: header.len, form })
    }

    /// Reads the value.
    fn read<T: Deserialize<'a>>(
        &self,
        limits: &Limits,
        context: Context<'_>,
    ) -> Result<T, Error> {
        if self.form.raw > limits.max_alloc.max(self.body.len()) {
            return Err(too_large(self.form.raw));
        }
        match self.form.layout {
            Layout::Rows => self.read_rows(limits, context),
            Layout::Columns => self.read_columns(limits, context),
        }
    }

    fn read_columns<T: Deserialize<'a>>(
        &self,
        limits: &Limits,
        context: Context<'_>,
    ) -> Result<T, Error> {
        let plan = self.edition.columns()?;
        let body = BodySize { offset: self.offset, stored: self.body.len(), raw: self.form.raw };
        let directory = columns::directory(self.body, plan, body, self.form)?;
        let input = columns::Input { plan, directory: &directory, body, limits };
        input.read(self.body, Edition::past(&self.edition), context)
    }

    fn read_rows<T: Deserialize<'a>>(
        &self,
        limits: &Limits,
        context: Context<'_>,
    ) -> Result<T, Error> {
        if self.form.crc.is_some_and(|crc| crc32fast::hash(self.body) != crc) {
            return Err(wrong_checksum(self.offset));
        }
        let body = Body { bytes: self.body, offset: self.offset, weight: self.edition.weight };
        rows::read(body, Edition::past(&self.edition), limits, context)
    }
}

#[cold]
fn too_large(len: usize) -> Error {
    let detail = format!("the body takes {len} bytes once it is decompressed");
    Error::new(ErrorKind::MemoryLimit, detail)
}

/// The bytes from an offset on were damaged.
#[cold]
pub(crate) fn wrong_checksum(offset: usize) -> Error {
    let detail = "from here on, the bytes were damaged after they were written: their checksum is wrong";
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

/// The edition that a header stands for.
fn resolve(header: &Header<'_>, facts: &'static Facts) -> Result<EditionRef, Error> {
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
