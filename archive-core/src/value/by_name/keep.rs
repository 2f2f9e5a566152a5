//! What a holder keeps of a value that is read by its names.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::Reader;
use super::refused::departed;
use crate::unknown::Kept;
use crate::value::{Compound, Value};
use crate::{Error, InputArchive, Scope};

impl<'a> Reader<'_, 'a, '_> {
    /// What a record's type does not know of what is stored; all of a variant that is unknown.
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
        Ok(kept)
    }
}
