//! Matches the elements of an old list with those of the new one, by content.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::spots::{Spots, group, is_group, parts};
use crate::Value;
use crate::text::reader::number::any;
use crate::text::tape::{Kind, Tape};

/// Elements with more tokens are matched by position only.
const MOST: u32 = 64;

/// The fields of an element, with the signatures of their values.
pub(super) type Fields<'a> = BTreeMap<Cow<'a, str>, Cow<'a, str>>;

/// The content of an element, independent of spacing and the spelling of numbers.
pub(super) fn signature<'a>(tape: &Tape<'a>, at: u32) -> Option<Cow<'a, str>> {
    let at = tape.in_some(at);
    let next = tape.token(at).next;
    let count = next.saturating_sub(at);
    let raw = |at| tape.source(at).unwrap_or_default();
    match count {
        0 => None,
        1 if tape.token(at).kind == Kind::Number => Some(number(tape, at)),
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
                    Kind::Number => all.push_str(&number(tape, at)),
                    _ if token.next == at.saturating_add(1) => all.push_str(raw(at)),
                    // Of a name with a group, only the name.
                    _ => all.push_str(tape.raw(token)),
                }
                all.push(' ');
            }
            Some(Cow::Owned(all))
        }
    }
}

/// The normal spelling of a number: `0x10` as `16`, `+1_000` as `1000`, and `.5` as `0.5`.
fn number<'a>(tape: &Tape<'a>, at: u32) -> Cow<'a, str> {
    let raw = tape.raw(tape.token(at));
    if !raw.starts_with('0') && raw.bytes().all(|byte| byte.is_ascii_digit()) {
        return Cow::Borrowed(raw);
    }
    match any(tape, at) {
        // Not as a `Value` prints it: a text may write `1` for `1.0`.
        Some(Value::F64(number)) => Cow::Owned(number.to_string()),
        Some(number) => Cow::Owned(number.to_string()),
        None => Cow::Borrowed(raw),
    }
}

/// The fields of a struct, with or without its name before it.
pub(super) fn fields<'a>(tape: &Tape<'a>, at: u32) -> Option<Fields<'a>> {
    let group = group(tape, tape.in_some(at)).filter(|it| tape.token(*it).kind == Kind::Brace)?;
    Some(
        parts(tape, group).filter_map(|(name, _, at)| Some((name, signature(tape, at)?))).collect(),
    )
}

impl<'n> Spots<'n> {
    /// The spot in the new text for each element of the old list: an equal element, or else a struct with
    /// equal fields, or else the element at the same position if it matches no other.
    pub(super) fn elements(&self, list: usize, tape: &Tape<'_>, group: u32) -> Vec<Option<usize>> {
        let mut taken = BTreeSet::new();
        // How many of the equal elements were already tried, by signature.
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
        self.structs(list, tape, group, (&mut found, &mut taken));
        for (place, found) in found.iter_mut().enumerate().filter(|(_, found)| found.is_none()) {
            let mut number = itoa::Buffer::new();
            *found = self.inner(list, number.format(place)).filter(|spot| taken.insert(*spot));
        }
        found
    }

    /// Matches the structs that have no equal, by the fields that all structs of both lists have. Other fields may
    /// have been added, removed or renamed.
    fn structs(
        &self,
        list: usize,
        tape: &Tape<'_>,
        group: u32,
        (found, taken): (&mut [Option<usize>], &mut BTreeSet<usize>),
    ) {
        let news: Vec<(usize, &Fields<'_>)> = self
            .fields
            .range((list, 0)..=(list, usize::MAX))
            .map(|((_, spot), fields)| (*spot, fields))
            .filter(|(spot, _)| !taken.contains(spot))
            .collect();
        let olds: Vec<(usize, Fields<'_>)> = (0..)
            .zip(parts(tape, group))
            .filter(|(place, _)| found.get(*place).is_some_and(Option::is_none))
            .filter_map(|(place, (_, _, value))| Some((place, self.renamed(fields(tape, value)?))))
            .collect();
        let all = || olds.iter().map(|(_, it)| it).chain(news.iter().map(|(_, it)| *it));
        let Some(first) = all().next() else { return };
        let names: Vec<&str> = first
            .keys()
            .map(|name| &**name)
            .filter(|name| all().all(|it| it.contains_key(*name)))
            .collect();
        if names.is_empty() {
            return;
        }
        fn of<'f>(names: &[&str], fields: &'f Fields<'_>) -> Vec<&'f str> {
            names.iter().filter_map(|name| fields.get(*name).map(|it| &**it)).collect()
        }
        let mut alike: BTreeMap<Vec<&str>, VecDeque<usize>> = BTreeMap::new();
        for (spot, fields) in &news {
            alike.entry(of(&names, fields)).or_default().push_back(*spot);
        }
        for (place, fields) in &olds {
            let spot = alike.get_mut(&of(&names, fields)).and_then(VecDeque::pop_front);
            if let (Some(spot), Some(found)) = (spot, found.get_mut(*place)) {
                taken.insert(spot);
                *found = Some(spot);
            }
        }
    }

    /// Replaces old names of fields by today's names.
    fn renamed<'a>(&self, fields: Fields<'a>) -> Fields<'a> {
        let is_today = |name: &str| fields.contains_key(name);
        let today = |name: &str| self.today.get(name).copied().filter(|today| !is_today(today));
        let names: Vec<_> = fields.keys().map(|name| today(name)).collect();
        let renamed = fields.into_iter().zip(names);
        renamed.map(|((name, value), today)| (today.map_or(name, Cow::Borrowed), value)).collect()
    }
}
