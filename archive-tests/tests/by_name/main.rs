//! Files that are read by the names in their schema: what may differ, and what is refused.

mod another;
mod changes;
mod converted;
mod errors;
mod flatten;
mod hostile;
mod kinds;
mod layouts;
mod names;
mod names_taken;
mod numbers;
mod removed;
mod schemas;
mod sequences;
mod stored_version;
mod tree;
mod variants;

use archive::{
    Deserialize, Error, ErrorKind, Layout, Newer, Options, Serialize, Unknown, UnknownPolicy,
};

/// Loads another program's value; unknown fields are errors.
pub fn load<T: for<'a> Deserialize<'a>>(value: &impl Serialize) -> Result<T, Error> {
    load_with(Unknown::Error, value)
}

/// Loads another program's value; unknown fields are skipped.
pub fn skip<T: for<'a> Deserialize<'a>>(value: &impl Serialize) -> Result<T, Error> {
    load_with(Unknown::Skip, value)
}

/// Loads a newer program's file.
pub fn load_newer<T: for<'a> Deserialize<'a>>(
    bytes: &[u8],
    unknown: UnknownPolicy,
) -> Result<T, Error> {
    Options::file().newer(Newer::Accept).unknown(unknown).from_slice(bytes)
}

/// A value as a file in each layout.
pub fn files(value: &impl Serialize) -> [Vec<u8>; 2] {
    [Layout::Rows, Layout::Columns]
        .map(|layout| Options::file().layout(layout).to_vec(value).unwrap())
}

/// A file in rows, with its schema.
pub fn to_rows(value: &impl Serialize) -> Vec<u8> {
    Options::file().layout(Layout::Rows).to_vec(value).unwrap()
}

fn load_with<T: for<'a> Deserialize<'a>>(
    unknown: UnknownPolicy,
    value: &impl Serialize,
) -> Result<T, Error> {
    let bytes = to_rows(value);
    let strict = archive::from_slice::<T>(&bytes).err().expect("it is not read by version");
    use ErrorKind::*;
    assert!(matches!(strict.kind(), TooNew | Mismatch | WrongType | TooOld), "{strict}");
    Options::file().newer(Newer::Accept).unknown(unknown).from_slice(&bytes)
}
