//! Which files become backups when they are replaced.

use std::fs;

use archive::{Archive, ErrorKind, Layout, Options};
use archive_tests::memory::peak;

use crate::backups::{file_of, saved_twice};

/// The place of a good backup is not taken by what nobody can load.
#[test]
fn a_damaged_file_is_no_backup() {
    for options in [
        Options::file(),
        Options::file().layout(archive::Layout::Rows),
        Options::file().compression(archive::Compression::Lz4),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("slot1.sav");
        let slot = options.backups(1);
        let value = |level: u32| (level, vec!["text"; 500]);
        slot.save(&path, &value(1)).unwrap();
        slot.save(&path, &value(2)).unwrap();
        let good = fs::read(&path).unwrap();
        let flipped = |at: usize| {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            bytes
        };
        let (middle, cut) = (good.len() - 30, good[..good.len() - 1].to_vec());
        for bytes in
            [vec![], vec![0; 500], cut, flipped(20), flipped(middle), flipped(good.len() - 5)]
        {
            fs::write(&path, &bytes).unwrap();
            let (loaded, lost) = slot.load_or_backup::<(u32, Vec<String>)>(&path).unwrap();
            assert_eq!((loaded.0, lost.len()), (1, 1), "{:?}", lost[0]);
            slot.save(&path, &value(3)).unwrap();
            let backup = slot.load::<(u32, Vec<String>)>(file_of(&path, 1)).unwrap();
            assert_eq!(backup.0, 1);
        }
        // What another program wrote, or a newer version of this library, is kept.
        for bytes in [&b"what the game saved before"[..], b"\x89ARC\r\n\x1a\n\x02 a newer format"] {
            fs::write(&path, bytes).unwrap();
            slot.save(&path, &value(4)).unwrap();
            assert_eq!(fs::read(file_of(&path, 1)).unwrap(), bytes);
        }
    }
}

/// Saves over a file that has these bytes. Returns whether it became a backup.
fn is_kept(bytes: &[u8]) -> bool {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("slot1.sav");
    fs::write(&path, bytes).unwrap();
    Options::file().backups(1).save(&path, &"the next one").unwrap();
    fs::read(file_of(&path, 1)).is_ok_and(|kept| kept == bytes)
}

/// Its header has a checksum of its own, which tells damage from what only a newer program can read, in whatever pieces
/// it is read.
#[test]
fn no_bit_of_a_header_passes_for_another_header() {
    let options = Options::file();
    let bytes = options.to_vec(&Game { level: 7 }).unwrap();
    let header = usize::try_from(u32::from_le_bytes(bytes[12..16].try_into().unwrap())).unwrap();
    for bit in 0..header * 8 {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(!is_kept(&bytes), "bit {bit}");
        let whole = options.from_slice::<Game>(&bytes).unwrap_err();
        let part = options.part_from_reader::<Game>(std::io::Cursor::new(&bytes)).unwrap_err();
        assert_eq!((whole.kind(), whole.detail()), (part.kind(), part.detail()), "bit {bit}");
        let is_of_its_length = (96..128).contains(&bit);
        if bit >= 64 && !is_of_its_length {
            assert_eq!(whole.kind(), ErrorKind::Checksum, "bit {bit}");
            let streamed = options.from_reader::<Game>(&bytes[..]).unwrap_err();
            assert_eq!(streamed.kind(), ErrorKind::Checksum, "bit {bit}");
        }
        for len in 0..header {
            let next = options.next_len(&bytes[..len]);
            let is_open = |error: &archive::Error| {
                // Zero has never been a format, and a header may state fewer bytes than it has.
                let is_early = bit == 64 || is_of_its_length;
                matches!(error.kind(), ErrorKind::NotAnArchive | ErrorKind::Length)
                    || is_early && error.kind() == ErrorKind::Checksum
            };
            assert!(next.as_ref().map_or_else(is_open, Option::is_none), "bit {bit}: {next:?}");
        }
    }
}

#[derive(Archive, Debug)]
struct Game {
    level: u32,
}

/// However it was saved.
#[test]
fn no_intact_file_is_taken_for_a_damaged_one() {
    let all = archive_tests::golden::directory("hero");
    let all = fs::read_dir(all.parent().unwrap()).unwrap().map(|story| story.unwrap().path());
    let files = all.flat_map(|story| fs::read_dir(story).unwrap().map(|file| file.unwrap().path()));
    let (mut count, mut damaged) = (0, 0);
    for file in files {
        let mut bytes = fs::read(&file).unwrap();
        assert!(is_kept(&bytes), "{}", file.display());
        count += 1;
        if archive_tests::wire::is_file(&bytes) {
            let has_schema_and_checksum = bytes[9] & 6 == 6;
            let anywhere = [20, bytes.len() / 2, bytes.len() - 1];
            for at in anywhere.into_iter().take(if has_schema_and_checksum { 3 } else { 1 }) {
                bytes[at] ^= 0x10;
                assert!(!is_kept(&bytes), "{}: {at}", file.display());
                bytes[at] ^= 0x10;
            }
            damaged += usize::from(has_schema_and_checksum);
        }
    }
    assert!(count > 200 && damaged > 50, "{count}, {damaged}");
    let shared = std::rc::Rc::new("shared ".repeat(100));
    let value = vec![(shared.clone(), 1_u64), (shared, 2)];
    let value = (value, (0..20_000_u32).map(|at| at.wrapping_mul(at)).collect::<Vec<_>>());
    for layout in [archive::Layout::Rows, archive::Layout::Columns] {
        for compression in
            [archive::Compression::None, archive::Compression::Lz4, archive::Compression::Zstd(1)]
        {
            for schema in [archive::SchemaPolicy::Embed, archive::SchemaPolicy::Fingerprint] {
                for checksum in [true, false] {
                    let options = Options::file().layout(layout).compression(compression);
                    let options = options.schema(schema).checksum(checksum);
                    assert!(is_kept(&options.to_vec(&value).unwrap()), "{options:?}");
                }
            }
        }
    }
}

#[test]
fn a_large_file_is_checked_in_little_memory() {
    let (_directory, path, slot) = saved_twice();
    let rows = slot.layout(Layout::Rows);
    let tiles: Vec<u32> = (0..1 << 20).collect();
    let good = rows.to_vec(&tiles).unwrap();
    let mut damaged = good.clone();
    *damaged.last_mut().unwrap() ^= 1;
    // A good file becomes a backup, once; a damaged one does not.
    for file in [&good, &good, &damaged] {
        fs::write(&path, file).unwrap();
        let (saved, peak) = peak(|| rows.save(&path, &3_u32));
        saved.unwrap();
        assert!(peak < 100_000, "{peak} bytes");
        assert!(fs::read(file_of(&path, 1)).unwrap() == good);
        assert_eq!(archive::load::<u32>(&path).unwrap(), 3);
    }
    // The same again.
    fs::write(&path, &good).unwrap();
    let (saved, peak) = peak(|| rows.save_bytes(&path, &good));
    saved.unwrap();
    assert!(peak < 100_000, "{peak} bytes");
}
