//! The attributes of a variant.

use super::collect::{Collect, Record};
use super::list::{name, once, raise, value};
use super::removed::{Removed, RemovedField, RemovedVariant};
use super::renamed::Renamed;
use super::since::Since;
use super::tag::Tag;
use super::version::Version;
use super::word::Place;
use crate::errors::Errors;
use syn::parse::ParseStream;
use syn::{Ident, LitStr, Result};

/// The attributes of a variant.
#[derive(Default)]
pub(crate) struct VariantAttrs {
    pub(crate) record: Record,
    pub(crate) since: Option<Version>,
    pub(crate) tag: Option<Tag>,
    pub(crate) renamed: Vec<Renamed>,
    pub(crate) aliases: Vec<LitStr>,
    /// It catches variants that the type does not know.
    pub(crate) unknown: bool,
    /// Removed variants that preceded this one.
    pub(crate) removed: Vec<RemovedVariant>,
    /// Removed fields at the end of this variant.
    pub(crate) removed_fields: Vec<RemovedField>,
}

impl Collect for VariantAttrs {
    const PLACE: Place = Place::Variant;

    fn record(&mut self) -> &mut Record {
        &mut self.record
    }

    fn word(&mut self, word: &Ident, input: ParseStream<'_>, errors: &Errors) -> Result<()> {
        match word.to_string().as_str() {
            "since" => self.since(word, Since::read(word, input, errors)?)?,
            "tag" => once(&mut self.tag, word, value(word, input)?)?,
            "renamed" => self.renamed.extend(Renamed::read(word, input, errors)?),
            "alias" => self.aliases.push(name(word, input)?),
            "unknown" => raise(&mut self.unknown, word, input)?,
            "removed" => match Removed::read(word, input, errors)? {
                Some(Removed::Field(field)) => self.removed_fields.push(*field),
                Some(Removed::Variant(variant)) => self.removed.push(*variant),
                None => {}
            },
            _ => return Err(Self::refuse(word)),
        }
        Ok(())
    }
}

impl VariantAttrs {
    fn since(&mut self, word: &Ident, since: Since) -> Result<()> {
        once(&mut self.since, word, since.version)?;
        if let Some(replaced) = since.replaces.first() {
            let message = "`replaces` belongs on a field: for a removed variant, use `into`";
            return Err(syn::Error::new(replaced.span(), message));
        }
        match since.default {
            None => Ok(()),
            Some(default) => {
                let message = "`default` belongs on a field: a value of an older version never holds a new variant";
                Err(syn::Error::new(default.span, message))
            }
        }
    }
}
