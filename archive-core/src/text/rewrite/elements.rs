//! Elements of a list, known by what they are.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::spots::{Spots, end_of, is_group, parts, start_of};
use crate::text::tape::{Kind, Tape};

/// An element of more tokens is known by its place.
const MOST: u32 = 64;

/// What an element is, however it is spaced.
pub(super) fn signature<'a>(tape: &Tape<'a>, at: u32) -> Option<Cow<'a, str>> {
    let next = tape.token(at).next;
    let count = next.saturating_sub(at);
    let raw = |at| tape.text.get(start_of(tape, at)..end_of(tape, at)).unwrap_or_default();
    match count {
        0 => None,
        1 if !is_group(tape.token(at).kind) => Some(Cow::Borrowed(raw(at))),
        2.. if count > MOST => None,
        _ => {
            let mut all = String::new();
            for at in at..next {
                let token = tape.token(at);
                match token.kind {
                    Kind::Brace => all.push('{'),
                    Kind::Paren => all.push('('),
                    Kind::Bracket => all.push('['),
                    Kind::Close => all.push(')'),
                    _ if token.next == at.saturating_add(1) => all.push_str(raw(at)),
                    // Of a name with a body, the name.
                    _ => all.push_str(tape.raw(token)),
                }
                all.push(' ');
            }
            Some(Cow::Owned(all))
        }
    }
}

impl Spots<'_> {
    /// What stands in the new text for each element of a list: one that is the same, or else that in its place, if it is the
    /// same as none.
    pub(super) fn elements(&self, list: usize, tape: &Tape<'_>, group: u32) -> Vec<Option<usize>> {
        let mut taken = BTreeSet::new();
        // How many of those that are the same were looked at.
        let mut seen: BTreeMap<Cow<'_, str>, usize> = BTreeMap::new();
        let mut found: Vec<Option<usize>> = parts(tape, group)
            .map(|(place, _, value)| {
                let what = (list, signature(tape, value)?);
                let same = self.alike.get(&what)?;
                let here = self.inner(list, &place);
                if let Some(here) = here.filter(|here| same.binary_search(here).is_ok()) {
                    if taken.insert(here) {
                        return Some(here);
                    }
                }
                let seen = seen.entry(what.1).or_default();
                let mut all =
                    same.iter().copied().skip(*seen).inspect(|_| *seen = seen.saturating_add(1));
                all.find(|spot| taken.insert(*spot))
            })
            .collect();
        for (place, found) in found.iter_mut().enumerate().filter(|(_, found)| found.is_none()) {
            let mut number = itoa::Buffer::new();
            *found = self.inner(list, number.format(place)).filter(|spot| taken.insert(*spot));
        }
        found
    }
}
