//! revision, which cannot borrow into a user's own type.

use revision::{DeserializeRevisioned, SerializeRevisioned};

use super::Codec;

/// revision.
#[derive(Clone, Debug, Default)]
pub struct Revision(Vec<u8>);

impl<T: SerializeRevisioned + DeserializeRevisioned> Codec<T> for Revision {
    fn save(&mut self, value: &T) -> &[u8] {
        self.0.clear();
        revision::to_writer(&mut self.0, value).unwrap();
        &self.0
    }

    fn save_new(&self, value: &T) -> usize {
        revision::to_vec(value).unwrap().len()
    }

    fn load(&mut self, bytes: &[u8]) -> T {
        self.load_new(bytes)
    }

    fn load_new(&self, bytes: &[u8]) -> T {
        revision::from_slice(bytes).unwrap()
    }
}
