//! One adapter for each library: how it saves into a reused buffer, loads and borrows.
//!
//! Each uses the fastest way that the library documents and that needs no `unsafe` from its user.
//! All of them check their input. None knows the output's length in advance, but all keep the
//! buffer of the previous call.

mod archive;
mod bincode;
mod bitcode;
mod borsh;
mod floor;
mod postcard;
mod revision;
mod rkyv;
mod savefile;
mod serde_json;
mod speedy;
mod wincode;

pub use self::archive::Archive;
pub use self::bincode::Bincode;
pub use self::bitcode::Bitcode;
pub use self::borsh::Borsh;
pub use self::floor::Floor;
pub use self::postcard::Postcard;
pub use self::revision::Revision;
pub use self::rkyv::Rkyv;
pub use self::savefile::Savefile;
pub use self::serde_json::SerdeJson;
pub use self::speedy::Speedy;
pub use self::wincode::Wincode;

use crate::data::Twin;

/// A way to save and load values of a type.
pub trait Codec<T> {
    /// Saves into a buffer that the codec keeps between calls.
    fn save(&mut self, value: &T) -> &[u8];

    /// How many of the bytes returned by `save` belong to the value.
    fn written(&self, _value: &T, given: usize) -> usize {
        given
    }

    /// Saves into a new buffer, and returns the number of bytes written.
    fn save_new(&self, value: &T) -> usize;

    /// The sizes with the library's own zstd at level 3 and its own lz4, if it has them.
    fn compressed(&self, _value: &T) -> Option<[usize; 2]> {
        None
    }

    /// Loads a value that owns its data.
    fn load(&mut self, bytes: &[u8]) -> T;

    /// Loads without any state kept from an earlier call.
    fn load_new(&self, bytes: &[u8]) -> T;
}

/// A way to load values that borrow.
pub trait Borrow<T: Twin> {
    /// The loaded type: the twin, or the library's own view of the bytes.
    type View<'a>: std::fmt::Debug;

    /// Loads a value that borrows its texts from the bytes.
    fn borrow<'a>(&mut self, bytes: &'a [u8]) -> Self::View<'a>;
}

/// Grows a buffer until a save into it succeeds, and returns what was written.
fn fill<E: std::fmt::Debug>(
    buffer: &mut Vec<u8>,
    mut save: impl FnMut(&mut [u8]) -> Result<usize, E>,
) -> &[u8] {
    loop {
        match save(buffer) {
            Ok(len) => return &buffer[..len],
            Err(error) => {
                assert!(buffer.len() < 1 << 30, "{error:?}");
                buffer.resize((buffer.len() * 2).max(1 << 16), 0);
            }
        }
    }
}
