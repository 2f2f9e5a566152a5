//! A byte buffer that is faster to append to than `Vec<u8>`.

use alloc::vec::Vec;

use crate::Error;
use crate::rows::{copy, copy_any, copy_pieces, fill_up};

/// A byte buffer whose spare capacity is initialised. So appending a piece takes one check and a copy of a constant
/// length.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bytes {
    room: Vec<u8>,
    len: usize,
}

/// The smallest capacity.
const FEWEST: usize = 64;

/// A buffer below this size doubles when it grows; a larger one grows by a quarter.
const MUCH: usize = 64 << 10;

/// When one large append determines the new size, one byte in this many is added, so that a little more data, such as
/// a directory, does not move the buffer again.
const FOR_LITTLE: usize = 64;

/// Giving back less memory than this is not worth the call.
const PAGE: usize = 4096;

impl Bytes {
    /// An empty buffer with capacity for `len` bytes.
    pub(super) fn ready(len: usize) -> Result<Self, Error> {
        let mut bytes = Self::default();
        bytes.make_ready(len)?;
        Ok(bytes)
    }

    /// Reserves memory for `len` more bytes.
    pub(crate) fn make_ready(&mut self, len: usize) -> Result<(), Error> {
        let needed = self.len.saturating_add(len);
        let missing = needed.saturating_sub(self.room.len());
        if self.room.try_reserve_exact(missing).is_err() {
            return Err(crate::limits::out_of_memory(len, 1));
        }
        let room = needed.max(self.room.len());
        fill_up(&mut self.room, room);
        Ok(())
    }

    /// An empty buffer that uses the memory of `room`.
    pub(crate) fn within(room: Vec<u8>) -> Self {
        Self { room, len: 0 }
    }

    /// The memory, which starts with the bytes.
    pub(crate) fn into_room(self) -> Vec<u8> {
        self.room
    }

    /// Removes all bytes and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Removes all bytes. Frees the memory unless it `keeps` that.
    #[inline(always)]
    pub(super) fn end(&mut self, keeps: bool) {
        if keeps {
            self.len = 0;
        } else {
            *self = Self::default();
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        self.room.get(..self.len).unwrap_or_default()
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        self.room.get_mut(..self.len).unwrap_or_default()
    }

    pub(crate) fn into_vec(mut self) -> Vec<u8> {
        self.room.truncate(self.len);
        self.room
    }

    /// The spare memory: at least `len` bytes.
    #[inline(always)]
    fn spare(&mut self, len: usize) -> &mut [u8] {
        if self.room.len().wrapping_sub(self.len) < len {
            self.grow(len);
        }
        self.room.get_mut(self.len..).unwrap_or_default()
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, len: usize) {
        let needed = self.len.saturating_add(len);
        let had = self.room.len();
        // A large buffer grows by less: saving memory matters more than avoiding the copy, which often does not
        // happen.
        let more = if had < MUCH { had } else { had >> 2 };
        let at_once = needed.saturating_add(needed.div_euclid(FOR_LITTLE));
        let room = at_once.max(had.saturating_add(more)).max(FEWEST);
        self.room.reserve_exact(room.saturating_sub(self.room.len()));
        fill_up(&mut self.room, room);
    }

    /// Appends `len` bytes, which the caller fills in.
    #[inline(always)]
    pub(crate) fn append(&mut self, len: usize) -> &mut [u8] {
        let start = self.len;
        if self.room.len().wrapping_sub(start) < len {
            self.grow(len);
        }
        self.len = start.wrapping_add(len);
        self.room.get_mut(start..self.len).unwrap_or_default()
    }

    /// Gives back spare memory, if it is a page or more.
    pub(crate) fn fit(&mut self) {
        if self.room.len().saturating_sub(self.len) >= PAGE {
            self.room.truncate(self.len);
            self.room.shrink_to_fit();
        }
    }

    /// Removes the bytes from `len` on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Appends bytes; fast for long ones.
    pub(crate) fn extend_long(&mut self, bytes: &[u8]) {
        self.append(bytes.len()).copy_from_slice(bytes);
    }

    #[inline(always)]
    pub(crate) fn push<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some(room) = self.spare(N).first_chunk_mut() {
            *room = bytes;
        }
        self.len = self.len.wrapping_add(N);
    }

    /// Appends bytes; fast for short ones.
    #[inline(always)]
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        if let Some(room) = self.spare(bytes.len()).get_mut(..bytes.len()) {
            copy(bytes, room);
        }
        self.len = self.len.wrapping_add(bytes.len());
    }

    /// Appends the bytes of each value, `total` in all, with one check for all of them.
    #[inline(always)]
    pub(super) fn extend_all<'v, V: Copy>(
        &mut self,
        values: &[V],
        bytes: impl Fn(V) -> &'v [u8],
        total: usize,
    ) {
        let mut rest = self.spare(total);
        for value in values {
            let piece = bytes(*value);
            let Some((room, after)) = rest.split_at_mut_checked(piece.len()) else {
                break;
            };
            copy(piece, room);
            rest = after;
        }
        self.len = self.len.wrapping_add(total);
    }

    /// Like [`extend_all`](Self::extend_all), for values of `FEWEST` to `MOST` bytes each. Writes the length of each,
    /// in `UNIT`s, to `lens` and returns the total. If a length is out of range, appends nothing and returns `None`.
    #[inline(always)]
    pub(super) fn extend_foreseen<
        'v,
        const FEWEST: usize,
        const MOST: usize,
        const UNIT: usize,
        V,
    >(
        &mut self,
        values: &[V],
        bytes: impl Fn(V) -> &'v [u8],
        lens: &mut [u8],
    ) -> Option<usize>
    where
        V: Copy,
    {
        let room = self.spare(values.len().saturating_mul(MOST));
        let total = foreseen::<FEWEST, MOST, UNIT, V>(values, bytes, room, lens)?;
        self.len = self.len.wrapping_add(total);
        Some(total)
    }
}

/// Not inlined, so that the loop can use all registers.
#[inline(never)]
fn foreseen<'v, const FEWEST: usize, const MOST: usize, const UNIT: usize, V: Copy>(
    values: &[V],
    bytes: impl Fn(V) -> &'v [u8],
    room: &mut [u8],
    lens: &mut [u8],
) -> Option<usize> {
    let had = room.len();
    let mut rest = room;
    for (value, len) in values.iter().zip(lens) {
        let piece = bytes(*value);
        let place = rest.first_chunk_mut()?;
        match FEWEST {
            _ if FEWEST == MOST => *place = piece.try_into().ok()?,
            0..4 => copy_any::<FEWEST, MOST, UNIT>(piece, place)?,
            _ => copy_pieces::<FEWEST, MOST>(piece, place)?,
        }
        let count = piece.len().checked_div(UNIT);
        *len = count.and_then(|count| u8::try_from(count).ok())?;
        rest = rest.get_mut(piece.len()..)?;
    }
    had.checked_sub(rest.len())
}
