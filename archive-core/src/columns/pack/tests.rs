//! Checks the bytes of packed columns, and that no others are accepted.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use super::{Class, Known, pack, unpack, unpack_u32};
use crate::ErrorKind;
use crate::columns::bytes::Bytes;

const WIDTHS: [usize; 5] = [1, 2, 4, 8, 16];
const CLASSES: [Class; 4] = [Class::Unsigned, Class::Signed, Class::Float, Class::FloatForCodec];

fn packed(values: &[u8], width: usize, class: Class) -> Vec<u8> {
    let mut out = Bytes::within(vec![0xaa; 3 + values.len() / 2]);
    out.push([0xbb]);
    pack(values, width, class, &mut out);
    let mut out = out.into_vec();
    assert_eq!(out.remove(0), 0xbb);
    out
}

/// Packs, compares and unpacks.
#[track_caller]
fn example(values: &[u8], width: usize, class: Class, stored: &[u8]) {
    assert_eq!(packed(values, width, class), stored);
    assert_eq!(unpack(stored, width, values.len() / width).unwrap(), values);
}

fn refused(stored: &[u8], width: usize, count: usize) -> ErrorKind {
    unpack(stored, width, count).unwrap_err().kind()
}

/// Pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}

/// Columns of all kinds: the low bytes of 128-bit numbers.
fn columns(count: usize, random: &mut Random) -> Vec<Vec<u128>> {
    let start = random.wide();
    let floats = |scale: f64| (0..count).map(move |n| u128::from((n as f64 * scale).to_bits()));
    let mut all = vec![
        vec![start; count],
        (0..count as u128).map(|n| start.wrapping_add(n)).collect(),
        (0..count as i128).map(|n| (n * 3 - 40).cast_unsigned()).collect(),
        (0..count).map(|n| [i128::MIN, i128::MAX, 0, -1][n % 4].cast_unsigned()).collect(),
        (0..count).map(|n| [1 << 7, (1 << 7) - 1, 1 << 31, (1 << 31) - 1][n % 4]).collect(),
        (0..count).map(|n| [1 << 63, (1 << 63) - 1, 1 << 15, 0][n % 4]).collect(),
        floats(0.37).collect(),
        floats(-1e9).collect(),
        (0..count).map(|n| u128::from((n as f32).to_bits())).collect(),
        (0..count).map(|n| u128::from([f64::NAN, -0.0, f64::INFINITY][n % 3].to_bits())).collect(),
        (0..count).map(|n| if n % 9 == 7 { 1000 << (n % 50) } else { n as u128 % 200 }).collect(),
        (0..count).map(|n| if n % 31 == 7 { start } else { 254 + n as u128 % 2 }).collect(),
    ];
    for bits in
        (0..=9).chain([15, 16, 17, 24, 25, 32, 40, 48, 49, 56, 57, 63, 64, 65, 100, 127, 128])
    {
        let mask = u128::MAX.checked_shr(128 - bits).unwrap_or(0);
        all.push((0..count).map(|_| start.wrapping_add(random.wide() & mask)).collect());
        all.push((0..count).map(|_| random.wide() & mask).collect());
    }
    all
}

fn bytes(numbers: &[u128], width: usize) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(width)).collect()
}

#[test]
fn every_column_comes_back() {
    let mut random = Random(1);
    for count in (0..200).chain(4095..4100).chain([5000]) {
        let columns = columns(count, &mut random);
        for (index, numbers) in columns.iter().enumerate() {
            // All short columns; of the others, one in eight for each count.
            let turns = if count < 10 { 1 } else { 8 };
            if (index + count) % turns != 0 {
                continue;
            }
            for width in WIDTHS {
                let values = bytes(numbers, width);
                for class in CLASSES {
                    let stored = packed(&values, width, class);
                    assert_eq!(unpack(&stored, width, count).unwrap(), values);
                    if width == 4 {
                        let numbers = unpack_u32(&stored, count).unwrap();
                        let back: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
                        assert_eq!(back, values);
                    }
                    let planes = if class == Class::FloatForCodec { width } else { 0 };
                    assert!(stored.len() <= values.len() + 1 + planes);
                }
            }
        }
    }
}

#[test]
fn cut_and_longer_columns_are_refused() {
    let mut random = Random(2);
    for count in [1, 9, 65] {
        for numbers in columns(count, &mut random) {
            for width in WIDTHS {
                for class in CLASSES {
                    let mut stored = packed(&bytes(&numbers, width), width, class);
                    for len in 0..stored.len() {
                        if len < 40 || len + 8 > stored.len() {
                            assert_eq!(refused(&stored[..len], width, count), ErrorKind::Truncated);
                        }
                    }
                    stored.push(0);
                    assert!(unpack(&stored, width, count).is_err());
                }
            }
        }
    }
}

#[test]
fn damaged_columns_never_panic_nor_change_their_count() {
    let mut random = Random(3);
    for count in [1, 9, 65] {
        for numbers in columns(count, &mut random) {
            for width in WIDTHS {
                for class in CLASSES {
                    let mut stored = packed(&bytes(&numbers, width), width, class);
                    for _ in 0..4 {
                        let at = usize::from(random.next().to_le_bytes()[0]) % stored.len().min(40);
                        stored[at] ^= 1 << (random.next() % 8);
                        for width in WIDTHS {
                            for count in [count, count + 1, count * 8, usize::MAX] {
                                if let Ok(values) = unpack(&stored, width, count) {
                                    assert_eq!(values.len(), count * width);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn no_numbers_are_no_bytes() {
    assert_eq!(packed(&[], 4, Class::Signed), [0_u8; 0]);
    assert_eq!(unpack(&[], 4, 0).unwrap().as_ref(), [0_u8; 0]);
    assert_eq!(refused(&[0], 4, 0), ErrorKind::InvalidValue);
    assert_eq!(refused(&[], 4, 1), ErrorKind::Truncated);
}

#[test]
fn raw() {
    let values = [0, 1, 0, 255];
    example(&values, 2, Class::Unsigned, &[0x00, 0, 1, 0, 255]);
    assert!(matches!(unpack(&[0x00, 7, 8], 1, 2).unwrap(), Cow::Borrowed([7, 8])));
}

#[test]
fn constant() {
    let values = [0x2c, 0x01].repeat(5);
    example(&values, 2, Class::Unsigned, &[0x01, 0x2c, 0x01]);
}

#[test]
fn bits() {
    // 1000, 1003, 1001, 1000, 1002
    let values = [0xe8, 3, 0xeb, 3, 0xe9, 3, 0xe8, 3, 0xea, 3];
    example(&values, 2, Class::Unsigned, &[0x12, 0xe8, 0x03, 0b00_01_11_00, 0b10]);
    // -1, 0, 1, 6
    example(&[255, 0, 1, 6], 1, Class::Signed, &[0x13, 255, 0b10_001_000, 0b1110]);
}

#[test]
fn whole_bytes() {
    // -2, 298, 0
    let values = [-2_i32, 298, 0].map(i32::to_le_bytes);
    let stored = [0x22, 0xfe, 0xff, 0xff, 0xff, 0x00, 0x00, 0x2c, 0x01, 0x02, 0x00];
    example(values.as_flattened(), 4, Class::Signed, &stored);
}

#[test]
fn exceptions() {
    let values = [3_u32, 0, 1000, 7, 255, 9].map(u32::to_le_bytes);
    let stored = [0x30, 3, 0, 255, 7, 255, 9, 0xe8, 0x03, 0, 0, 255, 0, 0, 0];
    example(values.as_flattened(), 4, Class::Unsigned, &stored);
}

#[test]
fn planes() {
    // 1.0, -1.0, 1.5 are 3f800000, bf800000, 3fc00000; rotated 7f000000, 7f000001, 7f800000.
    let values: Vec<u8> =
        [1.0_f32, -1.0, 1.5, 1.0].repeat(16).iter().flat_map(|n| n.to_le_bytes()).collect();
    let signs = [&[0x00][..], &[0, 1, 0, 0].repeat(16)].concat();
    let halves = [&[0x00][..], &[0, 0, 0x80, 0].repeat(16)].concat();
    let stored = [&[0x40], &signs[..], &[0x01, 0x00], &halves, &[0x01, 0x7f]].concat();
    example(&values, 4, Class::Float, &stored);

    let stored = [0x40, 0x00, 0, 1, 0, 0x01, 0x00, 0x00, 0, 0, 0x80, 0x01, 0x7f];
    let values = [1.0_f32, -1.0, 1.5].map(f32::to_le_bytes);
    assert_eq!(unpack(&stored, 4, 3).unwrap(), values.as_flattened());
}

#[test]
fn without_a_codec_floats_are_cut_if_a_plane_is_constant() {
    // The numbers after rotation, so that each byte belongs to one plane.
    let floats = |top: u32| -> Vec<u8> {
        let rotated = (0..64_u32).map(|n| (n * 0x0001_0101) | ((n * top) << 24));
        rotated.flat_map(|n| n.rotate_right(1).to_le_bytes()).collect()
    };
    let (differ, alike) = (floats(1), floats(0));
    example(&differ, 4, Class::Float, &[&[0x00][..], &differ].concat());
    let planes = packed(&differ, 4, Class::FloatForCodec);
    assert_eq!((planes[0], planes.len()), (0x40, 1 + 4 * 65));
    let planes = packed(&alike, 4, Class::Float);
    assert_eq!((planes[0], planes.len()), (0x40, 1 + 3 * 65 + 2));
    assert_eq!(packed(&alike, 4, Class::FloatForCodec), planes);
}

#[test]
fn long_constants_keep_a_bit_for_each_number() {
    for class in CLASSES {
        let stored = [&[0x11, 7, 0, 0, 0][..], &[0; 513]].concat();
        example(&[7, 0, 0, 0].repeat(4097), 4, class, &stored);
    }
    assert_eq!(unpack(&[0x01, 7], 1, 4096).unwrap().as_ref(), [7; 4096]);
    assert_eq!(refused(&[0x01, 7], 1, 4097), ErrorKind::Length);

    let mut values = 1_f32.to_le_bytes().repeat(4096);
    values.extend(1.5_f32.to_le_bytes());
    let stored = packed(&values, 4, Class::Float);
    let (zeros, bits) = ([0x11, 0], [0; 513]);
    assert_eq!(stored[1..1031], [&zeros[..], &bits, &zeros[..], &bits].concat());
    assert_eq!(unpack(&stored, 4, 4097).unwrap(), values);
    let mut damaged = stored;
    damaged[3] = 1;
    assert_eq!(refused(&damaged, 4, 4097), ErrorKind::InvalidValue);
    let constants = [0x40, 0x01, 0, 0x01, 0, 0x01, 0, 0x01, 0];
    assert_eq!(unpack(&constants, 4, 4096).unwrap().as_ref(), [0; 4 * 4096]);
    assert_eq!(refused(&constants, 4, 4097), ErrorKind::Length);
}

#[test]
fn unused_bits_are_zero() {
    assert_eq!(unpack(&[0x11, 5, 0b101], 1, 3).unwrap().as_ref(), [6, 5, 6]);
    assert_eq!(refused(&[0x11, 5, 0b1101], 1, 3), ErrorKind::InvalidValue);
}

#[test]
fn codes_that_a_width_does_not_have_are_refused() {
    for (code, width) in [
        (0x02, 4),
        (0x10, 1),
        (0x18, 4),
        (0x20, 4),
        (0x21, 1),
        (0x24, 4),
        (0x30, 1),
        (0x31, 2),
        (0x40, 2),
        (0x40, 16),
        (0x41, 4),
        (0xff, 8),
    ] {
        let stored = [&[code][..], &[0; 200]].concat();
        assert_eq!(refused(&stored, width, 3), ErrorKind::InvalidValue);
    }
    assert_eq!(refused(&[0x40, 0x12, 0, 0], 4, 1), ErrorKind::InvalidValue);
}

#[test]
fn of_forms_of_one_size_the_first_is_taken() {
    example(&[9], 1, Class::Unsigned, &[0x00, 9]);
    example(&[0, 200], 1, Class::Unsigned, &[0x00, 0, 200]);
    // Short numbers take less as exceptions than as bits with a base.
    example(&[9, 0, 8, 0], 2, Class::Unsigned, &[0x30, 9, 8]);
    example(&[9, 0, 9, 0], 2, Class::Unsigned, &[0x01, 9, 0]);
}

#[test]
fn the_smallest_form_is_taken() {
    let mut random = Random(4);
    for (count, class) in [(3, Class::Signed), (40, Class::Unsigned), (300, Class::Signed)] {
        for numbers in columns(count, &mut random) {
            for width in [1, 2, 4, 8] {
                let values = bytes(&numbers, width);
                let unsigned: Vec<u128> = numbers.iter().map(|n| n % (1 << (8 * width))).collect();
                let half = if class == Class::Signed { 1 << (8 * width - 1) } else { 0 };
                let ordered = unsigned.iter().map(|n| (n + half) % (1 << (8 * width)));
                let range = ordered.clone().max().unwrap() - ordered.min().unwrap();
                let long = unsigned.iter().filter(|n| **n >= 255).count();

                let mut sizes = vec![count * width];
                sizes.extend((range == 0).then_some(width));
                sizes.extend(
                    (1..8).filter(|b| range < 1 << b).map(|b| width + (count * b).div_ceil(8)),
                );
                sizes
                    .extend((1..width).filter(|k| range < 1 << (8 * k)).map(|k| width + count * k));
                sizes.extend((width > 1).then_some(count + long * width));
                let stored = packed(&values, width, class);
                assert_eq!(stored.len() - 1, sizes.into_iter().min().unwrap());
            }
        }
    }
}

#[test]
fn texts_of_few_kinds_are_known_whatever_their_lengths() {
    let mut random = Random(5);
    // The range of lengths decides which of twelve functions looks the texts up. It grows as longer texts come.
    let short = [1..4, 0..4, 4..9, 1..9, 0..9, 8..17, 4..17, 1..17, 0..17];
    let long = [9..33, 0..33, 16..65, 0..65, 60..255, 0..255];
    for lens in short.into_iter().chain(long) {
        let kinds: Vec<Vec<u8>> = (0..24)
            .map(|_| vec![b'a'; lens.start + random.below(lens.len())])
            .flat_map(|text| {
                [(text.len() / 2, &text), (text.len(), &text)].map(|(at, text)| alter(text, at))
            })
            .collect();
        let texts: Vec<&[u8]> =
            (0..2000).map(|n| &*kinds[random.below(1 + kinds.len() * (n + 1) / 2001)]).collect();

        let mut known = Known::default();
        for some in texts.chunks(64) {
            let total = known.take(some, |text| text);
            assert_eq!(total, Some(some.iter().map(|text| text.len()).sum()));
        }
        assert!(known.texts().eq(texts.iter().copied()));
        let mut differing: Vec<&[u8]> = Vec::new();
        for text in &texts {
            if !differing.contains(text) {
                differing.push(text);
            }
        }
        assert!(known.differing().eq(differing));
    }
}

#[test]
fn texts_that_differ_in_one_byte_differ() {
    for len in 1..255 {
        let text = vec![b'a'; len];
        let texts: Vec<Vec<u8>> = (0..len).map(|at| alter(&text, at + 1)).collect();
        for some in texts.chunks(31) {
            let again: Vec<&[u8]> = some.iter().chain(some).map(Vec::as_slice).collect();
            let mut known = Known::default();
            known.take(&again, |text| text).unwrap();
            assert!(known.texts().eq(again));
            assert_eq!(known.count(), some.len());
        }
    }
}

/// The text with the byte before `place` changed.
fn alter(text: &[u8], place: usize) -> Vec<u8> {
    let mut text = text.to_vec();
    if let Some(byte) = place.checked_sub(1).and_then(|place| text.get_mut(place)) {
        *byte ^= 0x11;
    }
    text
}
