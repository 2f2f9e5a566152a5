//! Varints for lengths, tags and counts (FORMAT.md §1): LEB128, as in DWARF.

use alloc::vec::Vec;

use crate::{Error, ErrorKind};

/// The maximum length of a varint.
pub(crate) const MAX_LEN: usize = 10;

/// The length of `value` as a varint.
#[inline]
pub(crate) const fn len(value: u64) -> usize {
    let mut rest = value >> 7;
    let mut len = 1_usize;
    while rest != 0 {
        rest >>= 7;
        len = len.saturating_add(1);
    }
    len
}

/// Encodes `value`; returns a buffer and the number of bytes used.
#[inline]
pub(crate) fn encode(value: u64) -> ([u8; MAX_LEN], usize) {
    let mut bytes = [0; MAX_LEN];
    let mut rest = value;
    let mut used = 0_usize;
    for byte in &mut bytes {
        let low = u8::try_from(rest & 0x7f).unwrap_or(0);
        rest >>= 7;
        used = used.saturating_add(1);
        if rest == 0 {
            *byte = low;
            break;
        }
        *byte = low | 0x80;
    }
    (bytes, used)
}

/// Appends `value` as a varint.
pub(crate) fn write(out: &mut Vec<u8>, value: u64) {
    let (bytes, used) = encode(value);
    out.extend(bytes.iter().take(used));
}

/// Reads a varint from the front of `bytes`.
///
/// # Errors
///
/// Fails if the bytes end within it, or if it is longer than necessary.
#[inline(always)]
pub(crate) fn read(bytes: &mut &[u8]) -> Result<u64, Error> {
    match *bytes {
        [first @ 0..0x80, rest @ ..] => {
            *bytes = rest;
            Ok(u64::from(*first))
        }
        _ => read_long(bytes),
    }
}

#[inline(never)]
fn read_long(bytes: &mut &[u8]) -> Result<u64, Error> {
    let mut value = 0_u64;
    let mut shift = 0_u32;
    for (index, byte) in bytes.iter().enumerate().take(MAX_LEN) {
        let bits = u64::from(byte & 0x7f);
        let shifted = bits.checked_shl(shift).filter(|v| v.checked_shr(shift) == Some(bits));
        value |= shifted.ok_or_else(too_long)?;
        shift = shift.saturating_add(7);
        if *byte < 0x80 {
            if *byte == 0 && index > 0 {
                return Err(Error::new(
                    ErrorKind::InvalidValue,
                    "a number takes more bytes than it needs",
                ));
            }
            *bytes = bytes.get(index.saturating_add(1)..).unwrap_or_default();
            return Ok(value);
        }
    }
    if bytes.len() < MAX_LEN {
        return Err(Error::new(ErrorKind::Truncated, "the input ends in the middle of a number"));
    }
    Err(too_long())
}

#[cold]
fn too_long() -> Error {
    Error::new(ErrorKind::InvalidValue, "a number does not fit in 64 bits")
}

/// Appends a length as a varint.
pub(crate) fn write_len(bytes: &mut Vec<u8>, len: usize) {
    if let (0..0x80, Ok(byte)) = (len, u8::try_from(len)) {
        return bytes.push(byte);
    }
    write(bytes, u64::try_from(len).unwrap_or(u64::MAX));
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{len, read, write};
    use crate::ErrorKind;

    #[test]
    fn every_width_comes_back() {
        for shift in 0..64 {
            for value in [1_u64 << shift, (1_u64 << shift) - 1, u64::MAX >> shift] {
                let mut bytes = Vec::new();
                write(&mut bytes, value);
                assert_eq!(bytes.len(), len(value));
                let mut rest = bytes.as_slice();
                assert_eq!(read(&mut rest).unwrap(), value);
                assert!(rest.is_empty());
                assert_eq!(
                    read(&mut &bytes[..bytes.len() - 1]).unwrap_err().kind(),
                    ErrorKind::Truncated
                );
            }
        }
    }

    #[test]
    fn overlong_and_oversized_are_refused() {
        for bytes in [&[0x80, 0x00][..], &[0xff, 0x80, 0x00], &[0xff; 10], &[0x80; 11]] {
            assert_eq!(read(&mut &*bytes).unwrap_err().kind(), ErrorKind::InvalidValue);
        }
        let two_to_64 = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02];
        assert_eq!(read(&mut &two_to_64[..]).unwrap_err().kind(), ErrorKind::InvalidValue);
    }
}
