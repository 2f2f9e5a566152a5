//! Parses comma-separated lists. A wrong item is reported, and parsing goes on with the next one.

use super::nearest::nearest;
use crate::errors::Errors;
use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseBuffer, ParseStream};
use syn::{Expr, Ident, Lit, LitStr, Result, Token, Type, parenthesized, token};

/// Parses `word ..` items to the end of `input`; returns true if all were valid.
///
/// `item` parses what follows the word, up to the comma.
pub(crate) fn items(
    input: ParseStream<'_>,
    errors: &Errors,
    mut item: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) -> bool {
    let before = errors.len();
    while !input.is_empty() {
        let read = word(input).and_then(|word| item(&word, input)).and_then(|()| comma(input));
        if let Err(error) = read {
            errors.push(error);
            skip_item(input);
        }
    }
    errors.len() == before
}

fn word(input: ParseStream<'_>) -> Result<Ident> {
    let at = input.span();
    Ident::parse_any(input)
        .map_err(|_| syn::Error::new(at, "expected the name of an attribute or option"))
}

/// Parses the remaining options of a list, each at most once; returns true if all were valid. `first` is the
/// option that a value without a name is assumed to mean.
pub(crate) fn options(
    input: ParseStream<'_>,
    errors: &Errors,
    first: &str,
    option: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) -> bool {
    if let Some(error) = comma(input).err().or_else(|| unnamed(input, first)) {
        errors.push(error);
        skip_item(input);
        items(input, errors, option);
        return false;
    }
    items(input, errors, option)
}

/// The error for a value without a name.
fn unnamed(input: ParseStream<'_>, first: &str) -> Option<syn::Error> {
    let value: Lit = input.fork().parse().ok()?;
    let form = format!("{first} = {}", value.to_token_stream());
    Some(syn::Error::new(value.span(), format!("options have names: expected `{form}`")))
}

/// Parses `(..)` after a word.
///
/// After an error, the unread rest is dropped; otherwise syn would report it a second time.
pub(crate) fn parens<T>(
    word: &Ident,
    input: ParseStream<'_>,
    inside: impl FnOnce(&ParseBuffer<'_>) -> Result<T>,
) -> Result<T> {
    if !input.peek(token::Paren) {
        let options = match word.to_string().as_str() {
            "removed" => "mana: u16, until = 2",
            "renamed" => "2, from = \"hp\"",
            "was" => "u8, until = 2",
            _ => "..",
        };
        return Err(syn::Error::new(word.span(), format!("expected `{word}({options})`")));
    }
    let content;
    parenthesized!(content in input);
    let read = inside(&content);
    if read.is_err() {
        while content.parse::<TokenTree>().is_ok() {}
    }
    read
}

/// Parses the type in an attribute that is written as `form`.
pub(crate) fn former_type(input: ParseStream<'_>, form: &str) -> Result<Type> {
    // An option where the type should be.
    if input.is_empty() || input.peek(Token![,]) || input.peek2(Token![=]) {
        return Err(input.error(format!("expected a type: `{form}`")));
    }
    if input.peek(LitStr) {
        let quoted: LitStr = input.parse()?;
        let message = format!("write the type without quotes: `{}`", quoted.value());
        return Err(syn::Error::new(quoted.span(), message));
    }
    input.parse()
}

/// Parses `= function` after a word.
pub(crate) fn function(word: &Ident, input: ParseStream<'_>) -> Result<Expr> {
    unquoted(word, input, "a function")
}

/// Parses `= what` after a word, where other derives take `what` in quotes.
pub(crate) fn unquoted<T: Parse>(word: &Ident, input: ParseStream<'_>, what: &str) -> Result<T> {
    if input.peek(Token![=]) && input.peek2(LitStr) {
        input.parse::<Token![=]>()?;
        let quoted: LitStr = input.parse()?;
        let example = if quoted.parse::<T>().is_ok() { quoted.value() } else { "path".to_owned() };
        let message = format!("`{word}` takes {what} without quotes: `{word} = {example}`");
        return Err(syn::Error::new(quoted.span(), message));
    }
    value(word, input)
}

/// Parses `= value` after a word.
pub(crate) fn value<T: Parse>(word: &Ident, input: ParseStream<'_>) -> Result<T> {
    if !input.peek(Token![=]) {
        let value = if word == "alias" || word == "name" { "\"..\"" } else { ".." };
        return Err(syn::Error::new(word.span(), format!("expected `{word} = {value}`")));
    }
    input.parse::<Token![=]>()?;
    input.parse()
}

/// Parses `= "name"` after a word.
pub(crate) fn name(word: &Ident, input: ParseStream<'_>) -> Result<LitStr> {
    if input.peek(Token![=]) && !input.peek2(LitStr) {
        let at = input.parse::<Token![=]>().map_or(input.span(), |_| input.span());
        return Err(syn::Error::new(at, format!("expected a name in quotes: `{word} = \"..\"`")));
    }
    let name: LitStr = value(word, input)?;
    if name.value().is_empty() {
        return Err(syn::Error::new(name.span(), format!("`{word}` is empty, expected a name")));
    }
    if let Some(word) = name.value().strip_prefix("r#") {
        let message = format!("names are stored without `r#`: write {word:?}");
        return Err(syn::Error::new(name.span(), message));
    }
    Ok(name)
}

/// Sets a flag, which takes no argument, once.
pub(crate) fn raise(flag: &mut bool, word: &Ident, input: ParseStream<'_>) -> Result<()> {
    if !input.is_empty() && !input.peek(Token![,]) {
        return Err(syn::Error::new(word.span(), format!("`{word}` takes no value")));
    }
    if std::mem::replace(flag, true) {
        return Err(twice(word));
    }
    Ok(())
}

/// Fills a slot that may be given only once.
pub(crate) fn once<T>(slot: &mut Option<T>, word: &Ident, value: T) -> Result<()> {
    if slot.is_some() {
        return Err(twice(word));
    }
    *slot = Some(value);
    Ok(())
}

fn twice(word: &Ident) -> syn::Error {
    syn::Error::new(word.span(), format!("`{word}` is given twice"))
}

/// The error for an option that `owner` does not have.
pub(crate) fn unknown_option(word: &Ident, owner: &str, options: &[&str]) -> syn::Error {
    let message = match nearest(&word.to_string(), options.iter().copied()) {
        Some(near) => format!("unknown option `{word}` in `{owner}`, did you mean `{near}`?"),
        None => {
            format!("unknown option `{word}` in `{owner}`, which takes `{}`", options.join("`, `"))
        }
    };
    syn::Error::new(word.span(), message)
}

fn comma(input: ParseStream<'_>) -> Result<()> {
    if input.is_empty() || input.parse::<Option<Token![,]>>()?.is_some() {
        return Ok(());
    }
    Err(input.error("expected `,`"))
}

fn skip_item(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) && input.parse::<TokenTree>().is_ok() {}
    // Either the comma is next or the input has ended.
    let _ = input.parse::<Token![,]>();
}
