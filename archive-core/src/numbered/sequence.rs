//! The order in which objects are built, as far as tables tell it.

use alloc::vec::Vec;

use super::scan::Found;

/// An object that is being built.
struct Open {
    object: usize,
    /// The link that comes next.
    link: usize,
}

/// The place of each object in the order in which a reader of the tables builds them: each table from its
/// first row on, up to the one that is asked for. A link to what is being built, or comes after that in
/// its table, is late. Which other links wait is not known, so that some circles of several tables have
/// another order.
pub(super) fn guess(found: &Found, starts: &[usize]) -> Vec<usize> {
    let count = found.objects.len().saturating_sub(1);
    let mut places = alloc::vec![usize::MAX; found.objects.len()];
    // How many objects of each table are there, and whether the next one is being built.
    let mut built = alloc::vec![(0_usize, false); starts.len()];
    let table_of = |object: usize| starts.partition_point(|start| *start <= object).checked_sub(1);
    let first = |object: usize| found.objects.get(object).map_or(0, |it| it.links.start);
    let mut open = alloc::vec![Open { object: count, link: first(count) }];
    let mut clock = 0_usize;
    while let Some(top) = open.last_mut() {
        let (object, at) = (top.object, top.link);
        let end = found.objects.get(object).map_or(0, |it| it.links.end);
        if at >= end {
            open.pop();
            if let Some((len, is_busy)) = table_of(object).and_then(|at| built.get_mut(at)) {
                (*len, *is_busy) = (len.saturating_add(1), false);
            }
            if let Some(place) = places.get_mut(object) {
                *place = clock;
            }
            clock = clock.saturating_add(1);
            continue;
        }
        let to = found.links.get(at).map_or(count, |link| link.to);
        let next = table_of(to).filter(|_| to < count).and_then(|table| {
            let (len, is_busy) = built.get_mut(table)?;
            let next = starts.get(table)?.checked_add(*len)?;
            (next <= to && !core::mem::replace(is_busy, true)).then_some(next)
        });
        match next {
            Some(next) => open.push(Open { object: next, link: first(next) }),
            None => top.link = at.saturating_add(1),
        }
    }
    places
}
