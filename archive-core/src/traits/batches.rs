//! The trait of archives that take many values of one field at once.

use core::any::Any;

use crate::class::SaveClass;
use crate::{Number, OutputArchive, Scope, Serialize, Shape, Step};

/// An archive that takes many values of one field at once: the column writer. The result is the same as if
/// they were visited one by one. A batch has at most 64 values, and all types have today's versions.
///
/// Each method fails if the archive or a value does.
#[allow(clippy::missing_errors_doc, reason = "said once for all of them")]
pub trait Batches: OutputArchive {
    /// Writes many values by visiting each.
    fn one_by_one<T: Serialize>(&mut self, values: &[&T]) -> Result<(), Self::Error>;

    /// Writes the same part of many values; `part` returns it.
    fn part_rows<'v, S, T: Serialize + 'v>(
        &mut self,
        step: Step<'_>,
        values: &[&'v S],
        part: impl Fn(&'v S) -> &'v T,
    ) -> Result<(), Self::Error>;

    /// Writes one number of each of many values; `of` returns it.
    fn number_rows<'v, S, N: Number + Serialize>(
        &mut self,
        values: &[&'v S],
        of: impl Fn(&'v S) -> N,
    ) -> Result<(), Self::Error>;

    /// Writes many lists of bools.
    fn bools_rows<L: AsRef<[bool]>>(&mut self, values: &[&L]) -> Result<(), Self::Error>;

    /// Writes many texts.
    fn str_rows<L: AsRef<str>>(&mut self, values: &[&L]) -> Result<(), Self::Error>;

    /// Writes many byte sequences.
    fn bytes_rows<L: AsRef<[u8]>>(&mut self, values: &[&L]) -> Result<(), Self::Error>;

    /// Writes many options.
    fn option_rows<T: Serialize>(&mut self, values: &[&Option<T>]) -> Result<(), Self::Error>;

    /// Writes many lists.
    fn slice_rows<L: AsRef<[T]>, T: Serialize>(&mut self, values: &[&L])
    -> Result<(), Self::Error>;

    /// Writes many lists of numbers.
    fn numbers_rows<L: AsRef<[N]>, N: Number + Serialize>(
        &mut self,
        values: &[&L],
    ) -> Result<(), Self::Error>;

    /// Writes many arrays.
    fn array_rows<L: AsRef<[T]>, T: Serialize>(&mut self, values: &[&L])
    -> Result<(), Self::Error>;

    /// Writes many arrays of numbers, nested in the given number of further arrays.
    fn number_array_rows<'v, T: Serialize, N: Number>(
        &mut self,
        values: &[&'v T],
        levels: usize,
        numbers: impl Fn(&'v T) -> &'v [N],
    ) -> Result<(), Self::Error>;

    /// Writes many maps. The closure returns a map's entries in order, given its index and the map.
    fn map_rows<'v, T, K, V, I>(
        &mut self,
        values: &[&'v T],
        len: impl Fn(&'v T) -> usize,
        entries: impl Fn(usize, &'v T) -> I,
    ) -> Result<(), Self::Error>
    where
        T: Serialize,
        K: Serialize + 'v,
        V: Serialize + 'v,
        I: Iterator<Item = (&'v K, &'v V)>;

    /// Writes many sets. The closure returns a set's elements in order, given its index and the set.
    fn set_rows<'v, S, T, I>(
        &mut self,
        values: &[&'v S],
        len: impl Fn(&'v S) -> usize,
        elements: impl Fn(usize, &'v S) -> I,
    ) -> Result<(), Self::Error>
    where
        S: Serialize,
        T: Serialize + 'v,
        I: Iterator<Item = &'v T>;

    /// Begins the fields of many values of one struct.
    fn begin_rows(&mut self, shape: &'static Shape) -> Result<Scope, Self::Error>;

    /// Ends the fields of many values of one struct or variant.
    fn end_rows(&mut self, scope: Scope) -> Result<(), Self::Error>;

    /// Begins the fields of many values of one variant, whose tags were written by
    /// [`unit_variant_rows`](Self::unit_variant_rows).
    fn variant_rows(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Self::Error>;

    /// Writes the variants of many values by their indices, for an enum with at most 256 variants. Fields
    /// follow separately.
    fn unit_variant_rows(
        &mut self,
        shape: &'static Shape,
        indices: &[u8],
    ) -> Result<(), Self::Error>;

    /// Writes many objects of one class, each as the part `step` of its variant.
    fn class_rows(
        &mut self,
        step: Step<'_>,
        class: &dyn SaveClass,
        objects: &[&dyn Any],
    ) -> Result<(), Self::Error>;
}
