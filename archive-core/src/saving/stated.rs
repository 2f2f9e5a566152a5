//! The versions that a text states if it contains data that was retained of another text.

use alloc::borrow::ToOwned;

use crate::schema::walk;
use crate::unknown::FromText;
use crate::{Error, Type, VersionTable};

impl FromText {
    /// The versions to state: those of the original text, or today's for types that were older there.
    ///
    /// # Errors
    ///
    /// Two types have the same name.
    pub(super) fn stated(&self, root: &'static Type) -> Result<VersionTable, Error> {
        let mut table = (*self.versions).clone();
        for instance in walk(root, &mut |shape, _| Ok(shape.version))?.values() {
            let shape = instance.shape;
            let stated = self.versions.version_of(shape, false);
            if stated.is_some_and(|stated| stated <= shape.version) {
                for name in shape.names() {
                    table.named.remove(name);
                }
                table.named.insert(shape.name.to_owned(), shape.version);
            }
        }
        Ok(table)
    }
}
