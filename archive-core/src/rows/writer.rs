//! The archive that writes rows into a buffer, and reports errors.

use core::mem;

use super::older::{Older, Unchanged, unchanged};
use super::{Retained, Said, check_variant};
use crate::limits::{Depth, check_sizeless};
use crate::primitive::for_each_number;
use crate::size::other_size;
use crate::traits::{Part, SaveRows, put, put_bytes};
use crate::unknown::CATCH;
use crate::versions::Versions;
use crate::{
    Error, ErrorKind, Limits, Number, OutputArchive, Scope, Serialize, Shape, Step, Type, Unknown,
    varint,
};

/// Writes values into a buffer of a fixed length.
pub(crate) struct Writer<'b, 'v> {
    /// What is left of the buffer.
    out: &'b mut [u8],
    versions: &'v Versions,
    depth: Depth,
    /// Takes what the value retained. `None` if that is an error.
    retained: Option<&'v mut Retained>,
}

impl<'b, 'v> Writer<'b, 'v> {
    /// Writes a value to the front of `out`. Returns the number of bytes left over. What the value retained goes into
    /// `retained`; without that, it is an error.
    pub(super) fn write(
        value: &dyn SaveRows,
        versions: &'v Versions,
        limits: &Limits,
        out: &'b mut [u8],
        retained: Option<&'v mut Retained>,
    ) -> Result<usize, Error> {
        let mut writer = Writer { out, versions, depth: Depth::new(limits), retained };
        value.save(&mut writer)?;
        Ok(writer.out.len())
    }

    /// Whether values of types with a fixed size have that size.
    fn is_fixed(&self) -> bool {
        // An unknown variant has no fixed size.
        self.versions.is_today() && self.retained.is_none()
    }

    /// Splits `len` bytes off the front of the buffer.
    #[inline(always)]
    fn room(&mut self, len: usize) -> Result<&'b mut [u8], Error> {
        match mem::take(&mut self.out).split_at_mut_checked(len) {
            Some((room, rest)) => {
                self.out = rest;
                Ok(room)
            }
            None => Err(full()),
        }
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) -> Result<(), Error> {
        match mem::take(&mut self.out).split_first_chunk_mut() {
            Some((room, rest)) => {
                *room = bytes;
                self.out = rest;
                Ok(())
            }
            None => Err(full()),
        }
    }

    #[inline(always)]
    fn varint(&mut self, value: u64) -> Result<(), Error> {
        match u8::try_from(value) {
            Ok(byte @ 0..0x80) => self.put([byte]),
            _ => self.long_varint(value),
        }
    }

    #[inline(never)]
    fn long_varint(&mut self, value: u64) -> Result<(), Error> {
        let (bytes, used) = varint::encode(value);
        let room = self.room(used)?;
        room.copy_from_slice(bytes.get(..used).unwrap_or_default());
        Ok(())
    }

    #[inline(always)]
    fn len(&mut self, len: usize) -> Result<(), Error> {
        self.varint(u64::try_from(len).unwrap_or(u64::MAX))
    }

    /// Writes elements that take `size` bytes each, with one check for all.
    #[inline(always)]
    fn fixed<T: Serialize>(&mut self, values: &[T], size: usize) -> Result<(), Error> {
        let len = values.len().checked_mul(size).ok_or_else(full)?;
        let room = self.room(len)?;
        if size == 0 {
            return self.without_bytes(values);
        }
        for (index, (value, out)) in values.iter().zip(room.chunks_exact_mut(size)).enumerate() {
            let (versions, depth) = (self.versions, self.depth);
            let mut writer = Writer { out, versions, depth, retained: None };
            if let Err(error) = value.serialize(&mut writer) {
                return Err(departed(error).within(Step::Element(index)));
            }
            if !writer.out.is_empty() {
                return Err(departed(full()).within(Step::Element(index)));
            }
        }
        Ok(())
    }

    /// Visits elements that take no bytes, only to check that. If they have no size in memory either, all are equal,
    /// and one is enough.
    #[cold]
    #[inline(never)]
    fn without_bytes<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        let most = if size_of::<T>() == 0 { 1 } else { values.len() };
        for (index, value) in values.iter().take(most).enumerate() {
            let (versions, depth) = (self.versions, self.depth);
            let mut writer = Writer { out: &mut [], versions, depth, retained: None };
            if let Err(error) = value.serialize(&mut writer) {
                return Err(departed(error).within(Step::Element(index)));
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn elements<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        for (index, value) in values.iter().enumerate() {
            if let Err(error) = value.serialize(self) {
                return Err(error.within(Step::Element(index)));
            }
        }
        Ok(())
    }

    /// Writes values whose bytes in memory are the same as in rows.
    #[inline(always)]
    fn copied<T: bytemuck::Pod>(&mut self, values: &[T]) -> Result<(), Error> {
        let bytes = bytemuck::must_cast_slice::<T, u8>(values);
        self.room(bytes.len())?.copy_from_slice(bytes);
        Ok(())
    }
}

/// The buffer is too short. Public functions then measure the value and report the length that it needs.
#[cold]
#[inline(never)]
fn full() -> Error {
    Error::new(ErrorKind::BufferTooSmall, "the buffer is too short for the value")
}

/// A value did not fit into its type's fixed size: its impl does not match its declaration.
#[cold]
fn departed(error: Error) -> Error {
    if error.kind() == ErrorKind::BufferTooSmall {
        return other_size();
    }
    error
}

impl Older for Writer<'_, '_> {
    fn depth(&self) -> u32 {
        self.depth.left
    }

    fn unchanged(&mut self, ty: &'static Type) -> Option<u32> {
        unchanged(ty, self.versions)
    }

    fn takes_few(&self) -> bool {
        false
    }

    fn take(&mut self, value: &dyn Unchanged) -> bool {
        let out = mem::take(&mut self.out);
        let written = value.write(out).and_then(|left| out.len().checked_sub(left));
        let (_, rest) = out.split_at_mut(written.unwrap_or(0).min(out.len()));
        self.out = rest;
        written.is_some()
    }
}

impl OutputArchive for Writer<'_, '_> {
    type Error = Error;

    for_each_number!(put_bytes);

    #[inline(always)]
    fn bytes(&mut self, value: &[u8]) -> Result<(), Error> {
        self.len(value.len())?;
        self.room(value.len())?.copy_from_slice(value);
        Ok(())
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.depth.descend()?;
        Ok(Scope::of_struct(shape, self.versions.of(shape)))
    }

    #[inline(always)]
    fn variant(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Error> {
        self.depth.descend()?;
        let version = self.versions.of(shape);
        let record = Scope::of_variant(shape, index, version);
        check_variant(&record, index)?;
        self.varint(u64::from(record.tag))?;
        Ok(record)
    }

    fn unknown(&mut self, scope: &Scope, held: &Unknown) -> Result<(), Error> {
        match Retained::take(self.retained.as_deref_mut(), scope, held, None)? {
            true => self.varint(u64::from(CATCH)),
            false => Ok(()),
        }
    }

    #[inline(always)]
    fn room(&self) -> Option<usize> {
        self.is_fixed().then_some(self.out.len())
    }

    fn older(&mut self) -> Option<&mut dyn Older> {
        let is_older = !self.versions.is_today() && self.retained.is_none();
        if is_older { Some(self) } else { None }
    }

    /// Only to check that values take the bytes that they declare.
    #[inline(always)]
    fn sees_parts(&self) -> bool {
        self.is_fixed()
    }

    #[cold]
    fn locate_part(&self, error: Error, step: Step<'_>, part: Part) -> Error {
        self.locate(part.error(error, &[ErrorKind::BufferTooSmall]), step)
    }

    #[inline(always)]
    fn says_unknown(&self) -> bool {
        self.retained.as_ref().is_some_and(|retained| retained.said == Said::All)
    }

    #[inline(always)]
    fn end(&mut self, _record: Scope) -> Result<(), Error> {
        self.depth.ascend();
        Ok(())
    }

    #[inline(always)]
    fn option(&mut self, is_some: bool) -> Result<(), Error> {
        self.bool(is_some)
    }

    #[inline(always)]
    fn begin_list(&mut self, len: usize) -> Result<(), Error> {
        self.len(len)
    }

    #[inline(always)]
    fn begin_map(&mut self, len: usize) -> Result<(), Error> {
        self.len(len)
    }

    #[inline(always)]
    fn begin_pointer(&mut self) -> Result<(), Error> {
        self.depth.descend()
    }

    #[inline(always)]
    fn end_pointer(&mut self) {
        self.depth.ascend();
    }

    fn erased(&mut self) -> Option<&mut dyn OutputArchive<Error = Error>> {
        Some(self)
    }

    #[inline(always)]
    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        error.within(step)
    }

    #[inline(always)]
    fn versions(&self) -> Option<&Versions> {
        Some(self.versions).filter(|versions| !versions.is_today())
    }

    /// Like the default, but detects a part that does not take the bytes that its type declares.
    #[inline]
    fn part<T: Serialize + ?Sized>(&mut self, step: Step<'_>, value: &T) -> Result<(), Error> {
        let before = self.out.len();
        put(self, step, value)?;
        let written = before.saturating_sub(self.out.len());
        match T::SIZE.fixed {
            Some(size) if self.is_fixed() && written != size => Err(departed(full()).within(step)),
            _ => Ok(()),
        }
    }

    #[inline(always)]
    fn slice<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        check_sizeless(values)?;
        self.len(values.len())?;
        match T::SIZE.fixed {
            Some(size) if self.is_fixed() => self.fixed(values, size),
            _ => self.elements(values),
        }
    }

    #[inline(always)]
    fn array<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        match T::SIZE.fixed {
            Some(size) if self.is_fixed() => self.fixed(values, size),
            _ => self.elements(values),
        }
    }

    fn number_bytes(&mut self, bytes: &[u8], list_of: Option<usize>) -> Result<bool, Error> {
        if let Some(size) = list_of {
            self.len(bytes.len().checked_div(size).unwrap_or(0))?;
        }
        self.copied(bytes)?;
        Ok(true)
    }

    #[inline(always)]
    fn numbers<N: Number + Serialize>(&mut self, values: &[N]) -> Result<(), Error> {
        if cfg!(target_endian = "big") {
            return self.slice(values);
        }
        self.len(values.len())?;
        self.copied(values)
    }

    #[inline(always)]
    fn pods<T: bytemuck::Pod + Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        if cfg!(target_endian = "big") || !self.versions.is_today() {
            return self.slice(values);
        }
        check_sizeless(values)?;
        self.len(values.len())?;
        self.copied(values)
    }
}
