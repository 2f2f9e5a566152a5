//! bitcode with its own traits and one `Buffer` for both directions.

use bitcode::{Buffer, Decode, DecodeOwned, Encode};

use super::{Borrow, Codec};
use crate::data::Twin;

/// bitcode.
#[derive(Default)]
pub struct Bitcode(Buffer);

impl<T: Encode + DecodeOwned> Codec<T> for Bitcode {
    fn save(&mut self, value: &T) -> &[u8] {
        self.0.encode(value)
    }

    fn save_new(&self, value: &T) -> usize {
        bitcode::encode(value).len()
    }

    fn load(&mut self, bytes: &[u8]) -> T {
        self.0.decode(bytes).unwrap()
    }

    fn load_new(&self, bytes: &[u8]) -> T {
        bitcode::decode(bytes).unwrap()
    }
}

impl<T: Twin> Borrow<T> for Bitcode
where
    for<'a> T::Of<'a>: Decode<'a>,
{
    type View<'a> = T::Of<'a>;

    fn borrow<'a>(&mut self, bytes: &'a [u8]) -> T::Of<'a> {
        self.0.decode(bytes).unwrap()
    }
}
