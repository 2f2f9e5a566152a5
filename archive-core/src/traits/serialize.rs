//! The trait of types that can be saved.

use super::Batches;
use crate::defaults::Defaults;
use crate::limits::check_sizeless_list;
use crate::{Describe, OutputArchive, Room, Step};

/// A type that can be saved into any archive.
///
/// A hand-written impl visits, in order, the parts that its [`Describe`] impl declares. Rows simply write every visit
/// in turn; other archives depend on what is visited. In a test, [`check_impl`](crate::check_impl) says where an impl does
/// something else.
///
/// ```
/// use archive::{Describe, OutputArchive, Serialize, Size, Type};
///
/// /// A colour, written as its three bytes.
/// struct Color { r: u8, g: u8, b: u8 }
///
/// impl Describe for Color {
///     const TYPE: &'static Type = <(u8, u8, u8)>::TYPE;
///     const SIZE: Size = <(u8, u8, u8)>::SIZE;
/// }
/// impl Serialize for Color {
///     fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
///         (self.r, self.g, self.b).serialize(archive)
///     }
/// }
/// ```
///
/// An impl with its own [`Shape`](crate::Shape) and a history visits the fields that [`Scope::lives`](crate::Scope::lives).
/// For an older version, it must return an error ([`ErrorKind::CannotWrite`](crate::ErrorKind)) if a field that it leaves
/// out has another value than loading that version gives, which would be lost; derived code does so.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be saved",
    label = "not `Serialize`",
    note = "add `#[derive(Archive)]` to `{Self}`; if it is from another crate, see the features of \
        `archive`, or store it with `#[archive(with = module)]`; for a trait object, name its types in \
        `archive::registry!`"
)]
#[allow(clippy::missing_errors_doc, reason = "all fail like `serialize`")]
pub trait Serialize: Describe {
    /// Visits the value's parts.
    ///
    /// # Errors
    ///
    /// Fails if the archive does, or if the value cannot be represented in it.
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error>;

    /// Visits a sequence of values; types that can be written in bulk override it.
    #[inline(always)]
    fn serialize_slice<A: OutputArchive>(values: &[Self], archive: &mut A) -> Result<(), A::Error>
    where
        Self: Sized,
    {
        archive.slice(values)
    }

    /// Visits the values of an array, whose length is part of its type.
    #[inline(always)]
    fn serialize_array<A: OutputArchive>(values: &[Self], archive: &mut A) -> Result<(), A::Error>
    where
        Self: Sized,
    {
        archive.array(values)
    }

    /// Visits a sequence of values that do not lie in one slice, as a `Vec` of them is visited.
    ///
    /// A collection of any `T` that declares itself as a `Vec<T>` calls it, since a `Vec<u8>` is not visited byte by
    /// byte. It loads as a `Vec<T>`:
    ///
    /// ```
    /// use archive::{Describe, Deserialize, InputArchive, OutputArchive, Serialize, Size, Type};
    /// use std::collections::LinkedList;
    ///
    /// #[derive(Debug, PartialEq)]
    /// struct Queue<T>(LinkedList<T>);
    ///
    /// impl<T: Describe> Describe for Queue<T> {
    ///     const TYPE: &'static Type =
    ///         &Type { kind: <Vec<T>>::TYPE.kind, memory: size_of::<Self>() };
    ///     const SIZE: Size = <Vec<T>>::SIZE;
    /// }
    /// impl<T: Serialize> Serialize for Queue<T> {
    ///     fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
    ///         T::serialize_each(self.0.iter(), archive)
    ///     }
    /// }
    /// impl<'a, T: Deserialize<'a>> Deserialize<'a> for Queue<T> {
    ///     fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
    ///         Ok(Self(Vec::deserialize(archive)?.into_iter().collect()))
    ///     }
    /// }
    ///
    /// let queue = Queue([1_u8, 2].into());
    /// assert_eq!(archive::from_slice::<Queue<u8>>(&archive::to_vec(&queue)?)?, queue);
    /// # Ok::<(), archive::Error>(())
    /// ```
    fn serialize_each<'v, A: OutputArchive>(
        values: impl ExactSizeIterator<Item = &'v Self>,
        archive: &mut A,
    ) -> Result<(), A::Error>
    where
        Self: Sized + 'v,
    {
        check_sizeless_list::<Self>(values.len())?;
        archive.begin_list(values.len())?;
        for (index, value) in values.enumerate() {
            archive.part(Step::Element(index), value)?;
        }
        archive.end_list();
        Ok(())
    }

    /// Visits many values of one field; types with parts visit one part of all of them, then the next.
    ///
    /// Only archives that take many values of one field at once call it.
    #[doc(hidden)]
    #[inline(always)]
    fn serialize_rows<A: Batches>(values: &[&Self], archive: &mut A) -> Result<(), A::Error>
    where
        Self: Sized,
    {
        archive.one_by_one(values)
    }

    /// The same for references to many values, which may lie anywhere.
    #[doc(hidden)]
    #[inline(always)]
    fn serialize_refs<A: Batches>(values: &[&&Self], archive: &mut A) -> Result<(), A::Error> {
        archive.one_by_one(values)
    }

    /// Visits the field that `field` returns for each of many values; numbers are read in place.
    ///
    /// Only archives that take many values of one field at once call it, for types without parts.
    #[doc(hidden)]
    #[inline(always)]
    fn serialize_field<'v, S, A: Batches>(
        values: &[&'v S],
        field: impl Fn(&'v S) -> &'v Self,
        archive: &mut A,
    ) -> Result<(), A::Error>
    where
        Self: Sized + 'v,
    {
        Self::serialize_rows(Room::new().gather(values, field)?, archive)
    }

    /// Visits a single value, for an archive that takes many values of one field at once. Types with parts
    /// reuse the code for many values.
    #[doc(hidden)]
    #[inline(always)]
    fn serialize_alone<A: Batches>(&self, archive: &mut A) -> Result<(), A::Error> {
        self.serialize(archive)
    }

    /// Visits many arrays of values; types that can be written in bulk override it.
    #[doc(hidden)]
    #[inline(always)]
    fn serialize_array_rows<A: Batches, const N: usize>(
        arrays: &[&[Self; N]],
        archive: &mut A,
    ) -> Result<(), A::Error>
    where
        Self: Sized,
    {
        archive.array_rows::<_, Self>(arrays)
    }

    /// The same for arrays of arrays.
    #[doc(hidden)]
    #[inline(always)]
    fn serialize_matrix_rows<A: Batches, const N: usize, const M: usize>(
        arrays: &[&[[Self; N]; M]],
        archive: &mut A,
    ) -> Result<(), A::Error>
    where
        Self: Sized,
    {
        archive.array_rows::<_, [Self; N]>(arrays)
    }

    /// Visits many sequences of values; types that can be written in bulk override it.
    #[doc(hidden)]
    #[inline(always)]
    fn serialize_slice_rows<L: AsRef<[Self]>, A: Batches>(
        values: &[&L],
        archive: &mut A,
    ) -> Result<(), A::Error>
    where
        Self: Sized,
    {
        archive.slice_rows::<L, Self>(values)
    }

    /// If the values are numbers, or nested arrays of numbers, that lie in memory as in an archive: the
    /// nesting depth, and their bytes.
    #[doc(hidden)]
    #[inline(always)]
    fn in_bytes(_values: &[Self]) -> Option<(usize, &[u8])>
    where
        Self: Sized,
    {
        None
    }

    /// Touches each part stored elsewhere in memory, so that it is in the cache when the value is visited.
    /// The result has no meaning; it only keeps the reads from being optimized out.
    #[doc(hidden)]
    #[inline(always)]
    fn fetch(&self) -> u8 {
        0
    }

    /// The same for the first of many values, if they are pointers.
    #[doc(hidden)]
    #[inline(always)]
    fn fetch_slice(_values: &[Self]) -> u8
    where
        Self: Sized,
    {
        0
    }

    /// Adds the defaults of the type's fields; see [`defaults`](crate::defaults()).
    #[doc(hidden)]
    #[inline]
    fn defaults(_found: &mut Defaults) {}
}
