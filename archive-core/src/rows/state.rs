//! The state of a load: its remaining memory budget, and the context lent to it.

use super::Body;
use crate::{Context, Limits};

/// The state of a load.
pub(crate) struct State<'c> {
    /// How much memory may still be reserved, in bytes.
    pub(super) budget: usize,
    pub(super) limits: &'c Limits,
    pub(super) context: Context<'c>,
}

impl<'c> State<'c> {
    #[inline(always)]
    pub(super) fn new<'x: 'c>(limits: &'c Limits, body: Body<'_>, context: Context<'x>) -> Self {
        Self::with_budget(limits, body.budget(limits), context)
    }

    /// The state of a load with a given budget.
    pub(crate) fn with_budget<'x: 'c>(
        limits: &'c Limits,
        budget: usize,
        context: Context<'x>,
    ) -> Self {
        Self { budget, limits, context: context.shorter() }
    }

    /// How much memory may still be reserved.
    pub(crate) fn budget(&self) -> usize {
        self.budget
    }
}
