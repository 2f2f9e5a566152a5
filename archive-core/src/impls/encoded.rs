//! Values in the order of the bytes that they are written as.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

#[cfg(feature = "std")]
use crate::ErrorKind;
use crate::limits::out_of_memory;
use crate::rows::encode_key;
use crate::versions::Versions;
use crate::{Error, Serialize};

/// Room that is kept free for the next key, so that a buffer grows by doubling.
const ROOM: usize = 256;

/// Items with their keys' bytes, which stand in one buffer.
pub(super) struct Encoded<T> {
    bytes: Vec<u8>,
    items: Vec<(Range<usize>, T)>,
}

impl<T: Copy> Encoded<T> {
    /// The items in the order of `order`, and where that is undecided of their keys' bytes.
    pub(super) fn sorted<'k, K: Serialize + 'k>(
        items: impl ExactSizeIterator<Item = T>,
        key: impl Fn(T) -> &'k K,
        order: impl Fn(&K, &K) -> Ordering,
        versions: Option<&Versions>,
    ) -> Result<Self, Error> {
        let len = items.len();
        let mut encoded = Self { bytes: Vec::new(), items: Vec::new() };
        if encoded.items.try_reserve_exact(len).is_err() {
            return Err(out_of_memory(len, size_of::<(Range<usize>, T)>()));
        }
        for item in items {
            let start = encoded.bytes.len();
            if encoded.bytes.try_reserve(ROOM).is_err() {
                return Err(out_of_memory(ROOM, 1));
            }
            encode_key(key(item), versions, &mut encoded.bytes)?;
            encoded.items.push((start..encoded.bytes.len(), item));
        }
        let bytes = &encoded.bytes;
        encoded.items.sort_unstable_by(|(a, x), (b, y)| {
            order(key(*x), key(*y)).then_with(|| bytes.get(a.clone()).cmp(&bytes.get(b.clone())))
        });
        Ok(encoded)
    }

    /// The items in the order of their keys' bytes, which are distinct.
    #[cfg(feature = "std")]
    pub(super) fn distinct<'k, K: Serialize + 'k>(
        items: impl ExactSizeIterator<Item = T>,
        key: impl Fn(T) -> &'k K,
        versions: Option<&Versions>,
    ) -> Result<Self, Error> {
        let encoded = Self::sorted(items, key, |_, _| Ordering::Equal, versions)?;
        let bytes = |range: &Range<usize>| encoded.bytes.get(range.clone());
        let next = encoded.items.iter().skip(1);
        if encoded.items.iter().zip(next).any(|((a, _), (b, _))| bytes(a) == bytes(b)) {
            return Err(alike());
        }
        Ok(encoded)
    }

    /// The items in their order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = T> {
        self.items.iter().map(|(_, item)| *item)
    }
}

#[cfg(feature = "std")]
#[cold]
fn alike() -> Error {
    let detail = "two different keys are written as the same bytes, and could not be loaded";
    Error::new(ErrorKind::Unrepresentable, detail)
        .with_help("make the key type save everything that its `Eq` compares")
}
