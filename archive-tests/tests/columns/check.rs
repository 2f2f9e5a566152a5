//! Checks for values of any type.

use std::fmt::Debug;

use archive::{Archive, Compression, Layout, Options};

/// Columns with every codec.
pub fn columns() -> Vec<Options> {
    let file = Options::file;
    let codecs = [Compression::None, Compression::Lz4, Compression::Zstd(3)];
    let mut options: Vec<Options> = codecs.map(|codec| file().compression(codec)).into();
    options.push(file().checksum(false));
    options
}

/// Checks that a value comes back from rows and columns, and has one form in each.
#[track_caller]
pub fn comes_back<T: Archive + PartialEq + Debug>(value: &T) {
    comes_back_in(columns().into_iter().chain([Options::file().layout(Layout::Rows)]), value);
}

/// As [`comes_back`], for columns that no codec makes shorter.
#[track_caller]
pub fn comes_back_plain<T: Archive + PartialEq + Debug>(value: &T) {
    comes_back_in([Options::file(), Options::file().checksum(false)], value);
}

#[track_caller]
fn comes_back_in<T>(forms: impl IntoIterator<Item = Options>, value: &T)
where
    T: Archive + PartialEq + Debug,
{
    for options in forms {
        let bytes = options.to_vec(value).unwrap();
        let loaded: T = archive::from_slice(&bytes).unwrap();
        assert_eq!(loaded, *value);
        assert_eq!(options.to_vec(&loaded).unwrap(), bytes);
        let loaded: T = archive::from_reader(bytes.as_slice()).unwrap();
        assert_eq!(loaded, *value, "from a stream");
    }
}
