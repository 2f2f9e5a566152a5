//! The ways from a value to an archive.

use archive::{Compression, Layout, Options, SchemaPolicy};

use crate::program::Form;

/// A way from a value to an archive.
#[derive(Clone)]
pub struct Route {
    pub name: &'static str,
    pub form: Form,
    pub options: Options,
    /// Whether the archive says enough for a program that does not know its versions.
    pub is_described: bool,
}

/// All of them.
pub fn routes() -> Vec<Route> {
    let file = Options::file;
    let by_fingerprint = file().schema(SchemaPolicy::Fingerprint);
    let bytes = [
        ("message", Options::message(), false),
        ("rows", file().layout(Layout::Rows), true),
        ("columns", file(), true),
        ("columns without a checksum", file().checksum(false), true),
        ("columns without a schema", by_fingerprint, false),
        ("columns in lz4", file().compression(Compression::Lz4), true),
        ("rows in lz4", file().layout(Layout::Rows).compression(Compression::Lz4), true),
    ];
    let mut routes: Vec<Route> = bytes
        .into_iter()
        .map(|(name, options, is_described)| Route {
            name,
            form: Form::Bytes,
            options,
            is_described,
        })
        .collect();
    for (name, form) in [("text", Form::Text), ("JSON", Form::Json), ("tree", Form::Tree)] {
        routes.push(Route { name, form, options: file(), is_described: true });
    }
    routes
}
