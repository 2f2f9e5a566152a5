//! Decides which edition of a type an archive has, given its header (DESIGN.md, "Opening an archive").

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::joined::differs_in_classes;
use crate::error::short;
use crate::facts::{Edition, EditionRef, Facts};
use crate::fingerprint::name_hash;
use crate::header::Header;
use crate::lock::Lock;
use crate::schema::outline::type_name;
use crate::schema::{BodyDef, Change, Schema, TypeDef, What};
use crate::value::encoded::NAME as VALUE;
use crate::{Error, ErrorKind, Shape, VersionTable};

/// How the body is matched with the program's types.
pub(super) enum Source {
    /// It has this program's types at some versions.
    Edition(EditionRef),
    /// By the names in the schema that the archive carries.
    Names(Arc<Schema>),
}

/// Decides how to read the body: as an edition or, if there is none and the caller accepts it, by names.
pub(super) fn resolve(
    header: &Header<'_>,
    facts: &'static Facts,
    by_name: bool,
) -> Result<Source, Error> {
    let refused = match edition(header, facts) {
        Ok(edition) if header.is_linked && edition.tables.is_empty() => {
            return Err(contradiction(TABLES));
        }
        Ok(edition) => return Ok(Source::Edition(edition)),
        Err(error) => error,
    };
    let refused = match header.schema {
        Some(_) if !by_name => refused.or_by_name(),
        None if by_name && refused.kind() == ErrorKind::TooNew => refused.with_help(NO_NAMES),
        _ => refused,
    };
    let by_name = by_name && header.fingerprint != facts.today.fingerprint;
    let may_differ = match refused.kind() {
        ErrorKind::TooNew | ErrorKind::Mismatch => true,
        // A struct or enum must have the name of the root. Other types are defined by their parts.
        ErrorKind::WrongType => facts.root_shape.is_none(),
        _ => false,
    };
    let schema = if may_differ { embedded(header) } else { Ok(None) };
    match schema {
        Err(error) if by_name => Err(error),
        Ok(Some(schema)) if by_name || differs_in_classes(&schema, facts).is_ok_and(|it| it) => {
            Ok(Source::Names(Arc::new(schema)))
        }
        _ => Err(refused),
    }
}

/// Help for a newer archive without a schema, if newer ones are accepted.
const NO_NAMES: &str = "update this program; or let the other one write for its versions, with `Options::write_for`: only an \
    archive that carries its schema can be read by names";

impl Source {
    /// The schema of the archive.
    pub(super) fn schema(&self) -> &Schema {
        match self {
            Self::Edition(edition) => &edition.schema,
            Self::Names(schema) => schema,
        }
    }
}

/// The schema that an archive carries, if any. It must agree with the rest of the header.
pub(crate) fn embedded(header: &Header<'_>) -> Result<Option<Schema>, Error> {
    let Some(bytes) = header.schema else { return Ok(None) };
    let schema = read_schema(header, bytes)?;
    if header.root.is_some_and(|root| *root != schema.type_name(&schema.root)) {
        return Err(contradiction("root"));
    }
    if header.version_table()?.named != schema.versions() {
        return Err(contradiction("version table"));
    }
    if header.is_linked && schema.shared().is_empty() {
        return Err(contradiction(TABLES));
    }
    Ok(Some(schema))
}

/// Reads the schema at the end of a header, which must have the header's fingerprint.
fn read_schema(header: &Header<'_>, bytes: &[u8]) -> Result<Schema, Error> {
    let offset = header.len.saturating_sub(bytes.len()).saturating_sub(4);
    let schema = Schema::from_bytes_at(bytes, u64::try_from(offset).unwrap_or(u64::MAX))?;
    if schema.fingerprint() == header.fingerprint {
        Ok(schema)
    } else {
        Err(contradiction("schema"))
    }
}

/// The edition with the header's fingerprint and versions.
fn edition(header: &Header<'_>, facts: &'static Facts) -> Result<EditionRef, Error> {
    let today = &facts.today;
    if header.fingerprint == today.fingerprint {
        if !header.has_table_of(today) {
            return Err(contradiction("version table"));
        }
        check_schema(header, today)?;
        return Ok(EditionRef::Kept(today));
    }
    check_root(header, facts)?;
    let table = header.version_table()?;
    match facts.at(&table, Some(header.fingerprint)) {
        Ok(edition)
            if edition.fingerprint == header.fingerprint && header.has_table_of(&edition) =>
        {
            check_schema(header, &edition)?;
            Ok(facts.keep(edition))
        }
        Ok(edition) => Err(mismatch(header, facts, &edition, &table)),
        Err(error) if error.kind() == ErrorKind::MissingVersion => {
            Err(mismatch(header, facts, today, &table))
        }
        Err(error) if error.kind() == ErrorKind::TooNew && header.root.is_none() => Err(error
            .with_help(
                "update this program; or, if this is a message of another type, load it as \
                that type",
            )),
        Err(error) => Err(error),
    }
}

/// Checks that the schema in a header, if any, matches the edition with the header's fingerprint.
#[inline]
fn check_schema(header: &Header<'_>, edition: &Edition) -> Result<(), Error> {
    match header.schema {
        Some(schema) if *schema != *edition.schema_bytes => {
            // Doc comments and notes are not part of the fingerprint, so they may differ.
            read_schema(header, schema).map(drop)
        }
        _ => Ok(()),
    }
}

/// For [`contradiction`]: the header says that there are tables, but the types have no shared objects.
const TABLES: &str = "flag for object tables";

#[cold]
fn contradiction(what: &str) -> Error {
    let detail = format!("the header's {what} does not match its fingerprint");
    Error::new(ErrorKind::Mismatch, detail)
        .with_help("the file was damaged or forged: restore it from a backup")
}

/// Checks that the archive's root is the requested type, under its current or an earlier name.
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
    if theirs == VALUE {
        return Error::new(ErrorKind::WrongType, detail).with_help(
            "this is a saved `Value`: to change the tree of a file and keep its type, use `edit_archive`",
        );
    }
    Error::new(ErrorKind::WrongType, detail).with_help(
        "load it as the type that it holds; if that is the same type under another name, update this program, or \
         declare the name with `renamed(n, from = \"..\")`",
    )
}

/// Whether the canonical name of a type is `name`, with any type arguments.
fn is_named(canonical: &str, name: &str) -> bool {
    let rest = canonical.strip_prefix(type_name(name).as_str());
    rest.is_some_and(|arguments| arguments.is_empty() || arguments.starts_with('<'))
}

/// The types have another shape than the archive's at the same versions.
#[cold]
fn mismatch(header: &Header<'_>, facts: &Facts, ours: &Edition, table: &VersionTable) -> Error {
    // If the root is a struct or enum here, it has been checked before.
    let root = header.root.filter(|root| *root != ours.root && facts.root_shape.is_none());
    if let Some(root) =
        root.filter(|root| !root.split('<').take(1).eq(ours.root.split('<').take(1)))
    {
        return wrong_type(root, &ours.root);
    }
    if let Some(error) = unknown_type(facts, table) {
        return error;
    }
    if let Some(root) = root {
        return wrong_type(root, &ours.root);
    }
    let embedded = header.schema.and_then(|bytes| Schema::from_bytes(bytes).ok());
    let changes = embedded.map_or_else(Vec::new, |theirs| theirs.diff(&ours.schema).changes);
    // The likely cause is a missing mod; the types that it brought are missing as well.
    let class_gone = changes.iter().find(|change| is_class_gone(change));
    let is_added = |change: &Change| is_class_added(change) || change.what == What::TypeAdded;
    let class_added = changes
        .iter()
        .find(|change| is_class_added(change))
        .filter(|_| changes.iter().all(is_added));
    let difference = difference(&changes, class_gone.or(class_added));
    let (name, theirs, own) = (&ours.root, header.fingerprint, ours.fingerprint);
    let versions = versions(table, facts, &changes);
    let told = format!("fingerprint {theirs:016x}, here {own:016x}{versions}");
    if header.root.is_some() {
        let detail = format!(
            "`{name}` has another shape in the archive, at the same versions{difference} ({told})"
        );
        let error = facts.of_root(Error::new(ErrorKind::Mismatch, detail), table);
        return match (class_gone, class_added) {
            (Some(_), _) => error.with_help(CLASS),
            (None, Some(_)) => error.with_help(CLASS_ADDED),
            (None, None) => error,
        };
    }
    let detail = format!(
        "this message does not match this program's `{name}` at the same versions ({told})"
    );
    let mut help = String::from(
        "it is a message of another type, or a shipped type was changed without a new version: declare the \
         change in the type's attributes",
    );
    if let Some(classes) = ours.schema.types.iter().find(|def| has_classes(def)) {
        help.push_str(&format!(
            "; or the other program has other classes of the trait `{}`: let the same mods join in both, or write \
             `since n` in its `registry!` after the key of each class that was added",
            classes.name
        ));
    }
    facts.of_root(Error::new(ErrorKind::Mismatch, detail), table).with_help(help)
}

/// Whether an enum is a registered trait. The tag of a class is the hash of its key.
fn has_classes(def: &TypeDef) -> bool {
    let BodyDef::Enum(variants) = &def.body else { return false };
    variants.iter().any(|variant| variant.tag == name_hash(&variant.name))
}

/// Describes the changes, the likely cause first.
fn difference(changes: &[Change], cause: Option<&Change>) -> String {
    /// The most changes that are listed.
    const MOST: usize = 3;
    // A type is added or removed with a field or variant, which says more, so these come last.
    let is_other = |change: &&Change| matches!(change.what, What::TypeAdded | What::TypeRemoved);
    let is_cause = |change: &&Change| cause.is_some_and(|cause| core::ptr::eq(cause, *change));
    let mut all: Vec<&Change> = changes.iter().collect();
    all.sort_by_key(|change| (!is_cause(change), is_other(change)));
    let told: Vec<String> =
        all.iter().take(MOST).map(|change| short(&change.to_string()).into_owned()).collect();
    match (told.as_slice(), all.len().saturating_sub(MOST)) {
        ([], _) => String::new(),
        (told, 0) => format!("; changes from the archive to this program: {}", told.join("; ")),
        (told, others) => format!(
            "; changes from the archive to this program: {}; and {others} more",
            told.join("; ")
        ),
    }
}

/// The versions of the types that changed, or of all types if the changes are unknown, without the root.
fn versions(table: &VersionTable, facts: &Facts, changes: &[Change]) -> String {
    // Another program may have given as many of either as a header can hold.
    let changed: BTreeSet<&str> =
        changes.iter().filter_map(|change| change.path.split("::").next()).collect();
    let is_root =
        |name: &str| facts.root_shape.is_some_and(|root| root.names().any(|it| it == name));
    let named = table
        .iter()
        .filter(|(name, _)| !is_root(name) && (changed.is_empty() || changed.contains(*name)));
    // A hash of an unknown name has been refused before.
    let lock = Lock::of(facts.root);
    let names = lock.shapes().flat_map(Shape::names);
    let hashed =
        names.filter_map(|name| table.hashed.get(&name_hash(name)).map(|version| (name, *version)));
    let told: Vec<String> =
        named.chain(hashed).map(|(name, version)| format!("{name} @{version}")).collect();
    if told.is_empty() { String::new() } else { format!("; {}", short(&told.join(", "))) }
}

/// Help for a class that is unknown here.
const CLASS: &str = "a class in the archive is not in the trait's `registry!`, perhaps because its mod is \
    missing: let the mod join; or use `Options::newer(Newer::Accept)` to load the parts that match, and \
    `unknown` in the `registry!` to keep its objects";

/// Help for a class that was added here.
const CLASS_ADDED: &str = "a class was added to the trait's `registry!` without a new version: write `since n` after \
its key there, one above the trait's version";

/// Whether a change is an added class. The tag of a class is the hash of its key.
fn is_class_added(change: &Change) -> bool {
    matches!(&change.what, What::VariantAdded { name, tag } if *tag == name_hash(name))
}

/// Whether a change is a removed class.
fn is_class_gone(change: &Change) -> bool {
    matches!(&change.what, What::VariantRemoved { name, tag, .. } if *tag == name_hash(name))
}

/// The table has a type past version 1 that this program does not know by any name: it is from a newer program, or has
/// another name there. Types at version 1 are not considered, since they may be quite different types.
fn unknown_type(facts: &Facts, table: &VersionTable) -> Option<Error> {
    let lock = Lock::of(facts.root);
    let known = |name: &str| lock.shapes().flat_map(Shape::names).any(|it| it == name);
    let known_hash =
        |hash| lock.shapes().flat_map(Shape::names).any(|name| name_hash(name) == hash);
    let named = table.iter().find(|(name, version)| *version > 1 && !known(name));
    let hashed = table.hashed.iter().find(|(hash, _)| !known_hash(**hash));
    let (what, version) = match (named, hashed) {
        (Some((name, version)), _) => (format!("`{}`", short(name)), version),
        (None, Some((hash, version))) => (format!("with the name hash {hash:08x}"), *version),
        (None, None) => return None,
    };
    let detail = format!(
        "the archive holds the type {what} at version {version}, which this program does not know"
    );
    let other = match named {
        Some(_) => "",
        None => "; or, if this is a message of another type, load it as that type",
    };
    let help = format!(
        "update this program{other}; or, if the type has another name here, declare the old one with `renamed(n, from = \
         \"..\")`"
    );
    Some(Error::new(ErrorKind::TooNew, detail).with_help(help))
}
