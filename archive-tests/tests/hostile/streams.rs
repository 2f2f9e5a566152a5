//! Streams that never end, or that have long headers.

use std::io::{self, Read};
use std::time::Duration;

use archive::{ErrorKind, Options};
use archive_tests::memory::peak;

use archive_tests::wire;
use cpu_time::ThreadTime;

/// A message header with a table of this many types, and a body of the length it says.
fn message(types: u32) -> Vec<u8> {
    let mut bytes = vec![0xac, 0x31, 1, 2, 3, 4, 5, 6, 7, 8];
    wire::varint(&mut bytes, u64::from(types));
    for hash in 0..types {
        bytes.extend(hash.to_le_bytes());
        bytes.push(2);
    }
    bytes.push(1);
    bytes
}

#[test]
fn a_stream_takes_time_in_proportion_to_its_length() {
    let bytes = [message(200_000), vec![0]].concat();
    let start = ThreadTime::now();
    let error = archive::from_reader::<u32>(bytes.as_slice()).unwrap_err();
    assert!([ErrorKind::Mismatch, ErrorKind::TooNew].contains(&error.kind()), "{error}");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn a_header_without_end_is_refused() {
    let mut endless = vec![0xac, 0x31, 1, 2, 3, 4, 5, 6, 7, 8];
    wire::varint(&mut endless, u64::MAX);
    let stream = endless.chain(io::repeat(1));
    let limits = archive::Limits::new().max_header(1 << 16);
    let error = Options::message().limits(limits).from_reader::<u32>(stream).unwrap_err();
    assert!([ErrorKind::Length, ErrorKind::InvalidValue].contains(&error.kind()), "{error}");
}

trait Chained {
    fn chain<R: Read>(self, next: R) -> io::Chain<io::Cursor<Vec<u8>>, R>;
}

impl Chained for Vec<u8> {
    fn chain<R: Read>(self, next: R) -> io::Chain<io::Cursor<Vec<u8>>, R> {
        io::Cursor::new(self).chain(next)
    }
}

#[test]
fn memory_grows_with_what_a_stream_gives_not_with_what_it_claims() {
    let mut file = archive::to_vec("text").unwrap();
    let (cut, large) = (ErrorKind::Truncated, ErrorKind::MemoryLimit);
    for (claim, kind) in [(1_u64 << 29, cut), (1 << 31, large), (1 << 61, large), (u64::MAX, large)]
    {
        file[24..32].copy_from_slice(&claim.to_le_bytes());
        file[32..40].copy_from_slice(&claim.to_le_bytes());
        wire::seal(&mut file);
        let (result, memory) = peak(|| archive::from_reader::<String>(file.as_slice()));
        assert_eq!(result.unwrap_err().kind(), kind);
        assert!(memory < 64 * 1024, "{memory} bytes of memory");
    }
}
