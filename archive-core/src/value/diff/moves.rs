//! Computes which elements of a list have to move, and how.

use alloc::vec::Vec;

/// For each position, whether its element can stay, given where each element goes. The elements that stay are
/// already in order, and as many as possible (the longest increasing subsequence, by patience sorting).
pub(super) fn stay(targets: &[usize]) -> Vec<bool> {
    // For each length, the position with the smallest target that ends such a sequence.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(targets.len());
    for (place, target) in targets.iter().enumerate() {
        let shorter = |end: &usize| targets.get(*end).is_some_and(|it| it < target);
        let len = ends.partition_point(shorter);
        before.push(len.checked_sub(1).and_then(|last| ends.get(last)).copied());
        match ends.get_mut(len) {
            Some(end) => *end = place,
            None => ends.push(place),
        }
    }
    let mut stays = alloc::vec![false; targets.len()];
    let mut next = ends.last().copied();
    while let Some(place) = next {
        if let Some(stay) = stays.get_mut(place) {
            *stay = true;
        }
        next = before.get(place).copied().flatten();
    }
    stays
}

/// The moves that bring elements to their ranks, one after the other: each takes out the element at one index
/// and inserts it at another. `ranks` is a permutation of the numbers below its length.
pub(super) fn moves(ranks: &[usize], stays: &[bool]) -> Vec<(usize, usize)> {
    // The slots that elements occupy before and after the moves: those that move to a place follow the
    // element that stays there.
    let mut at_rank = alloc::vec![(0, true); ranks.len()];
    for (place, (rank, stay)) in ranks.iter().zip(stays).enumerate() {
        if let Some(entry) = at_rank.get_mut(*rank) {
            *entry = (place, *stay);
        }
    }
    let mut slots = Slots::default();
    let mut sources = alloc::vec![0; ranks.len()];
    let mut targets: Vec<(usize, usize)> = Vec::new();
    let mut rank = arrivals(&at_rank, 0, &mut slots, &mut targets);
    for (place, stay) in stays.iter().enumerate() {
        let slot = slots.add(true);
        if let Some(source) = sources.get_mut(place) {
            *source = slot;
        }
        if *stay {
            rank = arrivals(&at_rank, rank.saturating_add(1), &mut slots, &mut targets);
        }
    }
    let mut counts = Counts::new(&slots.0);
    let mut moves = Vec::new();
    for (place, target) in targets {
        let source = sources.get(place).copied().unwrap_or_default();
        let from = counts.before(source);
        counts.take(source);
        let to = counts.before(target);
        counts.put(target);
        if from != to {
            moves.push((from, to));
        }
    }
    moves
}

/// Adds slots for elements that move to the ranks from `rank` on, up to the next element that stays.
fn arrivals(
    at_rank: &[(usize, bool)],
    rank: usize,
    slots: &mut Slots,
    targets: &mut Vec<(usize, usize)>,
) -> usize {
    let mut rank = rank;
    while let Some((place, false)) = at_rank.get(rank) {
        targets.push((*place, slots.add(false)));
        rank = rank.saturating_add(1);
    }
    rank
}

/// Whether each slot is occupied at the start.
#[derive(Default)]
struct Slots(Vec<bool>);

impl Slots {
    fn add(&mut self, taken: bool) -> usize {
        self.0.push(taken);
        self.0.len().saturating_sub(1)
    }
}

/// Counts the occupied slots before a slot, with a Fenwick tree.
struct Counts(Vec<usize>);

impl Counts {
    fn new(taken: &[bool]) -> Self {
        let mut counts = Self(alloc::vec![0; taken.len()]);
        for (slot, taken) in taken.iter().enumerate() {
            if *taken {
                counts.put(slot);
            }
        }
        counts
    }

    /// The indexes of the sums that include a slot.
    fn sums(&self, slot: usize) -> impl Iterator<Item = usize> + use<> {
        let len = self.0.len();
        let next = move |at: &usize| Some(at | at.saturating_add(1)).filter(|at| *at < len);
        core::iter::successors(Some(slot).filter(|at| *at < len), next)
    }

    fn put(&mut self, slot: usize) {
        for at in self.sums(slot) {
            if let Some(sum) = self.0.get_mut(at) {
                *sum = sum.saturating_add(1);
            }
        }
    }

    fn take(&mut self, slot: usize) {
        for at in self.sums(slot) {
            if let Some(sum) = self.0.get_mut(at) {
                *sum = sum.saturating_sub(1);
            }
        }
    }

    fn before(&self, slot: usize) -> usize {
        let next = |at: &usize| (at & at.saturating_add(1)).checked_sub(1);
        let first = slot.checked_sub(1);
        core::iter::successors(first, next).fold(0_usize, |sum, at| {
            sum.saturating_add(self.0.get(at).copied().unwrap_or_default())
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{moves, stay};

    /// All permutations of the numbers below `count`.
    fn orders(count: usize) -> Vec<Vec<usize>> {
        if count == 0 {
            return [Vec::new()].into();
        }
        let mut all = Vec::new();
        for order in orders(count - 1) {
            for at in 0..count {
                let mut longer = order.clone();
                longer.insert(at, count - 1);
                all.push(longer);
            }
        }
        all
    }

    #[test]
    fn moves_bring_any_order_into_order() {
        for ranks in (0..7).flat_map(orders) {
            let stays = stay(&ranks);
            let moves = moves(&ranks, &stays);
            assert_eq!(moves.len(), stays.iter().filter(|stays| !**stays).count());
            let mut list = ranks.clone();
            for (from, to) in moves {
                let element = list.remove(from);
                list.insert(to, element);
            }
            assert!(list.is_sorted(), "{ranks:?} {list:?}");
        }
    }

    #[test]
    fn as_many_stay_as_can() {
        assert_eq!(stay(&[3, 0, 1, 2]), [false, true, true, true]);
        assert_eq!(stay(&[1, 2, 3, 0]), [true, true, true, false]);
        assert_eq!(moves(&[3, 0, 1, 2], &[false, true, true, true]), [(0, 3)]);
        assert_eq!(stay(&[]), [false; 0]);
    }
}
