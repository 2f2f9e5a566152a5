//! Limits the nesting of a document, equally when saving and loading.

use alloc::format;
use core::cell::Cell;

use crate::{Error, ErrorKind, Limits};

/// The error for groups that are nested more deeply.
#[cold]
pub(super) fn too_deep(most: u32) -> Error {
    let detail = format!("lists, maps and structs are nested more than {most} levels deep");
    Error::new(ErrorKind::DepthLimit, detail)
        .with_help("raise `Limits::depth`, each level of which allows four of these")
}

/// The levels in use while a document is written.
pub(super) struct Levels<'d> {
    most: u32,
    left: Cell<u32>,
    refused: &'d Cell<Option<Error>>,
}

/// One level, released when dropped.
pub(super) struct Level<'l>(&'l Cell<u32>);

impl<'d> Levels<'d> {
    pub(super) fn new(limits: &Limits, refused: &'d Cell<Option<Error>>) -> Self {
        let most = Limits::levels(limits.depth);
        Self { most, left: Cell::new(most), refused }
    }

    /// Enters a group.
    pub(super) fn deeper<E: serde::ser::Error>(&self) -> Result<Level<'_>, E> {
        let Some(left) = self.left.get().checked_sub(1) else {
            let error = too_deep(self.most);
            let said = E::custom(error.detail());
            self.refused.set(Some(error));
            return Err(said);
        };
        self.left.set(left);
        Ok(Level(&self.left))
    }
}

impl Drop for Level<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_add(1));
    }
}
