//! Finds the word that a misspelt one was probably meant to be.

use strsim::osa_distance;

/// The nearest candidate, if at most a third of its letters differ.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let allowed = (word.chars().count() / 3).max(1);
    candidates
        .map(|candidate| (osa_distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn swapped_letters_are_one_mistake() {
        assert_eq!(nearest("tga", ["with", "tag"].into_iter()), Some("tag"));
        assert_eq!(nearest("reomved", ["renamed", "removed"].into_iter()), Some("removed"));
    }

    #[test]
    fn far_words_have_no_nearest() {
        assert_eq!(nearest("bits", ["with", "tag"].into_iter()), None);
        assert_eq!(nearest("taag", ["with", "tag"].into_iter()), Some("tag"));
    }
}
