//! What the fields of a value become.

use std::collections::BTreeMap;

use super::{Convert, Converted, No};
use crate::hook;
use crate::plain::plain;
use crate::program::{Body, Field, Fields, TypeDef, Was};
use crate::value::Value;

impl Convert<'_> {
    /// The fields of a struct, and what its hooks make of them when it is loaded.
    pub(super) fn structure(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &TypeDef,
        to: &TypeDef,
    ) -> Result<BTreeMap<usize, Value>, No> {
        let (Body::Struct(old), Body::Struct(new)) = (&from.body, &to.body) else {
            return Err(No::Bug(format!("{} is no struct", from.name)));
        };
        let mut converted = self.fields(values, old, new)?;
        if self.is_back {
            return Ok(converted);
        }
        let mut stored = |gone: &Field| {
            let stored = old.get(gone.id).zip(values.get(&gone.id));
            stored.map(|(old, value)| self.field(value, old, gone)).transpose()
        };
        hook::upgrade(to, from.version, &mut converted, &mut stored)?;
        hook::after_load(to, &mut converted)?;
        Ok(converted)
    }

    pub(super) fn fields(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        to: &Fields,
    ) -> Result<BTreeMap<usize, Value>, No> {
        let mut converted = BTreeMap::new();
        if self.is_back {
            self.left_out(values, from, to)?;
        }
        for field in to.live() {
            let value = match (from.get(field.id), values.get(&field.id)) {
                (Some(old), Some(value)) if !field.skip => self.field(value, old, field)?,
                (Some(gone), None) if self.is_back && !field.skip => {
                    self.back(values, from, gone, field)?
                }
                (None, _) if !self.is_back && !field.skip => {
                    self.new_field(values, from, to, field)?
                }
                _ => self.default(field)?,
            };
            converted.insert(field.id, value);
        }
        if !self.is_back {
            self.removed(values, from, to)?;
            self.add(values, from, to, &mut converted)?;
        }
        Ok(converted)
    }

    /// Refuses fields that the older program lacks, unless they hold their defaults.
    fn left_out(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        to: &Fields,
    ) -> Result<(), No> {
        for field in from.live().filter(|field| to.get(field.id).is_none() && !field.skip) {
            if from.origin(field).is_some_and(|gone| to.get(gone.id).is_some()) {
                continue;
            }
            let shown = |value: Option<&Value>| {
                let value = value.ok_or(No::Refused)?;
                let owned = value.renumbered(&mut 0);
                plain(self.from, &field.ty, &owned).map_err(No::Bug)
            };
            if shown(values.get(&field.id))? != shown(field.default.as_ref())? {
                return Err(No::Refused);
            }
        }
        Ok(())
    }

    fn default(&mut self, field: &Field) -> Converted {
        let default = field.default.as_ref();
        let bug = || No::Bug(format!("{} has no default", field.name));
        Ok(default.ok_or_else(bug)?.renumbered(self.objects))
    }

    /// A new field has its default, or the value of one that was removed.
    fn new_field(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        to: &Fields,
        field: &Field,
    ) -> Converted {
        let stored = to.origin(field).and_then(|gone| {
            let (old, value) = from.get(gone.id).zip(values.get(&gone.id))?;
            Some((gone, old, value))
        });
        if let Some((gone, old, value)) = stored {
            let value = self.field(value, old, gone)?;
            return self.within(self.to).field(&value, gone, field);
        }
        self.default(field)
    }

    /// What an older program gets for a field that was removed.
    fn back(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        gone: &Field,
        old: &Field,
    ) -> Converted {
        if let Some(moved) = from.moved(gone) {
            let value = values.get(&moved.id).ok_or(No::Refused)?;
            let mut moved = moved.clone();
            moved.was = vec![Was { ty: gone.ty.clone(), until: 0, has_back: true }];
            let value = self.field(value, &moved, gone)?;
            return self.within(self.to).value(&value, &gone.ty, &old.ty);
        }
        self.tombstone(gone, old)
    }

    fn tombstone(&mut self, today: &Field, old: &Field) -> Converted {
        let default = today.default.as_ref().ok_or(No::Refused)?;
        let default = default.renumbered(self.objects);
        self.field(&default, today, old)
    }

    /// Removed fields are still read, so what they hold may be refused.
    fn removed(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        to: &Fields,
    ) -> Result<(), No> {
        for field in to.list.iter().filter(|field| field.until.is_some()) {
            if let Some((old, value)) = from.get(field.id).zip(values.get(&field.id)) {
                self.field(value, old, field).map_err(|no| match no {
                    No::Refused => No::Unsure,
                    no => no,
                })?;
            }
        }
        Ok(())
    }

    /// Adds removed numbers to others.
    fn add(
        &mut self,
        values: &BTreeMap<usize, Value>,
        from: &Fields,
        to: &Fields,
        converted: &mut BTreeMap<usize, Value>,
    ) -> Result<(), No> {
        for gone in to.list.iter().filter(|field| field.until.is_some()) {
            let Some((target, _, int)) = to.added(gone) else { continue };
            let Some((old, value)) = from.get(gone.id).zip(values.get(&gone.id)) else { continue };
            let value = self.field(value, old, gone)?;
            if let Some(sum) = converted.get_mut(&target.id) {
                *sum = int.sum(sum, &value);
            }
        }
        Ok(())
    }
}
