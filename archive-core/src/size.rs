//! How many bytes values take as rows.

use crate::{Error, ErrorKind, Field, Kind, PrimitiveKind, Variant};

/// The error of an impl whose values take other bytes than it declares.
#[cold]
#[inline(never)]
pub(crate) fn other_size() -> Error {
    Error::new(ErrorKind::Shape, "a value does not take the bytes that its type declares")
}

/// How a value stands in a row of a table that was put together from columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InRow {
    /// The bytes it takes there: numbers, lengths and tags.
    pub(crate) bytes: usize,
    /// How many of its parts stand elsewhere: texts, and tables of their own.
    pub(crate) sides: usize,
    /// Whether an option stands there with what it holds.
    pub(crate) has_option: bool,
}

/// An option stands in its row with what it holds if that is no more than numbers of so many bytes.
pub(crate) const MOST_HELD: usize = 16;

impl InRow {
    /// So many bytes and parts elsewhere, without options.
    pub(crate) const fn new(bytes: usize, sides: usize) -> Self {
        Self { bytes, sides, has_option: false }
    }

    /// How an option of a value stands in a row that stands there so.
    const fn option(inner: Option<Self>) -> Self {
        match inner {
            Some(Self { bytes, sides: 0, has_option: false }) if bytes <= MOST_HELD => {
                Self { bytes: bytes.saturating_add(1), sides: 0, has_option: true }
            }
            _ => Self::new(1, 1),
        }
    }
}

/// What floats a value is made up of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Floats {
    /// None at all, and nothing else.
    Nothing,
    /// One or more of so many bytes each, and nothing else; none in an array.
    Of(usize),
    /// Floats of different kinds, or something else.
    Mixed,
}

impl Floats {
    /// What a number of a kind is.
    pub(crate) const fn of(kind: PrimitiveKind) -> Self {
        match kind {
            PrimitiveKind::Unit => Self::Nothing,
            PrimitiveKind::F32 => Self::Of(4),
            PrimitiveKind::F64 => Self::Of(8),
            _ => Self::Mixed,
        }
    }

    /// What a value of this and one of `next` are together.
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
    /// How many calls to an archive a value is, lists and what is behind pointers counted as one:
    /// what decides which types' code is inlined into others'.
    pub(crate) parts: u32,
    /// Levels of derived types within each other, if the size is fixed.
    pub(crate) levels: u32,
    /// How a value of today's version stands in a table, if that is known.
    pub(crate) in_row: Option<InRow>,
    /// Whether a value may stand in other bytes in older versions, whatever lists and pointers in it lead to.
    pub(crate) evolves: bool,
    /// Whether a value is nothing but floats.
    pub(crate) floats: Floats,
    /// Whether a value, of a recursive type, stands beside the rows of tables as a whole.
    pub(crate) is_beside: bool,
    /// Whether values that differ may be stored alike, as a module or an impl by hand makes them others.
    pub(crate) is_partial: bool,
}

impl Size {
    /// Every value is a number of this kind, or nothing.
    pub(crate) const fn number(kind: PrimitiveKind) -> Self {
        Self { floats: Floats::of(kind), ..Self::plain(kind.min_size()).for_ever() }
    }

    /// Whether the code of a type of this size may be inlined into that of another: the code of
    /// types within types would otherwise grow without a bound.
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

    /// Creates the size of values that take exactly `bytes` bytes, where not all such bytes are valid.
    #[must_use]
    pub const fn fixed(bytes: usize) -> Self {
        Self { fixed: Some(bytes), ..Self::at_least(bytes).in_row(bytes, 0) }
    }

    /// Creates the size of values that take at least `bytes` bytes.
    #[must_use]
    pub const fn at_least(bytes: usize) -> Self {
        let (fixed, plain, parts, levels, in_row, evolves) = (None, false, 1, 0, None, true);
        let floats = Floats::Mixed;
        let (is_beside, is_partial) = (false, false);
        Self {
            min: bytes,
            min_ever: bytes,
            fixed,
            plain,
            parts,
            levels,
            in_row,
            evolves,
            floats,
            is_beside,
            is_partial,
        }
    }

    /// The size of text: in a table stands where it starts and its length.
    pub(crate) const TEXT: Self = Self::at_least(1).in_row(8, 1).for_ever();

    /// The size of what else starts with a length: lists of all kinds.
    pub(crate) const LIST: Self = Self::at_least(1).in_row(4, 1).for_ever();

    /// The size of what is behind a pointer, which is no part of the pointer's own.
    pub(crate) const POINTER: Self = Self::ANY.in_row(0, 1).for_ever();

    /// This size, of values that are the same in all versions.
    pub(crate) const fn for_ever(self) -> Self {
        Self { evolves: false, ..self }
    }

    /// This size, of values that stand so in a table.
    pub(crate) const fn in_row(self, bytes: usize, sides: usize) -> Self {
        Self { in_row: Some(InRow::new(bytes, sides)), ..self }
    }

    /// The size of an option of values of this size.
    pub(crate) const fn option(self) -> Self {
        let size = Self::at_least(1).holding(self);
        Self { in_row: Some(InRow::option(self.in_row)), ..size }
    }

    /// This size, of values that hold one of the size `inner`.
    pub(crate) const fn holding(self, inner: Self) -> Self {
        Self {
            parts: inner.parts.saturating_add(1),
            evolves: inner.evolves,
            is_partial: inner.is_partial,
            ..self
        }
    }

    /// This size, of values that may be stored alike though they differ.
    #[doc(hidden)]
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

    /// The size of an array of values of this size. Numbers stand in the array's row, everything
    /// else in a table of its own.
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
            plain: self.plain,
            in_row: None,
            floats: Floats::Mixed,
            is_beside: false,
            ..self
        }
    }

    /// This size, of values of a recursive type.
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

/// An enum of unit variants whose tags fit one byte has a fixed size; others are known to
/// hold a tag.
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
