//! The sizes of values as rows.

use crate::{Error, ErrorKind, Field, Kind, PrimitiveKind, Variant};

/// The error for an impl whose values take another number of bytes than it declares.
#[cold]
#[inline(never)]
pub(crate) fn other_size() -> Error {
    Error::new(ErrorKind::Shape, "a value does not take the bytes that its type declares")
}

/// The layout of a value in a row of a table that is assembled from columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InRow {
    /// The bytes in the row: numbers, lengths and tags.
    pub(crate) bytes: usize,
    /// The number of parts stored elsewhere: texts and child tables.
    pub(crate) sides: usize,
    /// Whether the row contains an option together with its content.
    pub(crate) has_option: bool,
}

/// The content of an option is in the row only if it consists of at most this many bytes of numbers.
pub(crate) const MOST_HELD: usize = 16;

impl InRow {
    /// A layout of `bytes` bytes and `sides` parts elsewhere, without options.
    pub(crate) const fn new(bytes: usize, sides: usize) -> Self {
        Self { bytes, sides, has_option: false }
    }

    /// The layout of an option of a value with this layout.
    const fn option(inner: Option<Self>) -> Self {
        match inner {
            Some(Self { bytes, sides: 0, has_option: false }) if bytes <= MOST_HELD => {
                Self { bytes: bytes.saturating_add(1), sides: 0, has_option: true }
            }
            _ => Self::new(1, 1),
        }
    }
}

/// Which floats a value consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Floats {
    /// No bytes at all.
    Nothing,
    /// Only floats of this many bytes, at least one; an empty array has none.
    Of(usize),
    /// Floats of several sizes, or other data.
    Mixed,
}

impl Floats {
    /// For a number of this kind.
    pub(crate) const fn of(kind: PrimitiveKind) -> Self {
        match kind {
            PrimitiveKind::Unit => Self::Nothing,
            PrimitiveKind::F32 => Self::Of(4),
            PrimitiveKind::F64 => Self::Of(8),
            _ => Self::Mixed,
        }
    }

    /// For a value of this followed by one of `next`.
    pub(crate) const fn then(self, next: Self) -> Self {
        match (self, next) {
            (one, Self::Nothing) | (Self::Nothing, one) => one,
            (Self::Of(a), Self::Of(b)) if a == b => self,
            _ => Self::Mixed,
        }
    }
}

/// The number of bytes that values of a type take in rows (FORMAT.md §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The minimum number of bytes of a value at the current version.
    pub min: usize,
    /// The minimum number of bytes of a value at any version.
    pub min_ever: usize,
    /// The number of bytes of every value at the current version, if it is always the same.
    pub fixed: Option<usize>,
    /// Whether every pattern of these bytes is a valid value.
    pub plain: bool,
    /// The number of archive calls that a value takes, where a list or a pointer's target counts as one.
    /// Determines which types' code is inlined into others'.
    pub(crate) parts: u32,
    /// The nesting depth of derived types, if the size is fixed.
    pub(crate) levels: u32,
    /// The layout of a current value in a table, if known.
    pub(crate) in_row: Option<InRow>,
    /// Whether the bytes of a value differ in older versions, not counting what its lists and pointers lead
    /// to.
    pub(crate) evolves: bool,
    /// Which floats a value consists of.
    pub(crate) floats: Floats,
    /// Whether values, of a recursive type, are stored as a whole beside the rows of tables.
    pub(crate) is_beside: bool,
    /// Whether different values may have the same bytes, because a module or a hand-written impl converts
    /// them.
    pub(crate) is_partial: bool,
}

impl Size {
    /// The size of numbers of this kind, or of `()`.
    pub(crate) const fn number(kind: PrimitiveKind) -> Self {
        Self { floats: Floats::of(kind), ..Self::plain(kind.min_size()).for_ever() }
    }

    /// Whether the code of a type with this size may be inlined into another's. Without a limit, the code of
    /// nested types would grow without bound.
    #[inline(always)]
    pub(crate) const fn is_inlined(self) -> bool {
        self.parts <= 16
    }

    /// An unknown size: a value may take any number of bytes.
    pub const ANY: Self = Self::at_least(0);

    /// Creates the size of values that take exactly `bytes` bytes, where all such bytes are valid.
    #[must_use]
    pub const fn plain(bytes: usize) -> Self {
        Self { plain: true, ..Self::fixed(bytes) }
    }

    /// Creates the size of values that take exactly `bytes` bytes, where not all such bytes are valid. An impl that visits what
    /// another type does states the `SIZE` of that type, which says more of its parts: otherwise the first load may read
    /// them twice, with their hooks.
    #[must_use]
    pub const fn fixed(bytes: usize) -> Self {
        Self { fixed: Some(bytes), ..Self::at_least(bytes).in_row(bytes, 0) }
    }

    /// Creates the size of values that take at least `bytes` bytes.
    #[must_use]
    pub const fn at_least(bytes: usize) -> Self {
        Self {
            min: bytes,
            min_ever: bytes,
            fixed: None,
            plain: false,
            parts: 1,
            levels: 0,
            in_row: None,
            evolves: true,
            floats: Floats::Mixed,
            is_beside: false,
            is_partial: false,
        }
    }

    /// The size of text; in a table, a row has its start and length.
    pub(crate) const TEXT: Self = Self::at_least(1).in_row(8, 1).for_ever();

    /// The size of anything else that starts with a length: all kinds of lists.
    pub(crate) const LIST: Self = Self::at_least(1).in_row(4, 1).for_ever();

    /// The size of a pointer, not including its target.
    pub(crate) const POINTER: Self = Self::ANY.in_row(0, 1).for_ever();

    /// This size, for values that are the same in all versions.
    pub(crate) const fn for_ever(self) -> Self {
        Self { evolves: false, ..self }
    }

    /// This size, with a layout in tables.
    pub(crate) const fn in_row(self, bytes: usize, sides: usize) -> Self {
        Self { in_row: Some(InRow::new(bytes, sides)), ..self }
    }

    /// The size of an option of a value of this size.
    pub(crate) const fn option(self) -> Self {
        let size = Self::at_least(1).holding(self);
        Self { in_row: Some(InRow::option(self.in_row)), ..size }
    }

    /// This size, for values that contain one of size `inner`.
    pub(crate) const fn holding(self, inner: Self) -> Self {
        Self {
            parts: inner.parts.saturating_add(1),
            evolves: inner.evolves,
            is_partial: inner.is_partial,
            ..self
        }
    }

    /// Returns this size for values that may have the same bytes although they differ, as a hand-written impl leaves something
    /// out. If such values are the keys of a map or set, saving fails if two of them have the same bytes, since the archive could
    /// not be loaded.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use archive::{Describe, Deserialize, ErrorKind, InputArchive, OutputArchive, Serialize, Size, Type};
    ///
    /// /// A place with a note that is not saved.
    /// #[derive(PartialEq, Eq, PartialOrd, Ord)]
    /// struct Place(u32, &'static str);
    ///
    /// impl Describe for Place {
    ///     const TYPE: &'static Type = u32::TYPE;
    ///     const SIZE: Size = u32::SIZE.partial();
    /// }
    /// impl Serialize for Place {
    ///     fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
    ///         archive.u32(self.0)
    ///     }
    /// }
    /// impl<'a> Deserialize<'a> for Place {
    ///     fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
    ///         Ok(Self(archive.u32()?, ""))
    ///     }
    /// }
    ///
    /// let map = BTreeMap::from([(Place(1, "here"), 5_u8), (Place(1, "there"), 7)]);
    /// assert_eq!(archive::to_vec(&map).unwrap_err().kind(), ErrorKind::Unrepresentable);
    /// ```
    #[must_use]
    pub const fn partial(self) -> Self {
        Self { is_partial: true, ..self }
    }

    /// Returns the size of a value of this size followed by one of size `next`.
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
            parts: self.parts.saturating_add(next.parts),
            levels: if self.levels > next.levels { self.levels } else { next.levels },
            in_row: match (self.in_row, next.in_row) {
                (Some(a), Some(b)) => Some(InRow {
                    bytes: a.bytes.saturating_add(b.bytes),
                    sides: a.sides.saturating_add(b.sides),
                    has_option: a.has_option || b.has_option,
                }),
                _ => None,
            },
            evolves: self.evolves || next.evolves,
            floats: self.floats.then(next.floats),
            is_beside: false,
            is_partial: self.is_partial || next.is_partial,
        }
    }

    /// The size of an array of values of this size. In tables, numbers are in the array's row, and
    /// everything else in a child table.
    pub(crate) const fn array(self, count: usize, of: &Kind) -> Self {
        match (of.is_run(), self.in_row) {
            (true, Some(row)) => self.times(count).in_row(row.bytes.saturating_mul(count), 0),
            _ => self.times(count).in_row(0, 1),
        }
    }

    /// Returns the size of `count` values of this size.
    #[must_use]
    pub const fn times(self, count: usize) -> Self {
        Self {
            min: self.min.saturating_mul(count),
            min_ever: self.min_ever.saturating_mul(count),
            fixed: match self.fixed {
                Some(bytes) => bytes.checked_mul(count),
                None => None,
            },
            in_row: None,
            floats: Floats::Mixed,
            is_beside: false,
            ..self
        }
    }

    /// This size, for values of a recursive type.
    pub(crate) const fn beside_rows(self) -> Self {
        Self { is_beside: true, ..self.in_row(0, 1) }
    }
}

#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const, checked by the loop"
)]
pub(crate) const fn size_of_fields(fields: &[Field], version: u32, oldest: u32) -> Size {
    let mut sum = Size::number(PrimitiveKind::Unit);
    let mut ever = 0_usize;
    let mut i = 0;
    while i < fields.len() {
        let field = &fields[i];
        if field.lifespan.contains(version) {
            sum = sum.then(field.size);
        } else {
            sum.parts = sum.parts.saturating_add(field.size.parts);
        }
        if field.lifespan.contains(oldest) && field.lifespan.until.is_none() {
            ever = ever.saturating_add(field.size.min_ever);
        }
        i += 1;
    }
    sum.min_ever = ever;
    sum.levels = sum.levels.saturating_add(1);
    sum
}

/// The size of an enum: fixed if all variants are units and the tags fit one byte; otherwise at least a tag.
#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const, checked by the loop"
)]
pub(crate) const fn size_of_variants(variants: &[Variant], version: u32) -> Size {
    let mut size = Size { levels: 1, ..Size::fixed(1).for_ever() };
    let (mut tag, mut sides) = (1, 0);
    let mut i = 0;
    while i < variants.len() {
        let variant = &variants[i];
        let lives = variant.lifespan.contains(version);
        if lives && variant.tag > 255 {
            tag = 4;
        }
        if lives && !variant.fields.list.is_empty() {
            sides = 1;
        }
        if lives && (variant.tag > 127 || !variant.fields.list.is_empty()) {
            size.fixed = None;
        }
        let fields = size_of_fields(variant.fields.list, version, version);
        size.parts = size.parts.saturating_add(fields.parts);
        size.evolves = size.evolves || fields.evolves;
        size.is_partial = size.is_partial || fields.is_partial;
        i += 1;
    }
    size.in_row(tag, sides)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use crate::Describe;

    #[test]
    fn what_has_no_versions_does_not_evolve() {
        type Plain = (u8, i128, f32, bool, char, (), usize, Option<Option<u64>>, [f64; 3]);
        type Held = (String, Vec<u8>, core::time::Duration, core::num::NonZeroU8, Result<u8, ()>);
        const { assert!(!<(Plain, Held, core::net::IpAddr)>::SIZE.evolves) };
        assert!(!<(Plain, Held)>::TYPE.evolves());
    }
}
