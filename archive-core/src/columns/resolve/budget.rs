//! How much memory a load may reserve (DESIGN.md, "Bounds"): so much for each byte, and so much without any, since columns
//! of constant data take no bytes for their first elements.

use super::Resolve;
use crate::columns::plan::{Act, FREE_ELEMENTS, Spot};
use crate::columns::tree::{Node, Part, width};

/// The most memory that a row of a part takes while its columns are unpacked: a number, and one converted from it.
pub(super) const UNPACKED: usize = 32;

/// The memory that each row of a spot takes while its columns are unpacked.
pub(super) fn unpacked(spot: &Spot, their: Node) -> usize {
    // A flag, if an option must have a value.
    let own = match spot.act {
        Act::Absent | Act::Unit | Act::Struct | Act::Variant | Act::Tuple | Act::Always => 0,
        Act::Number(ours) => match their.part {
            Part::Number(theirs) if theirs != ours => width(theirs).saturating_add(width(ours)),
            _ => width(ours),
        },
        Act::Option => 5,
        Act::Array(_) | Act::Link(_) | Act::Follow(_) => 4,
        _ => 12,
    };
    own.saturating_add(1)
}

/// The rows of a part.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    /// How many there may be without any bytes.
    count: usize,
    /// The memory that each takes.
    pub(super) memory: usize,
}

impl Rows {
    pub(super) const ONE: Self = Self { count: 1, memory: 0 };
}

impl Resolve<'_, '_> {
    /// Grants memory for each row of what is being resolved.
    pub(super) fn grant(&mut self, memory: usize) {
        self.rows.memory = self.rows.memory.saturating_add(memory);
    }

    /// Resolves the parts of a spot, of which there are more rows if it is a sequence.
    pub(super) fn within<R>(&mut self, act: Act, resolve: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.rows;
        let count = match act {
            Act::List | Act::Map => FREE_ELEMENTS,
            Act::Array(len) | Act::FixedList(len) | Act::FixedBytes(len) => {
                outer.count.saturating_mul(len).min(FREE_ELEMENTS)
            }
            _ => return resolve(self),
        };
        self.rows = Rows { count, memory: 0 };
        let resolved = resolve(self);
        self.leave(outer);
        resolved
    }

    /// Grants the memory of all rows, and goes back to those around them.
    pub(super) fn leave(&mut self, outer: Rows) {
        let all = self.rows.memory.saturating_mul(self.rows.count);
        self.plan.free = self.plan.free.saturating_add(all);
        self.rows = outer;
    }

    /// Grants memory for the elements of a sequence, which take so much each.
    pub(super) fn weigh(&mut self, act: Act, memory: usize) {
        self.plan.weight = self.plan.weight.max(memory);
        self.within(act, |resolve| resolve.grant(memory));
    }
}
