//! The static description of a type: constants that a derive emits and every archive reads.

use crate::{Describe, PrimitiveKind};

/// A type as a value refers to it: its kind, and what it costs in memory.
///
/// ```
/// use archive_core::{Describe, Kind};
///
/// assert!(matches!(<Vec<String>>::TYPE.kind, Kind::List(_)));
/// assert_eq!(<u32>::TYPE.memory, 4);
/// ```
#[derive(Debug)]
pub struct Type {
    /// What the type is.
    pub kind: Kind,
    /// The size of a value in memory, in bytes; 0 for unsized types.
    pub memory: usize,
}

impl Type {
    /// The shape of a struct or an enum, also behind pointers.
    #[must_use]
    pub fn shape(&self) -> Option<&'static Shape> {
        match self.kind {
            Kind::Named(shape) => Some(shape()),
            Kind::Boxed(inner) | Kind::Shared(inner) => inner.shape(),
            _ => None,
        }
    }
}

/// What a type is, as far as its data goes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A number, text or another value without parts.
    Primitive(PrimitiveKind),
    /// Nothing, or one value.
    Option(&'static Type),
    /// Any number of values in an order that matters.
    List(&'static Type),
    /// Distinct values.
    Set(&'static Type),
    /// Distinct keys, each with a value.
    Map(&'static Type, &'static Type),
    /// A fixed number of values of one type.
    Array(&'static Type, usize),
    /// A fixed number of values of several types.
    Tuple(&'static [&'static Type]),
    /// A value behind an owning pointer: the same data as the value itself.
    Boxed(&'static Type),
    /// A value that several owners may point to.
    Shared(&'static Type),
    /// A struct or an enum. The function keeps recursive types from being endless constants.
    Named(fn() -> &'static Shape),
}

/// How many bytes values of a type take when they are written as rows (FORMAT.md §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The fewest bytes of a value of today's version.
    pub min: usize,
    /// The fewest bytes of a value of any version.
    pub min_ever: usize,
    /// The bytes of every value of today's version, if they are the same for all.
    pub fixed: Option<usize>,
    /// Whether every pattern of those bytes is a value.
    pub plain: bool,
}

impl Size {
    /// Nothing is known: a value may take any number of bytes.
    pub const ANY: Self = Self::at_least(0);

    /// Every value takes exactly `bytes` bytes, and any such bytes are a value.
    #[must_use]
    pub const fn plain(bytes: usize) -> Self {
        Self { min: bytes, min_ever: bytes, fixed: Some(bytes), plain: true }
    }

    /// Every value takes exactly `bytes` bytes, but not all such bytes are a value.
    #[must_use]
    pub const fn fixed(bytes: usize) -> Self {
        Self { min: bytes, min_ever: bytes, fixed: Some(bytes), plain: false }
    }

    /// Every value takes `bytes` bytes or more.
    #[must_use]
    pub const fn at_least(bytes: usize) -> Self {
        Self { min: bytes, min_ever: bytes, fixed: None, plain: false }
    }

    /// The size of a value of this size followed by one of `next`.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        Self {
            min: self.min.saturating_add(next.min),
            min_ever: self.min_ever.saturating_add(next.min_ever),
            fixed: match (self.fixed, next.fixed) {
                (Some(a), Some(b)) => a.checked_add(b),
                _ => None,
            },
            plain: self.plain && next.plain,
        }
    }

    /// The size of `count` values of this size.
    #[must_use]
    pub const fn times(self, count: usize) -> Self {
        Self {
            min: self.min.saturating_mul(count),
            min_ever: self.min_ever.saturating_mul(count),
            fixed: match self.fixed {
                Some(bytes) => bytes.checked_mul(count),
                None => None,
            },
            plain: self.plain,
        }
    }
}

/// The versions in which something lives: from `since` up to, but without, `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifespan {
    /// The first version.
    pub since: u32,
    /// The first version without it; `None` while it lives.
    pub until: Option<u32>,
}

impl Lifespan {
    /// From the first version on.
    pub const ALWAYS: Self = Self::since(1);

    /// From version `since` on.
    #[must_use]
    pub const fn since(since: u32) -> Self {
        Self { since, until: None }
    }

    /// From version `since` up to, but without, version `until`.
    #[must_use]
    pub const fn between(since: u32, until: u32) -> Self {
        Self { since, until: Some(until) }
    }

    /// Whether `version` lies within.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, version: u32) -> bool {
        self.since <= version
            && match self.until {
                Some(until) => version < until,
                None => true,
            }
    }
}

/// A name that something had before version `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rename {
    /// The first version with another name.
    pub until: u32,
    /// The name before it.
    pub from: &'static str,
}

/// The name of something at `version`, given today's and its renames in ascending order.
pub(crate) fn name_at(name: &'static str, renamed: &[Rename], version: u32) -> &'static str {
    renamed.iter().find(|rename| version < rename.until).map_or(name, |rename| rename.from)
}

/// Tells two definitions of one name apart: each derive emits one, and its address is unique.
#[derive(Debug)]
pub struct Identity {
    /// The path of the definition in its program, for messages.
    pub path: &'static str,
    /// Its name there.
    pub ident: &'static str,
}

impl Identity {
    /// The identity of the type `ident` in the module `path`.
    #[must_use]
    pub const fn new(path: &'static str, ident: &'static str) -> Self {
        Self { path, ident }
    }

    /// Whether both are one and the same definition.
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

/// What a note for tools may hold.
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

/// A struct's or an enum's own shape with its whole history; it names the types of its fields
/// and never enters them.
#[derive(Debug)]
pub struct Shape {
    /// Which definition this is.
    pub id: &'static Identity,
    /// The stable name.
    pub name: &'static str,
    /// Names of earlier versions, in ascending order.
    pub renamed: &'static [Rename],
    /// The arguments of a generic type.
    pub args: &'static [Arg],
    /// Today's version.
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

/// The fields of a struct or a variant, of all versions, in the order they are written in.
#[derive(Debug)]
pub struct Fields {
    /// How they are written in Rust.
    pub style: Style,
    /// The fields.
    pub list: &'static [Field],
}

/// A field during one lifespan: a field that changed its type is a list of these.
#[derive(Debug)]
pub struct Field {
    /// Its name today, or when it was removed.
    pub name: &'static str,
    /// Names of earlier versions, in ascending order.
    pub renamed: &'static [Rename],
    /// Other names that archives which go by names accept.
    pub aliases: &'static [&'static str],
    /// The versions in which it has this type.
    pub lifespan: Lifespan,
    /// Its type.
    pub ty: &'static Type,
    /// The bytes it takes.
    pub size: Size,
    /// Whether it may be absent from archives that go by names.
    pub has_default: bool,
    /// The doc comment.
    pub doc: &'static str,
    /// Notes for tools.
    pub meta: &'static [Meta],
}

impl Field {
    /// Its name at `version`.
    #[must_use]
    pub fn name_at(&self, version: u32) -> &'static str {
        name_at(self.name, self.renamed, version)
    }
}

/// A variant of an enum.
#[derive(Debug)]
pub struct Variant {
    /// Its name today, or when it was removed.
    pub name: &'static str,
    /// Names of earlier versions, in ascending order.
    pub renamed: &'static [Rename],
    /// Other names that archives which go by names accept.
    pub aliases: &'static [&'static str],
    /// The number that stands for it, the same in every version.
    pub tag: u32,
    /// The versions in which it lives.
    pub lifespan: Lifespan,
    /// Its fields.
    pub fields: Fields,
    /// The doc comment.
    pub doc: &'static str,
    /// Notes for tools.
    pub meta: &'static [Meta],
}

impl Variant {
    /// Its name at `version`.
    #[must_use]
    pub fn name_at(&self, version: u32) -> &'static str {
        name_at(self.name, self.renamed, version)
    }
}

impl Shape {
    /// Its name at `version`.
    #[must_use]
    pub fn name_at(&self, version: u32) -> &'static str {
        name_at(self.name, self.renamed, version)
    }

    /// Today's name and those of earlier versions.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        core::iter::once(self.name).chain(self.renamed.iter().map(|rename| rename.from))
    }

    /// The variants of an enum, in ascending order of their tags; none for a struct.
    #[inline(always)]
    #[must_use]
    pub const fn variants(&self) -> &'static [Variant] {
        match self.body {
            Body::Struct(_) => &[],
            Body::Enum(variants) => variants,
        }
    }

    /// The fields of a struct; none for an enum.
    #[inline(always)]
    #[must_use]
    pub const fn fields(&self) -> &'static [Field] {
        match &self.body {
            Body::Struct(fields) => fields.list,
            Body::Enum(_) => &[],
        }
    }

    /// The variant with this tag.
    #[must_use]
    pub fn variant(&self, tag: u32) -> Option<&'static Variant> {
        let variants = self.variants();
        let at = variants.binary_search_by_key(&tag, |variant| variant.tag).ok()?;
        variants.get(at)
    }

    /// The bytes that a value takes as rows.
    #[must_use]
    pub const fn size(&self) -> Size {
        match &self.body {
            Body::Struct(fields) => size_of_fields(fields.list, self.version, self.oldest),
            Body::Enum(variants) => size_of_variants(variants, self.version),
        }
    }
}

#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const, checked by the loop"
)]
const fn size_of_fields(fields: &[Field], version: u32, oldest: u32) -> Size {
    let mut sum = Size::plain(0);
    let mut ever = 0_usize;
    let mut i = 0;
    while i < fields.len() {
        let field = &fields[i];
        if field.lifespan.contains(version) {
            sum = sum.then(field.size);
        }
        if field.lifespan.contains(oldest) && field.lifespan.until.is_none() {
            ever = ever.saturating_add(field.size.min_ever);
        }
        i += 1;
    }
    sum.min_ever = ever;
    sum
}

/// An enum of unit variants whose tags fit one byte has a fixed size; others are known to
/// hold a tag.
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const, checked by the loop"
)]
const fn size_of_variants(variants: &[Variant], version: u32) -> Size {
    let mut i = 0;
    while i < variants.len() {
        let variant = &variants[i];
        let lives = variant.lifespan.contains(version);
        if lives && (variant.tag > 127 || !variant.fields.list.is_empty()) {
            return Size::at_least(1);
        }
        i += 1;
    }
    Size::fixed(1)
}

/// A struct or an enum: a type with a shape of its own.
pub trait Named: Describe {
    /// The type's own shape.
    const SHAPE: &'static Shape;
}

/// The record that an archive is in: one struct, or one variant of an enum, of one version.
///
/// [`OutputArchive::begin`](crate::OutputArchive::begin) and its like return it, and the calls
/// for its fields take it back.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The type.
    pub shape: &'static Shape,
    /// Its fields, or those of the variant.
    pub fields: &'static [Field],
    /// The version of the type in this archive.
    pub version: u32,
    /// The tag of the variant; 0 for a struct.
    pub tag: u32,
}

impl Record {
    /// A struct at `version`.
    #[inline(always)]
    #[must_use]
    pub const fn of_struct(shape: &'static Shape, version: u32) -> Self {
        Self { shape, fields: shape.fields(), version, tag: 0 }
    }

    /// The variant at `index` of the shape's variants, at `version`.
    #[inline(always)]
    #[must_use]
    pub fn of_variant(shape: &'static Shape, index: usize, version: u32) -> Self {
        match shape.variants().get(index) {
            Some(variant) => Self { shape, fields: variant.fields.list, version, tag: variant.tag },
            None => Self { shape, fields: &[], version, tag: 0 },
        }
    }

    /// This record with the fields of the variant at `index`, once its tag is known.
    #[inline(always)]
    #[must_use]
    pub fn variant(self, index: usize) -> Self {
        Self::of_variant(self.shape, index, self.version)
    }

    /// Whether the field at `index` lives in this version.
    #[inline(always)]
    #[must_use]
    pub fn lives(&self, index: usize) -> bool {
        match self.fields.get(index) {
            Some(field) => field.lifespan.contains(self.version),
            None => false,
        }
    }
}
