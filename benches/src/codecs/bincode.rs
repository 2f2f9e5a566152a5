//! bincode 2 with its own traits and its standard configuration (variable-length integers).

use bincode::{BorrowDecode, Decode, Encode, config};

use super::{Borrow, Codec, fill};
use crate::data::Twin;

/// bincode 2.
#[derive(Clone, Debug, Default)]
pub struct Bincode(Vec<u8>);

const CONFIG: config::Configuration = config::standard();

impl<T: Encode + Decode<()>> Codec<T> for Bincode {
    fn save(&mut self, value: &T) -> &[u8] {
        fill(&mut self.0, |buffer| bincode::encode_into_slice(value, buffer, CONFIG))
    }

    fn save_new(&self, value: &T) -> usize {
        bincode::encode_to_vec(value, CONFIG).unwrap().len()
    }

    fn load(&mut self, bytes: &[u8]) -> T {
        self.load_new(bytes)
    }

    fn load_new(&self, bytes: &[u8]) -> T {
        bincode::decode_from_slice(bytes, CONFIG).unwrap().0
    }
}

impl<T: Twin> Borrow<T> for Bincode
where
    for<'a> T::Of<'a>: BorrowDecode<'a, ()>,
{
    type View<'a> = T::Of<'a>;

    fn borrow<'a>(&mut self, bytes: &'a [u8]) -> T::Of<'a> {
        bincode::borrow_decode_from_slice(bytes, CONFIG).unwrap().0
    }
}
