//! postcard, through serde.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{Borrow, Codec, fill};
use crate::data::Twin;

/// postcard.
#[derive(Clone, Debug, Default)]
pub struct Postcard(Vec<u8>);

impl<T: Serialize + DeserializeOwned> Codec<T> for Postcard {
    fn save(&mut self, value: &T) -> &[u8] {
        fill(&mut self.0, |buffer| postcard::to_slice(value, buffer).map(|bytes| bytes.len()))
    }

    fn save_new(&self, value: &T) -> usize {
        postcard::to_stdvec(value).unwrap().len()
    }

    fn load(&mut self, bytes: &[u8]) -> T {
        self.load_new(bytes)
    }

    fn load_new(&self, bytes: &[u8]) -> T {
        postcard::from_bytes(bytes).unwrap()
    }
}

impl<T: Twin> Borrow<T> for Postcard
where
    for<'a> T::Of<'a>: Deserialize<'a>,
{
    type View<'a> = T::Of<'a>;

    fn borrow<'a>(&mut self, bytes: &'a [u8]) -> T::Of<'a> {
        postcard::from_bytes(bytes).unwrap()
    }
}
