//! Numbers by the addresses of objects.

use alloc::vec::Vec;

/// Numbers by the addresses of objects: a table with open addressing, at most half full.
#[derive(Default)]
pub(super) struct Addresses {
    /// Address and number; the address 0 is that of no object.
    slots: Vec<(usize, u32)>,
    len: usize,
}

impl Addresses {
    /// The number of an address.
    #[inline]
    pub(super) fn get(&self, address: usize) -> Option<u32> {
        let (found, number) = self.slots.get(self.find(address)?)?;
        (*found == address).then_some(*number)
    }

    /// The number of an address; if it has none, it gets the one given.
    #[inline]
    pub(super) fn add(&mut self, address: usize, number: u32) -> Option<u32> {
        if self.len.saturating_mul(2) >= self.slots.len() {
            self.grow();
        }
        let slot = self.find(address).and_then(|at| self.slots.get_mut(at))?;
        if slot.0 == address {
            return Some(slot.1);
        }
        *slot = (address, number);
        self.len = self.len.saturating_add(1);
        None
    }

    /// Gives every number another.
    pub(super) fn renumber(&mut self, number: impl Fn(u32) -> u32) {
        for (_, old) in self.slots.iter_mut().filter(|(address, _)| *address != 0) {
            *old = number(*old);
        }
    }

    /// The slot of an address, or the empty one where it belongs.
    #[inline]
    fn find(&self, address: usize) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        // Fibonacci hashing (Knuth, TAOCP 3, 6.4): the high bits of the product are well mixed.
        let hash = (u64::try_from(address).ok()?).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = usize::try_from(hash >> 32).ok()? & mask;
        loop {
            let (found, _) = self.slots.get(at)?;
            if *found == address || *found == 0 {
                return Some(at);
            }
            at = at.wrapping_add(1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len().saturating_mul(2).max(64);
        let before = core::mem::replace(&mut self.slots, alloc::vec![(0, 0); size]);
        for slot in before.into_iter().filter(|(address, _)| *address != 0) {
            if let Some(place) = self.find(slot.0).and_then(|at| self.slots.get_mut(at)) {
                *place = slot;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_keeps_its_first_number() {
        let mut addresses = Addresses::default();
        assert_eq!(addresses.get(16), None);
        for number in 0..5000_u32 {
            let address = usize::try_from(number).unwrap() * 16 + 16;
            assert_eq!(addresses.add(address, number), None);
            assert_eq!(addresses.add(address, 7), Some(number));
        }
        addresses.renumber(|number| number + 1);
        assert_eq!(addresses.get(16), Some(1));
        assert_eq!(addresses.get(5000 * 16), Some(5000));
        assert_eq!(addresses.get(8), None);
    }
}
