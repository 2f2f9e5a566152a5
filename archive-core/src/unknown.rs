//! Unknown data: what happens to fields and variants in an archive that the program does not know, and how
//! they are retained.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use once_cell::race::OnceBox;

use crate::error::shown;
use crate::schema::FieldsDef;
use crate::{
    Error, ErrorKind, Field, Lifespan, Schema, Scope, Shape, Style, Value, Variant, VersionTable,
};

/// What to do with unknown fields in input that is read by name; see [`Unknown`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownPolicy {
    /// Refuse the archive with an error that names the field.
    Error,
    /// Skip them. Saving leaves out the fields that values retained, and those that the older version lacks which is
    /// [written](crate::Options::write_for).
    Skip,
    /// Keep them in the holders of their types, to be saved again. For a type without a holder, unknown fields are an
    /// error.
    Retain,
}

/// A holder for the stored fields or variant that this program does not know, kept to be saved again.
///
/// A type declares a holder as a field, which is not stored itself. An older program can then load a newer program's
/// file, change what it knows and save it; the newer program finds its own fields unchanged.
///
/// ```
/// use archive::{Archive, Newer, Options, Unknown};
///
/// /// What the newer program has.
/// mod newer {
///     #[derive(archive::Archive, Debug, PartialEq)]
///     pub struct Hero {
///         pub level: u32,
///         #[since(2, default = 100)]
///         pub stamina: u16,
///     }
/// }
///
/// #[derive(Archive)]
/// struct Hero {
///     level: u32,
///     #[archive(unknown)]
///     extra: Unknown,
/// }
///
/// let theirs = archive::to_vec(&newer::Hero { level: 7, stamina: 30 })?;
/// let options = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
/// let mut hero: Hero = options.from_slice(&theirs)?;
/// assert!(hero.extra.get("stamina").is_some());
///
/// hero.level = 8;
/// let saved = archive::to_vec(&hero)?;
/// let found: newer::Hero = archive::from_slice(&saved)?;
/// assert_eq!(found, newer::Hero { level: 8, stamina: 30 });
/// # Ok::<(), archive::Error>(())
/// ```
///
/// In an enum, a variant `#[archive(unknown)] Other(Unknown)` keeps variants that this program does not know, whatever
/// the policy for fields.
///
/// A value that retained something is saved with the schema of its source file, so this program, too, sees the result
/// as a newer file. Data that has no place in that schema is an error: [`ErrorKind::Retained`], or
/// [`ErrorKind::CannotWrite`] for a field of this program that the newer one has removed, unless it holds its default.
/// Such a value cannot be saved as a message, as a file without a schema, or [for](crate::Options::write_for) versions
/// of this program, except by `.unknown(Unknown::Skip)`, which leaves out the retained fields. A retained variant is
/// then still an error, as nothing can replace it. In values that the older program created, the newer program's
/// options and lists are saved empty, and any other new field is an error.
///
/// What is retained keeps the ids of the file as they were, also in objects of unknown [classes](crate::registry): nobody
/// knows where in it they are, so no [handle](crate::Handle) or converter translates them. If the program gives new ids to
/// what it loads, as for entities (see [`Context`](crate::Context)), those in retained data no longer lead to the same
/// things. So a game that retains data should save ids that never change.
///
/// If only objects of unknown [classes](crate::registry) were retained, from mods that are missing, the value is saved
/// with this program's own schema and these classes. So this program may be updated, and other mods may join. A program
/// with the mods finds their objects unchanged. Two errors remain, both [`ErrorKind::CannotWrite`]: an object contains
/// a type that this program now has in another version, or its file was newer and has no place for the value. It must
/// then be taken out of the value. `.unknown(Unknown::Skip)` does not leave out objects.
///
/// Unknown fields of texts and JSON are retained as well; unknown variants are, too, under [`UnknownPolicy::Retain`] or
/// in a newer text that is accepted:
///
/// ```
/// use archive::{Archive, Options, Unknown, text};
///
/// #[derive(Archive)]
/// struct Settings {
///     volume: u8,
///     #[archive(unknown)]
///     extra: Unknown,
/// }
///
/// let options = Options::file().unknown(Unknown::Retain);
/// let mut settings: Settings = options.from_text("{ volume = 7, shadows = Soft { blur = 0.5 } }")?;
/// settings.volume = 8;
/// let saved = text::to_string(&settings)?;
/// assert_eq!(saved, "Settings {\n  volume = 8\n  shadows = Soft { blur = 0.5 }\n}\n");
/// # Ok::<(), archive::Error>(())
/// ```
///
/// Text and JSON carry no types, so data retained from text can only be saved as text, and data from JSON only as JSON
/// or another serde format; anything else is [`ErrorKind::Retained`]. A text saved this way states the versions of the
/// loaded text, or today's if they are newer.
#[derive(Clone, Default)]
pub struct Unknown(Option<Arc<Kept>>);

/// The tables of an archive: a name and a list of objects each.
pub(crate) type Tables = Vec<(String, Value<'static>)>;

/// The retained data of one struct or variant.
#[derive(Clone, Default)]
pub(crate) struct Kept {
    /// The name of the variant, if a whole variant is retained.
    pub(crate) variant: Option<String>,
    pub(crate) fields: Vec<(String, Value<'static>)>,
    /// The indices, in the shape, of fields of this program that the archive lacks.
    pub(crate) lacking: Vec<usize>,
    /// The tables of objects that the fields link to, if any.
    pub(crate) tables: Option<Arc<Tables>>,
    /// The schema of the source archive; `None` if it had none.
    pub(crate) schema: Option<Arc<Schema>>,
    /// How the source text wrote it, if it comes from text.
    pub(crate) text: Option<FromText>,
}

/// How text, JSON or another serde format wrote the retained data.
#[derive(Clone)]
pub(crate) struct FromText {
    /// Text and JSON record different details, so neither can be converted to the other without types.
    pub(crate) is_json: bool,
    pub(crate) of: Arc<Original>,
    /// The style of the variant's fields.
    pub(crate) style: Style,
    /// Fields of this program, by their current names, with a different key in the text, or none.
    pub(crate) keys: Vec<(&'static str, Option<String>)>,
}

/// What is known of a text, for all data that was retained of it.
#[derive(Default)]
pub(crate) struct Original {
    /// The versions stated in it.
    pub(crate) versions: VersionTable,
    /// Whether it states none and was read at the oldest, so that today's have to be stated.
    pub(crate) is_oldest: bool,
    /// The types that are newer there and have no holder, and of which it has a field of today under another name or not at all.
    /// They cannot be written at its version. Found once all of it is loaded.
    pub(crate) own: OnceBox<Vec<&'static str>>,
}

/// The style of fields followed by retained ones; a type may have no fields of its own.
pub(crate) fn style(fields: &FieldsDef, held: Option<&Unknown>) -> Style {
    let Some(held) = held else { return fields.written() };
    match (fields.style, held.text()) {
        (Style::Unit, Some(text)) => text.style,
        (style, _) => {
            let own = fields.list.iter().filter_map(|field| held.key(&field.name));
            style.written(own.chain(held.fields().map(|(name, _)| name)))
        }
    }
}

#[expect(non_upper_case_globals, reason = "they stand for the variants of the policy")]
impl Unknown {
    /// [`UnknownPolicy::Error`]
    pub const Error: UnknownPolicy = UnknownPolicy::Error;
    /// [`UnknownPolicy::Skip`]
    pub const Skip: UnknownPolicy = UnknownPolicy::Skip;
    /// [`UnknownPolicy::Retain`]
    pub const Retain: UnknownPolicy = UnknownPolicy::Retain;
}

impl Unknown {
    /// Creates an empty holder.
    #[must_use]
    pub const fn new() -> Self {
        Self(None)
    }

    pub(crate) fn keep(kept: Kept) -> Self {
        Self(Some(Arc::new(kept)))
    }

    /// Returns `true` if nothing was retained.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            None => true,
            Some(kept) => kept.variant.is_none() && kept.fields.is_empty(),
        }
    }

    /// Returns the name of the retained variant, if the holder is that of a variant.
    #[must_use]
    pub fn variant(&self) -> Option<&str> {
        self.0.as_ref()?.variant.as_deref()
    }

    /// Returns the names of the retained fields, in the order of the archive.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fields().map(|(name, _)| name)
    }

    /// Returns the retained field of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value<'static>> {
        self.fields().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Whether the archive lacks the field at `index` of the shape.
    pub(crate) fn lacks(&self, index: usize) -> bool {
        self.0.as_ref().is_some_and(|kept| kept.lacking.contains(&index))
    }

    pub(crate) fn tables(&self) -> Option<&Arc<Tables>> {
        self.0.as_ref()?.tables.as_ref()
    }

    /// The fields with their names, in archive order.
    pub(crate) fn fields(&self) -> impl ExactSizeIterator<Item = (&str, &Value<'static>)> {
        let fields = self.0.as_ref().map(|kept| kept.fields.as_slice()).unwrap_or_default();
        fields.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// How the source text wrote it, if it comes from text.
    pub(crate) fn text(&self) -> Option<&FromText> {
        self.0.as_ref()?.text.as_ref()
    }

    pub(crate) fn schema(&self) -> Option<&Arc<Schema>> {
        self.0.as_ref()?.schema.as_ref()
    }

    /// The error for an archive that cannot hold this data.
    #[cold]
    #[inline(never)]
    pub(crate) fn refused(&self, record: &Scope) -> Error {
        let error = match self.variant() {
            Some(name) => {
                let name = shown(name);
                let detail = format!(
                    "the variant `{name}` was retained from another program, and cannot be saved here"
                );
                Error::new(ErrorKind::Retained, detail).with_help(
                    "save it as a file with its schema, or put another value in its place",
                )
            }
            None if is_catch(record) => nothing_retained(),
            None => {
                let detail =
                    "this field was retained from another program, and cannot be saved here";
                Error::new(ErrorKind::Retained, detail)
                    .at_path(&shown(self.names().next().unwrap_or_default()))
            }
        };
        let error = error.in_record(record);
        match self.text() {
            Some(text) => error.with_help(text.ways_out(self.variant().is_some())),
            None => error,
        }
    }
}

/// A variant for unknown ones stands for none: the program made it, and no load.
#[cold]
pub(crate) fn nothing_retained() -> Error {
    let detail = "this variant is for unknown ones, but nothing was retained in it";
    Error::new(ErrorKind::Retained, detail).with_help("put another variant in its place")
}

impl FromText {
    /// Its source, for messages.
    pub(crate) fn source(&self) -> &'static str {
        if self.is_json { "JSON or another serde format" } else { "a text" }
    }

    /// Advice on how it can be saved.
    pub(crate) fn ways_out(&self, is_variant: bool) -> String {
        let (source, form) =
            (self.source(), if self.is_json { "in such a format" } else { "as a text" });
        let other = match is_variant {
            true => "use another variant",
            false => "drop it with `Options::unknown(Unknown::Skip)`",
        };
        format!(
            "it was retained from {source}, which states no types: save it {form} again, or {other}"
        )
    }
}

impl PartialEq for Unknown {
    fn eq(&self, other: &Self) -> bool {
        self.variant() == other.variant() && self.fields().eq(other.fields())
    }
}

impl Eq for Unknown {}

/// `{}`, `{"stamina": 30}`, or `Fly {"height": 2.0}`
impl fmt::Debug for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(variant) = self.variant() {
            write!(f, "{variant} ")?;
        }
        let shown = |(name, value)| (name, Shown(value));
        f.debug_map().entries(self.fields().map(shown)).finish()
    }
}

/// Prints a value as text, which shows all that matters.
struct Shown<'v>(&'v Value<'static>);

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.0, f)
    }
}

/// The lifespan of what is in no version, and so in no schema: holders, and variants that catch unknown
/// ones.
pub(crate) const NEVER: Lifespan = Lifespan::between(0, 0);

/// The tag of the variant that catches unknown ones; it occurs in no archive.
pub(crate) const CATCH: u32 = u32::MAX;

/// Whether a scope is that of the variant that catches unknown ones.
#[inline(always)]
pub(crate) fn is_catch(record: &Scope) -> bool {
    record.tag == CATCH && record.shape.catches()
}

impl Field {
    /// Whether it holds unknown fields. The derive puts it after all others.
    pub(crate) fn is_holder(&self) -> bool {
        self.lifespan == NEVER
    }
}

impl Variant {
    /// Whether it catches unknown variants.
    pub(crate) fn is_catch(&self) -> bool {
        self.lifespan == NEVER
    }
}

/// Whether a struct or variant with these fields has a holder for unknown ones.
pub(crate) fn holds(fields: &[Field]) -> bool {
    fields.last().is_some_and(Field::is_holder)
}

impl Shape {
    /// Whether the enum has a variant that catches unknown ones.
    pub(crate) fn catches(&self) -> bool {
        self.variants().last().is_some_and(Variant::is_catch)
    }

    /// The key by which the writer and a value's tree identify a struct or variant.
    pub(crate) fn key(&self, tag: u32) -> (String, String) {
        let variant = self.variant(tag).filter(|it| !it.is_catch());
        (self.name.to_owned(), variant.map(|it| it.name.to_owned()).unwrap_or_default())
    }
}
