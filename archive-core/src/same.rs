//! Compares files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// How many bytes are compared at a time.
const PIECE: usize = 8 << 10;

/// Whether a file contains what a reader reads. Most files differ in their header, after which nothing is read.
pub(crate) fn is_same(path: &Path, mut other: impl Read) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let (mut own, mut others) = ([0; PIECE], [0; PIECE]);
    loop {
        let piece = fill(&mut file, &mut own)?;
        if piece != fill(&mut other, &mut others)? {
            return Ok(false);
        }
        if piece.is_empty() {
            return Ok(true);
        }
    }
}

/// Reads so many bytes, or all that are left if there are fewer.
fn fill<'b>(file: &mut impl Read, room: &'b mut [u8]) -> io::Result<&'b [u8]> {
    let mut len: usize = 0;
    while let Some(rest) = room.get_mut(len..).filter(|rest| !rest.is_empty()) {
        match file.read(rest) {
            Ok(0) => break,
            Ok(read) => len = len.saturating_add(read),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(room.get(..len).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read as _;

    use super::{PIECE, is_same};

    #[test]
    fn files_are_the_same_up_to_their_ends() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("slot1.sav");
        for len in [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE] {
            let bytes = alloc::vec![7; len];
            fs::write(&path, &bytes).unwrap();
            assert!(is_same(&path, bytes.as_slice()).unwrap());
            // A reader that gives less than it is asked for.
            let (start, end) = bytes.split_at(len / 3);
            assert!(is_same(&path, start.chain(end)).unwrap());
            assert!(!is_same(&path, bytes.as_slice().chain(&[7][..])).unwrap());
            if let Some((_, shorter)) = bytes.split_last() {
                assert!(!is_same(&path, shorter).unwrap());
                assert!(!is_same(&path, shorter.chain(&[8][..])).unwrap());
            }
        }
        is_same(&directory.path().join("none"), &[][..]).unwrap_err();
    }
}
