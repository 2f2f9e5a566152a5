//! The right word that a misspelt one is nearest to.

/// The candidate that differs in at most a third of the letters, the nearest first.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let allowed = (word.chars().count() / 3).max(1);
    candidates
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The fewest letters to add, drop, change or swap with their neighbour (optimal string alignment).
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX);
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    let mut left_letter = None;
    for (row, letter) in from.chars().enumerate() {
        let mut current = vec![row.saturating_add(1)];
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
        before_last = std::mem::replace(&mut last, current);
        left_letter = Some(letter);
    }
    cell(&last, to.len())
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn swapped_letters_are_one_mistake() {
        assert_eq!(distance("reomved", "removed"), 1);
        assert_eq!(distance("", "tag"), 3);
        assert_eq!(distance("alais", "alias"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn far_words_have_no_nearest() {
        assert_eq!(nearest("bits", ["with", "tag"].into_iter()), None);
        assert_eq!(nearest("taag", ["with", "tag"].into_iter()), Some("tag"));
    }
}
