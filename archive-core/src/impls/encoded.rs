//! Values in the order of the bytes that they are written as.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

#[cfg(feature = "std")]
use crate::ErrorKind;
use crate::limits::out_of_memory;
#[cfg(feature = "std")]
use crate::rows::write_one;
use crate::rows::{encode_key, write_front};
use crate::versions::Versions;
use crate::{Error, Serialize};

/// Items in the order of `order`, and where that is undecided of their bytes.
pub(super) fn sorted<'k, K: Serialize>(
    items: impl ExactSizeIterator<Item = &'k K>,
    order: impl Fn(&K, &K) -> Ordering,
    versions: Option<&Versions>,
) -> Result<Vec<&'k K>, Error> {
    let (mut keys, mut found) = (Keys::default(), room_for(items.len())?);
    for item in items {
        found.push((keys.add(item, versions)?, item));
    }
    found.sort_unstable_by(|(a, x), (b, y)| order(x, y).then_with(|| keys.get(a).cmp(keys.get(b))));
    let mut items = room_for(found.len())?;
    items.extend(found.iter().map(|(_, item)| *item));
    Ok(items)
}

/// Items in the order of their keys' bytes, which are distinct.
///
/// What is sorted are numbers: the first bytes of a key, and behind them its place. That takes a fraction of
/// the time of looking up the bytes at each comparison.
#[cfg(feature = "std")]
pub(super) fn distinct<'k, T: Copy, K: Serialize + 'k>(
    items: impl ExactSizeIterator<Item = T>,
    key: impl Fn(T) -> &'k K,
    versions: Option<&Versions>,
) -> Result<Vec<T>, Error> {
    let (mut keys, mut found) = (Keys::default(), room_for(items.len())?);
    let mut order: Vec<u128> = room_for(items.len())?;
    for (place, item) in (0_u64..).zip(items) {
        let (first, range) = keys.add_short(key(item), versions)?;
        order.push(u128::from(first) << 64 | u128::from(place));
        found.push((range, item));
    }
    order.sort_unstable();
    let item = |order: &u128| {
        let place = u64::try_from(order & u128::from(u64::MAX)).ok()?;
        found.get(usize::try_from(place).ok()?)
    };
    for alike in order.chunk_by_mut(|a, b| a >> 64 == b >> 64).filter(|alike| alike.len() > 1) {
        let bytes = |order: &u128| item(order).map(|(range, _)| keys.get(range));
        alike.sort_unstable_by(|a, b| bytes(a).cmp(&bytes(b)));
        if alike.windows(2).any(|pair| matches!(pair, [a, b] if bytes(a) == bytes(b))) {
            return Err(same_bytes());
        }
    }
    let mut items = room_for(found.len())?;
    items.extend(order.iter().filter_map(item).map(|(_, item)| *item));
    Ok(items)
}

/// The bytes of keys, one behind the other.
#[derive(Default)]
struct Keys {
    bytes: Vec<u8>,
}

impl Keys {
    /// Adds a key.
    fn add<K: Serialize>(
        &mut self,
        key: &K,
        versions: Option<&Versions>,
    ) -> Result<Range<usize>, Error> {
        /// So much is kept free, so that a buffer grows by doubling.
        const ROOM: usize = 64;
        let start = self.bytes.len();
        if self.bytes.try_reserve(ROOM).is_err() {
            return Err(out_of_memory(ROOM, 1));
        }
        let mut room = [0; ROOM];
        match versions.is_none().then(|| write_front(key, &mut room)).flatten() {
            Some(len) => self.bytes.extend_from_slice(room.get(..len).unwrap_or_default()),
            None => encode_key(key, versions, &mut self.bytes)?,
        }
        Ok(start..self.bytes.len())
    }

    /// Adds a key, unless it is no more than its first bytes, and gives these as a number.
    #[cfg(feature = "std")]
    #[inline(always)]
    fn add_short<K: Serialize>(
        &mut self,
        key: &K,
        versions: Option<&Versions>,
    ) -> Result<(u64, Range<usize>), Error> {
        let mut first = [0; 8];
        if let (None, Some(room)) = (versions, K::SIZE.fixed.and_then(|len| first.get_mut(..len))) {
            if write_one(key, room).is_ok() {
                return Ok((u64::from_be_bytes(first), 0..0));
            }
        }
        let range = self.add(key, versions)?;
        first.iter_mut().zip(self.get(&range)).for_each(|(to, from)| *to = *from);
        Ok((u64::from_be_bytes(first), range))
    }

    fn get(&self, range: &Range<usize>) -> &[u8] {
        self.bytes.get(range.clone()).unwrap_or_default()
    }
}

fn room_for<T>(len: usize) -> Result<Vec<T>, Error> {
    let mut room = Vec::new();
    match room.try_reserve_exact(len) {
        Ok(()) => Ok(room),
        Err(_) => Err(out_of_memory(len, size_of::<T>())),
    }
}

#[cfg(feature = "std")]
#[cold]
fn same_bytes() -> Error {
    let detail = "two different keys are written as the same bytes, and could not be loaded";
    Error::new(ErrorKind::Unrepresentable, detail)
        .with_help("make the key type save everything that its `Eq` compares")
}
