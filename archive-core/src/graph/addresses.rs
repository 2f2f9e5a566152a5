//! Finds objects by their address while a value is traced.

use alloc::vec::Vec;

use super::found::{NONE, Object, usize_of};

/// The numbers of objects by address: an open-addressing table, at most half full. It stores only numbers,
/// so that it stays small enough for the cache, as it is probed for each link. The addresses themselves are
/// in the list of objects.
#[derive(Default)]
pub(super) struct Addresses {
    slots: Vec<u32>,
}

impl Addresses {
    /// The number of the object at an address.
    #[inline]
    pub(super) fn get(&self, objects: &[Object], address: usize) -> Option<u32> {
        let number = *self.slots.get(self.find(objects, address)?)?;
        (number != NONE).then_some(number)
    }

    /// The number of the object at an address, if it has one; otherwise reserves the number of the object
    /// that the caller appends next.
    #[inline]
    pub(super) fn add(&mut self, objects: &[Object], address: usize) -> Option<u32> {
        if objects.len().saturating_mul(2) >= self.slots.len() {
            self.grow(objects);
        }
        let at = self.find(objects, address)?;
        let slot = self.slots.get_mut(at)?;
        if *slot != NONE {
            return Some(*slot);
        }
        *slot = u32::try_from(objects.len()).unwrap_or(NONE);
        None
    }

    /// The slot of an object, or the empty slot where it belongs.
    #[inline]
    fn find(&self, objects: &[Object], address: usize) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        // Fibonacci hashing (Knuth, TAOCP 3, 6.4): the high bits of the product are well mixed.
        let hash = (u64::try_from(address).ok()?).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = usize::try_from(hash >> 32).ok()? & mask;
        loop {
            let number = *self.slots.get(at)?;
            let Some(object) = objects.get(usize_of(number)) else { return Some(at) };
            if object.address == address {
                return Some(at);
            }
            at = at.wrapping_add(1) & mask;
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, objects: &[Object]) {
        let size = self.slots.len().saturating_mul(2).max(64);
        self.slots = alloc::vec![NONE; size];
        for (number, object) in (0..).zip(objects) {
            let at = self.find(objects, object.address);
            if let Some(slot) = at.and_then(|at| self.slots.get_mut(at)) {
                *slot = number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_keeps_its_first_number() {
        let (mut addresses, mut objects) = (Addresses::default(), Vec::new());
        assert_eq!(addresses.get(&objects, 16), None);
        for number in 0..5000_u32 {
            let address = usize_of(number * 16 + 16);
            assert_eq!(addresses.add(&objects, address), None);
            objects.push(Object { kind: 0, index: number, address });
            assert_eq!(addresses.add(&objects, address), Some(number));
        }
        assert_eq!(addresses.get(&objects, 16), Some(0));
        assert_eq!(addresses.get(&objects, 5000 * 16), Some(4999));
        assert_eq!(addresses.get(&objects, 8), None);
    }
}
