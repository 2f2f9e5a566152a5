//! Hashes of values: what two machines compare that should have computed the same (FORMAT.md §10).

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

/// The hash of a value: 128 bits that are equal on every machine for equal values.
///
/// A lockstep game hashes its world at every turn and compares with its peers: a world that went
/// another way is found at the turn at which it did. [`hash_tree`] then tells where.
///
/// ```
/// use std::collections::HashMap;
///
/// let ours = HashMap::from([("gold", 12_u32), ("wood", 3)]);
/// let theirs = HashMap::from([("wood", 3_u32), ("gold", 12)]);
/// assert_eq!(archive_core::hash(&ours)?, archive_core::hash(&theirs)?);
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// It is the XXH3-128 of the value's rows at today's versions: of every value, length and tag, in
/// the order in which rows have them, so that the order of hashed maps and sets does not matter (but for
/// those in a field stored by `with::serde`, whose order serde gives).
/// What `Rc` and `Arc` share counts once, and who shares it counts, too.
/// Floats count by their bits: 0.0 and -0.0 have two hashes. Names, docs and versions do not count:
/// peers whose programs may differ compare [`Schema::fingerprint`](crate::Schema::fingerprint)
/// once, when they meet. It finds accidents; nothing keeps a person from making two values of one hash.
///
/// What was [retained](crate::Unknown) of a newer program's archive counts: the hash is then that which the
/// newer program gets for such a value, unless objects are shared in what was retained.
///
/// # Errors
///
/// A value that could not be saved as a file: nested too deep, without a form in an archive, or with something that was
/// retained of a text.
pub fn hash<T: Serialize + ?Sized>(value: &T) -> Result<u128, Error> {
    let hash = match linked(&value) {
        Ok(None) => archive::visit(value, ()).map(|(hash, ())| hash),
        Ok(Some(hash)) => Ok(hash),
        Err(error) => Err(error),
    };
    match hash {
        Err(error) if error.kind() == ErrorKind::Retained => retained(&value, error),
        hash => hash,
    }
}

/// The hash of a value that retained something: of the rows of the program of which it did.
#[cold]
fn retained(value: &dyn SaveRoot, error: Error) -> Result<u128, Error> {
    let (_, body) = Options::file().saving(value)?.retained_rows(value, error, true)?;
    Ok(xxh3_128(&body.rows))
}

/// The hash of a value of a type that has shared objects.
fn linked(value: &dyn SaveRoot) -> Result<Option<u128>, Error> {
    let saving = Options::message().saving(value)?;
    let rows = saving.is_linked.then(|| saving.body_rows(value)).transpose()?;
    Ok(rows.map(|rows| xxh3_128(&rows)))
}
