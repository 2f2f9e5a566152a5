//! Connects this crate with serde: serde formats can read and write archivable values ([`Document`], [`Builder`]), and
//! fields can have serde types ([`Data`](crate::plain::Data)).

mod build;
mod document;
mod from_data;
mod levels;
mod plain;
#[cfg(feature = "json")]
mod source;
mod to_data;
mod value;
mod walk;
mod wrap;

pub(crate) use build::{Builder, tape};
pub(crate) use document::Document;
#[cfg(feature = "json")]
pub(crate) use source::Source;
pub use wrap::{AsSerde, Serde};

/// The key of the version table.
const VERSIONS: &str = "@versions";

/// The key of the numbered objects.
const OBJECTS: &str = "@objects";

/// The key of the value, unless it is an object of fields, which has the other keys among them.
const VALUE: &str = "@value";
