//! Unpacks columns of numbers, from FORMAT.md §7.2.

/// The `n` numbers of `w` bytes of a packed column, as little-endian bytes.
pub fn unpack(column: &[u8], n: usize, w: usize) -> Vec<u8> {
    let mut rest = column;
    let numbers = match n {
        0 => Vec::new(),
        _ => unpack_some(&mut rest, n, w),
    };
    assert!(rest.is_empty(), "bytes after the numbers");
    numbers
}

/// The same for floats. The columns `before` this one may contain it.
pub fn unpack_floats(column: &[u8], before: &[Vec<u8>], n: usize, w: usize) -> Vec<u8> {
    let (first, index) = match *column {
        [0x50, ..] => (column, 0),
        [0x51, index] => {
            assert!(index > 0);
            (before[before.len() - usize::from(index)].as_slice(), usize::from(index))
        }
        _ => return unpack(column, n, w),
    };
    let k = usize::from(first[1]);
    assert!(first[0] == 0x50 && (2..=64).contains(&k) && index < k && first.len() == 2 + n * k * w);
    first[2..].chunks(w).skip(index).step_by(k).flatten().copied().collect()
}

fn take<'a>(rest: &mut &'a [u8], len: usize) -> &'a [u8] {
    let (taken, after) = rest.split_at(len);
    *rest = after;
    taken
}

fn unpack_some(rest: &mut &[u8], n: usize, w: usize) -> Vec<u8> {
    let code = take(rest, 1)[0];
    match code {
        0x00 => take(rest, n * w).to_vec(),
        0x01 => {
            assert!(n <= 4096);
            take(rest, w).repeat(n)
        }
        0x11..=0x17 => {
            let (b, base) = (usize::from(code - 0x10), number(take(rest, w)));
            let bytes = take(rest, (n * b).div_ceil(8));
            let bit = |j: usize| u128::from(bytes[j / 8] >> (j % 8) & 1);
            let offset = |i: usize| (0..b).map(|j| bit(i * b + j) << j).sum::<u128>();
            assert!((n * b..bytes.len() * 8).all(|j| bit(j) == 0));
            (0..n).flat_map(|i| bytes_of(base.wrapping_add(offset(i)), w)).collect()
        }
        0x21..=0x2f => {
            let (k, base) = (usize::from(code - 0x20), number(take(rest, w)));
            assert!(k < w);
            let offsets = take(rest, n * k).chunks(k);
            offsets.flat_map(|offset| bytes_of(base.wrapping_add(number(offset)), w)).collect()
        }
        0x30 => {
            assert!(w >= 2);
            let short = take(rest, n);
            let number_of = |byte: &u8| match *byte {
                255 => take(rest, w).to_vec(),
                byte => bytes_of(u128::from(byte), w),
            };
            short.iter().flat_map(number_of).collect()
        }
        0x40 => planes(rest, n, w),
        _ => panic!("code {code:02x}"),
    }
}

fn planes(rest: &mut &[u8], n: usize, w: usize) -> Vec<u8> {
    assert!(w == 4 || w == 8);
    let mut plane = || {
        assert!(matches!(rest[0], 0x00 | 0x01 | 0x11));
        unpack_some(rest, n, 1)
    };
    let planes: Vec<Vec<u8>> = (0..w).map(|_| plane()).collect();
    let numbers = (0..n).map(|i| planes.iter().map(|plane| plane[i]).collect::<Vec<u8>>());
    let bits = u32::try_from(8 * w).unwrap();
    let rotated = |number: u128| number >> 1 | (number & 1) << (bits - 1);
    numbers.flat_map(|bytes| bytes_of(rotated(number(&bytes)), w)).collect()
}

/// A number of at most 16 bytes.
pub fn number(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte))
}

fn bytes_of(number: u128, w: usize) -> Vec<u8> {
    number.to_le_bytes()[..w].to_vec()
}
