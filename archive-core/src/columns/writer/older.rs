//! Writes the parts of an older version that are the same today, by the code for today's version.

use super::Writer;
use crate::Type;
use crate::rows::{Era, Older, Today, Unchanged};

impl<E: Era> Older for Writer<'_, E> {
    fn depth(&self) -> u32 {
        self.depth.left
    }

    fn unchanged(&mut self, ty: &'static Type) -> Option<u32> {
        self.unchanged.unchanged(ty, self.era.versions()?)
    }

    /// All values of a spot must be taken the same way: a struct of floats is collected either as rows or as columns.
    fn takes_few(&self) -> bool {
        true
    }

    /// If this fails, part of the value has been taken. That is fine: the code for older versions then fails at the
    /// same value, and says why.
    fn take(&mut self, value: &dyn Unchanged) -> bool {
        if self.at.by_rows {
            return false;
        }
        let Self { at, depth, levels, start, .. } = *self;
        let writer = Writer::new(self.plan, &mut *self.columns, Today, depth);
        let mut writer = Writer { at, levels, start, ..writer };
        let is_taken = value.take_apart(&mut writer).is_ok();
        let (at, departs) = (writer.at, writer.departs);
        if is_taken {
            self.at = at;
            self.departs |= departs;
        }
        is_taken
    }
}
