//! Changes of types as a whole.

use super::Change;
use crate::birth::Author;
use crate::program::Rename;

impl Author<'_> {
    pub(super) fn rename_type(&mut self, change: Change<'_>) -> bool {
        let (version, name) = (change.version, self.noun());
        let Some(def) = change.program.types.get_mut(change.number) else { return false };
        if def.renames.iter().any(|rename| rename.version == version) {
            return false;
        }
        let from = std::mem::replace(&mut def.name, name);
        def.renames.push(Rename { version, from });
        true
    }
}
