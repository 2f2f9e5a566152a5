//! Readers and writers that fail, stop and never end.

use std::io::{self, Read};

use archive::{Error, ErrorKind, Options};

use crate::streams::{Packet, packets};

/// Fails after this many bytes.
struct Broken(usize);

impl Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = archive::to_vec(&packets()).unwrap();
        let left = bytes.len().min(100).saturating_sub(self.0);
        if left == 0 {
            return Err(io::Error::new(io::ErrorKind::ConnectionReset, "the peer is gone"));
        }
        let len = left.min(buffer.len());
        buffer[..len].copy_from_slice(&bytes[self.0..self.0 + len]);
        self.0 += len;
        Ok(len)
    }
}

impl io::Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::BrokenPipe, "the peer is gone"))
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_of_readers_and_writers_are_handed_on() {
    let why = |error: Error| (error.kind(), error.io_kind());
    let read = archive::from_reader::<Vec<Packet>>(Broken(0)).unwrap_err();
    assert_eq!(why(read), (ErrorKind::Io, Some(io::ErrorKind::ConnectionReset)));
    let written = archive::to_writer(Broken(0), &packets()).unwrap_err();
    assert_eq!(why(written), (ErrorKind::Io, Some(io::ErrorKind::BrokenPipe)));
}

#[test]
fn a_reader_that_is_interrupted_is_asked_again() {
    struct Interrupted<R>(R, bool);
    impl<R: Read> Read for Interrupted<R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
        }
    }
    let bytes = archive::to_vec("text").unwrap();
    let reader = Interrupted(bytes.as_slice(), false);
    assert_eq!(archive::from_reader::<String>(reader).unwrap(), "text");
}

#[test]
fn a_body_is_read_only_if_it_may_be() {
    /// An endless stream that counts the bytes read.
    struct Endless(usize);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            buffer.fill(0);
            self.0 += buffer.len();
            Ok(buffer.len())
        }
    }

    let mut bytes = archive::to_vec("text").unwrap();
    bytes.truncate(archive_tests::wire::body_start(&bytes));
    bytes[24..32].copy_from_slice(&(1_u64 << 60).to_le_bytes());
    bytes[32..40].copy_from_slice(&(1_u64 << 60).to_le_bytes());
    archive_tests::wire::seal(&mut bytes);
    let mut endless = Endless(0);
    let reader = bytes.as_slice().chain(&mut endless);
    let options = Options::file().limits(archive::Limits::new().max_alloc(1000));
    let error = options.from_reader::<String>(reader).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MemoryLimit, "{error}");
    assert!(endless.0 < 128 * 1024, "{} bytes were read", endless.0);
}

#[test]
fn a_writer_is_flushed_so_that_its_errors_are_not_lost() {
    /// Accepts no bytes.
    struct Full;

    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let error = archive::to_writer(io::BufWriter::new(Full), &7_u32).unwrap_err();
    assert_eq!(error.io_kind(), Some(io::ErrorKind::StorageFull));
}
