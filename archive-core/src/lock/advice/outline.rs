//! Looks up parts of an outline by name.

use crate::schema::Outline;
use crate::schema::outline::{OutlineBody, OutlineFields, OutlineVariant};

impl Outline {
    /// The fields of the struct, or of the variant with this name.
    pub(super) fn fields_of(&self, variant: Option<&str>) -> Option<&OutlineFields> {
        match (&self.body, variant) {
            (OutlineBody::Struct(fields), None) => Some(fields),
            (OutlineBody::Enum(_), Some(name)) => self.variant(name).map(|variant| &variant.fields),
            _ => None,
        }
    }

    /// The variant with this name.
    pub(super) fn variant(&self, name: &str) -> Option<&OutlineVariant> {
        match &self.body {
            OutlineBody::Struct(_) => None,
            OutlineBody::Enum(variants) => variants.iter().find(|variant| variant.name == name),
        }
    }
}
