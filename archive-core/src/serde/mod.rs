//! Between the values of this crate and the formats of serde.

mod build;
mod data;
mod document;
mod levels;
#[cfg(feature = "json")]
mod source;
mod value;
mod walk;
mod wrap;

pub(crate) use build::Builder;
pub(crate) use data::Data;
pub(crate) use document::Document;
#[cfg(feature = "json")]
pub(crate) use source::Source;
pub use wrap::{AsSerde, Serde};

/// The key of the versions that a document states.
const VERSIONS: &str = "@versions";

/// The key of the objects that links lead to, by their numbers.
const OBJECTS: &str = "@objects";

/// The key of the value beside them, if it is no object of fields itself.
const VALUE: &str = "@value";
