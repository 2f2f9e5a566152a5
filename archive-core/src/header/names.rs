//! Writes the names and versions of types.

use alloc::format;
use alloc::vec::Vec;

use crate::varint::write_len;
use crate::{Error, ErrorKind, VersionTable, fingerprint, varint};

/// The root's name and the version table in the header of a file (FORMAT.md §2).
pub(crate) fn file_names(root: &str, table: &VersionTable) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_len(&mut bytes, root.len());
    bytes.extend_from_slice(root.as_bytes());
    write_len(&mut bytes, table.named.len());
    for (name, version) in table.iter() {
        write_len(&mut bytes, name.len());
        bytes.extend_from_slice(name.as_bytes());
        varint::write(&mut bytes, u64::from(version));
    }
    bytes
}

/// The version table in the header of a message (FORMAT.md §3): nested types past version 1, by the hashes of their names.
///
/// # Errors
///
/// Two of the names have the same hash.
pub(crate) fn message_table(table: &VersionTable, root: &str) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let nested = table.iter().filter(|(name, version)| *name != root && *version > 1);
    let mut hashed: Vec<_> =
        nested.map(|(name, v)| (fingerprint::name_hash(name), v, name)).collect();
    hashed.sort_unstable();
    if hashed.is_empty() {
        return Ok(bytes);
    }
    write_len(&mut bytes, hashed.len());
    let mut before: Option<(u32, &str)> = None;
    for (hash, version, name) in hashed {
        if let Some((_, other)) = before.filter(|(before, _)| *before == hash) {
            let detail = format!("the names `{other}` and `{name}` have the same hash, {hash:08x}");
            return Err(Error::new(ErrorKind::NameClash, detail));
        }
        before = Some((hash, name));
        bytes.extend_from_slice(&hash.to_le_bytes());
        varint::write(&mut bytes, u64::from(version));
    }
    Ok(bytes)
}
