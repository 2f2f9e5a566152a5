//! Hashes of values, for machines to check that they computed the same state (FORMAT.md §10).

mod archive;
mod feed;
mod growth;
mod objects;
mod path;
mod tree;

pub use tree::{HashTree, hash_tree};

use xxhash_rust::xxh3::xxh3_128;

use crate::traits::SaveRoot;
use crate::{Error, ErrorKind, Options, Serialize};

/// Returns a 128-bit hash of a value that is the same on every machine.
///
/// A lockstep game hashes its world every turn and compares the hash with its peers, so that it detects a divergence in
/// the turn where it happens. [`hash_tree`] then locates it.
///
/// ```
/// use std::collections::HashMap;
///
/// let ours = HashMap::from([("gold", 12_u32), ("wood", 3)]);
/// let theirs = HashMap::from([("wood", 3_u32), ("gold", 12)]);
/// assert_eq!(archive::hash(&ours)?, archive::hash(&theirs)?);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// The hash is the XXH3-128 of the value's rows at the current versions: of every value, length and tag, in row order.
/// The iteration order of hash maps and sets does not matter, except in fields stored by `with::serde`. An object
/// shared by `Rc` or `Arc` is hashed once; which pointers share it also affects the hash. Floats are hashed by their
/// bits, so 0.0 and -0.0 have different hashes. Names, docs and versions are not hashed: peers whose programs may
/// differ should compare [`Schema::fingerprint`](crate::Schema::fingerprint) once, when they connect. The hash detects
/// accidents; it is not cryptographic, so values with equal hashes can be constructed.
///
/// Data [retained](crate::Unknown) from a newer program's archive is hashed, too: the result is the hash that the newer
/// program computes for the value, unless the retained data shares objects.
///
/// # Errors
///
/// Fails if the value could not be saved as a file: it is nested too deeply, cannot be represented in an archive, or
/// retained something from a text.
pub fn hash<T: Serialize + ?Sized>(value: &T) -> Result<u128, Error> {
    let hash = linked(&value).and_then(|linked| match linked {
        Some(hash) => Ok(hash),
        None => archive::visit(value, ()).map(|(hash, ())| hash),
    });
    match hash {
        Err(error) if error.kind() == ErrorKind::Retained => retained(&value, error),
        hash => hash,
    }
}

/// The hash of a value that retained data: that of the rows as the newer program would write them.
#[cold]
fn retained(value: &dyn SaveRoot, error: Error) -> Result<u128, Error> {
    let (_, body, _) = Options::file().saving(value)?.retained_rows(value, error, None, true)?;
    Ok(xxh3_128(&body.rows))
}

/// The hash of a value whose type has shared objects.
fn linked(value: &dyn SaveRoot) -> Result<Option<u128>, Error> {
    let saving = Options::message().saving(value)?;
    let rows = saving.is_linked.then(|| saving.body_rows(value)).transpose()?;
    Ok(rows.map(|rows| xxh3_128(&rows)))
}
