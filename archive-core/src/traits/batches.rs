//! What takes many values of one field together.

use core::any::Any;

use crate::class::SaveClass;
use crate::{Number, OutputArchive, Scope, Serialize, Shape, Step};

/// An archive that takes many values of one field together: that of columns. They are the same as if they were visited one
/// by one, at most 64 of them, of today's versions.
///
/// Each method fails as the archive and the values do.
#[allow(clippy::missing_errors_doc, reason = "said once for all of them")]
pub trait Batches: OutputArchive {
    /// Takes many values by visiting one after the other.
    fn one_by_one<T: Serialize>(&mut self, values: &[&T]) -> Result<(), Self::Error>;

    /// Takes the same part of many values: what `part` gives of each.
    fn part_rows<'v, S, T: Serialize + 'v>(
        &mut self,
        step: Step<'_>,
        values: &[&'v S],
        part: impl Fn(&'v S) -> &'v T,
    ) -> Result<(), Self::Error>;

    /// Takes a number of each of many values: what `of` gives.
    fn number_rows<'v, S, N: Number + Serialize>(
        &mut self,
        values: &[&'v S],
        of: impl Fn(&'v S) -> N,
    ) -> Result<(), Self::Error>;

    /// Takes many lists of bools.
    fn bools_rows<L: AsRef<[bool]>>(&mut self, values: &[&L]) -> Result<(), Self::Error>;

    /// Takes many texts.
    fn str_rows<L: AsRef<str>>(&mut self, values: &[&L]) -> Result<(), Self::Error>;

    /// Takes many sequences of bytes.
    fn bytes_rows<L: AsRef<[u8]>>(&mut self, values: &[&L]) -> Result<(), Self::Error>;

    /// Takes many options.
    fn option_rows<T: Serialize>(&mut self, values: &[&Option<T>]) -> Result<(), Self::Error>;

    /// Takes many lists.
    fn slice_rows<L: AsRef<[T]>, T: Serialize>(&mut self, values: &[&L])
    -> Result<(), Self::Error>;

    /// Takes many lists of numbers.
    fn numbers_rows<L: AsRef<[N]>, N: Number + Serialize>(
        &mut self,
        values: &[&L],
    ) -> Result<(), Self::Error>;

    /// Takes many arrays.
    fn array_rows<L: AsRef<[T]>, T: Serialize>(&mut self, values: &[&L])
    -> Result<(), Self::Error>;

    /// Takes many arrays of numbers, or arrays of such arrays with so many levels of them.
    fn number_array_rows<'v, T: Serialize, N: Number>(
        &mut self,
        values: &[&'v T],
        levels: usize,
        numbers: impl Fn(&'v T) -> &'v [N],
    ) -> Result<(), Self::Error>;

    /// Takes many maps, of which the entries of each, by its index and itself, are given in their order.
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

    /// Takes many sets, of which the elements of each, by its index and itself, are given in their order.
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

    /// Begins the fields of many values of one variant, whose tags were taken by
    /// [`unit_variant_rows`](Self::unit_variant_rows).
    fn variant_rows(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Self::Error>;

    /// Takes many variants of an enum that has at most 256, by their indices: those without fields, or what comes
    /// before the fields.
    fn unit_variant_rows(
        &mut self,
        shape: &'static Shape,
        indices: &[u8],
    ) -> Result<(), Self::Error>;

    /// Takes many objects of one class, each as the part `step` of its variant.
    fn class_rows(
        &mut self,
        step: Step<'_>,
        class: &dyn SaveClass,
        objects: &[&dyn Any],
    ) -> Result<(), Self::Error>;
}
