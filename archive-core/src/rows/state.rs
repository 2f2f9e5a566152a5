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
    pub(super) fn new<'x: 'c>(limits: &'c Limits, body: Body<'_>, context: Context<'x>) -> Self {
        Self::with_budget(limits, body.budget(limits), context)
    }

    /// A load that may reserve so many bytes.
    pub(crate) fn with_budget<'x: 'c>(
        limits: &'c Limits,
        budget: usize,
        context: Context<'x>,
    ) -> Self {
        Self { budget, limits, context: context.shorter() }
    }

    /// The memory that may still be reserved.
    pub(crate) fn budget(&self) -> usize {
        self.budget
    }
}
