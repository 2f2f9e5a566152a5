//! wincode with its default configuration, except for the limit on allocations, which `mesh` exceeds.

use wincode::config::{self, Configuration};
use wincode::{SchemaRead, SchemaWrite};

use super::{Borrow, Codec, fill};
use crate::data::Twin;

/// wincode.
#[derive(Clone, Debug, Default)]
pub struct Wincode(Vec<u8>);

type Config = Configuration<true, { 256 << 20 }>;

const CONFIG: Config = Configuration::default().with_preallocation_size_limit();

impl<T> Codec<T> for Wincode
where
    T: SchemaWrite<Config, Src = T> + for<'a> SchemaRead<'a, Config, Dst = T>,
{
    fn save(&mut self, value: &T) -> &[u8] {
        fill(&mut self.0, |buffer| {
            let space = buffer.len();
            let mut room = buffer;
            config::serialize_into(&mut room, value, CONFIG).map(|()| space - room.len())
        })
    }

    fn save_new(&self, value: &T) -> usize {
        config::serialize(value, CONFIG).unwrap().len()
    }

    fn load(&mut self, bytes: &[u8]) -> T {
        self.load_new(bytes)
    }

    fn load_new(&self, bytes: &[u8]) -> T {
        config::deserialize(bytes, CONFIG).unwrap()
    }
}

impl<T: Twin> Borrow<T> for Wincode
where
    for<'a> T::Of<'a>: SchemaRead<'a, Config, Dst = T::Of<'a>>,
{
    type View<'a> = T::Of<'a>;

    fn borrow<'a>(&mut self, bytes: &'a [u8]) -> T::Of<'a> {
        config::deserialize(bytes, CONFIG).unwrap()
    }
}
