//! Chooses where to split data into Zstandard blocks, so that each block has an entropy table that fits it.
//!
//! Zstandard encodes the literals of a block of up to 128 KiB with one table of byte frequencies (RFC 8878,
//! §3.1.1.3.1). If a block contains columns of different kinds, the table fits none of them. So the data is split
//! where two tables take fewer bits than one, as estimated by the entropy of the bytes (Shannon, "A Mathematical
//! Theory of Communication", 1948). The computation uses only integers, so that the bytes of a file do not depend on
//! the machine.

use alloc::vec::Vec;

/// The number of bytes that are examined at a time.
const PIECE: usize = 4096;

/// The most bytes of a block.
const MOST: usize = 128 << 10;

/// The estimated size of a table and a block header, in 2^-16 bits.
const TABLE: u64 = (100 * 8) << 16;

/// log2(1 + index / 256), in units of 2^-16.
#[expect(clippy::indexing_slicing, reason = "it is done when this is compiled")]
const LOGARITHMS: [u64; 256] = {
    let mut all = [0; 256];
    let mut index = 0;
    while index < 256 {
        all[index] = logarithm((256 + index as u64) << 22);
        index += 1;
    }
    all
};

/// The base-2 logarithm of a number from 1 to 2, in units of 2^-16; the number is in units of 2^-30. Each squaring
/// gives one bit of it (Knuth, TAOCP 1, 1.2.2, exercise 25).
#[expect(clippy::arithmetic_side_effects, reason = "it is done when this is compiled")]
const fn logarithm(mut number: u64) -> u64 {
    let mut bits = 0;
    let mut count = 0;
    while count < 16 {
        number = (number * number) >> 30;
        bits <<= 1;
        if number >= 2 << 30 {
            number >>= 1;
            bits |= 1;
        }
        count += 1;
    }
    bits
}

/// How often each byte occurs.
struct Tally {
    counts: [u32; 256],
    len: usize,
    /// The entropy of the bytes, in units of 2^-16 bits.
    bits: u64,
}

impl Tally {
    const NONE: Self = Self { counts: [0; 256], len: 0, bits: 0 };

    fn of(bytes: &[u8]) -> Self {
        // Several tables, since reading a count right after writing it is slow.
        let mut tables = [[0_u32; 256]; 4];
        for four in bytes.chunks(tables.len()) {
            for (table, byte) in tables.iter_mut().zip(four) {
                if let Some(count) = table.get_mut(usize::from(*byte)) {
                    *count = count.wrapping_add(1);
                }
            }
        }
        let mut all = Self { len: bytes.len(), ..Self::NONE };
        tables.iter().for_each(|table| all.add(table));
        all.weigh();
        all
    }

    fn with(&self, other: &Self) -> Self {
        let mut all =
            Self { counts: self.counts, len: self.len.saturating_add(other.len), bits: 0 };
        all.add(&other.counts);
        all.weigh();
        all
    }

    fn add(&mut self, counts: &[u32; 256]) {
        for (sum, count) in self.counts.iter_mut().zip(counts) {
            *sum = sum.wrapping_add(*count);
        }
    }

    fn weigh(&mut self) {
        let all = u32::try_from(self.len).map_or(0, weight);
        let each = self.counts.iter().map(|count| weight(*count));
        self.bits = all.saturating_sub(each.fold(0, u64::wrapping_add));
    }
}

/// `number * log2(number)`, in units of 2^-16.
#[inline(always)]
fn weight(number: u32) -> u64 {
    let zeros = number.max(1).leading_zeros();
    let [part, ..] = number.max(1).wrapping_shl(zeros).wrapping_shl(1).to_be_bytes();
    let part = LOGARITHMS.get(usize::from(part)).copied().unwrap_or_default();
    let whole = u64::from(31_u32.wrapping_sub(zeros)) << 16;
    u64::from(number).wrapping_mul(whole.wrapping_add(part))
}

/// The ends of the blocks.
pub(super) fn cuts(bytes: &[u8]) -> Vec<usize> {
    let (mut cuts, mut block, mut at) = (Vec::new(), Tally::NONE, 0_usize);
    for piece in bytes.chunks(PIECE) {
        let piece = Tally::of(piece);
        let both = block.with(&piece);
        let apart = block.bits.saturating_add(piece.bits).saturating_add(TABLE);
        let len = piece.len;
        if block.len > 0 && (both.bits > apart || both.len > MOST) {
            cuts.push(at);
            block = piece;
        } else {
            block = both;
        }
        at = at.saturating_add(len);
    }
    cuts.push(at);
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_a_number_times_its_logarithm() {
        for number in [0, 1, 2, 3, 5, 100, 255, 256, 1000, 4095, 4096, 100_000, 131_072] {
            let exact = f64::from(number) * f64::from(number.max(1)).log2();
            let found = weight(number) as f64 / 65_536.0;
            assert!((found - exact).abs() <= exact.max(1.0) * 0.001, "{number}: {found} {exact}");
        }
    }

    #[test]
    fn bytes_are_cut_where_others_begin() {
        let noise = |len: usize| {
            let mut state = 1_u32;
            let next = move |_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state.to_le_bytes()[3]
            };
            (0..len).map(next).collect::<Vec<u8>>()
        };
        assert_eq!(cuts(&[]), [0]);
        assert_eq!(cuts(&[7; 100_000]), [100_000]);
        assert_eq!(cuts(&[noise(40_960), alloc::vec![7; 40_960]].concat()), [40_960, 81_920]);
        // Longer blocks are split because of the codec's limit.
        assert_eq!(cuts(&noise(300_000)), [131_072, 262_144, 300_000]);
    }
}
