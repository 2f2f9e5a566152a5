//! borsh, which cannot borrow.

use borsh::{BorshDeserialize, BorshSerialize};

use super::{Codec, fill};

/// borsh.
#[derive(Clone, Debug, Default)]
pub struct Borsh(Vec<u8>);

impl<T: BorshSerialize + BorshDeserialize> Codec<T> for Borsh {
    fn save(&mut self, value: &T) -> &[u8] {
        fill(&mut self.0, |buffer| {
            let space = buffer.len();
            let mut room = buffer;
            borsh::to_writer(&mut room, value).map(|()| space - room.len())
        })
    }

    fn save_new(&self, value: &T) -> usize {
        borsh::to_vec(value).unwrap().len()
    }

    fn load(&mut self, bytes: &[u8]) -> T {
        self.load_new(bytes)
    }

    fn load_new(&self, bytes: &[u8]) -> T {
        borsh::from_slice(bytes).unwrap()
    }
}
