//! Several archives in a row: each load leaves the reader right after its archive.

use std::io::{self, Read};

use archive::{Archive, Error, ErrorKind, Options, VersionTable};
use cpu_time::ThreadTime;

/// Gives one byte at a time, like a slow connection.
struct Slow<R>(R);

impl<R: Read> Read for Slow<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(1);
        self.0.read(&mut buffer[..len])
    }
}

/// A type past version 15 that holds one past version 1, so that a message's header has every part.
#[derive(Archive, Debug, PartialEq, Clone)]
#[archive(version = 300)]
pub struct Packet {
    kind: Kind,
    more: Option<Other>,
    text: String,
}

#[derive(Archive, Debug, PartialEq, Clone)]
enum Kind {
    Hello,
    #[since(2)]
    Bye {
        reason: u8,
    },
}

#[derive(Archive, Debug, PartialEq, Clone)]
#[archive(version = 200)]
struct Other {
    number: u64,
}

pub fn packets() -> Vec<Packet> {
    vec![
        Packet { kind: Kind::Hello, more: None, text: "hello".into() },
        Packet {
            kind: Kind::Bye { reason: 3 },
            more: Some(Other { number: 4 }),
            text: "x".repeat(300),
        },
        Packet { kind: Kind::Hello, more: None, text: String::new() },
    ]
}

fn forms() -> [Options; 3] {
    use archive::SchemaPolicy::Fingerprint;
    [Options::file(), Options::file().schema(Fingerprint), Options::message()]
}

#[test]
fn several_in_a_row_come_back_one_by_one() {
    for options in forms() {
        let mut log = Vec::new();
        for packet in packets() {
            options.to_writer(&mut log, &packet).unwrap();
        }
        log.extend(b"rest");
        let mut reader = log.as_slice();
        for packet in packets() {
            assert_eq!(options.from_reader::<Packet>(&mut reader).unwrap(), packet);
        }
        assert_eq!(reader, b"rest");
    }
}

#[test]
fn archives_of_both_forms_may_follow_each_other() {
    let mut log = Vec::new();
    archive::to_writer(&mut log, "file").unwrap();
    Options::message().to_writer(&mut log, &7_u8).unwrap();
    archive::to_writer(&mut log, &()).unwrap();
    let mut reader = log.as_slice();
    assert_eq!(archive::from_reader::<String>(&mut reader).unwrap(), "file");
    assert_eq!(archive::from_reader::<u8>(&mut reader).unwrap(), 7);
    archive::from_reader::<()>(&mut reader).unwrap();
    assert!(reader.is_empty());
}

#[test]
fn a_reader_may_give_one_byte_at_a_time() {
    for options in forms() {
        let mut log = Vec::new();
        for packet in packets() {
            options.to_writer(&mut log, &packet).unwrap();
        }
        let mut reader = Slow(log.as_slice());
        for packet in packets() {
            assert_eq!(options.from_reader::<Packet>(&mut reader).unwrap(), packet);
        }
        let end = options.from_reader::<Packet>(&mut reader).unwrap_err();
        assert_eq!((end.kind(), end.offset()), (ErrorKind::Truncated, Some(0)));
    }
}

#[test]
fn a_stream_that_ends_early_is_refused_wherever_it_ends() {
    for options in forms() {
        let mut bytes = Vec::new();
        options.to_writer(&mut bytes, &packets()[1]).unwrap();
        for len in 0..bytes.len() {
            let error = options.from_reader::<Packet>(&bytes[..len]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Truncated, "{len} of {}", bytes.len());
            assert_eq!(error.offset(), Some(len as u64));
        }
    }
}

#[test]
fn how_long_the_next_is_can_be_told_before_it_is_there() {
    let table = archive::VersionTable::of::<Packet>().unwrap();
    let agreed = Options::message().agreed(&table);
    for options in forms().into_iter().chain([agreed]) {
        let mut bytes = Vec::new();
        options.to_writer(&mut bytes, &packets()[1]).unwrap();
        let whole = bytes.len();
        bytes.extend([0xff; 9]);
        let mut known = 0;
        for len in 0..bytes.len() {
            match options.next_len(&bytes[..len]).unwrap() {
                Some(told) => {
                    assert_eq!(told, whole);
                    known += 1;
                }
                None => assert!(known == 0 && len < whole - packets()[1].text.len()),
            }
        }
        let first = options.from_reader::<Packet>(&bytes[..whole]).unwrap();
        assert_eq!(first, packets()[1]);
    }
    let message = Options::message().to_vec(&packets()[0]).unwrap();
    let error = Options::message().next_len(&message).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert_eq!(Options::file().next_len(b"hello").unwrap_err().kind(), ErrorKind::NotAnArchive);
    let claim = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    let agreed = Options::message().agreed(&table);
    assert_eq!(agreed.next_len(&claim).unwrap_err().kind(), ErrorKind::MemoryLimit);
}

/// More bytes cannot complete a header that is there, so a receiver must not wait for them.
#[test]
fn a_header_that_claims_more_than_itself_is_refused() {
    let mut file = archive::to_vec(&packets()[0]).unwrap();
    let len = archive_tests::wire::header_len(&file).unwrap();
    file[36] = 200; // the length of the root's name
    archive_tests::wire::seal(&mut file);
    for more in [0, 5, 4000] {
        let mut bytes = file[..len].to_vec();
        bytes.resize(len + more, 7);
        let error = Options::file().next_len(&bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Length, "{error}");
    }
}

/// A table that arrives byte by byte is not reread for each byte, and one that is too long is
/// refused at once.
#[test]
fn a_table_that_comes_slowly_is_read_in_linear_time() {
    let message = |entries: u32, version: &[u8]| {
        let mut bytes = vec![0xac, 0x31, 0, 0, 0, 0, 0, 0, 0, 0];
        let mut count = entries;
        while count >= 0x80 {
            bytes.push((count & 0x7f) as u8 | 0x80);
            count >>= 7;
        }
        bytes.push(count as u8);
        let start = bytes.len();
        for hash in 0..entries.min(20_000) {
            bytes.extend(hash.to_le_bytes());
            bytes.extend(version);
        }
        bytes.extend([3, 7, 7, 7]);
        (bytes, start)
    };
    let options = Options::message();
    for version in [&[2_u8][..], &[0x80, 2], &[0x80, 0x80, 2]] {
        let (bytes, start) = message(20_000, version);
        let len = start + 20_000 * (4 + version.len());
        for came in (len - 3..=bytes.len()).chain([start, len / 2]) {
            let told = options.next_len(&bytes[..came]).unwrap();
            assert_eq!(told, (came > len).then_some(bytes.len()), "{came}");
        }
    }
    // No entry is read while some are missing.
    let (bytes, start) = message(20_000, &[2]);
    let time = |lens: &[usize]| {
        let begun = ThreadTime::now();
        for len in lens {
            options.next_len(&bytes[..*len]).unwrap();
        }
        begun.elapsed()
    };
    let pieces: Vec<usize> = (start..start + 100_000).step_by(1_000).collect();
    let found: Vec<_> = (0..16).map(|_| (time(&pieces), time(&[bytes.len()]))).collect();
    assert!(found.iter().any(|(pieces, whole)| *pieces < 10 * *whole), "{found:?}");
    for entries in [210_000, u32::MAX] {
        let (bytes, start) = message(entries, &[2]);
        let error = options.next_len(&bytes[..start]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Length, "{error}");
        assert!(error.to_string().contains("`Limits::max_header`"), "{error}");
    }
}

#[test]
fn what_a_writer_takes_is_what_a_slice_holds() {
    for options in forms() {
        for packet in packets() {
            let mut bytes = Vec::new();
            options.to_writer(&mut bytes, &packet).unwrap();
            assert_eq!(options.from_slice::<Packet>(&bytes).unwrap(), packet);
        }
    }
}

#[test]
fn a_message_without_its_length_cannot_be_read_from_a_stream() {
    let bytes = Options::message().to_vec(&packets()[0]).unwrap();
    let error = archive::from_reader::<Packet>(bytes.as_slice()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.help().contains("to_writer"), "{error}");
}

#[test]
fn what_is_no_archive_is_called_that_however_short() {
    for text in ["x", "hello", &"text".repeat(100)] {
        let error = archive::from_reader::<u8>(text.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotAnArchive);
    }
}

#[test]
fn bytes_behind_the_value_within_its_body_are_refused() {
    let mut bytes = Vec::new();
    Options::message().to_writer(&mut bytes, &7_u8).unwrap();
    let at = bytes.len() - 2;
    bytes[at] = 2;
    bytes.push(0);
    assert_eq!(
        archive::from_reader::<u8>(bytes.as_slice()).unwrap_err().kind(),
        ErrorKind::TrailingBytes
    );
}

#[test]
fn a_slice_holds_exactly_one_archive() {
    for options in forms() {
        let two = options.to_vec(&7_u8).unwrap().repeat(2);
        assert_eq!(options.from_slice::<u8>(&two).unwrap_err().kind(), ErrorKind::TrailingBytes);
    }
}

#[test]
fn a_body_that_may_not_be_loaded_is_not_read() {
    /// Counts the bytes read.
    struct Counted<'r>(&'r [u8], usize);

    impl Read for Counted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = self.0.read(buffer)?;
            self.1 += len;
            Ok(len)
        }
    }

    let mut bytes = Vec::new();
    archive::to_writer(&mut bytes, &vec![7_u64; 100_000]).unwrap();
    let header = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let careful = Options::file().limits(archive::Limits::new().max_alloc(1));
    // Both lengths, which must be equal for an uncompressed body.
    bytes[24..32].copy_from_slice(&(1_u64 << 40).to_le_bytes());
    bytes[32..40].copy_from_slice(&(1_u64 << 40).to_le_bytes());
    let crc = crc32fast::hash(&bytes[..header - 4]);
    bytes[header - 4..header].copy_from_slice(&crc.to_le_bytes());
    let mut reader = Counted(&bytes, 0);
    let error = careful.from_reader::<Vec<u64>>(&mut reader).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MemoryLimit);
    assert_eq!(reader.1, header);
}

/// A connection closed right after a message's length is an error, not the end of the stream.
#[test]
fn a_message_without_a_header_that_is_cut_behind_its_length() {
    let agreed = Options::message().agreed(&VersionTable::of::<String>().unwrap());
    let mut sent = Vec::new();
    agreed.to_writer(&mut sent, "abc").unwrap();
    let error = agreed.next_from_reader::<String>(&sent[..1]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Truncated);
    assert!(error.to_string().contains("the stream ends here: 4 bytes are missing"), "{error}");
}

/// The error says whether anything of the archive was read.
#[test]
fn a_reader_that_fails_before_an_archive() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let told = |error: Error| error.to_string();
    let sent = archive::to_vec("Ann joined").unwrap();
    let before = told(archive::from_reader::<String>(Broken).unwrap_err());
    assert!(before.contains("nothing was read of the archive"), "{before}");
    let within = told(archive::from_reader::<String>(sent[..20].chain(Broken)).unwrap_err());
    assert!(within.contains("the reader is in the middle of this one"), "{within}");
}

/// A message does not name its type, so one that seems newer may be of another type.
#[test]
fn a_message_that_seems_newer_may_be_of_another_type() {
    mod other {
        #[derive(archive::Archive)]
        pub(super) struct Ping {
            pub(super) n: u8,
            #[since(2, default = 0)]
            pub(super) m: u8,
        }
    }
    #[derive(Archive, Debug)]
    struct Pong {
        n: u8,
    }
    let sent = Options::message().to_vec(&other::Ping { n: 1, m: 2 }).unwrap();
    let error = archive::from_slice::<Pong>(&sent).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooNew);
    assert!(error.to_string().contains("if this is a message of another type"), "{error}");
}
