//! speedy.

use speedy::{LittleEndian, Readable, Writable};

use super::{Borrow, Codec, fill};
use crate::data::Twin;

/// speedy.
#[derive(Clone, Debug, Default)]
pub struct Speedy(Vec<u8>);

const CONTEXT: LittleEndian = LittleEndian {};

impl<T: Writable<LittleEndian> + for<'a> Readable<'a, LittleEndian>> Codec<T> for Speedy {
    fn save(&mut self, value: &T) -> &[u8] {
        fill(&mut self.0, |buffer| {
            value.write_to_buffer_with_ctx(CONTEXT, buffer).map(|()| buffer.len())
        })
    }

    /// speedy does not say how many bytes it wrote; this takes a second pass, which is not timed.
    fn written(&self, value: &T, _given: usize) -> usize {
        Writable::<LittleEndian>::bytes_needed(value).unwrap()
    }

    fn save_new(&self, value: &T) -> usize {
        value.write_to_vec_with_ctx(CONTEXT).unwrap().len()
    }

    fn load(&mut self, bytes: &[u8]) -> T {
        self.load_new(bytes)
    }

    fn load_new(&self, bytes: &[u8]) -> T {
        T::read_from_buffer_with_ctx(CONTEXT, bytes).unwrap()
    }
}

impl<T: Twin> Borrow<T> for Speedy
where
    for<'a> T::Of<'a>: Readable<'a, LittleEndian>,
{
    type View<'a> = T::Of<'a>;

    fn borrow<'a>(&mut self, bytes: &'a [u8]) -> T::Of<'a> {
        Readable::read_from_buffer_with_ctx(CONTEXT, bytes).unwrap()
    }
}
