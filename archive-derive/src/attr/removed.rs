//! Tombstones: fields and variants that are gone but remembered.

use super::default::DefaultValue;
use super::list::{former_type, function, once, options, parens, raise, unknown_option, value};
use super::renamed::Renamed;
use super::tag::Tag;
use super::version::Version;
use crate::errors::Errors;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream};
use syn::{Expr, Fields, Ident, LitInt, LitStr, Result, Token, Type, parenthesized, token};

/// `removed(..)`; a colon after the name marks a field.
pub(crate) enum Removed {
    Field(Box<RemovedField>),
    Variant(Box<RemovedVariant>),
}

/// `removed(difficulty: i32, since = 2, until = 4, default = 1, into = path, back = path)`.
pub(crate) struct RemovedField {
    /// `None` for the `_` of a tuple field.
    pub(crate) ident: Option<Ident>,
    pub(crate) span: Span,
    pub(crate) ty: Type,
    pub(crate) since: Option<Version>,
    pub(crate) until: Version,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) into: Option<Expr>,
    pub(crate) back: Option<Expr>,
    pub(crate) flatten: bool,
    pub(crate) renamed: Vec<Renamed>,
    /// Its earlier types, oldest first.
    pub(crate) formers: Vec<Former>,
}

/// `was(u8, until = 2, default = 1, into = path)`: an earlier type of a removed tuple field. A removed named
/// field has one tombstone per type instead.
pub(crate) struct Former {
    pub(crate) ty: Type,
    pub(crate) until: Version,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) into: Option<Expr>,
    pub(crate) back: Option<Expr>,
}

/// `removed(Smelt { heat: u8 }, since = 2, until = 3, tag = 4, into = path, removed(ore: u8, until = 2))`.
pub(crate) struct RemovedVariant {
    pub(crate) ident: Ident,
    pub(crate) fields: Fields,
    pub(crate) since: Option<Version>,
    pub(crate) until: Version,
    pub(crate) tag: Option<Tag>,
    pub(crate) into: Option<Expr>,
    pub(crate) renamed: Vec<Renamed>,
    /// Its last fields, if they were removed before it.
    pub(crate) removed: Vec<RemovedField>,
}

/// The options of both kinds.
#[derive(Default)]
struct Options {
    since: Option<Version>,
    until: Option<Version>,
    default: Option<DefaultValue>,
    tag: Option<Tag>,
    into: Option<Expr>,
    back: Option<Expr>,
    flatten: bool,
    renamed: Vec<Renamed>,
    formers: Vec<Former>,
    removed: Vec<RemovedField>,
}

impl Removed {
    /// Returns `None` if an option was wrong; it has been reported.
    pub(crate) fn read(
        word: &Ident,
        input: ParseStream<'_>,
        errors: &Errors,
    ) -> Result<Option<Self>> {
        parens(word, input, |content| {
            if content.peek(LitStr) {
                let name: LitStr = content.parse()?;
                let (span, name) = (name.span(), name.value());
                let message = format!(
                    "expected a name without quotes: `removed({name}: Type, until = n)` for a field, \
                     `removed({name}, until = n)` for a variant"
                );
                return Err(syn::Error::new(span, message));
            }
            if content.is_empty() || is_option(content) || content.peek(LitInt) {
                let until =
                    content.fork().parse::<LitInt>().map_or("n".to_owned(), |it| it.to_string());
                let message = format!(
                    "expected a name before the options: `removed(name: Type, until = {until})` for a field, \
                     `removed(name, until = {until})` for a variant"
                );
                let at = if content.is_empty() { word.span() } else { content.span() };
                return Err(syn::Error::new(at, message));
            }
            if content.peek2(Token![:]) {
                RemovedField::read(word, content, errors).map(|field| field.map(Self::Field))
            } else {
                RemovedVariant::read(word, content, errors)
                    .map(|variant| variant.map(Self::Variant))
            }
        })
    }

    /// The tombstone as a field's, in a place where only a field's is allowed.
    pub(crate) fn into_field(self) -> Result<RemovedField> {
        match self {
            Self::Field(field) => Ok(*field),
            Self::Variant(variant) => {
                let ident = variant.ident;
                let message =
                    format!("a removed field needs its type: `removed({ident}: Type, until = n)`");
                Err(syn::Error::new(ident.span(), message))
            }
        }
    }

    /// The tombstone as a variant's, in a place where only a variant's is allowed.
    pub(crate) fn into_variant(self) -> Result<RemovedVariant> {
        match self {
            Self::Variant(variant) => Ok(*variant),
            Self::Field(field) => {
                let message = "an enum has no fields of its own: write `removed(Variant, until = n)` here, \
                    or move the field's `removed` to its variant";
                Err(syn::Error::new(field.span, message))
            }
        }
    }
}

impl RemovedField {
    fn read(word: &Ident, input: &ParseBuffer<'_>, errors: &Errors) -> Result<Option<Box<Self>>> {
        let span = input.span();
        let ident = match input.parse::<Option<Token![_]>>()? {
            Some(_) => None,
            None => Some(Ident::parse_any(input)?),
        };
        input.parse::<Token![:]>()?;
        let ty = former_type(input, "removed(name: Type, until = n)")?;
        let known: &[_] = match ident {
            Some(_) => &["since", "until", "default", "into", "back", "flatten", "renamed"],
            None => &["since", "until", "default", "into", "back", "renamed", "was"],
        };
        let Some((until, options)) = Options::read(word, input, known, errors)? else {
            return Ok(None);
        };
        let Options { since, default, into, back, flatten, renamed, formers, .. } = options;
        let field =
            Self { ident, span, ty, since, until, default, into, back, flatten, renamed, formers };
        Ok(Some(Box::new(field)))
    }
}

impl Former {
    fn read(word: &Ident, input: ParseStream<'_>, errors: &Errors) -> Result<Option<Self>> {
        parens(word, input, |content| {
            let ty = former_type(content, "was(Type, until = n)")?;
            let known = ["until", "default", "into", "back"];
            let Some((until, options)) = Options::read(word, content, &known, errors)? else {
                return Ok(None);
            };
            let Options { default, into, back, .. } = options;
            Ok(Some(Self { ty, until, default, into, back }))
        })
    }
}

impl RemovedVariant {
    fn read(word: &Ident, input: &ParseBuffer<'_>, errors: &Errors) -> Result<Option<Box<Self>>> {
        let ident: Ident = input.parse()?;
        let fields = if input.peek(token::Brace) {
            Fields::Named(input.parse()?)
        } else if input.peek(token::Paren) {
            unnamed(&ident, input)?
        } else {
            Fields::Unit
        };
        let known = ["since", "until", "tag", "into", "removed", "renamed"];
        let Some((until, options)) = Options::read(word, input, &known, errors)? else {
            return Ok(None);
        };
        let Options { since, tag, into, renamed, removed, .. } = options;
        Ok(Some(Box::new(Self { ident, fields, since, until, tag, into, renamed, removed })))
    }
}

impl Options {
    /// Parses the `known` options. Returns `until`, which every tombstone must have, separately.
    fn read(
        word: &Ident,
        input: ParseStream<'_>,
        known: &[&str],
        errors: &Errors,
    ) -> Result<Option<(Version, Self)>> {
        let mut read = Self::default();
        let clean = options(input, errors, "until", |option, input| {
            let text = option.to_string();
            if text == "was" && known.last() == Some(&"renamed") && known.contains(&"default") {
                let message = "a removed field has one type: write another `removed(name: Former, until = \
                    n)` with the same name for the versions with the former type";
                return Err(syn::Error::new(option.span(), message));
            }
            if text == "back" && known.contains(&"tag") {
                let message = "`back` belongs on a removed field: a value of a variant that replaced a removed one \
                    cannot be written for the versions before";
                return Err(syn::Error::new(option.span(), message));
            }
            if !known.contains(&text.as_str()) {
                return Err(unknown_option(option, &word.to_string(), known));
            }
            read.option(&text, option, input, errors)
        });
        match read.until {
            Some(until) => Ok(Some((until, read))),
            None if clean => {
                let message = format!("`{word}` needs `until = n`, the first version without it");
                Err(syn::Error::new(word.span(), message))
            }
            None => Ok(None),
        }
    }

    fn option(
        &mut self,
        text: &str,
        option: &Ident,
        input: ParseStream<'_>,
        errors: &Errors,
    ) -> Result<()> {
        match text {
            "since" => once(&mut self.since, option, value(option, input)?),
            "until" => once(&mut self.until, option, value(option, input)?),
            "default" if self.back.is_some() => Err(default_and_back(option)),
            "default" => once(&mut self.default, option, DefaultValue::read(option, input)?),
            "tag" => once(&mut self.tag, option, value(option, input)?),
            "into" => once(&mut self.into, option, function(option, input)?),
            "back" if self.default.is_some() => Err(default_and_back(option)),
            "back" => once(&mut self.back, option, function(option, input)?),
            "flatten" => raise(&mut self.flatten, option, input),
            "was" => {
                self.formers.extend(Former::read(option, input, errors)?);
                Ok(())
            }
            "removed" => {
                let removed = Removed::read(option, input, errors)?;
                self.removed.extend(removed.map(Removed::into_field).transpose()?);
                Ok(())
            }
            _ => {
                self.renamed.extend(Renamed::read(option, input, errors)?);
                Ok(())
            }
        }
    }
}

/// The fields of a tuple variant, which have no names.
fn unnamed(variant: &Ident, input: ParseStream<'_>) -> Result<Fields> {
    let fork = input.fork();
    let content;
    parenthesized!(content in fork);
    if let (Ok(name), true) = (content.fork().call(Ident::parse_any), content.peek2(Token![:])) {
        if !content.peek2(Token![::]) {
            let message = format!(
                "the fields of a tuple variant have no names: write only their types, `{variant}(Type)`, or `{variant} {{ {name}: \
                 Type }}` if they had names"
            );
            return Err(syn::Error::new(name.span(), message));
        }
    }
    input.parse().map(Fields::Unnamed)
}

/// Whether an option stands where the name should be.
fn is_option(input: ParseStream<'_>) -> bool {
    let known = ["since", "until", "default", "tag", "into", "back"];
    let is_known = |word: Ident| known.iter().any(|option| word == option);
    input.peek2(Token![=]) && input.fork().call(Ident::parse_any).is_ok_and(is_known)
}

fn default_and_back(option: &Ident) -> syn::Error {
    let message = "`default` and `back` both say what older readers get: leave one of them out";
    syn::Error::new(option.span(), message)
}
