//! The trait of fixed-width numbers, which archives handle in bulk.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::primitive::for_each_number;

mod sealed {
    pub trait Sealed {}
}

/// A fixed-width number: an integer or a float.
pub trait Number: bytemuck::Pod + sealed::Sealed {
    /// Decodes little-endian bytes and appends the numbers; appends none if the length is not a multiple of a number's.
    fn extend_from_le(bytes: &[u8], numbers: &mut Vec<Self>);

    /// The numbers of little-endian bytes. Their memory is small and must be claimed already.
    #[doc(hidden)]
    fn boxed_from_le(bytes: &[u8]) -> Box<[Self]>;

    /// Decodes little-endian bytes into `numbers`; `None` if the lengths do not match.
    #[doc(hidden)]
    fn read_le(bytes: &[u8], numbers: &mut [Self]) -> Option<()>;

    /// Writes the little-endian bytes of as many numbers as fit.
    #[doc(hidden)]
    fn write_le(numbers: &[Self], room: &mut [u8]);

    /// Writes the little-endian bytes of the numbers that `of` returns for each value, as many as fit.
    #[doc(hidden)]
    fn fill_le<'v, S>(values: &[&'v S], of: impl Fn(&'v S) -> Self, room: &mut [u8]);
}

macro_rules! numbers {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        impl sealed::Sealed for $ty {}
        impl Number for $ty {
            #[inline(always)]
            fn extend_from_le(bytes: &[u8], numbers: &mut Vec<Self>) {
                let each: &[[u8; $bytes]] = bytemuck::try_cast_slice(bytes).unwrap_or_default();
                numbers.extend(each.iter().map(|bytes| Self::from_le_bytes(*bytes)));
            }

            #[inline(always)]
            fn boxed_from_le(bytes: &[u8]) -> Box<[Self]> {
                let each: &[[u8; $bytes]] = bytemuck::try_cast_slice(bytes).unwrap_or_default();
                each.iter().map(|bytes| Self::from_le_bytes(*bytes)).collect()
            }

            #[inline(always)]
            fn read_le(bytes: &[u8], numbers: &mut [Self]) -> Option<()> {
                let each: &[[u8; $bytes]] = bytemuck::try_cast_slice(bytes).ok()?;
                if each.len() != numbers.len() {
                    return None;
                }
                for (number, bytes) in numbers.iter_mut().zip(each) {
                    *number = Self::from_le_bytes(*bytes);
                }
                Some(())
            }

            #[inline(always)]
            fn write_le(numbers: &[Self], room: &mut [u8]) {
                let room: &mut [[u8; $bytes]] = bytemuck::try_cast_slice_mut(room).unwrap_or_default();
                for (place, number) in room.iter_mut().zip(numbers) {
                    *place = number.to_le_bytes();
                }
            }

            #[inline(always)]
            fn fill_le<'v, S>(
                values: &[&'v S],
                of: impl Fn(&'v S) -> Self,
                room: &mut [u8],
            ) {
                let room: &mut [[u8; $bytes]] = bytemuck::try_cast_slice_mut(room).unwrap_or_default();
                // An indexed loop: iterators would add functions to compile for each field.
                for at in 0..room.len().min(values.len()) {
                    if let (Some(place), Some(value)) = (room.get_mut(at), values.get(at)) {
                        *place = of(value).to_le_bytes();
                    }
                }
            }
        }
    )*};
}
for_each_number!(numbers);
