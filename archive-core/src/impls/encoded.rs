//! Sorts values by their encoded bytes, so that hashed maps and sets are always written in the same order.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

#[cfg(feature = "_hash-maps")]
use super::order::same_bytes;
#[cfg(feature = "_hash-maps")]
use crate::ErrorKind;
use crate::limits::{out_of_memory, room};
#[cfg(feature = "_hash-maps")]
use crate::rows::write_one;
use crate::rows::{encode_key, write_front};
use crate::versions::Versions;
use crate::{Error, Serialize};

/// Sorts items, and equal ones by their bytes.
///
/// A heap sorts them, since the sort of slices panics if an `Ord` is not a total order.
pub(super) fn sorted<'k, K: Serialize + Ord>(
    items: impl ExactSizeIterator<Item = &'k K>,
    versions: Option<&Versions>,
) -> Result<Vec<&'k K>, Error> {
    let mut found = room(items.len())?;
    found.extend(items);
    let mut sorted = BinaryHeap::from(found).into_sorted_vec();
    for equal in sorted.chunk_by_mut(|x, y| x.cmp(y) == Ordering::Equal) {
        if equal.len() > 1 {
            sort_equal(equal, versions)?;
        }
    }
    Ok(sorted)
}

/// Sorts items by their bytes.
fn sort_equal<K: Serialize>(items: &mut [&K], versions: Option<&Versions>) -> Result<(), Error> {
    let (mut keys, mut found) = (Keys::default(), room(items.len())?);
    for item in items.iter() {
        found.push((keys.add(*item, versions)?, *item));
    }
    found.sort_unstable_by(|(x, _), (y, _)| keys.get(x).cmp(keys.get(y)));
    items.iter_mut().zip(&found).for_each(|(to, (_, item))| *to = item);
    Ok(())
}

/// Sorts the items of one or several maps by the bytes of their keys, which are distinct. Memory is
/// requested once for all maps.
///
/// The sort works on numbers: the first bytes of a key, followed by its index. That takes a fraction of the
/// time of comparing the bytes themselves, and is compiled once for all types.
#[cfg(feature = "_hash-maps")]
pub(super) struct Sorter<T> {
    order: Order,
    found: Vec<T>,
    sorted: Vec<T>,
    /// The error for a key that the older version cannot hold.
    refused: Option<Error>,
}

#[cfg(feature = "_hash-maps")]
impl<T> Default for Sorter<T> {
    fn default() -> Self {
        Self { order: Order::default(), found: Vec::new(), sorted: Vec::new(), refused: None }
    }
}

/// Up to this many keys are sorted on the stack.
#[cfg(feature = "_hash-maps")]
const FEW: usize = 16;

/// Memory for up to this many keys is kept for the next map.
#[cfg(feature = "_hash-maps")]
const KEPT: usize = 1024;

#[cfg(feature = "_hash-maps")]
impl<T: Copy> Sorter<T> {
    /// All items sorted so far.
    pub(super) fn sorted(&self) -> &[T] {
        &self.sorted
    }

    /// Sorts the items of another map.
    pub(super) fn add<'k, K: Serialize + 'k>(
        &mut self,
        items: impl ExactSizeIterator<Item = T> + Clone,
        key: impl Fn(T) -> &'k K,
        versions: Option<&Versions>,
    ) -> Result<(), Error> {
        reserve(&mut self.sorted, items.len())?;
        let is_short = const { matches!(K::SIZE.fixed, Some(0..=8)) };
        if is_short && versions.is_none() && items.len() <= FEW {
            return self.add_few(items, key);
        }
        match self.add_many(items.clone(), &key, versions) {
            Err(error) if error.kind() == ErrorKind::CannotWrite => {
                self.refused = Some(error);
                // Saving the items fails, too, and says where: every key has a place in today's order.
                self.add_many(items, &key, None)
            }
            added => added,
        }
    }

    /// Called when the items are saved.
    ///
    /// # Errors
    ///
    /// Fails if a key was refused, as saving it should have.
    pub(super) fn end(self) -> Result<(), Error> {
        self.refused.map_or(Ok(()), Err)
    }

    /// Sorts few items whose keys fit into their first bytes.
    #[inline(always)]
    fn add_few<'k, K: Serialize + 'k>(
        &mut self,
        items: impl ExactSizeIterator<Item = T>,
        key: impl Fn(T) -> &'k K,
    ) -> Result<(), Error> {
        let (mut order, mut found) = ([0; FEW], [None; FEW]);
        let count = items.len();
        let places = order.iter_mut().zip(&mut found);
        for ((place, item), (to, found)) in (0..).zip(items).zip(places) {
            let (first, _) = self.order.keys.add_short(key(item), None)?;
            (*to, *found) = (ordered(first, place), Some(item));
        }
        let order = order.get_mut(..count).unwrap_or_default();
        sort_numbers(order).map_err(|SameStart| same_bytes())?;
        let item = |order: &u128| *found.get(place(order)?)?;
        self.sorted.extend(order.iter().filter_map(item));
        Ok(())
    }

    fn add_many<'k, K: Serialize + 'k>(
        &mut self,
        items: impl ExactSizeIterator<Item = T>,
        key: impl Fn(T) -> &'k K,
        versions: Option<&Versions>,
    ) -> Result<(), Error> {
        let Self { order, found, sorted, .. } = self;
        found.clear();
        reserve(found, items.len())?;
        order.clear(items.len())?;
        if const { !matches!(K::SIZE.fixed, Some(0..=8)) } {
            reserve(&mut order.ranges, items.len())?;
        }
        for (place, item) in (0..).zip(items) {
            let (first, range) = order.keys.add_short(key(item), versions)?;
            order.numbers.push(ordered(first, place));
            if !range.is_empty() {
                // Most types have no ranges or one per key.
                order.ranges.resize(found.len(), 0..0);
                order.ranges.push(range);
            }
            found.push(item);
        }
        order.sort()?;
        sorted.extend(order.numbers.iter().filter_map(|number| found.get(place(number)?).copied()));
        if found.len() > KEPT {
            (*order, *found) = (Order::default(), Vec::new());
        }
        Ok(())
    }
}

/// The order of keys by their bytes.
#[cfg(feature = "_hash-maps")]
#[derive(Default)]
struct Order {
    keys: Keys,
    /// The range of each key's bytes, unless the key fits into its first bytes.
    ranges: Vec<Range<usize>>,
    numbers: Vec<u128>,
}

#[cfg(feature = "_hash-maps")]
impl Order {
    /// Clears it and reserves capacity for `len` keys.
    fn clear(&mut self, len: usize) -> Result<(), Error> {
        self.keys.bytes.clear();
        self.ranges.clear();
        self.numbers.clear();
        reserve(&mut self.numbers, len)
    }

    /// Sorts the numbers, and thereby the keys, by the keys' bytes.
    fn sort(&mut self) -> Result<(), Error> {
        let Self { keys, ranges, numbers } = self;
        if sort_numbers(numbers).is_ok() {
            return Ok(());
        }
        let bytes = |number: &u128| Some(keys.get(ranges.get(place(number)?)?));
        for group in numbers.chunk_by_mut(start_alike).filter(|group| group.len() > 1) {
            group.sort_unstable_by(|a, b| bytes(a).cmp(&bytes(b)));
            if group.windows(2).any(|pair| matches!(pair, [a, b] if bytes(a) == bytes(b))) {
                return Err(same_bytes());
            }
        }
        Ok(())
    }
}

/// Sorts the numbers of keys, which gives the final order if no two keys have the same first bytes.
///
/// # Errors
///
/// Fails if two have; if both keys fit into their first bytes, they are equal.
#[cfg(feature = "_hash-maps")]
fn sort_numbers(numbers: &mut [u128]) -> Result<(), SameStart> {
    numbers.sort_unstable();
    match numbers.windows(2).any(|pair| matches!(pair, [a, b] if start_alike(a, b))) {
        true => Err(SameStart),
        false => Ok(()),
    }
}

/// Two keys have the same first bytes.
#[cfg(feature = "_hash-maps")]
struct SameStart;

/// The sorted items of several maps.
#[cfg(feature = "_hash-maps")]
pub(super) struct Many<T> {
    sorter: Sorter<T>,
    /// Where the items of each map end.
    ends: Vec<usize>,
}

#[cfg(feature = "_hash-maps")]
impl<T: Copy> Many<T> {
    pub(super) fn new<'k, K: Serialize + 'k, I: ExactSizeIterator<Item = T> + Clone>(
        maps: impl ExactSizeIterator<Item = I>,
        key: impl Fn(T) -> &'k K,
        versions: Option<&Versions>,
    ) -> Result<Self, Error> {
        let (mut sorter, mut ends) = (Sorter::default(), room(maps.len())?);
        for items in maps {
            sorter.add(items, &key, versions)?;
            ends.push(sorter.sorted().len());
        }
        Ok(Self { sorter, ends })
    }

    /// Called when the items are saved.
    ///
    /// # Errors
    ///
    /// Fails if a key was refused, as saving it should have.
    pub(super) fn end(self) -> Result<(), Error> {
        self.sorter.end()
    }

    /// The items of the map at `index`.
    pub(super) fn of(&self, index: usize) -> &[T] {
        let end = |index: usize| self.ends.get(index).copied().unwrap_or_default();
        let start = index.checked_sub(1).map_or(0, end);
        self.sorter.sorted().get(start..end(index)).unwrap_or_default()
    }
}

/// The first bytes of a key, followed by its index.
#[cfg(feature = "_hash-maps")]
fn ordered(first: u64, place: u64) -> u128 {
    u128::from(first) << 64 | u128::from(place)
}

#[cfg(feature = "_hash-maps")]
fn place(order: &u128) -> Option<usize> {
    usize::try_from(order & u128::from(u64::MAX)).ok()
}

/// Whether two keys have the same first bytes.
#[cfg(feature = "_hash-maps")]
fn start_alike(a: &u128, b: &u128) -> bool {
    a >> 64 == b >> 64
}

#[cfg(feature = "_hash-maps")]
fn reserve<T>(room: &mut Vec<T>, len: usize) -> Result<(), Error> {
    room.try_reserve(len).map_err(|_| out_of_memory(len, size_of::<T>()))
}

/// The bytes of many keys, concatenated.
#[derive(Default)]
pub(super) struct Keys {
    bytes: Vec<u8>,
}

impl Keys {
    /// Adds a key.
    pub(super) fn add<K: Serialize>(
        &mut self,
        key: &K,
        versions: Option<&Versions>,
    ) -> Result<Range<usize>, Error> {
        /// Capacity that is kept free, so that the buffer grows by doubling.
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

    /// Adds a key's bytes, unless they fit into the first bytes; returns those as a number.
    #[cfg(feature = "_hash-maps")]
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

    pub(super) fn get(&self, range: &Range<usize>) -> &[u8] {
        self.bytes.get(range.clone()).unwrap_or_default()
    }
}
