//! The errors of the reader.

use alloc::format;

use super::Reader;
pub(super) use crate::columns::writer::departed;
use crate::limits::over_budget;
use crate::schema::{BodyDef, Schema};
pub(super) use crate::value::by_name::missing;
use crate::value::by_name::{VARIANT, variant_of_another};
use crate::{Error, ErrorKind, Shape};

impl Reader<'_, '_, '_, '_> {
    #[cold]
    #[inline(never)]
    pub(super) fn over_budget(&self, wanted: usize) -> Error {
        self.placed(over_budget(wanted, self.budget.get()))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn split_char(&self) -> Error {
        let detail = "text is not valid UTF-8: a character is cut in two";
        self.placed(Error::new(ErrorKind::InvalidUtf8, detail))
    }
}

#[cold]
pub(in crate::columns) fn goes_on(offset: usize) -> Error {
    let detail = "a value continues past its end";
    let error = Error::new(ErrorKind::InvalidValue, detail);
    error.at_offset(u64::try_from(offset).unwrap_or(u64::MAX))
}

/// The archive has a variant that the program does not know. `place` is its index if another program wrote the
/// archive.
#[cold]
pub(super) fn unknown_variant(shape: &Shape, foreign: Option<&Schema>, place: usize) -> Error {
    let defs = foreign.map_or(&[][..], |schema| &schema.types);
    for def in defs.iter().filter(|def| shape.names().any(|name| name == def.name)) {
        if let BodyDef::Enum(variants) = &def.body {
            if let Some(variant) = variants.get(place) {
                return variant_of_another(shape, &variant.name, def.version);
            }
        }
    }
    let detail =
        format!("the archive holds a variant of `{}` that this program does not know", shape.name);
    let error = Error::new(ErrorKind::UnknownTag, detail).in_type(shape.name);
    // The other program has the enum under another name.
    if foreign.is_some() { error.with_help_for_archive(VARIANT) } else { error }
}

#[cold]
pub(super) fn not_bool() -> Error {
    Error::new(ErrorKind::InvalidValue, "a bool is neither 0 nor 1")
}

#[cold]
pub(super) fn not_char() -> Error {
    Error::new(ErrorKind::InvalidValue, "a char is not a Unicode scalar value")
}
