//! Writes the unknown fields and variants that a value kept.

use super::Walk;
use crate::schema::no_such_type;
use crate::schema::{BodyDef, TypeDef, TypeRef};
use crate::shape::Style;
use crate::text::value::put;
use crate::{Error, Unknown};

impl Walk<'_, '_, '_, '_> {
    /// What is kept by a struct, or by the variant at `at`, of the type at `index`.
    pub(super) fn held(&self, (index, at): (usize, usize)) -> Option<Unknown> {
        let meeting = self.meeting.as_ref()?;
        let def = self.schema().types.get(index)?;
        match &def.body {
            BodyDef::Struct(_) => meeting.next(&def.name, ""),
            BodyDef::Enum(variants) => meeting.next(&def.name, &variants.get(at)?.name),
        }
    }

    /// Writes an unknown variant.
    pub(super) fn caught(&mut self, def: &TypeDef) -> Result<(), Error> {
        let held = self.meeting.as_ref().and_then(|meeting| meeting.next(&def.name, ""));
        let held = held.ok_or_else(no_such_type)?;
        let style = held.text().map_or(Style::Unit, |text| text.style);
        self.out.name(held.variant().unwrap_or_default());
        if self.begin_fields(style, false) {
            self.kept(style, &held);
            self.out.end();
        }
        Ok(())
    }

    /// Writes the unknown fields, after the known ones.
    pub(super) fn kept(&mut self, style: Style, held: &Unknown) {
        for (name, value) in held.fields() {
            match style {
                Style::Named => self.out.key(name),
                _ => self.out.part(),
            }
            put(&mut self.out, value);
        }
    }

    /// Skips a field that the original text did not have, whose value is the default.
    #[cold]
    pub(super) fn pass(&mut self, ty: &TypeRef) -> Result<(), Error> {
        let out = core::mem::take(&mut self.out);
        self.value(ty)?;
        self.out = out;
        Ok(())
    }
}
