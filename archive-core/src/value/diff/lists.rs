//! Matches the elements of two lists.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::common;
use super::moves::{moves, stay};
use super::pairs::pair;

/// The hashes of the elements of both lists.
#[derive(Clone, Copy)]
pub(super) struct Hashes<'h> {
    pub(super) from: &'h [u64],
    pub(super) to: &'h [u64],
}

/// The changes that turn one list into another, in the order in which they are made.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Alignment {
    /// Elements that change in place: positions in both lists.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Positions of removed elements, last first.
    pub(super) removed: Vec<usize>,
    /// Moves: each takes out the element at one index and inserts it at another, one after the other.
    pub(super) moves: Vec<(usize, usize)>,
    /// Positions of added elements, first first.
    pub(super) added: Vec<usize>,
    /// How many elements these changes shift in total if made one by one.
    pub(super) shifts: usize,
}

/// Matches equal elements, even if moved, and pairs the others between those that did not move.
pub(super) fn align(
    hashes: Hashes<'_>,
    is_equal: impl Fn(usize, usize) -> bool,
    likeness: impl Fn(usize, usize) -> usize,
) -> Alignment {
    let matches = matches(hashes, is_equal);
    let targets: Vec<usize> = matches.iter().map(|(_, to)| *to).collect();
    let stays = stay(&targets);
    let staying = matches.iter().zip(&stays).filter(|(_, stays)| **stays).map(|(it, _)| *it);
    let pairs = pairs(hashes, &matches, staying, likeness);

    let mut kept: Vec<(usize, usize, bool)> = Vec::new();
    kept.extend(matches.iter().zip(&stays).map(|((from, to), stays)| (*from, *to, *stays)));
    kept.extend(pairs.iter().map(|(from, to)| (*from, *to, true)));
    kept.sort_unstable();
    let mut order: Vec<usize> = kept.iter().map(|(_, to, _)| *to).collect();
    order.sort_unstable();
    let rank = |to: &usize| order.binary_search(to).unwrap_or_default();
    let ranks: Vec<usize> = kept.iter().map(|(_, to, _)| rank(to)).collect();
    let stays: Vec<bool> = kept.iter().map(|(_, _, stays)| *stays).collect();
    let moves = moves(&ranks, &stays);

    let mut removed = absent(hashes.from.len(), kept.iter().map(|(from, ..)| *from));
    removed.reverse();
    let added = absent(hashes.to.len(), order.iter().copied());
    let shifts = shifts(hashes.from.len(), &removed, &moves, &added);
    Alignment { pairs, removed, moves, added, shifts }
}

/// Elements that only one list has are cheap up to this number.
const FEW: usize = 64;

/// Positions of equal elements, in the order of the first list.
fn matches(hashes: Hashes<'_>, is_equal: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let Hashes { from, to } = hashes;
    let (known, others) = (set(from), set(to));
    let both = |hashes: &[u64], others: Option<&BTreeSet<u64>>| -> Vec<(usize, u64)> {
        let all = hashes.iter().copied().enumerate();
        all.filter(|(_, hash)| others.is_none_or(|others| others.contains(hash))).collect()
    };
    let (all_from, all_to) = (both(from, None), both(to, None));
    let (from, to) = (both(from, Some(&others)), both(to, Some(&known)));
    // Elements that occur in one list only cannot match. If there are few, keep them: they show where the
    // others were.
    let strangers = all_from.len().abs_diff(from.len()).max(all_to.len().abs_diff(to.len()));
    let mut matches = match strangers {
        0..=FEW => common::in_order(&all_from, &all_to),
        _ => common::in_order(&from, &to),
    };
    let left = |all: Vec<(usize, u64)>, taken: BTreeSet<usize>| {
        let mut left: Vec<(u64, usize)> =
            all.into_iter().filter(|(at, _)| !taken.contains(at)).map(|(at, h)| (h, at)).collect();
        left.sort_unstable();
        left.into_iter().peekable()
    };
    let mut from = left(from, matches.iter().map(|(from, _)| *from).collect());
    let mut to = left(to, matches.iter().map(|(_, to)| *to).collect());
    while let (Some((a, place)), Some((b, target))) = (from.peek(), to.peek()) {
        match a.cmp(b) {
            core::cmp::Ordering::Less => drop(from.next()),
            core::cmp::Ordering::Greater => drop(to.next()),
            core::cmp::Ordering::Equal => {
                matches.push((*place, *target));
                from.next();
                to.next();
            }
        }
    }
    matches.retain(|(from, to)| is_equal(*from, *to));
    matches.sort_unstable();
    matches
}

fn set(hashes: &[u64]) -> BTreeSet<u64> {
    hashes.iter().copied().collect()
}

/// Pairs the elements without a match that are between the same unmoved elements.
fn pairs(
    hashes: Hashes<'_>,
    matches: &[(usize, usize)],
    staying: impl Iterator<Item = (usize, usize)>,
    likeness: impl Fn(usize, usize) -> usize,
) -> Vec<(usize, usize)> {
    let end = (hashes.from.len(), hashes.to.len());
    let from = absent(end.0, matches.iter().map(|(from, _)| *from));
    let mut targets: Vec<usize> = matches.iter().map(|(_, to)| *to).collect();
    targets.sort_unstable();
    let to = absent(end.1, targets.into_iter());
    let (mut from, mut to) = (&*from, &*to);
    let mut pairs = Vec::new();
    for (place, target) in staying.chain([end]) {
        let (before, behind) = split(from, place);
        let (before_target, behind_target) = split(to, target);
        pairs.extend(pair(before, before_target, &likeness));
        (from, to) = (behind, behind_target);
    }
    pairs
}

/// The positions before `at`, and those from it on.
fn split(places: &[usize], at: usize) -> (&[usize], &[usize]) {
    let count = places.partition_point(|place| *place < at);
    places.split_at_checked(count).unwrap_or_default()
}

/// The numbers below `len` that are not in `present`, which is ascending.
fn absent(len: usize, present: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut present = present.peekable();
    (0..len).filter(|at| present.next_if_eq(at).is_none()).collect()
}

/// How many elements of a list of this length are shifted by changes made one by one.
pub(super) fn shifts(
    len: usize,
    removed: &[usize],
    moves: &[(usize, usize)],
    added: &[usize],
) -> usize {
    let mut shifts = 0_usize;
    let mut len = len;
    for place in removed.iter() {
        len = len.saturating_sub(1);
        shifts = shifts.saturating_add(len.saturating_sub(*place));
    }
    for (from, to) in moves {
        shifts = shifts.saturating_add(from.abs_diff(*to));
    }
    for place in added {
        shifts = shifts.saturating_add(len.saturating_sub(*place));
        len = len.saturating_add(1);
    }
    shifts
}

#[cfg(test)]
mod tests {
    use super::{Alignment, Hashes, align};

    fn aligned(from: &[u64], to: &[u64]) -> Alignment {
        align(Hashes { from, to }, |a, b| from[a] == to[b], |_, _| 0)
    }

    #[test]
    fn elements_between_those_that_stay_are_paired() {
        let it = aligned(&[1, 2, 3, 4], &[1, 9, 3, 8, 7, 4]);
        assert_eq!(it.pairs, [(1, 1)]);
        assert_eq!((it.removed.len(), it.moves.len()), (0, 0));
        assert_eq!(it.added, [3, 4]);
    }

    #[test]
    fn what_moved_is_neither_gone_nor_new() {
        let it = aligned(&[1, 2, 3, 4], &[4, 1, 2, 3]);
        assert_eq!(it.moves, [(3, 0)]);
        assert!(it.pairs.is_empty() && it.removed.is_empty() && it.added.is_empty());
        let it = aligned(&[5, 1, 2, 3, 4], &[4, 1, 2, 3]);
        assert_eq!((it.moves, it.removed), ([(3, 0)].into(), [0].into()));
    }

    #[test]
    fn equal_elements_are_matched_in_order() {
        let it = aligned(&[0, 1, 0, 1, 0, 1], &[1, 0, 1, 0, 1]);
        assert_eq!(it.removed, [0]);
        assert!(it.pairs.is_empty() && it.moves.is_empty() && it.added.is_empty());
    }

    #[test]
    fn elements_of_one_hash_need_not_be_equal() {
        let it = align(Hashes { from: &[1, 1], to: &[1, 1] }, |_, _| false, |_, _| 0);
        assert_eq!(it.pairs, [(0, 0), (1, 1)]);
    }
}
