//! The main use of columns: many values of one type.

use archive::{Archive, Compression, Options};
use archive_tests::hostile::Bounds;
use archive_tests::memory::peak;

#[derive(Archive, Debug, PartialEq, Clone, Copy)]
struct Tile {
    kind: Kind,
    height: i16,
    light: [u8; 3],
    is_lit: bool,
    owner: Option<u32>,
    place: (u64, f32),
}

#[derive(Archive, Debug, PartialEq, Clone, Copy)]
enum Kind {
    Grass,
    Water { depth: u16 },
}

const MILLION: usize = 1_000_000;
const TILE: Tile = Tile {
    kind: Kind::Water { depth: 3 },
    height: -4,
    light: [200; 3],
    is_lit: true,
    owner: Some(7),
    place: (1 << 40, 0.5),
};

/// Each column of equal numbers takes one bit per number, or a few bytes in all.
#[test]
fn a_million_equal_tiles_take_little() {
    let tiles = vec![TILE; MILLION];
    let bytes = archive::to_vec(&tiles).unwrap();
    // Ten columns, one of which has three numbers per tile.
    assert!(bytes.len() < 12 * MILLION / 8 + 1000, "{} bytes", bytes.len());
    let (loaded, memory) = peak(|| archive::from_slice::<Vec<Tile>>(&bytes).unwrap());
    assert!(loaded == tiles, "another value came back");
    let bound = Bounds::of::<Vec<Tile>>().body(&bytes) + archive_tests::hostile::FREE;
    assert!(memory <= bound, "{memory} of {bound} bytes");
    // The tiles themselves, and the unpacked columns.
    assert!(memory < 3 * MILLION * size_of::<Tile>(), "{memory} bytes");

    for (compression, most) in [(Compression::Lz4, 12_000), (Compression::Zstd(3), 4_000)] {
        let options = Options::file().compression(compression);
        let bytes = options.to_vec(&tiles).unwrap();
        assert!(bytes.len() < most, "{} bytes by {compression:?}", bytes.len());
        assert!(archive::from_slice::<Vec<Tile>>(&bytes).unwrap() == tiles);
    }
}

#[test]
fn tiles_that_differ_in_every_field() {
    let tile = |n: usize| Tile {
        kind: if n % 3 < 1 { Kind::Grass } else { Kind::Water { depth: n as u16 } },
        height: n as i16,
        light: [n as u8, 1, 255],
        is_lit: n & 1 == 0,
        owner: (n % 5 > 1).then_some(n as u32),
        place: (n as u64 * 977, n as f32),
    };
    for count in [0, 1, 63, 64, 65, 4095, 4096, 4097, 20_000] {
        super::check::comes_back(&(0..count).map(tile).collect::<Vec<Tile>>());
    }
}

#[test]
fn equal_tiles_in_any_number() {
    for count in [1, 63, 64, 4095, 4096, 4097, 8192, 8193] {
        super::check::comes_back(&vec![TILE; count]);
    }
}

#[test]
fn columns_longer_than_a_block() {
    let numbers: Vec<u64> =
        (0..30_000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let texts: Vec<String> = (0..20_000).map(|n| format!("{n} and more")).collect();
    super::check::comes_back(&(1_u8, numbers, 2_u8, texts, 3_u8, vec![9_u8; 100_000]));
}
