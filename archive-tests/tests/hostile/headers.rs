//! Made-up headers with correct checksums.

use archive::{Archive, Describe, Error, ErrorKind, Layout, Options, VersionTable};
use archive_tests::memory::{kept, peak};

use crate::cases;
use crate::shapes::Item;
use archive_tests::wire::{self, File};

/// A file of no items with this version table.
fn with_table(table: &[u8]) -> Vec<u8> {
    let fingerprint = Vec::<Item>::schema().fingerprint();
    File { flags: 4, fingerprint, root: "list<Item>", table, schema: None, body: &[0] }.bytes()
}

fn table(entries: &[(&str, u64)]) -> Vec<u8> {
    let mut table = Vec::new();
    wire::varint(&mut table, entries.len() as u64);
    for (name, version) in entries {
        wire::text(&mut table, name.as_bytes());
        wire::varint(&mut table, *version);
    }
    table
}

fn refusal(bytes: &[u8]) -> ErrorKind {
    archive::from_slice::<Vec<Item>>(bytes).unwrap_err().kind()
}

#[test]
fn the_header_made_by_hand_is_a_header() {
    assert!(
        archive::from_slice::<Vec<Item>>(&with_table(&table(&[("Item", 3), ("State", 2)]))).is_ok()
    );
}

#[test]
fn a_table_of_other_types_or_versions_is_refused() {
    let kinds = |entries: &[(&str, u64)]| refusal(&with_table(&table(entries)));
    assert_eq!(kinds(&[]), ErrorKind::Mismatch);
    assert_eq!(kinds(&[("Item", 3)]), ErrorKind::Mismatch);
    assert_eq!(kinds(&[("Item", 3), ("More", 1), ("State", 2)]), ErrorKind::Mismatch);
    assert_eq!(kinds(&[("Item", 2), ("State", 2)]), ErrorKind::Mismatch);
    assert_eq!(kinds(&[("Item", 4), ("State", 2)]), ErrorKind::Mismatch);
    assert_eq!(kinds(&[("State", 2), ("Item", 3)]), ErrorKind::InvalidValue);
    assert_eq!(kinds(&[("Item", 3), ("Item", 3), ("State", 2)]), ErrorKind::InvalidValue);
    assert_eq!(kinds(&[("Item", 0), ("State", 2)]), ErrorKind::InvalidValue);
    assert_eq!(kinds(&[("Item", 1 << 32), ("State", 2)]), ErrorKind::InvalidValue);
}

#[test]
fn a_table_that_is_none_is_refused() {
    assert_eq!(refusal(&with_table(&[])), ErrorKind::Truncated);
    assert_eq!(refusal(&with_table(&[1, 4, b'I'])), ErrorKind::Truncated);
    assert_eq!(refusal(&with_table(&[1, 1, 0xff, 1])), ErrorKind::InvalidValue);
    assert_eq!(refusal(&with_table(&[0x80, 0])), ErrorKind::InvalidValue);
    assert_eq!(refusal(&with_table(&[0xff; 10])), ErrorKind::InvalidValue);
    assert_eq!(refusal(&with_table(&[0xff, 0xff, 0xff, 0xff, 0x7f])), ErrorKind::Length);
    let longer = [table(&[("Item", 3), ("State", 2)]), vec![0]].concat();
    assert_eq!(refusal(&with_table(&longer)), ErrorKind::InvalidValue);
}

#[test]
fn every_byte_of_an_embedded_schema_may_be_any_other() {
    for case in cases::all() {
        let Some(file) = case.forms.iter().find(|form| wire::is_file(form)) else { continue };
        let header = wire::header_len(file).unwrap();
        for at in 44..header - 4 {
            for other in [0, 1, 17, 24, 0x7f, 0x80, 0xff] {
                let mut bytes = file.clone();
                bytes[at] = other;
                wire::seal(&mut bytes);
                let _ = case.judge(&bytes);
            }
        }
    }
}

#[test]
fn a_schema_that_ends_early_is_refused() {
    let schema = Vec::<Item>::schema().to_bytes();
    let versions = table(&[("Item", 3), ("State", 2)]);
    let fingerprint = Vec::<Item>::schema().fingerprint();
    let whole = File {
        flags: 4,
        fingerprint,
        root: "list<Item>",
        table: &versions,
        schema: Some(&schema),
        body: &[0],
    };
    assert!(archive::from_slice::<Vec<Item>>(&whole.bytes()).is_ok());
    for len in 0..schema.len() {
        let cut = File { schema: Some(&schema[..len]), ..whole };
        assert!(archive::from_slice::<Vec<Item>>(&cut.bytes()).is_err(), "{len}");
    }
}

/// A table with the names of [`Item`] among this many others.
fn large_table(others: u32) -> Vec<u8> {
    let names: Vec<String> = (0..others).map(|n| format!("A{n:06}")).collect();
    let mut entries: Vec<(&str, u64)> = names.iter().map(|name| (name.as_str(), 1)).collect();
    entries.extend([("Item", 3), ("State", 2)]);
    table(&entries)
}

fn error_and_memory(bytes: &[u8]) -> (Error, usize) {
    let (result, bytes) = peak(|| archive::from_slice::<Vec<Item>>(bytes));
    (result.unwrap_err(), bytes)
}

#[test]
fn a_large_table_takes_little_memory() {
    let _ = refusal(&with_table(&large_table(1)));
    let bytes = with_table(&large_table(100_000));
    let (error, memory) = error_and_memory(&bytes);
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(memory < 256 * 1024, "{memory} bytes of memory for {} of input", bytes.len());

    let mut other = bytes;
    other[16] ^= 1;
    wire::seal(&mut other);
    let (error, memory) = error_and_memory(&other);
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(memory < 16 * other.len(), "{memory} bytes of memory for {} of input", other.len());
    assert!(error.to_string().len() < 2000, "{} bytes of message", error.to_string().len());
}

#[test]
fn tables_that_were_refused_are_forgotten() {
    let load = |others| {
        let mut bytes = with_table(&large_table(others));
        bytes[16] ^= 1;
        wire::seal(&mut bytes);
        let _ = refusal(&bytes);
    };
    load(1);
    for others in 2..10 {
        let ((), bytes) = kept(|| load(others));
        assert_eq!(bytes, 0, "{others} more types");
    }
}

#[test]
fn a_long_name_does_not_fill_the_message() {
    let root = "x".repeat(1 << 19);
    let fingerprint = 1;
    let bytes =
        File { flags: 4, fingerprint, root: &root, table: &[0], schema: None, body: &[] }.bytes();
    let (error, memory) = error_and_memory(&bytes);
    assert!(error.to_string().len() < 2000, "{} bytes of message", error.to_string().len());
    assert!(memory < 256 * 1024, "{memory} bytes of memory");

    #[derive(Archive, Debug)]
    struct Other;
    assert_eq!(archive::from_slice::<Other>(&bytes).unwrap_err().kind(), ErrorKind::WrongType);
}

#[test]
fn the_versions_of_a_made_up_header_can_be_asked_for() {
    let versions = VersionTable::of_archive(&with_table(&large_table(3))).unwrap();
    assert_eq!(versions.get("A000002"), Some(1));
    assert!(VersionTable::of_archive(&with_table(&[9])).is_err());
}

/// A type without shared objects has no tables, whatever the flags say.
#[test]
fn a_flag_for_tables_that_there_cannot_be_is_refused() {
    let mut message = Options::message().to_vec(&7_u32).unwrap();
    message[1] |= 0x40;
    let error = archive::from_slice::<u32>(&message).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
    for layout in [Layout::Rows, Layout::Columns] {
        let mut file = Options::file().layout(layout).to_vec(&7_u32).unwrap();
        file[9] |= 8;
        wire::seal(&mut file);
        let error = archive::from_slice::<u32>(&file).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
        let error = archive::Value::from_slice(&file).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
    }
}

/// An older file's schema is checked even though it is not needed to read the file.
#[test]
fn an_older_file_with_a_schema_of_something_else_is_refused() {
    mod old {
        #[derive(archive::Archive)]
        pub(super) struct Door {
            pub(super) width: u8,
        }
    }
    #[derive(Archive, Debug)]
    struct Door {
        #[archive(was(u8, until = 2))]
        width: u16,
    }
    let file = archive::to_vec(&old::Door { width: 3 }).unwrap();
    assert_eq!(archive::from_slice::<Door>(&file).unwrap().width, 3);
    let name = file.windows(5).rposition(|part| part == b"width").unwrap();
    let mut other = file;
    other[name] = b'W';
    wire::seal(&mut other);
    let error = archive::from_slice::<Door>(&other).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
    assert!(error.to_string().contains("schema"), "{error}");
}
