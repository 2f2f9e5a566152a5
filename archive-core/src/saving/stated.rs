//! The versions that a text states if it contains data that was retained of another text.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::vec::Vec;

use crate::rows::Retained;
use crate::schema::walk;
use crate::unknown::FromText;
use crate::{Error, ErrorKind, Shape, Type, VersionTable};

impl FromText {
    /// The versions to state: those of the original text, or today's for types that were older there or that have no place to
    /// keep what differs there.
    ///
    /// # Errors
    ///
    /// Two types have the same name, or a type with another part that was retained must be written at today's version.
    pub(super) fn stated(
        &self,
        root: &'static Type,
        retained: &Retained,
    ) -> Result<VersionTable, Error> {
        let texts = || retained.list.iter().filter_map(|it| Some((&*it.key.0, it.held.text()?)));
        let own: Vec<&str> =
            texts().filter_map(|(_, text)| text.of.own.get()).flatten().copied().collect();
        let is_own = |shape: &Shape| own.contains(&shape.name);
        let (mut table, mut todays) = (self.of.versions.clone(), Vec::new());
        for instance in walk(root, &mut |shape, _| Ok(shape.version))?.values() {
            let shape = instance.shape;
            if is_own(shape) && texts().any(|(name, _)| name == shape.name) {
                return Err(both(shape));
            }
            let stated = self.of.versions.stated(shape);
            if stated.is_some_and(|(_, version)| version <= shape.version) || is_own(shape) {
                if let Some((name, _)) = stated {
                    table.named.remove(name);
                }
                todays.push(shape);
            }
        }
        // Once all are removed: a name may be the former one of another type.
        table.named.extend(todays.into_iter().map(|it| (it.name.to_owned(), it.version)));
        Ok(table)
    }
}

/// Some values of a type retained parts of a newer version, of which others cannot be.
#[cold]
fn both(shape: &Shape) -> Error {
    let name = shape.name;
    let detail = format!(
        "some values of `{name}` retained parts of its newer version, which has fields of others under other names or not at all"
    );
    let help = format!(
        "give each variant of `{name}` with named fields a field `#[archive(unknown)] extra: archive::Unknown`; or drop what was \
         retained with `Options::unknown(Unknown::Skip)`"
    );
    Error::new(ErrorKind::Retained, detail).with_help(help)
}
