//! Collects what a holder keeps of a value: fields and variants that its type does not know.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::reader::Reader;
use super::refused::departed;
use crate::unknown::{Kept, Tables};
use crate::value::graph::has_links;
use crate::value::{Compound, Value};
use crate::{Error, InputArchive, Scope};

impl<'a> Reader<'_, 'a, '_> {
    /// What the record's type does not know of the stored record; for an unknown variant, all of it.
    pub(super) fn keep(
        &mut self,
        record: &Scope,
        stored: &Compound<'a>,
        plan: usize,
        is_catch: bool,
    ) -> Result<Kept, Error> {
        let schema = self.schema.clone();
        let mut kept = Kept { schema, ..Kept::default() };
        let mut places: Vec<usize> = (0..stored.fields.len()).collect();
        if is_catch {
            kept.variant = stored.head.variant.clone();
        } else if let Some(plan) = self.plans.get(plan) {
            places = plan.unknown().to_vec();
            kept.lacking = plan.lacking(record);
        }
        self.claim(places.len(), size_of::<(String, Value<'_>)>())?;
        for place in places {
            let (Some(name), Some(value)) =
                (stored.head.names.get(place), stored.fields.get(place))
            else {
                return Err(departed());
            };
            self.claim(1, name.len())?;
            self.claim(1, value.memory())?;
            kept.fields.push((name.to_owned(), value.clone().into_owned()));
        }
        if kept.fields.iter().any(|(_, value)| has_links(value)) {
            kept.tables = Some(self.tables()?);
        }
        Ok(kept)
    }

    /// The tables of objects, which everything that is kept shares.
    fn tables(&mut self) -> Result<Arc<Tables>, Error> {
        if let Some(tables) = &self.tables {
            return Ok(Arc::clone(tables));
        }
        let mut tables = Tables::new();
        for (name, objects) in self.graph.named() {
            self.claim(1, name.len().saturating_add(objects.memory()))?;
            tables.push((name.to_owned(), objects.clone().into_owned()));
        }
        Ok(Arc::clone(self.tables.insert(Arc::new(tables))))
    }
}
