//! Reading of comma-separated lists, where a wrong item is reported and the rest is read on.

use super::nearest::nearest;
use crate::errors::Errors;
use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseBuffer, ParseStream};
use syn::{Ident, Lit, LitStr, Result, Token, Type, parenthesized, token};

/// Reads `word ..` items to the end of `input`; true if none was wrong.
///
/// `item` reads what follows the word, up to the comma.
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

/// Reads the options that follow what a list begins with, each once; true if none was wrong. `first` is what somebody
/// means who gives a value without a name.
pub(crate) fn options(
    input: ParseStream<'_>,
    errors: &Errors,
    first: &str,
    option: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) -> bool {
    if let Err(error) = comma(input) {
        errors.push(error);
        skip_item(input);
        items(input, errors, option);
        return false;
    }
    if let Some(error) = unnamed(input, first) {
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

/// Reads `(..)` after a word.
///
/// What an error leaves unread is dropped, or syn would report it a second time.
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

/// Reads the type that an attribute which is written as `form` speaks of.
pub(crate) fn former_type(input: ParseStream<'_>, form: &str) -> Result<Type> {
    // An option has been taken for a type.
    if input.is_empty() || input.peek(Token![,]) || input.peek2(Token![=]) {
        return Err(input.error(format!("expected a type: `{form}`")));
    }
    input.parse()
}

/// Reads `= value` after a word.
pub(crate) fn value<T: Parse>(word: &Ident, input: ParseStream<'_>) -> Result<T> {
    if !input.peek(Token![=]) {
        let value = if word == "alias" || word == "name" { "\"..\"" } else { ".." };
        return Err(syn::Error::new(word.span(), format!("expected `{word} = {value}`")));
    }
    input.parse::<Token![=]>()?;
    input.parse()
}

/// Reads `= "name"` after a word.
pub(crate) fn name(word: &Ident, input: ParseStream<'_>) -> Result<LitStr> {
    if input.peek(Token![=]) && !input.peek2(LitStr) {
        let at = input.parse::<Token![=]>().map_or(input.span(), |_| input.span());
        return Err(syn::Error::new(at, format!("expected a name in quotes: `{word} = \"..\"`")));
    }
    let name: LitStr = value(word, input)?;
    if name.value().is_empty() {
        return Err(syn::Error::new(name.span(), format!("`{word}` is empty, expected a name")));
    }
    Ok(name)
}

/// Raises a flag, which nothing follows, once.
pub(crate) fn raise(flag: &mut bool, word: &Ident, input: ParseStream<'_>) -> Result<()> {
    if !input.is_empty() && !input.peek(Token![,]) {
        return Err(syn::Error::new(
            word.span(),
            format!("`{word}` stands alone and takes no value"),
        ));
    }
    if std::mem::replace(flag, true) {
        return Err(twice(word));
    }
    Ok(())
}

/// Fills what may be given once.
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
    // The comma is there or the end is.
    let _ = input.parse::<Token![,]>();
}
