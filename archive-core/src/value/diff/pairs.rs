//! Pairs elements of two lists that are not equal but may be changed forms of each other.

use alloc::vec::Vec;

/// The most pairs that are considered. Beyond that, elements are paired from the start.
const MOST: usize = 1024;

/// Pairs elements in order, so that they are as alike as possible and, after that, as many as possible.
pub(super) fn pair(
    from: &[usize],
    to: &[usize],
    likeness: impl Fn(usize, usize) -> usize,
) -> Vec<(usize, usize)> {
    let count = from.len().saturating_mul(to.len());
    if count <= 1 || count > MOST {
        return from.iter().copied().zip(to.iter().copied()).collect();
    }
    let score = |a: usize, b: usize| match (from.get(a), to.get(b)) {
        (Some(from), Some(to)) => likeness(*from, *to).saturating_mul(2).saturating_add(1),
        _ => 0,
    };
    let scores: Vec<Vec<usize>> =
        (0..from.len()).map(|a| (0..to.len()).map(|b| score(a, b)).collect()).collect();
    // The best total score for the elements from each position on.
    let mut best: Vec<Vec<usize>> = Vec::new();
    let none = Vec::new();
    for row in scores.iter().rev() {
        let below = best.last().unwrap_or(&none);
        let mut line: Vec<usize> = Vec::new();
        for (at, score) in row.iter().enumerate().rev() {
            // Lines are stored from the end.
            let place = to.len().saturating_sub(at).saturating_sub(1);
            let one_less = place.checked_sub(1);
            let paired = one_less
                .and_then(|it| below.get(it))
                .map_or(*score, |it| it.saturating_add(*score));
            let left = one_less.and_then(|it| line.get(it)).copied().unwrap_or_default();
            let skipped = below.get(place).copied().unwrap_or_default();
            line.push(paired.max(left).max(skipped));
        }
        best.push(line);
    }
    best.reverse();
    walk(&scores, &best, from, to)
}

/// Follows the best scores and collects the pairs.
fn walk(
    scores: &[Vec<usize>],
    best: &[Vec<usize>],
    from: &[usize],
    to: &[usize],
) -> Vec<(usize, usize)> {
    let best = |a: usize, b: usize| {
        let place = to.len().checked_sub(b)?.checked_sub(1)?;
        best.get(a)?.get(place).copied()
    };
    let (mut a, mut b) = (0_usize, 0_usize);
    let mut pairs = Vec::new();
    while let Some(here) = best(a, b) {
        let (next, other) = (a.saturating_add(1), b.saturating_add(1));
        let score = scores.get(a).and_then(|row| row.get(b)).copied().unwrap_or_default();
        if here == score.saturating_add(best(next, other).unwrap_or_default()) {
            pairs.extend(from.get(a).copied().zip(to.get(b).copied()));
            (a, b) = (next, other);
        } else if best(next, b) == Some(here) {
            a = next;
        } else {
            b = other;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::pair;

    #[test]
    fn those_that_are_alike_are_paired() {
        let like = |a: usize, b: usize| if a == b { 2 } else { 0 };
        assert_eq!(pair(&[1, 2], &[2, 3], like), [(2, 2)]);
        assert_eq!(pair(&[1, 2, 3], &[3], like), [(3, 3)]);
        assert_eq!(pair(&[3], &[1, 2, 3, 4], like), [(3, 3)]);
        assert_eq!(pair(&[1, 2, 3, 4], &[5, 2, 6, 4], like), [(1, 5), (2, 2), (3, 6), (4, 4)]);
    }

    #[test]
    fn those_that_are_not_are_paired_in_order() {
        assert_eq!(pair(&[1, 2, 3], &[7, 8], |_, _| 0), [(1, 7), (2, 8)]);
        assert_eq!(pair(&[1], &[], |_, _| 0), []);
        let many: [usize; 64] = core::array::from_fn(|at| at);
        assert_eq!(pair(&many, &many[..32], |_, _| 0).len(), 32);
    }
}
