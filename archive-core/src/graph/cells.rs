//! The cells around a part of an object, in which links may be set later.

use core::mem;

/// How many cells are around a part.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cells {
    around: u32,
    /// Whether the part is stored by a module, which alone knows where in its value a link is, so that none can be set later.
    is_in_module: bool,
}

impl Cells {
    pub(super) fn are_around(self) -> bool {
        self.around > 0
    }

    pub(super) fn enter(&mut self) {
        self.around = self.around.saturating_add(u32::from(!self.is_in_module));
    }

    pub(crate) fn leave(&mut self) {
        self.around = self.around.saturating_sub(1);
    }

    /// Enters what a module stores. Returns the cells outside, to be put back behind it.
    pub(crate) fn enter_module(&mut self) -> Self {
        mem::replace(self, Self { around: 0, is_in_module: true })
    }
}
