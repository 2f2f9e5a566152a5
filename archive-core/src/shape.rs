//! The static description of a type: constants that the derive emits and every archive reads.

use crate::lifespan::{name_at, names_from};
use crate::schema::in_history;
use crate::size::{size_of_fields, size_of_variants};
use crate::{Describe, Error, Lifespan, Rename, Size, Type};

/// Distinguishes definitions that share a name: each derive emits one, with a unique address.
#[derive(Debug)]
pub struct Identity {
    /// The path of the definition in its program, for error messages.
    pub path: &'static str,
    /// Its name there.
    pub ident: &'static str,
    /// Whether the definition is recursive.
    pub(crate) is_recursive: bool,
    /// Whether a field is skipped or stored as another type, so that different values may be saved as the
    /// same bytes.
    pub(crate) is_partial: bool,
    /// The removed parts that have an `into`.
    moved: &'static [Moved],
    /// The fields that a function converts.
    converted: &'static [Converted],
}

/// A removed field or variant whose `into` takes the stored value: the variant's name (empty for a struct),
/// the field's name (empty for the variant itself), and the version of the removal.
type Moved = (&'static str, &'static str, u32);

/// A field that a function converted: the variant's name (empty for a struct), the field's name, and the version since
/// which it has the new type.
type Converted = (&'static str, &'static str, u32);

impl Identity {
    /// Creates the identity of the type `ident` in the module `path`. Keep it in a `static`, as two identities are two types:
    /// `static ID: Identity = Identity::new(module_path!(), "Item");`. A constant, or an identity made in place within a generic
    /// type, may have several addresses.
    #[must_use]
    pub const fn new(path: &'static str, ident: &'static str) -> Self {
        Self { path, ident, is_recursive: false, is_partial: false, moved: &[], converted: &[] }
    }

    /// Creates the identity of a recursive type. For derived code.
    #[doc(hidden)]
    #[must_use]
    pub const fn recursive(path: &'static str, ident: &'static str) -> Self {
        Self { is_recursive: true, ..Self::new(path, ident) }
    }

    /// Marks a type that does not save all of its fields as they are.
    #[doc(hidden)]
    #[must_use]
    pub const fn partial(self) -> Self {
        Self { is_partial: true, ..self }
    }

    /// Marks a type with removed parts that have an `into`.
    #[doc(hidden)]
    #[must_use]
    pub const fn moving(self, moved: &'static [Moved]) -> Self {
        Self { moved, ..self }
    }

    /// Marks a type with fields that a function converts.
    #[doc(hidden)]
    #[must_use]
    pub const fn converting(self, converted: &'static [Converted]) -> Self {
        Self { converted, ..self }
    }

    /// Whether a function converts between this field and the type that it had before.
    pub(crate) fn converts_field(&self, variant: &str, field: &Field) -> bool {
        self.converted.contains(&(variant, field.name, field.lifespan.since))
    }

    /// Whether an `into` takes this field of the struct, or of the variant with this name.
    pub(crate) fn moves_field(&self, variant: &str, field: &Field) -> bool {
        field.lifespan.until.is_some_and(|until| self.moved.contains(&(variant, field.name, until)))
    }

    /// Whether an `into` takes this variant.
    pub(crate) fn moves_variant(&self, variant: &Variant) -> bool {
        variant.lifespan.until.is_some_and(|until| self.moved.contains(&(variant.name, "", until)))
    }

    /// Returns `true` if both are the same definition.
    #[inline]
    #[must_use]
    pub fn is(&'static self, other: &'static Self) -> bool {
        core::ptr::eq(self, other)
    }
}

/// An argument of a generic type.
#[derive(Debug)]
pub enum Arg {
    /// A type.
    Type(&'static Type),
    /// The value of a constant.
    Const(i128),
}

/// A note for tools: `#[archive(meta(unit = "m"))]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meta {
    /// Its key.
    pub key: &'static str,
    /// Its value.
    pub value: MetaValue,
}

/// The value of a note for tools.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MetaValue {
    /// `hidden`, or `hidden = true`.
    Bool(bool),
    /// `min = -4`.
    Int(i128),
    /// `max = 0.5`.
    Float(f64),
    /// `unit = "m"`.
    Str(&'static str),
}

/// The shape of a struct or an enum with its whole history. It refers to the types of its fields but does not include
/// their shapes.
#[derive(Debug)]
pub struct Shape {
    /// The definition.
    pub id: &'static Identity,
    /// The stable name.
    pub name: &'static str,
    /// Its names in earlier versions, in ascending order.
    pub renamed: &'static [Rename],
    /// The arguments of a generic type.
    pub args: &'static [Arg],
    /// The current version.
    pub version: u32,
    /// The oldest version that can be loaded.
    pub oldest: u32,
    /// The fields or variants.
    pub body: Body,
    /// The doc comment.
    pub doc: &'static str,
    /// Notes for tools.
    pub meta: &'static [Meta],
}

/// The parts of a shape.
#[derive(Debug)]
pub enum Body {
    /// A struct.
    Struct(Fields),
    /// An enum; its variants in ascending order of their tags.
    Enum(&'static [Variant]),
}

/// How fields are written in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `S { a: T }`
    Named,
    /// `S(T)`
    Tuple,
    /// `S`
    Unit,
}

impl Style {
    /// The style in which archives by name write fields with these names. If a tuple has lost fields, they
    /// are written with names: positions would mislead a program that does not know which are gone.
    pub(crate) fn written<'n>(self, names: impl Iterator<Item = &'n str>) -> Self {
        let mut buffer = itoa::Buffer::new();
        let is_gapless = || names.enumerate().all(|(place, name)| buffer.format(place) == name);
        if self == Self::Tuple && !is_gapless() { Self::Named } else { self }
    }
}

/// The fields of a struct or a variant in all versions, in the order in which they are written.
#[derive(Debug)]
pub struct Fields {
    /// How they are written in Rust.
    pub style: Style,
    /// The fields.
    pub list: &'static [Field],
}

impl Fields {
    /// No fields.
    pub(crate) const NONE: &'static Self = &Self { style: Style::Unit, list: &[] };

    /// Today's type of the only field, if there never was another one, and it has no name.
    pub(crate) fn only_unnamed(&self) -> Option<&'static Type> {
        let is_only = self.style == Style::Tuple && self.list.iter().all(|it| it.name == "0");
        self.list.last().filter(|_| is_only).map(|field| field.ty)
    }
}

/// A field during one lifespan; a field whose type changed has several.
#[derive(Debug)]
pub struct Field {
    /// Its current name, or its last one if it was removed.
    pub name: &'static str,
    /// Its names in earlier versions, in ascending order.
    pub renamed: &'static [Rename],
    /// Other names accepted in input that is read by name.
    pub aliases: &'static [&'static str],
    /// The versions in which it has this type.
    pub lifespan: Lifespan,
    /// Its type.
    pub ty: &'static Type,
    /// The number of bytes it takes in rows.
    pub size: Size,
    /// Whether it may be absent from input that is read by name.
    pub has_default: bool,
    /// Whether it is a tombstone; a current field of the same name is then a different field.
    pub removed: bool,
    /// Whether texts and JSON list its fields among those of the containing struct.
    pub flatten: bool,
    /// The doc comment.
    pub doc: &'static str,
    /// Notes for tools.
    pub meta: &'static [Meta],
}

impl Field {
    /// Returns its name at `version`.
    #[must_use]
    pub fn name_at(&self, version: u32) -> &'static str {
        name_at(self.name, self.renamed, version)
    }

    /// The names by which it may be found at a version: its name then, its aliases, and its older names that
    /// are not given up by then (another field may have such a name since). At version 0, all names it ever
    /// had. If a function converts between a field's types, each type has only the older names of its own
    /// versions.
    pub(crate) fn names_from(&self, version: u32) -> impl Iterator<Item = &'static str> {
        names_from(self.name, self.aliases, self.renamed, version)
    }
}

/// A variant of an enum.
#[derive(Debug)]
pub struct Variant {
    /// Its current name, or its last one if it was removed.
    pub name: &'static str,
    /// Its names in earlier versions, in ascending order.
    pub renamed: &'static [Rename],
    /// Other names accepted in input that is read by name.
    pub aliases: &'static [&'static str],
    /// Its number in archives, the same in every version.
    pub tag: u32,
    /// The versions in which it exists.
    pub lifespan: Lifespan,
    /// Its fields.
    pub fields: Fields,
    /// The doc comment.
    pub doc: &'static str,
    /// Notes for tools.
    pub meta: &'static [Meta],
}

impl Variant {
    /// Returns its name at `version`.
    #[must_use]
    pub fn name_at(&self, version: u32) -> &'static str {
        name_at(self.name, self.renamed, version)
    }

    /// The names by which it may be found at a version; see [`Field::names_from`].
    pub(crate) fn names_from(&self, version: u32) -> impl Iterator<Item = &'static str> {
        names_from(self.name, self.aliases, self.renamed, version)
    }
}

impl Shape {
    /// Returns its name at `version`.
    #[must_use]
    pub fn name_at(&self, version: u32) -> &'static str {
        name_at(self.name, self.renamed, version)
    }

    /// Iterates over the current name and those of earlier versions.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        core::iter::once(self.name).chain(self.renamed.iter().map(|rename| rename.from))
    }

    /// Returns the variants of an enum in ascending order of their tags; a struct has none.
    #[inline(always)]
    #[must_use]
    pub const fn variants(&self) -> &'static [Variant] {
        match self.body {
            Body::Struct(_) => &[],
            Body::Enum(variants) => variants,
        }
    }

    /// Returns the fields of a struct; an enum has none.
    #[inline(always)]
    #[must_use]
    pub const fn fields(&self) -> &'static [Field] {
        match &self.body {
            Body::Struct(fields) => fields.list,
            Body::Enum(_) => &[],
        }
    }

    /// The fields of the struct or of all variants, in all versions.
    pub(crate) fn all_fields(&self) -> impl Iterator<Item = &'static Field> {
        let variants = self.variants().iter().flat_map(|variant| variant.fields.list);
        self.fields().iter().chain(variants)
    }

    /// Returns the variant with this tag.
    #[must_use]
    pub fn variant(&self, tag: u32) -> Option<&'static Variant> {
        let variants = self.variants();
        let at = variants.binary_search_by_key(&tag, |variant| variant.tag).ok()?;
        variants.get(at)
    }

    /// Returns `version` if it is one of those that can be loaded: an [`InputArchive`](crate::InputArchive) checks a
    /// version from outside before it makes a [`Scope`](crate::Scope) of it.
    ///
    /// # Errors
    ///
    /// Fails if the version is older than [`oldest`](Self::oldest), or newer than [`version`](Self::version).
    pub fn check_version(&self, version: u32) -> Result<u32, Error> {
        in_history(self, version)
    }

    /// Returns the number of bytes that a value takes in rows.
    #[must_use]
    pub const fn size(&self) -> Size {
        let size = match &self.body {
            Body::Struct(fields) => size_of_fields(fields.list, self.version, self.oldest),
            Body::Enum(variants) => size_of_variants(variants, self.version),
        };
        let size = if self.id.is_recursive { size.beside_rows() } else { size };
        Size { evolves: size.evolves || self.version > self.oldest, ..size }
    }
}

/// A type with its own shape: a struct or an enum.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no shape of its own",
    label = "expected a struct or an enum with the derive",
    note = "structs and enums with `#[derive(Archive)]` have one, unless they are `transparent` or have `with`"
)]
pub trait Named: Describe {
    /// The type's own shape.
    const SHAPE: &'static Shape;
}
