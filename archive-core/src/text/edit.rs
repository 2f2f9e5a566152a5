//! Replaces one value in a text and leaves everything around it unchanged.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use super::escape;
use super::lex;
use super::reader;
use super::tape::{self, Kind, Tape};
use crate::schema::walk;
use crate::{Error, ErrorKind, Limits, Options, Serialize};

/// Replaces the value at a path in a text; comments and layout are unchanged.
///
/// ```
/// use archive_core::text;
///
/// let source = "Hero {
///   name = \"Ann\"   // the first of her name
///   bag = [Item { count = 3 }]
/// }";
/// let edited = text::edit(source, "bag[0].count", &4_u32)?;
/// assert_eq!(edited, source.replace('3', "4"));
/// # Ok::<(), archive_core::Error>(())
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
/// use archive_core::text;
///
/// let source = "[&1, &1] @objects { &1 = Light { on = true } }";
/// let edited = text::edit(source, "[1].on", &false)?;
/// assert_eq!(edited, "[&1, &1] @objects { &1 = Light { on = false } }");
/// assert_eq!(text::edit(source, "&1.on", &false)?, edited);
/// # Ok::<(), archive_core::Error>(())
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
    let at = find(&tape, path)?;
    let (start, mut end) = tape.span(at);
    if let Some(version) = tape.root_version.filter(|_| at == tape.root) {
        end = end.max(version.end);
    }
    let [start, end] = [start, end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
    let (Some(before), Some(after)) = (source.get(..start), source.get(end..)) else {
        return Err(not_there(path, path));
    };
    let mut text = options::<T>(&tape)?.part_text(value)?;
    if let Some(version) = tape.root_version.filter(|_| at == tape.root) {
        // Keep the version after the root's name: it also applies to the new value.
        let name = tape.raw(tape.token(tape.root));
        if let Some(rest) = text.strip_prefix(name) {
            text = format!("{name} @{}{rest}", tape.raw(version));
        }
    }
    // Indent the new lines as deep as the line that the value is put into.
    let line = before.rsplit('\n').next().unwrap_or_default();
    let indent: String = line.chars().take_while(|c| c.is_whitespace()).collect();
    let text = text.replace('\n', &format!("\n{indent}"));
    // A byte order mark is not part of a name.
    let near = before.strip_prefix('\u{feff}').unwrap_or(before);
    let gap = if grows_onto(near, &text) { "," } else { "" };
    let next_gap = if grows_onto(&text, after) { "," } else { "" };
    Ok(format!("{before}{gap}{text}{next_gap}{after}"))
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

/// The token of the value at a path.
fn find(tape: &Tape<'_>, path: &str) -> Result<u32, Error> {
    let (mut at, mut rest) = (tape.root, path);
    let objects = objects(tape);
    if let Some(after) = path.strip_prefix('&') {
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (digits, after) = after.split_at_checked(end).unwrap_or_default();
        let object = tape::number(digits).and_then(|number| objects.get(&number));
        at = *object.ok_or_else(|| not_there(path, path))?;
        rest = after.strip_prefix('.').unwrap_or(after);
    }
    while !rest.is_empty() {
        let (step, after) = step(rest).ok_or_else(|| not_there(path, rest))?;
        at = part(tape, &objects, at, step).ok_or_else(|| not_there(path, rest))?;
        rest = after.strip_prefix('.').unwrap_or(after);
    }
    Ok(at)
}

/// The tokens of objects, by number.
type Objects = BTreeMap<u32, u32>;

fn objects(tape: &Tape<'_>) -> Objects {
    let mut objects = Objects::new();
    let Some(group) = tape.objects else { return objects };
    let mut key = group.saturating_add(1);
    for _ in 0..tape.token(group).end {
        let value = tape.token(key).next;
        if let Some(number) = tape.link(key) {
            objects.entry(number).or_insert(value);
        }
        key = tape.token(value).next;
    }
    objects
}

/// Follows links from a token to a value. Returns `None` if an object is missing or the links form a cycle.
fn follow(tape: &Tape<'_>, objects: &Objects, mut at: u32) -> Option<u32> {
    // Links may form a cycle.
    for _ in 0..=objects.len() {
        match tape.link(at) {
            Some(number) => at = *objects.get(&number)?,
            None => return Some(at),
        }
    }
    None
}

/// One step of a path.
#[derive(Clone, Copy)]
enum Step<'p> {
    Name(&'p str),
    /// What is between brackets.
    Brackets(&'p str),
    /// The position of an entry in a map or of an element in a set, as errors show it if the key is not
    /// short.
    Place(u32),
}

/// Splits a path into its first step and the rest.
fn step(path: &str) -> Option<(Step<'_>, &str)> {
    if let Some((place, rest)) = path.strip_prefix('{').and_then(|path| path.split_once('}')) {
        return place.parse().ok().map(|place| (Step::Place(place), rest));
    }
    let Some(inner) = path.strip_prefix('[') else {
        let end = path.find(['.', '[', '{']).unwrap_or(path.len());
        let (name, rest) = path.split_at_checked(end)?;
        return Some((Step::Name(name), rest));
    };
    // The closing quote that we are waiting for, if we are inside quotes.
    let mut quote = None;
    let mut escaped = false;
    let mut depth = 0_usize;
    for (at, c) in inner.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote.is_some() => escaped = true,
            '"' | '\'' | '`' if quote.is_none() => quote = Some(c),
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '[' => depth = depth.saturating_add(1),
            ']' if depth == 0 => {
                let (inner, rest) = inner.split_at_checked(at)?;
                return Some((Step::Brackets(inner), rest.strip_prefix(']')?));
            }
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The token of a part of the value at a token.
fn part(tape: &Tape<'_>, objects: &Objects, at: u32, step: Step<'_>) -> Option<u32> {
    let mut at = follow(tape, objects, at)?;
    let group = loop {
        let token = tape.token(at);
        match token.kind {
            Kind::Name | Kind::Quoted => {
                let body = tape.body(at, token)?;
                if !tape.is_word(token, "some") {
                    break body;
                }
                at = follow(tape, objects, body.checked_add(1)?)?;
            }
            Kind::Brace | Kind::Paren | Kind::Bracket => break at,
            _ => return None,
        }
    };
    let token = tape.token(group);
    let mut next = group.checked_add(1)?;
    if token.kind != Kind::Brace {
        let place = match step {
            Step::Name(place) | Step::Brackets(place) => place.parse().ok()?,
            Step::Place(place) => place,
        };
        for _ in 0..Some(place).filter(|place| *place < token.end)? {
            next = tape.token(next).next;
        }
        return Some(next);
    }
    for entry in 0..token.end {
        let value = tape.token(next).next;
        let is_it = match step {
            Step::Place(place) => entry == place,
            Step::Name(name) => tape.is_name(tape.token(next), name),
            Step::Brackets(key) => {
                let (start, end) = tape.span(next);
                let [start, end] = [start, end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
                tape.text.get(start..end) == Some(key)
            }
        };
        if is_it {
            return Some(value);
        }
        next = tape.token(value).next;
    }
    None
}

#[cold]
fn not_there(path: &str, rest: &str) -> Error {
    let led = path.strip_suffix(rest).unwrap_or_default().trim_end_matches('.');
    let place = if led.is_empty() { "the text".to_owned() } else { format!("`{led}`") };
    let detail = format!("there is no value at `{path}`: {place} has no part `{rest}`");
    Error::new(ErrorKind::MissingField, detail)
        .with_help("name a value in the text, such as `hero.bag[0].count`")
}
