//! The attributes of a field.

use super::collect::{Collect, Record};
use super::default::DefaultValue;
use super::list::{name, once, raise, value};
use super::removed::{Removed, RemovedField};
use super::renamed::Renamed;
use super::since::Since;
use super::version::Version;
use super::was::Was;
use super::with::With;
use super::word::Place;
use crate::errors::Errors;
use syn::parse::ParseStream;
use syn::{Expr, Ident, LitStr, Result};

/// The attributes of a field of a struct or variant.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) record: Record,
    pub(crate) since: Option<Version>,
    pub(crate) default: Option<DefaultValue>,
    /// The removed fields that this one replaces.
    pub(crate) replaces: Vec<Ident>,
    /// Tombstones written above the field.
    pub(crate) removed: Vec<RemovedField>,
    pub(crate) was: Vec<Was>,
    pub(crate) renamed: Vec<Renamed>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) skip: bool,
    /// It holds the fields that the type does not know.
    pub(crate) unknown: bool,
    pub(crate) flatten: bool,
    pub(crate) with: Option<With>,
    /// Shared pointers are stored as copies of what they point to.
    pub(crate) by_value: bool,
    pub(crate) max_len: Option<Expr>,
}

impl Collect for FieldAttrs {
    const PLACE: Place = Place::Field;

    fn record(&mut self) -> &mut Record {
        &mut self.record
    }

    fn word(&mut self, word: &Ident, input: ParseStream<'_>, errors: &Errors) -> Result<()> {
        match word.to_string().as_str() {
            "since" => self.since(word, Since::read(word, input, errors)?)?,
            "default" => DefaultValue::read(word, input)?.set(&mut self.default)?,
            "removed" => {
                if let Some(removed) = Removed::read(word, input, errors)? {
                    self.removed.push(removed.into_field()?);
                }
            }
            "was" => self.was.extend(Was::read(word, input, errors)?),
            "renamed" => self.renamed.extend(Renamed::read(word, input, errors)?),
            "alias" => self.aliases.push(name(word, input)?),
            "skip" => raise(&mut self.skip, word, input)?,
            "unknown" => raise(&mut self.unknown, word, input)?,
            "flatten" => raise(&mut self.flatten, word, input)?,
            "with" => once(&mut self.with, word, With::read(word, input)?)?,
            "by_value" => raise(&mut self.by_value, word, input)?,
            "max_len" => once(&mut self.max_len, word, value(word, input)?)?,
            _ => return Err(Self::refuse(word)),
        }
        Ok(())
    }
}

impl FieldAttrs {
    /// Whether the field is stored at all.
    pub(crate) fn is_stored(&self) -> bool {
        !self.skip && !self.unknown
    }

    fn since(&mut self, word: &Ident, since: Since) -> Result<()> {
        once(&mut self.since, word, since.version)?;
        self.replaces = since.replaces;
        since.default.map_or(Ok(()), |default| default.set(&mut self.default))
    }
}
