//! Replaces one value in a text and leaves everything around it unchanged.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::ops::Range;

use super::escape;
use super::lex;
use super::path::{find, find_byte};
use super::reader;
use super::tape::{Tape, index};
use crate::schema::walk;
use crate::{Error, ErrorKind, Limits, Options, Serialize};

/// Replaces the value at a path in a text; comments and layout are unchanged.
///
/// ```
/// use archive::text;
///
/// let source = "Hero {
///   name = \"Ann\"   // the first of her name
///   bag = [Item { count = 3 }]
/// }";
/// let edited = text::edit(source, "bag[0].count", &4_u32)?;
/// assert_eq!(edited, source.replace('3', "4"));
/// # Ok::<(), archive::Error>(())
/// ```
///
/// Paths are written as in errors: fields by name, elements by index in brackets, and entries of maps by key in
/// brackets, as spelt in the text, or by position in braces (`stock{2}`). `&2` is a shared object, and `&2.name` its
/// field `name`; links on the way are followed. A link at the end of the path is itself replaced, so its owner then has
/// its own value. If it was the last link to its object, remove the object as well, since a text with an unlinked
/// object is an error. A field that the text omits cannot be replaced: load the value, change it, and
/// [`rewrite`](super::rewrite) the text.
///
/// ```
/// use archive::text;
///
/// let source = "[&1, &1] @objects { &1 = Light { on = true } }";
/// let edited = text::edit(source, "[1].on", &false)?;
/// assert_eq!(edited, "[&1, &1] @objects { &1 = Light { on = false } }");
/// assert_eq!(text::edit(source, "&1.on", &false)?, edited);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// If the text states versions, as in `@versions { Item = 1 }`, the value is written at those versions.
///
/// # Errors
///
/// Fails if the text does not follow the grammar, if it has no value at the path, or if the value cannot be expressed
/// in the versions that the text states.
pub fn edit<T: Serialize + ?Sized>(source: &str, path: &str, value: &T) -> Result<String, Error> {
    let tape = lex::tape(source, &Limits::new())?;
    if let Some(digits) = find_byte(&tape, path) {
        let byte = Options::file().from_text(&Options::file().part_text(value)?);
        return Ok(put_byte(source, digits, byte.map_err(Error::without_position)?));
    }
    let (at, range) = span(&tape, path)?;
    let mut text = options::<T>(&tape)?.part_text(value)?;
    if let Some(version) = tape.root_version.filter(|_| at == tape.root) {
        // Keep the version after the root's name: it also applies to the new value.
        let name = tape.raw(tape.token(tape.root));
        if let Some(rest) = text.strip_prefix(name) {
            text = format!("{name} @{}{rest}", tape.raw(version));
        }
    }
    // Indent the new lines as deep as the line that the value is put into.
    let line = source.get(..range.start).and_then(|before| before.rsplit('\n').next());
    let indent: String =
        line.unwrap_or_default().chars().take_while(|c| c.is_whitespace()).collect();
    let text = text.replace('\n', &format!("\n{indent}"));
    Ok(put(source, range, &text).0)
}

/// The token of the value at a path, and where the value is.
///
/// # Errors
///
/// The text has no value there.
pub(super) fn span(tape: &Tape<'_>, path: &str) -> Result<(u32, Range<usize>), Error> {
    let at = find(tape, path)?;
    let (start, mut end) = tape.span(at);
    if let Some(version) = tape.root_version.filter(|_| at == tape.root) {
        end = end.max(version.end);
    }
    let [start, end] = [start, end].map(index);
    let is_there = tape.text.get(start..end).is_some();
    if is_there { Ok((at, start..end)) } else { Err(not_there(path, path)) }
}

/// A text with a value in place of another. Also returns where it starts.
pub(super) fn put(source: &str, range: Range<usize>, value: &str) -> (String, usize) {
    let before = source.get(..range.start).unwrap_or_default();
    let after = source.get(range.end..).unwrap_or_default();
    // A byte order mark is not part of a name.
    let near = before.strip_prefix('\u{feff}').unwrap_or(before);
    let gap = if grows_onto(near, value) { "," } else { "" };
    let next_gap = if grows_onto(value, after) { "," } else { "" };
    let start = before.len().saturating_add(gap.len());
    (format!("{before}{gap}{value}{next_gap}{after}"), start)
}

/// A text with a byte in place of another, whose digits are given.
pub(super) fn put_byte(source: &str, digits: Range<usize>, byte: u8) -> String {
    let before = source.get(..digits.start).unwrap_or_default();
    let after = source.get(digits.end..).unwrap_or_default();
    format!("{before}{byte:02x}{after}")
}

/// The options for writing a value into a text: at the versions that the text states, since it will be read
/// at those.
fn options<T: Serialize + ?Sized>(tape: &Tape<'_>) -> Result<Options, Error> {
    let mut table = reader::stated(tape)?;
    if let Some(version) = tape.root_version {
        let (name, version) = (tape.content(tape.token(tape.root))?, tape.raw(version).parse());
        table = Some(table.unwrap_or_default().with(&name, version.unwrap_or(u32::MAX)));
    }
    let Some(mut table) = table else { return Ok(Options::file()) };
    for found in walk(T::TYPE, &mut |shape, _| Ok(shape.version))?.values() {
        if table.version_of(found.shape, false).is_none() {
            table = table.with(found.shape.name, found.shape.version);
        }
    }
    Ok(Options::file().write_for(&table))
}

/// Whether the end of one value and the start of another would merge without a comma between them.
fn grows_onto(value: &str, next: &str) -> bool {
    let in_word = |byte: Option<&u8>| {
        byte.is_some_and(|byte| escape::class(*byte) & (escape::IN_NAME | escape::IN_NUMBER) != 0)
    };
    let is_space = |c| matches!(c, ' ' | '\t');
    let (end, behind) = (value.trim_end_matches(is_space), next.trim_start_matches(is_space));
    let is_name = in_word(end.as_bytes().last()) || end.ends_with('`');
    let is_group = behind.starts_with(['(', '{']);
    let is_near = in_word(value.as_bytes().last())
        && (in_word(next.as_bytes().first()) || (value.ends_with('x') && next.starts_with('"')));
    is_near || (is_name && is_group)
}

#[cold]
pub(super) fn not_there(path: &str, rest: &str) -> Error {
    let led = path.strip_suffix(rest).unwrap_or_default().trim_end_matches('.');
    let place = if led.is_empty() { "the text".to_owned() } else { format!("`{led}`") };
    let detail = format!("there is no value at `{path}`: {place} has no part `{rest}`");
    Error::new(ErrorKind::MissingField, detail)
        .with_help("name a value in the text, such as `hero.bag[0].count`")
}
