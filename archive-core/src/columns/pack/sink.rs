//! Where unpacked numbers go.

use alloc::vec::Vec;

use super::word::Word;

/// Takes numbers in order.
pub(super) trait Sink<T> {
    fn put(&mut self, numbers: &[T]);

    /// Replaces the number at `index`, if it exists.
    fn replace(&mut self, index: usize, number: T);
}

/// Takes numbers as little-endian bytes.
impl<T: Word> Sink<T> for Vec<u8> {
    #[inline(always)]
    fn put(&mut self, numbers: &[T]) {
        if cfg!(target_endian = "little") {
            self.extend_from_slice(bytemuck::must_cast_slice(numbers));
        } else {
            for number in numbers {
                self.extend_from_slice(bytemuck::bytes_of(&number.to_bytes()));
            }
        }
    }

    #[inline(always)]
    fn replace(&mut self, index: usize, number: T) {
        let start = index.wrapping_mul(T::WIDTH);
        if let Some(bytes) = self.get_mut(start..start.wrapping_add(T::WIDTH)) {
            bytes.copy_from_slice(bytemuck::bytes_of(&number.to_bytes()));
        }
    }
}

/// Bytes that are filled from the front.
pub(super) struct Room<'r> {
    pub(super) bytes: &'r mut [u8],
    pub(super) filled: usize,
}

impl<T: Word> Sink<T> for Room<'_> {
    #[inline(always)]
    fn put(&mut self, numbers: &[T]) {
        let bytes: &[u8] = bytemuck::must_cast_slice(numbers);
        let end = self.filled.wrapping_add(bytes.len());
        if let Some(room) = self.bytes.get_mut(self.filled..end) {
            if cfg!(target_endian = "little") {
                room.copy_from_slice(bytes);
            } else {
                for (room, number) in room.chunks_exact_mut(T::WIDTH).zip(numbers) {
                    room.copy_from_slice(bytemuck::bytes_of(&number.to_bytes()));
                }
            }
            self.filled = end;
        }
    }

    #[inline(always)]
    fn replace(&mut self, index: usize, number: T) {
        let start = index.wrapping_mul(T::WIDTH);
        if let Some(bytes) = self.bytes.get_mut(start..start.wrapping_add(T::WIDTH)) {
            bytes.copy_from_slice(bytemuck::bytes_of(&number.to_bytes()));
        }
    }
}

/// As numbers.
impl Sink<u32> for Vec<u32> {
    #[inline(always)]
    fn put(&mut self, numbers: &[u32]) {
        self.extend_from_slice(numbers);
    }

    #[inline(always)]
    fn replace(&mut self, index: usize, number: u32) {
        if let Some(old) = self.get_mut(index) {
            *old = number;
        }
    }
}
