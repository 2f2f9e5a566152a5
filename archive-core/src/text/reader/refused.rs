//! Errors for texts that do not match the type that is loaded.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::tape::{Kind, Tape, Token};
use super::version::of_another_version;
use crate::error::{short, shown};
use crate::nearest::meant;
pub(super) use crate::value::by_name::departed;
use crate::value::by_name::{a, range};
use crate::{Body, Error, ErrorKind, PrimitiveKind, Scope, Shape, Style};

/// How errors call a struct or an enum.
pub(super) fn named(shape: &Shape) -> String {
    match shape.body {
        Body::Struct(_) => format!("the struct `{}`", shape.name),
        Body::Enum(_) => format!("a variant of `{}`", shape.name),
    }
}

/// Describes the value at a token.
fn found(tape: &Tape<'_>, at: u32) -> Cow<'static, str> {
    let token = tape.token(at);
    let quoted = || short(tape.raw(token)).into_owned();
    if !tape.is_text() {
        return found_in_json(tape, token);
    }
    match token.kind {
        Kind::Name if tape.body(at, token).is_some() => format!("`{} ..`", quoted()).into(),
        Kind::Name | Kind::Number => format!("`{}`", quoted()).into(),
        Kind::Quoted => format!("the name `{}` in backticks", quoted()).into(),
        Kind::Link => format!("`&{}`", quoted()).into(),
        Kind::Str | Kind::Escaped => "text".into(),
        Kind::Char => "a character".into(),
        Kind::Bytes => "a blob of bytes".into(),
        Kind::Brace => "`{..}`".into(),
        Kind::Paren => "`(..)`".into(),
        Kind::Bracket => "a list `[..]`".into(),
        Kind::Close => "nothing".into(),
    }
}

fn found_in_json(tape: &Tape<'_>, token: Token) -> Cow<'static, str> {
    match token.kind {
        Kind::Str | Kind::Escaped => "a string".into(),
        Kind::Brace => "an object".into(),
        Kind::Bracket => "an array".into(),
        Kind::Bytes => "bytes".into(),
        Kind::Close => "nothing".into(),
        _ => format!("`{}`", short(tape.raw(token))).into(),
    }
}

/// A value of another kind is expected. `text` and `json` name it in each dialect.
#[cold]
pub(crate) fn strange(tape: &Tape<'_>, at: u32, [text, json]: [&str; 2]) -> Error {
    let asked = if tape.is_text() { text } else { json };
    tape.place(expected(tape, at, asked), at)
}

fn expected(tape: &Tape<'_>, at: u32, asked: &str) -> Error {
    let detail = format!("expected {asked}, found {}", found(tape, at));
    let error = Error::new(ErrorKind::Mismatch, detail);
    if let Some(help) = of_option(tape, at) {
        return error.with_help(help);
    }
    let token = tape.token(at);
    // Word processors write quotes that are not quotes here.
    let raw =
        tape.raw(token).trim_matches(['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}']);
    let word = short(raw);
    let help = match (asked, token.kind) {
        ("text between quotes", Kind::Name | Kind::Number) => {
            format!("put it in quotes: `\"{word}\"`")
        }
        ("text between quotes", Kind::Char) => {
            format!("put it in double quotes: `\"{word}\"`")
        }
        (asked, Kind::Str) if asked.starts_with("a variant") && tape.is_text() => {
            format!("write its name without quotes: `{word}`")
        }
        _ => format!("write {asked} there"),
    };
    error.with_help(help)
}

/// Help for an option that is written as in Rust or JSON.
fn of_option(tape: &Tape<'_>, at: u32) -> Option<&'static str> {
    let word = tape.raw(tape.token(at));
    let is_option = tape.is_text() && matches!(word, "Some" | "None" | "null" | "nil");
    is_option.then_some("write an option as its value, or as `none`")
}

/// The number here has more digits than a float of this kind can hold, so a newer program has a wider type.
#[cold]
pub(super) fn rounded(tape: &Tape<'_>, at: u32, kind: PrimitiveKind) -> Error {
    let (name, found) = (kind.name(), found(tape, at));
    let detail =
        format!("{found} has more digits than the {name} that this program has here can hold");
    Error::new(ErrorKind::InvalidValue, detail).with_help(
        "update this program: a newer one wrote a larger kind of number, which this one would round",
    )
}

/// The value here is not a number of this kind.
#[cold]
pub(crate) fn no_number(tape: &Tape<'_>, at: u32, kind: PrimitiveKind) -> Error {
    let (name, token) = (a(kind.name()), tape.token(at));
    let raw = tape.raw(token);
    // JSON may have a number in a string.
    let in_string = token.kind == Kind::Str && !tape.is_text();
    let is_number = (in_string || token.kind == Kind::Number)
        && raw.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit());
    let found = match in_string && is_number {
        true => format!("`\"{}\"`", short(raw)).into(),
        false => found(tape, at),
    };
    let error = Error::new(ErrorKind::InvalidValue, format!("expected {name}, found {found}"));
    if let Some(help) = of_option(tape, at) {
        return error.with_help(help);
    }
    let is_quoted = tape.is_text() && token.kind == Kind::Str;
    let quotes = if is_quoted { ", without quotes" } else { "" };
    let is_float = is_number && raw.parse::<f64>().is_ok();
    error.with_help(match range(kind) {
        Some((least, most)) => {
            format!("write a whole number from {least} to {most}{quotes}")
        }
        None if is_float => {
            let most = match kind {
                PrimitiveKind::F32 => format!("{:e}", f32::MAX),
                _ => format!("{:e}", f64::MAX),
            };
            format!("it is too large for {name}: write a number from -{most} to {most}")
        }
        None if tape.is_text() => {
            format!("write a number such as `12`, `0.85`, `1e-3`, `inf` or `nan`{quotes}")
        }
        None => "write a number such as `12`, `0.85` or `1e-3`, or `\"nan\"`".into(),
    })
}

#[cold]
pub(super) fn other_type(tape: &Tape<'_>, token: Token, asked: &str) -> Error {
    let name = match tape.content(token) {
        Ok(name) => name,
        Err(error) => return error,
    };
    let detail = format!("expected `{}`, found `{}`", shown(asked), shown(&name));
    tape.place_of(token, Error::new(ErrorKind::WrongType, detail))
        .with_help("correct the name of the type, or remove it")
}

/// JSON states the version of an unknown type, but not that of the root's type.
#[cold]
pub(super) fn other_root(tape: &Tape<'_>, names: &[&str], shape: &Shape) -> Error {
    let names: Vec<Cow<'_, str>> = names.iter().map(|name| shown(name)).collect();
    let names = names.join("`, `");
    let detail = format!("expected `{}`, but the versions are those of `{names}`", shape.name);
    let error = Error::new(ErrorKind::WrongType, detail).with_help(
        "load it as the type that it holds; if that is the same type under another name, update this program, or \
         declare the name with `renamed(n, from = \"..\")`",
    );
    match tape.versions {
        Some(at) => tape.place(error, at),
        None => error,
    }
}

#[cold]
pub(super) fn unknown_variant(tape: &Tape<'_>, token: Token, shape: &Shape, version: u32) -> Error {
    let name = match tape.content(token) {
        Ok(name) => name,
        Err(error) => return error,
    };
    let named = shape.variants().iter().filter(|variant| variant.name == name);
    let lifespans = named.map(|variant| variant.lifespan);
    if let Some(error) = of_another_version("variant", &name, lifespans, (shape.name, version)) {
        return tape.place_of(token, error).in_shape(shape, version);
    }
    let alive = || shape.variants().iter().filter(|variant| variant.lifespan.contains(version));
    let meant = meant(&name, alive().map(|variant| variant.name_at(version)));
    let detail = format!("`{}` has no variant `{}`{meant}", shape.name, shown(&name));
    let names = alive().map(|variant| variant.name_at(version)).collect::<Vec<_>>();
    tape.place_of(token, Error::new(ErrorKind::UnknownTag, detail))
        .in_shape(shape, version)
        .with_help(format!("use one of {}", short(&names.join(", "))))
}

#[cold]
pub(super) fn unknown_field(tape: &Tape<'_>, key: Token, record: &Scope, names: &[&str]) -> Error {
    if !key.kind.is_name() {
        let is_known = |name: &str| names.contains(&name);
        return no_name(tape, key, is_known).in_record(record);
    }
    let name = match tape.content(key) {
        Ok(name) => name,
        Err(error) => return error,
    };
    let lifespans = record.fields().iter().filter(|it| it.name == name).map(|it| it.lifespan);
    let ours = (record.shape.name, record.version);
    if let Some(error) = of_another_version("field", &name, lifespans, ours) {
        return error.in_record(record);
    }
    let of = record.whole_name();
    if record.all.style == Style::Tuple && name.parse::<u32>().is_err() {
        let detail =
            format!("the fields of `{of}` have no names, but there is a field `{}`", shown(&name));
        let order = if tape.is_text() { "in parentheses" } else { "in an array" };
        return Error::new(ErrorKind::UnknownField, detail)
            .with_help(format!("write its values in their order, {order}"))
            .in_record(record);
    }
    let meant = meant(&name, names.iter().copied());
    let detail = format!("`{of}` has no field `{}`{meant}", shown(&name));
    let error = Error::new(ErrorKind::UnknownField, detail).in_record(record);
    let mut former = record.fields().iter().flat_map(|field| {
        let renames = field.renamed.iter().filter(|rename| rename.from == name);
        renames.map(move |rename| (field.name, rename.until))
    });
    match former.next() {
        Some((now, until)) => error.with_help(format!(
            "this was the name of `{now}` before version {until}: write `{now}`, or state the version of \
             this text"
        )),
        None => error
            .with_help("correct its name; or skip such fields with `Options::unknown(Unknown::Skip)`"),
    }
}

/// The error for a key that cannot be a field name.
#[cold]
pub(super) fn no_name(tape: &Tape<'_>, key: Token, is_known: impl Fn(&str) -> bool) -> Error {
    let detail = "expected only the name of a field before `=`";
    let error = Error::new(ErrorKind::Syntax, detail);
    match tape.raw(key) {
        name if is_known(name) => {
            error.with_help(format!("write such a name in backticks: `` `{name}` ``"))
        }
        _ => error,
    }
}

/// The error for what starts like a number, where any value may be.
#[cold]
pub(crate) fn no_plain_number(tape: &Tape<'_>, at: u32) -> Error {
    let word = short(tape.raw(tape.token(at))).into_owned();
    Error::new(ErrorKind::Mismatch, format!("`{word}` is not a number"))
        .with_help(format!("correct it; or, if it is text, put it in quotes: `\"{word}\"`"))
}

/// The error for an unknown field that cannot be kept, as its type has no holder.
#[cold]
pub(super) fn no_holder(error: Error) -> Error {
    error.with_help(
        "correct its name; or keep it by adding a field `#[archive(unknown)] extra: archive::Unknown` to the \
         type; or skip such fields with `Options::unknown(Unknown::Skip)`, which loses them when the value \
         is saved again",
    )
}

/// The error for a link within something unknown: the object may get another number when it is saved again.
#[cold]
pub(super) fn link_kept(tape: &Tape<'_>, at: u32) -> Error {
    // JSON without objects has no links, so there may be no number to show.
    let link = tape.link(at).map(|number| format!(" (`{}`)", link(tape, number)));
    let link = link.unwrap_or_default();
    let detail = format!("this unknown part links to an object{link}, so it cannot be kept");
    Error::new(ErrorKind::InvalidLink, detail).with_help(
        "load it with a program that knows this part; or write the object itself instead of the link; or, if \
         this is a field, skip it with `Options::unknown(Unknown::Skip)`",
    )
}

/// The error for a token that no type accepts.
#[cold]
pub(super) fn nothing_known(what: &str) -> Error {
    Error::new(ErrorKind::Syntax, format!("this is not a valid {what}, so it cannot be kept"))
}

/// A link as the text or JSON writes it.
fn link(tape: &Tape<'_>, number: u32) -> String {
    if tape.is_text() { format!("&{number}") } else { format!("{{\"@link\": {number}}}") }
}

#[cold]
pub(super) fn no_object(tape: &Tape<'_>, number: u32) -> Error {
    let detail = format!("there is no object for the link `{}`", link(tape, number));
    Error::new(ErrorKind::InvalidLink, detail)
        .with_help("use the number of an object under `@objects`, or add the object there")
}

#[cold]
pub(super) fn object_twice(tape: &Tape<'_>, number: u32) -> Error {
    let detail = format!("the object for the link `{}` appears twice", link(tape, number));
    Error::new(ErrorKind::Syntax, detail).with_help("give one of the two another number")
}

#[cold]
pub(super) fn unused(tape: &Tape<'_>, number: u32) -> Error {
    let detail = format!("no link `{}` leads to this object", link(tape, number));
    Error::new(ErrorKind::InvalidLink, detail).with_help("remove it, or link to it")
}

/// An object is linked to as a type other than the one that the text uses it as elsewhere.
#[cold]
pub(super) fn other_object(asked: &str, found: Option<&str>) -> Error {
    let other = match found {
        Some(found) => format!("a `{}`", shown(found)),
        None => "another type".into(),
    };
    let detail = format!(
        "this is a link to a `{}`, but another link to the same object is to {other}",
        shown(asked)
    );
    Error::new(ErrorKind::WrongType, detail)
        .with_help("make one of the two lead to an object of its own type")
}

#[cold]
pub(super) fn no_value() -> Error {
    let detail = "this link only leads to other links, which lead back to it";
    Error::new(ErrorKind::InvalidLink, detail).with_help("replace one of them with a value")
}

#[cold]
pub(super) fn in_circle(tape: &Tape<'_>, error: Error) -> Error {
    let help = if tape.is_text() {
        "under `@objects`, list each object before the objects that it owns; links back to owners must be in \
         a cell"
    } else {
        "under `\"@objects\"`, list each object before the objects that it owns; links back to owners must \
         be in a cell"
    };
    error.with_help(help)
}

#[cold]
pub(super) fn no_char(tape: &Tape<'_>) -> Error {
    let help = if tape.is_text() {
        "shorten it to one character; or, if the type is text, use double quotes"
    } else {
        "shorten it to one character"
    };
    Error::new(ErrorKind::InvalidValue, "expected exactly one character between the quotes")
        .with_help(help)
}

#[cold]
pub(crate) fn twice(name: &str) -> Error {
    let detail = format!("the field `{}` appears twice", shown(name));
    Error::new(ErrorKind::Syntax, detail).with_help("remove one of the two")
}

#[cold]
pub(super) fn both_ways() -> Error {
    let detail = "the fields of a flattened struct are here, and so is the struct itself";
    Error::new(ErrorKind::Syntax, detail).with_help("remove one of the two")
}

#[cold]
pub(super) fn missing(name: &str) -> Error {
    let detail = format!("the field `{name}` is missing and has no default");
    Error::new(ErrorKind::MissingField, detail)
}

#[cold]
pub(super) fn other_length(found: usize, asked: usize) -> Error {
    let detail = format!("number of values: expected {asked}, found {found}");
    Error::new(ErrorKind::Mismatch, detail).with_help("write as many values as the type has")
}
