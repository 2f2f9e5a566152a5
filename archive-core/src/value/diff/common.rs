//! Finds what two sequences have in common, in order.

use alloc::vec::Vec;

/// The most differences for which the longest common sequence is searched.
const MOST: usize = 256;

type Item = (usize, u64);

/// Pairs of positions of equal items, in order: the common start and end, and between them the longest common
/// sequence if they differ little ("An O(ND) Difference Algorithm and Its Variations", by Myers).
///
/// The work is at most 256 times the length.
pub(super) fn in_order(from: &[Item], to: &[Item]) -> Vec<(usize, usize)> {
    let start = from.iter().zip(to).take_while(|(a, b)| a.1 == b.1).count();
    let (first, from) = from.split_at_checked(start).unwrap_or_default();
    let (first_to, to) = to.split_at_checked(start).unwrap_or_default();
    let ends = from.iter().rev().zip(to.iter().rev());
    let end = ends.take_while(|(a, b)| a.1 == b.1).count();
    let (from, last) = from.split_at_checked(from.len().saturating_sub(end)).unwrap_or_default();
    let (to, last_to) = to.split_at_checked(to.len().saturating_sub(end)).unwrap_or_default();
    let place = |((from, _), (to, _)): (&Item, &Item)| (*from, *to);
    let mut all: Vec<(usize, usize)> = first.iter().zip(first_to).map(place).collect();
    let middle = longest(from, to);
    all.extend(middle.into_iter().filter_map(|(a, b)| from.get(a).zip(to.get(b)).map(place)));
    all.extend(last.iter().zip(last_to).map(place));
    all
}

/// For each diagonal, how far into `from` the furthest path with a given number of differences reaches.
/// Diagonals are counted from `-differences` in steps of two.
type Front = Vec<usize>;

/// Indexes of the longest common sequence, or nothing if there are too many differences.
fn longest(from: &[Item], to: &[Item]) -> Vec<(usize, usize)> {
    if from.is_empty() || to.is_empty() {
        return Vec::new();
    }
    let mut fronts: Vec<Front> = Vec::new();
    for differences in 0..=MOST {
        let mut front = Front::new();
        for at in 0..=differences {
            let Some((x, y)) = step(fronts.last(), at, differences) else {
                front.push(0);
                continue;
            };
            let equal =
                from.get(x..).unwrap_or_default().iter().zip(to.get(y..).unwrap_or_default());
            let run = equal.take_while(|(a, b)| a.1 == b.1).count();
            front.push(x.saturating_add(run));
            if x.saturating_add(run) >= from.len() && y.saturating_add(run) >= to.len() {
                return back(&fronts, at, differences, from.len());
            }
        }
        fronts.push(front);
    }
    Vec::new()
}

/// The position that a path reaches with its last difference, on the diagonal at an index of its front.
fn step(before: Option<&Front>, at: usize, differences: usize) -> Option<(usize, usize)> {
    let Some(before) = before else { return Some((0, 0)) };
    // Take one more item of `from`, coming from the diagonal below, or one of `to`, from the one above.
    let more_from = at.checked_sub(1).and_then(|at| before.get(at)).map(|x| x.saturating_add(1));
    let more_to = before.get(at).copied();
    let x = more_from.max(more_to)?;
    // x - y = 2 * at - differences
    let y = x.saturating_add(differences).checked_sub(at.saturating_mul(2))?;
    Some((x, y))
}

/// Walks back along the path that ends on a diagonal, and returns its equal items.
fn back(fronts: &[Front], at: usize, differences: usize, end: usize) -> Vec<(usize, usize)> {
    let (mut at, mut differences, mut end) = (at, differences, end);
    let mut all = Vec::new();
    loop {
        let before = differences.checked_sub(1).and_then(|it| fronts.get(it));
        let Some((x, y)) = step(before, at, differences) else { break };
        let run = end.saturating_sub(x);
        for equal in (0..run).rev() {
            all.push((x.saturating_add(equal), y.saturating_add(equal)));
        }
        let Some(before) = before else { break };
        let more_from = at.checked_sub(1).and_then(|at| before.get(at).map(|x| (at, *x)));
        let more_to = before.get(at).map(|x| (at, *x));
        let is_from = more_from.map(|(_, x)| x.saturating_add(1)) >= more_to.map(|(_, x)| x);
        let Some((place, x)) = (if is_from { more_from } else { more_to }) else { break };
        (at, end) = (place, x);
        differences = differences.saturating_sub(1);
    }
    all.reverse();
    all
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::in_order;

    fn common(from: &[u8], to: &[u8]) -> usize {
        let items = |text: &[u8]| -> Vec<(usize, u64)> {
            text.iter().map(|byte| u64::from(*byte)).enumerate().collect()
        };
        let all = in_order(&items(from), &items(to));
        assert!(all.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1), "{all:?}");
        assert!(all.iter().all(|(a, b)| from[*a] == to[*b]), "{all:?}");
        all.len()
    }

    /// The length of the longest common sequence, by its definition.
    fn longest(from: &[u8], to: &[u8]) -> usize {
        let mut row: Vec<usize> = (0..=to.len()).map(|_| 0).collect();
        for a in from {
            let mut next = [0].to_vec();
            for (at, b) in to.iter().enumerate() {
                let best = if a == b { row[at] + 1 } else { row[at + 1].max(next[at]) };
                next.push(best);
            }
            row = next;
        }
        row[to.len()]
    }

    #[test]
    fn the_longest_is_found() {
        assert_eq!(common(b"abcabba", b"cbabac"), 4);
        assert_eq!(common(b"", b"a"), 0);
        assert_eq!(common(b"abc", b"abc"), 3);
        // All strings of up to five letters out of three, by number.
        let text = |number: usize| -> Vec<u8> {
            let mut text = Vec::new();
            let mut rest = number;
            while rest > 0 {
                text.push(b'a' + u8::try_from(rest % 3).unwrap());
                rest /= 3;
            }
            text
        };
        for a in (0..243).step_by(7) {
            for b in 0..243 {
                let (a, b) = (text(a), text(b));
                assert_eq!(common(&a, &b), longest(&a, &b), "{a:?} {b:?}");
            }
        }
    }
}
