//! This project.

use archive::{Buffer, Compression, Deserialize, Options, Serialize};

use super::{Borrow, Codec};
use crate::data::Twin;

/// Archive, with options.
#[derive(Clone, Debug)]
pub struct Archive {
    options: Options,
    buffer: Buffer,
}

impl Archive {
    /// Archive with these options.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options, buffer: Buffer::new() }
    }
}

impl<T: Serialize + for<'a> Deserialize<'a>> Codec<T> for Archive {
    fn save(&mut self, value: &T) -> &[u8] {
        self.options.to_buffer(value, &mut self.buffer).unwrap()
    }

    fn save_new(&self, value: &T) -> usize {
        self.options.to_vec(value).unwrap().len()
    }

    fn compressed(&self, value: &T) -> Option<[usize; 2]> {
        let len = |compression| {
            let options = self.options.clone().compression(compression);
            options.to_vec(value).unwrap().len()
        };
        Some([len(Compression::Zstd(3)), len(Compression::Lz4)])
    }

    fn load(&mut self, bytes: &[u8]) -> T {
        self.options.from_slice(bytes).unwrap()
    }

    fn load_new(&self, bytes: &[u8]) -> T {
        self.options.from_slice(bytes).unwrap()
    }
}

impl<T: Twin> Borrow<T> for Archive
where
    for<'a> T::Of<'a>: Deserialize<'a>,
{
    type View<'a> = T::Of<'a>;

    fn borrow<'a>(&mut self, bytes: &'a [u8]) -> T::Of<'a> {
        self.options.from_slice(bytes).unwrap()
    }
}
