//! Errors of paths into a file that was opened as a tree.

use archive::{Error, ErrorKind, Layout, Options, Value, VersionTable};

pub fn errors() -> Vec<(ErrorKind, Error)> {
    let table = VersionTable::new().with("Folk", 2);
    let file = Options::file().layout(Layout::Rows).to_vec(&table).unwrap();
    let mut tree = Value::from_slice(&file).unwrap();
    vec![(ErrorKind::WrongPath, tree.set("named[\"Flok\"]", 3_u32).unwrap_err())]
}
