//! serde_json, with the feature that loads floats exactly. It borrows only texts without escapes,
//! which all of these are.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{Borrow, Codec};
use crate::data::Twin;

/// serde_json.
#[derive(Clone, Debug, Default)]
pub struct SerdeJson(Vec<u8>);

impl<T: Serialize + DeserializeOwned> Codec<T> for SerdeJson {
    fn save(&mut self, value: &T) -> &[u8] {
        self.0.clear();
        serde_json::to_writer(&mut self.0, value).unwrap();
        &self.0
    }

    fn save_new(&self, value: &T) -> usize {
        serde_json::to_vec(value).unwrap().len()
    }

    fn load(&mut self, bytes: &[u8]) -> T {
        self.load_new(bytes)
    }

    fn load_new(&self, bytes: &[u8]) -> T {
        serde_json::from_slice(bytes).unwrap()
    }
}

impl<T: Twin> Borrow<T> for SerdeJson
where
    for<'a> T::Of<'a>: Deserialize<'a>,
{
    type View<'a> = T::Of<'a>;

    fn borrow<'a>(&mut self, bytes: &'a [u8]) -> T::Of<'a> {
        serde_json::from_slice(bytes).unwrap()
    }
}
