//! Codecs that are compiled in, that are not, and that do not exist.

use archive::{Archive, Compression, ErrorKind, Layout, Options};
use archive_tests::wire;

#[derive(Archive, Debug, PartialEq)]
struct Page {
    lines: Vec<String>,
}

fn page() -> Page {
    Page { lines: (0..40).map(|n| format!("the same line again and again {n}")).collect() }
}

const CODECS: [Compression; 3] = [Compression::Lz4, Compression::Zstd(1), Compression::Zstd(19)];

#[test]
fn every_codec_makes_text_shorter() {
    let plain = archive::to_vec(&page()).unwrap();
    for codec in CODECS {
        let bytes = Options::file().compression(codec).to_vec(&page()).unwrap();
        assert!(bytes.len() + 900 < plain.len(), "{codec:?}: {} of {}", bytes.len(), plain.len());
        assert_eq!(archive::from_slice::<Page>(&bytes).unwrap(), page());
    }
}

#[test]
fn what_a_codec_would_make_longer_is_stored_as_it_is() {
    let noise: Vec<u64> = (1..100_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let plain = archive::to_vec(&noise).unwrap();
    for codec in CODECS {
        let bytes = Options::file().compression(codec).to_vec(&noise).unwrap();
        // The directory also stores the length of the block.
        assert!(bytes.len() <= plain.len() + 2, "{} of {}", bytes.len(), plain.len());
        assert_eq!(archive::from_slice::<Vec<u64>>(&bytes).unwrap(), noise);
    }
}

#[test]
fn a_codec_that_there_is_not_is_named() {
    let mut bytes = Options::file().compression(Compression::Lz4).to_vec(&page()).unwrap();
    let columns = wire::columns(&bytes).unwrap();
    for codec in [3, 4, 0xff] {
        bytes[10] = codec;
        wire::seal_columns(&mut bytes, columns);
        let error = archive::from_slice::<Page>(&bytes).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::Unsupported, Some(10)));
        assert!(error.to_string().contains(&format!("codec {codec}")), "{error}");
    }
}

#[test]
fn another_codec_than_the_one_that_wrote_it_is_an_error() {
    let mut bytes = Options::file().compression(Compression::Lz4).to_vec(&page()).unwrap();
    let columns = wire::columns(&bytes).unwrap();
    for codec in [0, 2] {
        bytes[10] = codec;
        wire::seal_columns(&mut bytes, columns);
        assert!(archive::from_slice::<Page>(&bytes).is_err());
    }
}

#[test]
fn a_length_once_decompressed_that_is_another_is_refused_without_memory() {
    for codec in CODECS {
        let bytes = Options::file().compression(codec).to_vec(&page()).unwrap();
        let columns = wire::columns(&bytes).unwrap();
        let raw = wire::raw_len(&bytes) as u64;
        for claim in [0, raw - 1, raw + 1, 1 << 20, 1 << 30, 1 << 31, 1 << 62, u64::MAX] {
            let mut bytes = bytes.clone();
            bytes[32..40].copy_from_slice(&claim.to_le_bytes());
            wire::seal_columns(&mut bytes, columns);
            let (result, memory) =
                archive_tests::memory::peak(|| archive::from_slice::<Page>(&bytes));
            assert!(result.is_err(), "{claim}");
            assert!(memory < 16 * 1024, "{claim}: {memory} bytes of memory");
        }
    }
}

/// Decoders of Zstandard skip them, so the same file could have any length.
#[test]
fn frames_without_content_behind_a_block_are_refused() {
    let options = Options::file().layout(Layout::Rows).compression(Compression::Zstd(1));
    let whole = options.to_vec(&page()).unwrap();
    let empty = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 0, 1, 0, 0];
    let skippable = [0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7];
    for behind in [&empty[..], &skippable[..], &[0]] {
        let mut bytes = [&whole[..], behind].concat();
        let len = bytes.len() - wire::header_len(&bytes).unwrap();
        bytes[24..32].copy_from_slice(&(len as u64).to_le_bytes());
        wire::seal(&mut bytes);
        let error = archive::from_slice::<Page>(&bytes).unwrap_err();
        assert!(error.to_string().contains("bytes are left behind them"), "{error}");
    }
}

#[test]
fn rows_may_be_compressed() {
    for codec in CODECS {
        let options = Options::file().layout(Layout::Rows).compression(codec);
        let bytes = options.to_vec(&page()).unwrap();
        assert_eq!(archive::from_slice::<Page>(&bytes).unwrap(), page(), "{codec:?}");
    }
}

/// Whether a borrowing type loads does not depend on the contents of the file.
#[test]
fn nothing_is_borrowed_from_a_file_with_a_codec() {
    use std::borrow::Cow;

    for layout in [Layout::Rows, Layout::Columns] {
        for compression in [Compression::Lz4, Compression::Zstd(3)] {
            let options = Options::file().layout(layout).compression(compression);
            for text in ["short".to_owned(), "long ".repeat(1000)] {
                let bytes = options.to_vec(&vec![text.as_str(); 3]).unwrap();
                let error = options.from_slice::<Vec<&str>>(&bytes).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::CannotBorrow, "{error}");
                let owned: Vec<Cow<'_, str>> = options.from_slice(&bytes).unwrap();
                assert!(owned.iter().all(|it| matches!(it, Cow::Owned(it) if *it == text)));
            }
        }
    }
    let bytes = archive::to_vec("short").unwrap();
    assert!(matches!(archive::from_slice(&bytes).unwrap(), Cow::<str>::Borrowed("short")));
}
