//! Changes of variants.

use super::Change;
use crate::birth::Author;
use crate::program::{Body, Rename, Variant};
use crate::value::Value;

impl Author<'_> {
    pub(super) fn add_variant(&mut self, change: Change<'_>) -> bool {
        let count = change.program.types.len();
        let mut variant = self.variant(change.number, count);
        variant.since = change.version;
        self.touched.insert(variant.id);
        self.touched.extend(variant.fields.list.iter().map(|field| field.id));
        let place = self.numbers.below(1000);
        match change.program.types.get_mut(change.number).map(|def| &mut def.body) {
            Some(Body::Enum(variants)) => {
                variants.insert(place % (variants.len() + 1), variant);
                true
            }
            _ => false,
        }
    }

    /// A variant that has not changed in this version, and how many there are.
    fn some_variant<'p>(&mut self, change: Change<'p>) -> Option<(usize, &'p mut Variant)> {
        let def = change.program.types.get_mut(change.number)?;
        let Body::Enum(variants) = &mut def.body else { return None };
        let touched = &self.touched;
        let is_free = |variant: &Variant| {
            variant.fields.list.iter().all(|field| !touched.contains(&field.id))
        };
        let mut live: Vec<&mut Variant> = variants
            .iter_mut()
            .filter(|variant| variant.until.is_none() && is_free(variant))
            .collect();
        let (count, place) = (live.len(), self.numbers.below(live.len()));
        if place >= count {
            return None;
        }
        let variant = live.swap_remove(place);
        self.touched.insert(variant.id).then_some((count, variant))
    }

    pub(super) fn remove_variant(&mut self, change: Change<'_>) -> bool {
        let version = change.version;
        let has_into = !self.numbers.once_in(3);
        match self.some_variant(change) {
            Some((count, variant)) if count > 1 => {
                variant.until = Some(version);
                // A value follows when all types have changed.
                variant.into = has_into.then_some(Value::None);
                true
            }
            _ => false,
        }
    }

    pub(super) fn rename_variant(&mut self, change: Change<'_>) -> bool {
        let (version, name) = (change.version, self.noun());
        let Some((_, variant)) = self.some_variant(change) else { return false };
        let from = std::mem::replace(&mut variant.name, name);
        variant.renames.push(Rename { version, from });
        true
    }
}
