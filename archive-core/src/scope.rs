//! The scope: the struct or variant that an archive is visiting.

use alloc::borrow::Cow;
use alloc::format;

use crate::private::unknown_tag;
use crate::rows::check_variant;
use crate::shape::Body;
use crate::unknown::CATCH;
use crate::{Error, Field, Fields, Shape};

/// The struct or enum variant that an archive is visiting, at one version.
///
/// [`OutputArchive::begin`](crate::OutputArchive::begin) and similar methods return it; the calls for its fields take
/// it.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// The type.
    pub shape: &'static Shape,
    /// Its fields, or those of the variant. A reference to `Fields` takes one word, a slice two.
    pub(crate) all: &'static Fields,
    /// The version of the type in this archive.
    pub version: u32,
    /// The tag of the variant; 0 for a struct.
    pub tag: u32,
    /// Where the archive keeps the fields, if it has places for them; 0 by default.
    pub place: usize,
}

// Scopes are passed around a lot. Debug builds move anything above four 8-byte words by a call to `memcpy`.
const _: () = assert!(size_of::<Scope>() <= 32);

impl Scope {
    /// Creates the scope of a struct at `version`, which must be one of the type's versions:
    /// [`Shape::check_version`] checks a version from outside.
    #[inline(always)]
    #[must_use]
    pub const fn of_struct(shape: &'static Shape, version: u32) -> Self {
        let all = match &shape.body {
            Body::Struct(fields) => fields,
            Body::Enum(_) => Fields::NONE,
        };
        Self { shape, all, version, tag: 0, place: 0 }
    }

    /// Creates the scope of the variant at `index` of the shape's variants, at `version`, which must be one of the type's
    /// versions, as for [`of_struct`](Self::of_struct).
    ///
    /// If there is no such variant, the scope has the tag of none, and what loads it fails.
    #[inline(always)]
    #[must_use]
    pub fn of_variant(shape: &'static Shape, index: usize, version: u32) -> Self {
        match shape.variants().get(index) {
            Some(variant) => {
                Self { shape, all: &variant.fields, version, tag: variant.tag, place: 0 }
            }
            None => Self::of_tag(shape, CATCH, version),
        }
    }

    /// Creates the scope of a variant of which only the tag is known yet, at `version`.
    #[inline(always)]
    #[must_use]
    pub const fn of_tag(shape: &'static Shape, tag: u32, version: u32) -> Self {
        Self { shape, all: Fields::NONE, version, tag, place: 0 }
    }

    /// Returns the fields of the struct or of the variant.
    #[inline(always)]
    #[must_use]
    pub const fn fields(&self) -> &'static [Field] {
        self.all.list
    }

    /// Sets the variant at `index`, whose fields the scope then has, once its tag is known.
    #[inline(always)]
    #[must_use]
    pub fn variant(self, index: usize) -> Self {
        Self::of_variant(self.shape, index, self.version).at(self.place)
    }

    /// Sets the place where the archive keeps its fields.
    #[inline(always)]
    #[must_use]
    pub const fn at(self, place: usize) -> Self {
        Self { place, ..self }
    }

    /// The name of the struct, or of the variant with that of its enum, for errors.
    pub(crate) fn whole_name(&self) -> Cow<'static, str> {
        let mut variants = self.shape.variants().iter();
        match variants.find(|variant| variant.tag == self.tag) {
            Some(it) => format!("{}::{}", self.shape.name, it.name_at(self.version)).into(),
            None => self.shape.name.into(),
        }
    }

    /// Checks that the variant exists in this version, for an [`OutputArchive`](crate::OutputArchive) that writes older
    /// versions. A struct passes.
    ///
    /// # Errors
    ///
    /// Fails if this version lacks the variant, or the enum has none with this tag.
    pub fn check_variant(&self) -> Result<(), Error> {
        let variants = self.shape.variants();
        match variants.iter().position(|variant| variant.tag == self.tag) {
            Some(index) => check_variant(self, index),
            None if matches!(self.shape.body, Body::Enum(_)) => Err(unknown_tag(self)),
            None => Ok(()),
        }
    }

    /// Returns `true` if the field at `index` exists in this version.
    ///
    /// A hand-written [`Serialize`](crate::Serialize) impl that leaves out a field for an older version must first check
    /// that its value is the one that loading that version gives.
    #[inline(always)]
    #[must_use]
    pub fn lives(&self, index: usize) -> bool {
        match self.fields().get(index) {
            Some(field) => field.lifespan.contains(self.version),
            None => false,
        }
    }
}
