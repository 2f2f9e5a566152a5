//! What generated code names; no part of the public interface.

use alloc::format;

use crate::{Error, ErrorKind, Record};

/// The error of a tag that stands for no variant.
#[cold]
#[must_use]
pub fn unknown_tag(record: &Record) -> Error {
    let (name, tag, version) = (record.shape.name_at(record.version), record.tag, record.version);
    let detail = format!("the tag {tag} stands for no variant of `{name}` version {version}");
    let (oldest, newest) = (record.shape.oldest, record.shape.version);
    Error::new(ErrorKind::UnknownTag, detail).in_type(name).with_versions(version, oldest, newest)
}
