//! Bytes that are not an archive, or not one of the requested type.

use std::fs;

use archive::{Error, ErrorKind, Limits, Options};
use archive_tests::wire::seal;

use crate::game::{self, SaveGame};

fn refused(bytes: &[u8]) -> Error {
    archive::from_slice::<SaveGame>(bytes).unwrap_err()
}

/// The error for the message with some bytes replaced.
fn damaged(at: usize, with: &[u8]) -> Error {
    let (mut bytes, _) = game::message();
    bytes[at..at + with.len()].copy_from_slice(with);
    refused(&bytes)
}

/// An error from a file, which names it.
fn in_file(bytes: &[u8]) -> Error {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    fs::write(&path, bytes).unwrap();
    let error = archive::load::<SaveGame>(&path).unwrap_err();
    assert_eq!(error.file(), Some(path.as_path()));
    // The directory has another name in each run.
    refused(bytes).in_file("saves/slot1.sav")
}

/// An error from a file with another byte, as a newer program may write it: with the right checksum.
fn of_newer(file: &[u8], at: usize, byte: u8) -> Error {
    let mut file = file.to_vec();
    file[at] = byte;
    seal(&mut file);
    refused(&file)
}

pub fn errors() -> Vec<(ErrorKind, Error)> {
    let (message, body) = game::message();
    let file = archive::to_vec(&game::save()).unwrap();
    let torch = game::place_of("torch");
    let tower = game::place_of("tower");
    vec![
        (ErrorKind::Io, archive::load::<SaveGame>("saves/missing.sav").unwrap_err()),
        (ErrorKind::NotAnArchive, in_file(b"{\"slot\": 1}")),
        (ErrorKind::NotAnArchive, in_file(b"\x89ARC\n\x1a\n\x01\x06")),
        (ErrorKind::Unsupported, of_newer(&file, 8, 2)),
        (ErrorKind::Unsupported, of_newer(&file, 10, 7)),
        (ErrorKind::Unsupported, archive::from_reader::<SaveGame>(message.as_slice()).unwrap_err()),
        (ErrorKind::Checksum, in_file(&[&file[..file.len() - 1], &[9]].concat())),
        (ErrorKind::Checksum, refused(&[&file[..50], b"?", &file[51..]].concat())),
        (ErrorKind::Truncated, in_file(&file[..file.len() - 7])),
        (ErrorKind::Truncated, refused(&message[..message.len() - 1])),
        (ErrorKind::Truncated, refused(&[])),
        (ErrorKind::TrailingBytes, in_file(&[&file[..], b"\n"].concat())),
        (ErrorKind::TrailingBytes, refused(&[&message[..], &message[..]].concat())),
        (ErrorKind::InvalidValue, damaged(message.len() - 1, &[2])),
        (ErrorKind::InvalidUtf8, damaged(torch, &[0xff])),
        (ErrorKind::UnknownTag, damaged(game::place_of("rope") + 8, &[9])),
        (ErrorKind::KeyOrder, damaged(tower - 1, b"\x04cave\x00")),
        (ErrorKind::Length, damaged(torch - 1, &[200, 1])),
        (ErrorKind::MaxLen, damaged(body + 1, &[17])),
        (ErrorKind::MemoryLimit, memory()),
        (ErrorKind::DepthLimit, depth()),
        (
            ErrorKind::Syntax,
            archive::text::from_str::<SaveGame>("SaveGame {\n  slot 3\n}").unwrap_err(),
        ),
    ]
}

fn memory() -> Error {
    let message = Options::message();
    let list = vec![0_u32; 12_500];
    let bytes = message.to_vec(&(&list, &list)).unwrap();
    let limits = Limits::new().max_alloc(0);
    message.limits(limits).from_slice::<(Vec<u32>, Vec<u32>)>(&bytes).unwrap_err()
}

fn depth() -> Error {
    let limits = Limits::new().depth(2);
    let bytes = archive::to_vec(&game::save()).unwrap();
    Options::file().limits(limits).from_slice::<SaveGame>(&bytes).unwrap_err()
}

#[test]
fn the_tag_of_an_option_is_told_from_a_bool() {
    let options = [Some(7_u8), None, Some(9)];
    let mut message = Options::message().to_vec(&options).unwrap();
    let last = message.len() - 2;
    message[last] = 2;
    let error = archive::from_slice::<[Option<u8>; 3]>(&message).unwrap_err();
    assert_eq!(error.detail(), "the tag of an option is neither 0 nor 1");
    assert_eq!(error.path(), "[2]");
}
