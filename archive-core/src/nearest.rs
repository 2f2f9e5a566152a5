//! The name that somebody may have meant.

use alloc::vec::Vec;

/// The name that differs least from `name`, if it is near enough to be meant.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    const LONG: usize = 64;
    if name.len() > LONG {
        return None;
    }
    let near = name.chars().count().div_ceil(3).max(1);
    let distances = names.filter(|it| it.len() <= LONG).map(|it| (distance(name, it), it));
    distances.filter(|(distance, _)| *distance <= near).min_by_key(|(d, _)| *d).map(|(_, it)| it)
}

/// How many characters have to be put in, left out, exchanged or swapped with the next (Damerau's
/// distance of optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut previous = None;
    for (i, x) in a.chars().enumerate() {
        let mut row = Vec::with_capacity(last.len());
        row.push(i.saturating_add(1));
        let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX);
        for (j, y) in b.iter().enumerate() {
            let next = j.saturating_add(1);
            let swapped = match j.checked_sub(1) {
                Some(left) if previous == Some(*y) && b.get(left) == Some(&x) => {
                    at(&before, left).saturating_add(1)
                }
                _ => usize::MAX,
            };
            let exchanged = at(&last, j).saturating_add(usize::from(x != *y));
            let put = at(&row, j).saturating_add(1);
            let left_out = at(&last, next).saturating_add(1);
            row.push(exchanged.min(put).min(left_out).min(swapped));
        }
        before = core::mem::replace(&mut last, row);
        previous = Some(x);
    }
    last.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_misspelt_name_finds_the_right_one() {
        let names = || ["level", "health", "hp"].into_iter();
        assert_eq!(nearest("leval", names()), Some("level"));
        assert_eq!(nearest("helath", names()), Some("health"));
        assert_eq!(nearest("ph", names()), Some("hp"));
        assert_eq!(nearest("mana", names()), None);
        assert_eq!(nearest("", names()), None);
    }
}
