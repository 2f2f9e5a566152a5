//! The name that a misspelt one is nearest to.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

/// The most letters of a misspelt name: nobody types longer ones, and inputs may have them.
const LONG: usize = 64;

/// The name that differs in at most a third of the letters, the nearest first.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let letters = name.chars().take(LONG.saturating_add(1)).count();
    if letters > LONG {
        return None;
    }
    let allowed = (letters / 3).max(1);
    // A letter takes four bytes at most.
    let longest = letters.saturating_add(allowed).saturating_mul(4);
    names
        .filter(|other| other.len() <= longest)
        .filter(|other| other.chars().count().abs_diff(letters) <= allowed)
        .map(|other| (distance(name, other), other))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}

/// `; did you mean ..?`, if a name is near one of these.
pub(crate) fn meant<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> String {
    nearest(name, names).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The fewest letters to add, drop, change or swap with their neighbour (optimal string alignment).
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX);
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    let mut left_letter = None;
    for (row, letter) in from.chars().enumerate() {
        let mut current = Vec::from([row.saturating_add(1)]);
        for (at, target) in to.iter().enumerate() {
            let next = at.saturating_add(1);
            let changed = cell(&last, at).saturating_add(usize::from(letter != *target));
            let dropped = cell(&last, next).saturating_add(1);
            let added = cell(&current, at).saturating_add(1);
            let mut best = changed.min(dropped).min(added);
            let before = at.checked_sub(1);
            if left_letter == Some(*target) && before.and_then(|at| to.get(at)) == Some(&letter) {
                best = best.min(cell(&before_last, at.saturating_sub(1)).saturating_add(1));
            }
            current.push(best);
        }
        before_last = mem::replace(&mut last, current);
        left_letter = Some(letter);
    }
    cell(&last, to.len())
}

#[cfg(test)]
mod tests {
    use super::{LONG, distance, nearest};

    #[test]
    fn swapped_letters_are_one_mistake() {
        assert_eq!(distance("cuont", "count"), 1);
        assert_eq!(distance("", "tag"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn far_names_are_not_near() {
        assert_eq!(nearest("level", ["name", "bag"].into_iter()), None);
        assert_eq!(nearest("levle", ["name", "level", "lever"].into_iter()), Some("level"));
        assert_eq!(nearest("x", ["y", "xy"].into_iter()), Some("y"));
        let long = "n".repeat(LONG + 1);
        assert_eq!(nearest(&long, [&*long].into_iter()), None);
    }
}
