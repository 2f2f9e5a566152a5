//! What holds for a value, whatever its type.

use std::fmt::Debug;

use archive::{Archive, Compression, Layout, Options};

/// Columns by every codec.
pub fn columns() -> Vec<Options> {
    let file = Options::file;
    let codecs = [Compression::None, Compression::Lz4, Compression::Zstd(3)];
    let mut options: Vec<Options> = codecs.map(|codec| file().compression(codec)).into();
    options.push(file().checksum(false));
    options
}

/// Rows and columns hold the same value, which has one form in each.
#[track_caller]
pub fn comes_back<T: Archive + PartialEq + Debug>(value: &T) {
    for options in columns().into_iter().chain([Options::file().layout(Layout::Rows)]) {
        let bytes = options.to_vec(value).unwrap();
        let loaded: T = archive::from_slice(&bytes).unwrap();
        assert_eq!(loaded, *value);
        assert_eq!(options.to_vec(&loaded).unwrap(), bytes);
        let loaded: T = archive::from_reader(bytes.as_slice()).unwrap();
        assert_eq!(loaded, *value, "from a stream");
    }
}
