//! The attributes of a type.

use super::collect::{Collect, Record};
use super::list::{function, name, once, raise, unquoted, value};
use super::removed::Removed;
use super::renamed::Renamed;
use super::upgrade::Upgrade;
use super::version::Version;
use super::with::With;
use super::word::Place;
use crate::errors::Errors;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitStr, Path, Result, Token, Type, WherePredicate};

/// The attributes of a struct or enum.
#[derive(Default)]
pub(crate) struct TypeAttrs {
    pub(crate) record: Record,
    pub(crate) version: Option<Version>,
    pub(crate) oldest: Option<Version>,
    pub(crate) name: Option<LitStr>,
    pub(crate) renamed: Vec<Renamed>,
    pub(crate) upgrades: Vec<Upgrade>,
    pub(crate) after_load: Option<Expr>,
    pub(crate) validate: Option<Expr>,
    pub(crate) transparent: bool,
    pub(crate) pod: bool,
    /// The type whose shape this has, and as which it is loaded.
    pub(crate) save_as: Option<Type>,
    /// How other code stores it.
    pub(crate) with: Option<With>,
    /// Fields without a default of their own take that of the type's `Default`.
    pub(crate) default: bool,
    pub(crate) krate: Option<Path>,
    pub(crate) bound: Option<Vec<WherePredicate>>,
    /// Tombstones written on the type: they come last.
    pub(crate) removed: Vec<Removed>,
}

impl Collect for TypeAttrs {
    const PLACE: Place = Place::Type;

    fn record(&mut self) -> &mut Record {
        &mut self.record
    }

    fn word(&mut self, word: &Ident, input: ParseStream<'_>, errors: &Errors) -> Result<()> {
        match word.to_string().as_str() {
            "version" => once(&mut self.version, word, value(word, input)?)?,
            "oldest" => once(&mut self.oldest, word, value(word, input)?)?,
            "name" => once(&mut self.name, word, name(word, input)?)?,
            "renamed" => self.renamed.extend(Renamed::read(word, input, errors)?),
            "upgrade" => self.upgrades.extend(Upgrade::read(word, input, errors)?),
            "after_load" => once(&mut self.after_load, word, function(word, input)?)?,
            "validate" => once(&mut self.validate, word, function(word, input)?)?,
            "transparent" => raise(&mut self.transparent, word, input)?,
            "pod" => raise(&mut self.pod, word, input)?,
            "default" if input.peek(Token![=]) => {
                let message =
                    "`default` on the type takes no value: it is that of the trait `Default`";
                return Err(syn::Error::new(word.span(), message));
            }
            "default" => raise(&mut self.default, word, input)?,
            "save_as" => once(&mut self.save_as, word, unquoted(word, input, "a type")?)?,
            "with" => once(&mut self.with, word, With::read(word, input)?)?,
            "crate" => once(&mut self.krate, word, unquoted(word, input, "a path")?)?,
            "bound" => once(&mut self.bound, word, predicates(&value(word, input)?)?)?,
            "removed" => self.removed.extend(Removed::read(word, input, errors)?),
            _ => return Err(Self::refuse(word)),
        }
        Ok(())
    }
}

/// Parses the predicates of a `where` clause; an empty string means no bounds at all.
fn predicates(text: &LitStr) -> Result<Vec<WherePredicate>> {
    let parser = Punctuated::<WherePredicate, Token![,]>::parse_terminated;
    match text.parse_with(parser) {
        Ok(predicates) => Ok(predicates.into_iter().collect()),
        Err(error) => {
            let message = format!(
                "`bound` takes the bounds of a `where` clause, such as \"T: Clone\": {error}"
            );
            Err(syn::Error::new(text.span(), message))
        }
    }
}
