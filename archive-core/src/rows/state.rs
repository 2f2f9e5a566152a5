//! What a load has used up, and what it was lent.

use super::Body;
use crate::{Context, Limits};

/// What a load has used up, and what it was lent.
pub(crate) struct State<'c> {
    /// Memory that may still be reserved, in bytes.
    pub(super) budget: usize,
    pub(super) limits: &'c Limits,
    pub(super) context: Context<'c>,
}

impl<'c> State<'c> {
    #[inline(always)]
    pub(super) fn new(limits: &'c Limits, body: Body<'_>, context: Context<'c>) -> Self {
        Self::with_budget(limits, limits.budget(body.bytes.len(), body.weight), context)
    }

    /// A load that may reserve so many bytes.
    pub(crate) fn with_budget(limits: &'c Limits, budget: usize, context: Context<'c>) -> Self {
        Self { budget, limits, context }
    }

    /// The memory that may still be reserved.
    pub(crate) fn budget(&self) -> usize {
        self.budget
    }
}
