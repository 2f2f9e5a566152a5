//! The numbered objects of a text, and the order in which objects are built.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::links::Entry;
use super::refused;
use crate::graph::components;
use crate::text::tape::{self, Kind, Tape};
use crate::{Error, ErrorKind};

/// The numbered objects, sorted by number.
///
/// # Errors
///
/// Fails if two have the same number.
pub(super) fn numbered(tape: &Tape<'_>) -> Result<Vec<Entry>, Error> {
    let mut numbered = Vec::new();
    let Some(group) = tape.objects else { return Ok(numbered) };
    for (key, value) in tape.members(group) {
        let token = tape.token(key);
        let number = tape::number(tape.raw(token));
        let Some(number) = number.filter(|_| !tape.is_text() || token.kind == Kind::Link) else {
            let detail = "expected the number of an object and its value: `&1 = ..`";
            return Err(tape.place(Error::new(ErrorKind::Syntax, detail), key));
        };
        numbered.push(Entry { number, key, value });
    }
    numbered.sort_by_key(|entry| (entry.number, entry.key));
    for two in numbered.windows(2) {
        if let [one, other] = two {
            if one.number == other.number {
                return Err(tape.place(refused::object_twice(tape, one.number), other.key));
            }
        }
    }
    Ok(numbered)
}

/// The index of a numbered object.
pub(super) fn find(numbered: &[Entry], number: u32) -> Option<usize> {
    numbered.binary_search_by_key(&number, |entry| entry.number).ok()
}

/// The links between numbered objects, as pairs of indexes. A link to the root value is not in the list.
///
/// # Errors
///
/// Fails if a link has no object, or an object is reached by no link.
pub(super) fn links_between(
    tape: &Tape<'_>,
    numbered: &[Entry],
) -> Result<Vec<(usize, usize)>, Error> {
    let count = numbered.len();
    let root = match tape.beside {
        (0, _) => tape.root,
        (_, behind) => behind,
    };
    let mut links = Vec::new();
    let mut reached = alloc::vec![false; count];
    let mut open = Vec::new();
    let values = numbered.iter().map(|entry| entry.value);
    let units = values.map(|value| value..tape.token(value).next);
    let root = core::iter::once(root..tape.token(tape.root).next);
    for (unit, tokens) in units.chain(root).enumerate() {
        for at in tokens {
            let Some(number) = tape.link(at) else { continue };
            match find(numbered, number) {
                Some(to) if unit < count => links.push((unit, to)),
                Some(to) => open.push(to),
                // In JSON it may be an ordinary map.
                None if !tape.is_text() => {}
                None => return Err(tape.place(refused::no_object(tape, number), at)),
            }
        }
    }
    while let Some(unit) = open.pop() {
        let Some(reached) = reached.get_mut(unit) else { continue };
        if !core::mem::replace(reached, true) {
            let start = links.partition_point(|(from, _)| *from < unit);
            let own = links.iter().skip(start).take_while(|(from, _)| *from == unit);
            open.extend(own.map(|(_, to)| *to));
        }
    }
    let unused = reached.iter().position(|reached| !reached);
    match unused.and_then(|unit| numbered.get(unit)) {
        Some(entry) if !tape.passes_unused => {
            Err(tape.place(refused::unused(tape, entry.number), entry.key))
        }
        _ => Ok(links),
    }
}

/// The order in which to build objects, each after those it links to. `found` has, for each object, the
/// numbered object that contains it and its token. Objects of a cycle are built from last to first, and an
/// object inside another before it.
pub(super) fn order(
    numbered: &[Entry],
    links: &[(usize, usize)],
    found: impl ExactSizeIterator<Item = (usize, u32)>,
) -> Vec<usize> {
    let circles = components(numbered.len(), links);
    let place = |unit: usize| {
        let value = numbered.get(unit).map_or(0, |entry| entry.value);
        (circles.get(unit).copied().unwrap_or(usize::MAX), Reverse(value))
    };
    let mut order: Vec<_> = found
        .enumerate()
        .map(|(at, (unit, token))| (place(unit), Reverse(token), Reverse(at)))
        .collect();
    order.sort_unstable();
    order.into_iter().map(|(_, _, Reverse(at))| at).collect()
}
