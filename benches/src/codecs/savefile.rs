//! savefile without its schema. It cannot borrow. A `Vec` is faster for it than a slice.

use savefile::{Deserialize, Serialize};

use super::Codec;

/// savefile.
#[derive(Clone, Debug, Default)]
pub struct Savefile(Vec<u8>);

impl<T: Serialize + Deserialize> Codec<T> for Savefile {
    fn save(&mut self, value: &T) -> &[u8] {
        self.0.clear();
        savefile::save_noschema(&mut self.0, 0, value).unwrap();
        &self.0
    }

    fn save_new(&self, value: &T) -> usize {
        let mut bytes = Vec::new();
        savefile::save_noschema(&mut bytes, 0, value).unwrap();
        bytes.len()
    }

    fn load(&mut self, bytes: &[u8]) -> T {
        self.load_new(bytes)
    }

    fn load_new(&self, mut bytes: &[u8]) -> T {
        savefile::load_noschema(&mut bytes, 0).unwrap()
    }
}
