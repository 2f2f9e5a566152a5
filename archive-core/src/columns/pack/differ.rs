//! Whether so many texts differ that a dictionary is out of the question.

use super::keys::some_bytes;

/// If this many first texts all differ, there is no dictionary: of these, one fewer may differ (FORMAT.md §7.2).
pub(super) const TOO_MANY: usize = 64;

/// Whether the first [`TOO_MANY`] texts are seen to differ, by some of their bytes. For a column of names or titles,
/// which mostly do, that takes an eighth of the steps of collecting them and putting them back.
#[inline(never)]
pub(super) fn too_many_differ<'t, V: Copy>(values: &[V], text: impl Fn(V) -> &'t [u8]) -> bool {
    let Some(values) = values.first_chunk::<TOO_MANY>() else { return false };
    // A hash table of the places in `seen`, counted from 1.
    let (mut table, mut seen) = ([0_u8; 256], [0_u64; TOO_MANY]);
    for (index, value) in (1..).zip(values) {
        let bytes = some_bytes(text(*value));
        let [.., mut slot] = bytes.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes();
        loop {
            let Some(place) = table.get_mut(usize::from(slot)) else { return false };
            let before = usize::from(*place).wrapping_sub(1);
            match seen.get(before) {
                None => {
                    *place = index;
                    break;
                }
                Some(other) if *other == bytes => return false,
                Some(_) => slot = slot.wrapping_add(1),
            }
        }
        if let Some(place) = seen.get_mut(usize::from(index).wrapping_sub(1)) {
            *place = bytes;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    fn differ(texts: &[String]) -> bool {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        too_many_differ(&texts, str::as_bytes)
    }

    #[test]
    fn only_as_many_as_are_too_many_differ() {
        for before in ["", "flag.", "a rather long name of something, number "] {
            let mut texts: Vec<String> =
                (0..TOO_MANY).map(|n| before.to_string() + &n.to_string()).collect();
            assert!(differ(&texts));
            assert!(!differ(&texts[1..]));
            texts[TOO_MANY - 1] = texts[0].clone();
            assert!(!differ(&texts));
        }
    }

    #[test]
    fn texts_with_the_same_ends_may_be_equal() {
        let texts: Vec<String> = (0..TOO_MANY)
            .map(|n| ["the same begin", &n.to_string(), "the same end"].concat())
            .collect();
        assert!(!differ(&texts));
    }
}
