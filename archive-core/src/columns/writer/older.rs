//! What is the same in an older version as today.

use alloc::vec::Vec;

use super::Writer;
use crate::Type;
use crate::alone::Alone;
use crate::rows::{Era, Older, Today, Unchanged};

impl<E: Era> Older for Writer<'_, E> {
    fn depth(&self) -> u32 {
        self.depth
    }

    fn unchanged(&mut self, ty: &'static Type) -> Option<u32> {
        self.unchanged.unchanged(ty, self.era.versions()?)
    }

    /// All values at a spot are taken in the same way: floats that stand together do in all of them.
    fn takes_few(&self) -> bool {
        true
    }

    /// What fails was taken in part. The other way, which says why, fails at the same value.
    fn take(&mut self, value: &dyn Unchanged) -> bool {
        if self.at.by_rows {
            return false;
        }
        let Self { at, depth, limit, levels, start, .. } = *self;
        let mut writer = Writer {
            plan: self.plan,
            columns: &mut *self.columns,
            era: Today,
            at,
            depth,
            limit,
            levels,
            start,
            entered: Vec::new(),
            one_by_one: false,
            departs: false,
            graph: None,
            around: Vec::new(),
            unchanged: Alone::default(),
        };
        let is_taken = value.take_apart(&mut writer).is_ok();
        let (at, departs) = (writer.at, writer.departs);
        if is_taken {
            self.at = at;
            self.departs |= departs;
        }
        is_taken
    }
}
