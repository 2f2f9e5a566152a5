//! Made-up columns with correct checksums.

use std::time::Duration;

use archive::{Archive, ErrorKind, Options};
use archive_tests::hostile::{Bounds, FREE};
use archive_tests::memory::peak;
use archive_tests::wire;
use cpu_time::ThreadTime;

/// A file of a `T` with these columns in one block, and a matching directory.
fn file<T: Archive + Default>(columns: &[&[u8]]) -> Vec<u8> {
    let seed = archive::to_vec(&T::default()).unwrap();
    assert_eq!(wire::columns(&seed), Some(columns.len()), "{}", std::any::type_name::<T>());
    wire::with_body(&seed, &wire::body_of(columns))
}

/// A raw column of one number.
fn length(len: u32) -> Vec<u8> {
    [&[RAW][..], &len.to_le_bytes()].concat()
}

/// Codes of packed columns (FORMAT.md §7).
const RAW: u8 = 0;
const CONSTANT: u8 = 1;
const ONE_BIT: u8 = 0x11;

/// How a file with these columns is refused, quickly and within the memory bounds.
#[track_caller]
fn refused<T: Archive + Default>(columns: &[&[u8]]) -> ErrorKind {
    let bytes = file::<T>(columns);
    let _ = archive::from_slice::<T>(&bytes);
    let start = ThreadTime::now();
    let (loaded, memory) = peak(|| archive::from_slice::<T>(&bytes).map(|_| ()));
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    let bound = FREE + 4096 + Bounds::of::<T>().body(&bytes);
    assert!(memory <= bound, "{memory} of {bound} bytes");
    loaded.expect_err("too many").kind()
}

#[test]
fn columns_made_by_hand_are_columns() {
    let bytes = file::<Vec<u16>>(&[&length(2), &[RAW, 1, 0, 2, 0]]);
    assert_eq!(archive::from_slice::<Vec<u16>>(&bytes).unwrap(), [1, 2]);
    let bytes = file::<Vec<u16>>(&[&length(4096), &[CONSTANT, 1, 0]]);
    assert_eq!(archive::from_slice::<Vec<u16>>(&bytes).unwrap(), [1; 4096]);
    let bytes = file::<Vec<u8>>(&[&length(2), &[5, 6]]);
    assert_eq!(archive::from_slice::<Vec<u8>>(&bytes).unwrap(), [5, 6]);
    let bytes = file::<Vec<u16>>(&[&length(9), &[ONE_BIT, 1, 0, 0xff, 1]]);
    assert_eq!(archive::from_slice::<Vec<u16>>(&bytes).unwrap(), [2; 9]);
}

#[test]
fn more_rows_than_their_columns_hold() {
    for claim in [4097, 1 << 20, u32::MAX - 1, u32::MAX] {
        let _ = refused::<Vec<u16>>(&[&length(claim), &[CONSTANT, 1, 0]]);
        let _ = refused::<Vec<u16>>(&[&length(claim), &[RAW, 1, 0]]);
        let _ = refused::<Vec<u128>>(&[&length(claim), &[ONE_BIT, 1, 0]]);
        let _ = refused::<Vec<u16>>(&[&length(claim), &[]]);
        let _ = refused::<String>(&[&length(claim), b"text"]);
        let _ = refused::<Vec<bool>>(&[&length(claim), &[CONSTANT, 1]]);
        let _ = refused::<Vec<Option<u8>>>(&[&length(claim), &[CONSTANT, 1], &[CONSTANT, 1]]);
        let _ = refused::<Vec<Vec<u16>>>(&[&length(claim), &[CONSTANT, 0, 0, 0, 0], &[]]);
    }
}

#[test]
fn rows_without_columns_are_charged_to_the_memory() {
    for claim in [1 << 28, u32::MAX] {
        assert_eq!(refused::<Vec<()>>(&[&length(claim)]), ErrorKind::MemoryLimit);
        assert_eq!(refused::<Vec<[u64; 0]>>(&[&length(claim), &[]]), ErrorKind::MemoryLimit);
    }
}

#[test]
fn lengths_cannot_multiply() {
    // 4096 lists of 2^20 elements, which are empty or lists again.
    let many = [&[CONSTANT][..], &(1_u32 << 20).to_le_bytes()].concat();
    let _ = refused::<Vec<Vec<()>>>(&[&length(4096), &many]);
    let _ = refused::<Vec<Vec<u8>>>(&[&length(4096), &many, &[1]]);
    let _ = refused::<Vec<Vec<Vec<()>>>>(&[&length(4096), &many, &many]);
    let some = [&[CONSTANT][..], &4096_u32.to_le_bytes()].concat();
    let _ = refused::<Vec<Vec<Vec<u32>>>>(&[&length(1), &some, &some, &[CONSTANT, 0, 0, 0, 0]]);
}

#[test]
fn directories_that_do_not_fit() {
    let whole = archive::to_vec(&vec![1_u32, 2, 3]).unwrap();
    let start = wire::body_start(&whole);
    for tail in [0, 1, 5, 1 << 16, u32::MAX] {
        let mut body = whole[start..].to_vec();
        let end = body.len() - 4;
        body[end..].copy_from_slice(&u32::to_le_bytes(tail));
        assert!(
            archive::from_slice::<Vec<u32>>(&wire::with_body(&whole, &body)).is_err(),
            "{tail}"
        );
    }
    for body in [&[][..], &[0], &[0; 3], &[0; 4], &[0, 0, 0, 0, 0, 0, 0, 0]] {
        assert!(archive::from_slice::<Vec<u32>>(&wire::with_body(&whole, body)).is_err());
        let options = Options::file().checksum(false);
        let bare = options.to_vec(&vec![1_u32]).unwrap();
        assert!(archive::from_slice::<Vec<u32>>(&wire::with_body(&bare, body)).is_err());
    }
}
