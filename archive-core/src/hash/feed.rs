//! Feeds bytes into the hashes of all parts that contain them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use xxhash_rust::xxh3::{Xxh3Default, xxh3_128};

use crate::varint;

/// Bytes are collected up to this size before they are hashed. Most parts end within it and are hashed in
/// one call.
const GATHERED: usize = 16 * 1024;

/// The rows of a value, with the parts that are open in them.
#[derive(Default)]
pub(super) struct Feed {
    /// Bytes that are not hashed yet.
    gathered: Vec<u8>,
    open: Vec<Open>,
}

/// An open part.
struct Open {
    /// Its start in `gathered`.
    start: usize,
    /// The hash of its earlier bytes, if some were already flushed.
    hasher: Option<Box<Xxh3Default>>,
}

impl Feed {
    /// Begins a part nested in those that are open.
    pub(super) fn open(&mut self) {
        self.open.push(Open { start: self.gathered.len(), hasher: None });
    }

    /// Ends the innermost part, and returns its hash.
    pub(super) fn close(&mut self) -> u128 {
        let Some(part) = self.open.pop() else {
            return 0;
        };
        let rest = self.gathered.get(part.start..).unwrap_or_default();
        match part.hasher {
            None => xxh3_128(rest),
            Some(mut hasher) => {
                hasher.update(rest);
                hasher.digest128()
            }
        }
    }

    /// Ends all parts, and returns the hash of the outermost.
    pub(super) fn finish(mut self) -> u128 {
        self.open.truncate(1);
        self.close()
    }

    #[inline(always)]
    pub(super) fn put(&mut self, bytes: &[u8]) {
        if bytes.len() > GATHERED.saturating_sub(self.gathered.len()) {
            self.flush();
        }
        if bytes.len() > GATHERED {
            self.hash(bytes);
        } else {
            self.gathered.extend_from_slice(bytes);
        }
    }

    #[inline(always)]
    pub(super) fn put_varint(&mut self, value: u64) {
        match u8::try_from(value) {
            Ok(byte @ 0..0x80) => self.put(&[byte]),
            _ => {
                let (bytes, used) = varint::encode(value);
                self.put(bytes.get(..used).unwrap_or_default());
            }
        }
    }

    #[inline(always)]
    pub(super) fn put_len(&mut self, len: usize) {
        self.put_varint(u64::try_from(len).unwrap_or(u64::MAX));
    }

    /// Hashes the collected bytes.
    #[inline(never)]
    fn flush(&mut self) {
        for part in &mut self.open {
            let bytes = self.gathered.get(part.start..).unwrap_or_default();
            part.hasher().update(bytes);
            part.start = 0;
        }
        self.gathered.clear();
    }

    /// Hashes bytes directly, after those hashed so far.
    fn hash(&mut self, bytes: &[u8]) {
        for part in &mut self.open {
            part.hasher().update(bytes);
        }
    }
}

impl Open {
    fn hasher(&mut self) -> &mut Xxh3Default {
        self.hasher.get_or_insert_with(|| Box::new(Xxh3Default::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_every_length_have_the_hash_of_their_bytes() {
        let bytes: Vec<u8> =
            (0_u32..100_000).map(|n| n.to_le_bytes()[0] ^ n.to_le_bytes()[1]).collect();
        for step in [1, 7, 1000, GATHERED, GATHERED + 1, 50_000] {
            let mut feed = Feed::default();
            feed.open();
            for part in bytes.chunks(step) {
                feed.open();
                feed.put(part);
                assert_eq!(feed.close(), xxh3_128(part));
            }
            assert_eq!(feed.close(), xxh3_128(&bytes), "{step}");
        }
    }
}
