//! The unsigned integers that columns consist of while they are packed.

use core::ops::{BitOr, BitXor};

use bytemuck::Pod;

/// An unsigned integer of `WIDTH` bytes.
pub(super) trait Word:
    Pod + Ord + From<u8> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// Its little-endian bytes.
    type Bytes: Pod;

    const WIDTH: usize;
    const ZERO: Self;
    /// The highest bit.
    const TOP: Self;
    const MAX: Self;

    fn of(bytes: Self::Bytes) -> Self;
    fn to_bytes(self) -> Self::Bytes;
    /// The lowest byte.
    fn low(self) -> u8;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn rotated_left(self) -> Self;
    fn rotated_right(self) -> Self;
    /// The 32 bits from byte `from` on.
    fn part(self, from: u32) -> u32;
    /// The number with these 32 bits from byte `from` on, and zeros elsewhere.
    fn of_part(part: u32, from: u32) -> Self;
    /// The number of bits up to the highest one bit.
    fn bits(self) -> u32;

    /// The number with these bytes. Missing higher bytes are zero.
    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        let mut full = Self::ZERO.to_bytes();
        for (to, from) in bytemuck::bytes_of_mut(&mut full).iter_mut().zip(bytes) {
            *to = *from;
        }
        Self::of(full)
    }
}

macro_rules! words {
    ($($word:ident)*) => {$(
        impl Word for $word {
            type Bytes = [u8; size_of::<$word>()];

            const WIDTH: usize = size_of::<$word>();
            const ZERO: Self = 0;
            const TOP: Self = $word::MAX ^ ($word::MAX >> 1);
            const MAX: Self = $word::MAX;

            #[inline(always)]
            fn of(bytes: Self::Bytes) -> Self {
                Self::from_le_bytes(bytes)
            }
            #[inline(always)]
            fn to_bytes(self) -> Self::Bytes {
                self.to_le_bytes()
            }
            #[inline(always)]
            fn low(self) -> u8 {
                let [low, ..] = self.to_le_bytes();
                low
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn rotated_left(self) -> Self {
                self.rotate_left(1)
            }
            #[inline(always)]
            fn rotated_right(self) -> Self {
                self.rotate_right(1)
            }
            #[allow(clippy::cast_possible_truncation, reason = "the part that is meant")]
            #[inline(always)]
            fn part(self, from: u32) -> u32 {
                self.wrapping_shr(from.wrapping_mul(8)) as u32
            }
            #[allow(clippy::cast_possible_truncation, reason = "narrow numbers have one part")]
            #[inline(always)]
            fn of_part(part: u32, from: u32) -> Self {
                (part as Self).wrapping_shl(from.wrapping_mul(8))
            }
            #[inline(always)]
            fn bits(self) -> u32 {
                Self::BITS.saturating_sub(self.leading_zeros())
            }
        }
    )*};
}
words!(u8 u16 u32 u64 u128);

/// The numbers in `bytes`. Bytes left over at the end are ignored.
#[inline(always)]
pub(super) fn words<T: Word>(bytes: &[u8]) -> &[T::Bytes] {
    let over = bytes.len().checked_rem(T::WIDTH).unwrap_or(0);
    let whole = bytes.get(..bytes.len().saturating_sub(over)).unwrap_or_default();
    // Cannot fail: byte arrays need no alignment, and the length is a multiple.
    bytemuck::try_cast_slice(whole).unwrap_or_default()
}
