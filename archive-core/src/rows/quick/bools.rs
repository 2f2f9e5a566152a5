//! Reads lists of bools.

use alloc::vec::Vec;

use super::Failed;

/// The bits that may be set in eight bools.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Appends bools from their bytes; the memory is already reserved. Works on eight at a time. The last eight are read
/// first and may overlap the others.
#[inline(always)]
pub(crate) fn extend_bools(values: &mut Vec<bool>, bytes: &[u8]) -> Result<(), Failed> {
    let had = values.len();
    values.resize(had.saturating_add(bytes.len()), false);
    let room = values.get_mut(had..).unwrap_or_default();
    let mut all = 0;
    let mut eight = |from: &[u8; 8], to: &mut [bool; 8]| {
        all |= u64::from_le_bytes(*from);
        // Mask the bit here and check all bytes together at the end.
        *to = from.map(|byte| byte & 1 != 0);
    };
    if let (Some(from), Some(to)) = (bytes.last_chunk(), room.last_chunk_mut()) {
        eight(from, to);
        for (from, to) in bytes.chunks_exact(8).zip(room.chunks_exact_mut(8)) {
            if let (Ok(from), Ok(to)) = (from.try_into(), to.try_into()) {
                eight(from, to);
            }
        }
    } else {
        for (from, to) in bytes.iter().zip(room) {
            all |= u64::from(*from);
            *to = *from & 1 != 0;
        }
    }
    if all & !ONES == 0 { Ok(()) } else { Err(Failed) }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn each_byte_is_looked_at() {
        for len in 0..40 {
            let bytes: Vec<u8> = (0..len).map(|n| u8::from(n % 3 == 0)).collect();
            let mut values = vec![true];
            extend_bools(&mut values, &bytes).unwrap();
            let expected = bytes.iter().map(|byte| *byte == 1);
            assert_eq!(values, [true].into_iter().chain(expected).collect::<Vec<_>>());
            for at in 0..bytes.len() {
                for byte in [2, 0x80, 0xff] {
                    let mut damaged = bytes.clone();
                    damaged[at] = byte;
                    assert!(
                        extend_bools(&mut vec![], &damaged).is_err(),
                        "{byte} at {at} of {len}"
                    );
                }
            }
        }
    }
}
