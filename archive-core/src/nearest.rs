//! Finds the name that a misspelt one was probably meant to be.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

/// Names with more letters get no suggestion: nobody types them, but hostile input may contain them.
const LONG: usize = 64;

/// The nearest name, if at most a third of its letters differ.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let letters = name.chars().take(LONG.saturating_add(1)).count();
    if letters > LONG {
        return None;
    }
    let allowed = (letters / 3).max(1);
    // A letter takes at most four bytes.
    let longest = letters.saturating_add(allowed).saturating_mul(4);
    names
        .filter(|other| other.len() <= longest)
        .filter(|other| other.chars().count().abs_diff(letters) <= allowed)
        .map(|other| (distance(name, other), other))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}

/// `; did you mean ..?`, if one of the names is near.
pub(crate) fn meant<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> String {
    nearest(name, names).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The number of letters to insert, delete, replace or swap with a neighbour (optimal string alignment
/// distance).
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
