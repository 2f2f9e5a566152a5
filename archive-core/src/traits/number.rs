//! Numbers of a fixed width, for archives that take many at once.

use alloc::vec::Vec;

use crate::primitive::for_each_number;

mod sealed {
    pub trait Sealed {}
}

/// A number of a fixed width: the integers and floats.
pub trait Number: bytemuck::Pod + sealed::Sealed {
    /// Appends the numbers that little-endian bytes stand for; none if their length is no
    /// multiple of a number's.
    fn extend_from_le(bytes: &[u8], numbers: &mut Vec<Self>);

    /// Writes the little-endian bytes of numbers, as many as there is room for, and counts them.
    fn fill_le(numbers: impl Iterator<Item = Self>, room: &mut [u8]) -> usize;
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
            fn fill_le(numbers: impl Iterator<Item = Self>, room: &mut [u8]) -> usize {
                let room: &mut [[u8; $bytes]] = bytemuck::try_cast_slice_mut(room).unwrap_or_default();
                let mut count = 0_usize;
                // Not `for`, which asks the iterator at each number whether there is one more.
                room.iter_mut().zip(numbers).for_each(|(place, number)| {
                    *place = number.to_le_bytes();
                    count = count.wrapping_add(1);
                });
                count
            }
        }
    )*};
}
for_each_number!(numbers);
