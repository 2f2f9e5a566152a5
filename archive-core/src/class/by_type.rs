//! Finds the class of an object by its `TypeId`.

use alloc::vec;
use alloc::vec::Vec;
use core::any::TypeId;
use core::hash::{Hash, Hasher};

/// A hash table of class indices that uses the hash already inside a `TypeId`.
pub(super) struct ByType {
    /// The slots: a power of two of them, at least half empty.
    places: Vec<Option<(TypeId, usize)>>,
}

impl ByType {
    /// An empty table.
    pub(super) const fn nothing() -> Self {
        Self { places: Vec::new() }
    }

    /// A table of these classes; if several have the same type, the first is found.
    pub(super) fn of(classes: impl Iterator<Item = (TypeId, usize)> + Clone) -> Self {
        let len = classes.clone().count().saturating_mul(2).next_power_of_two();
        let mut found = Self { places: vec![None; len] };
        for (id, class) in classes {
            let at = found.probe(id).find(|at| found.at(*at).is_none_or(|(other, _)| other == id));
            if let Some(place) = at.and_then(|at| found.places.get_mut(at)) {
                place.get_or_insert((id, class));
            }
        }
        found
    }

    /// The index of the class of a type.
    pub(super) fn get(&self, id: TypeId) -> Option<usize> {
        for at in self.probe(id) {
            let (found, class) = self.at(at)?;
            if found == id {
                return Some(class);
            }
        }
        None
    }

    fn at(&self, at: usize) -> Option<(TypeId, usize)> {
        self.places.get(at).copied().flatten()
    }

    /// The slots in which a type may be, in probing order.
    fn probe(&self, id: TypeId) -> impl Iterator<Item = usize> + use<> {
        let mut hash = OwnHash(0);
        id.hash(&mut hash);
        let mask = self.places.len().wrapping_sub(1);
        let first = usize::try_from(hash.0 & 0xffff).unwrap_or(0);
        (0..self.places.len()).map(move |step| first.wrapping_add(step) & mask)
    }
}

/// A hasher that takes the hash inside a `TypeId` as it is.
struct OwnHash(u64);

impl Hasher for OwnHash {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 ^= value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_is_found() {
        let all = [
            TypeId::of::<u8>(),
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<i8>(),
            TypeId::of::<i16>(),
            TypeId::of::<i32>(),
        ];
        for len in 0..=all.len() {
            let (known, others) = all.split_at(len);
            let by_type = ByType::of(known.iter().copied().zip(0..));
            assert!(known.iter().zip(0..).all(|(id, place)| by_type.get(*id) == Some(place)));
            assert!(others.iter().all(|id| by_type.get(*id).is_none()));
        }
        // Of two classes with the same type, the first.
        assert_eq!(ByType::of([(all[1], 3), (all[1], 4)].into_iter()).get(all[1]), Some(3));
        assert_eq!(ByType::nothing().get(all[0]), None);
    }
}
