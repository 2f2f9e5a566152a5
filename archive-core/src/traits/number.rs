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

    /// Appends the little-endian bytes of numbers.
    fn extend_le(numbers: impl Iterator<Item = Self>, bytes: &mut Vec<u8>);
}

/// So many numbers are put together before they are appended, which needs one check for all.
const BLOCK: usize = 64;

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
            fn extend_le(mut numbers: impl Iterator<Item = Self>, bytes: &mut Vec<u8>) {
                let mut block = [[0_u8; $bytes]; BLOCK];
                loop {
                    let mut count = 0_usize;
                    for (place, number) in block.iter_mut().zip(numbers.by_ref()) {
                        *place = number.to_le_bytes();
                        count = count.wrapping_add(1);
                    }
                    let filled = block.get(..count).unwrap_or_default();
                    bytes.extend_from_slice(bytemuck::must_cast_slice(filled));
                    if count < BLOCK {
                        return;
                    }
                }
            }
        }
    )*};
}
for_each_number!(numbers);
