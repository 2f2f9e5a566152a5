//! Loads a text in spite of mistakes in it, by leaving out the parts that have them.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::lex;
use super::rewrite::spots::{document, end_of, group, start_of};
use super::tape::{Kind, Tape};
use crate::{Archive, Context, Error, ErrorKind, Limits, Options};

/// The most lines and parts that are left out: each takes another load.
const MOST: usize = 64;

/// Loads a value from a text in which a person made mistakes. Returns the mistakes, too, in the order of their lines.
///
/// A field or an entry of a map whose value has a mistake is left out, and so are a field with an unknown name and a
/// line that does not follow the grammar. A field that is left out takes its default; if it has none, what contains it
/// is left out instead. So one typing error costs one setting, not all of them, and the player learns of all errors at
/// once:
///
/// ```
/// # use archive_derive::Archive;
/// use archive_core::text;
///
/// #[derive(Archive, Debug, PartialEq)]
/// # #[archive(crate = archive_core)]
/// struct Settings {
///     #[default = 0.5]
///     volume: f32,
///     #[default = 1280]
///     width: u32,
///     #[default = true]
///     subtitles: bool,
/// }
///
/// let (settings, mistakes): (Settings, _) = text::from_str_lenient(
///     "Settings {
///         volume = loud
///         width = 1920
///         subtitels = false
///     }",
/// )?;
/// assert_eq!(settings, Settings { volume: 0.5, width: 1920, subtitles: true });
/// let told: Vec<String> = mistakes.iter().map(|it| it.to_string()).collect();
/// assert!(told[0].starts_with("volume (line 2, column 18): expected an f32"));
/// assert!(told[1].contains("has no field `subtitels`; did you mean `subtitles`?"));
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// Saving the value over the text replaces the mistakes by the values that were taken instead.
///
/// # Errors
///
/// Fails like [`from_str`](super::from_str) if everything depends on a mistake (the last bracket is missing, for
/// instance), or if more than 64 lines and parts would have to be left out.
pub fn from_str_lenient<T: Archive>(text: &str) -> Result<(T, Vec<Error>), Error> {
    Options::file().from_text_lenient(text)
}

impl Options {
    /// Loads a value from a text that may have mistakes; see
    /// [`text::from_str_lenient`](crate::text::from_str_lenient).
    ///
    /// # Errors
    ///
    /// Fails like [`text::from_str_lenient`](crate::text::from_str_lenient).
    pub fn from_text_lenient<T: Archive>(&self, text: &str) -> Result<(T, Vec<Error>), Error> {
        let mut mistakes = Mistakes::default();
        let text = mistakes.without_lines(text, self.get_limits())?;
        let mut tape = lex::tape(&text, self.get_limits())?;
        loop {
            match self.read_tape(&tape, Context::empty()) {
                Ok(value) => return Ok((value, mistakes.in_order())),
                Err(error) => mistakes.leave_out(&mut tape, error)?,
            }
        }
    }
}

/// The mistakes of a text, and the places of what was left out.
#[derive(Default)]
struct Mistakes {
    errors: Vec<Error>,
    left_out: Vec<Range<usize>>,
}

impl Mistakes {
    /// The text with spaces in place of the lines that do not follow the grammar.
    ///
    /// # Errors
    ///
    /// Fails with the first mistake if there are too many, or if it is not in a line.
    fn without_lines<'a>(&mut self, text: &'a str, limits: &Limits) -> Result<Cow<'a, str>, Error> {
        let mut text = Cow::Borrowed(text);
        while let Err(error) = lex::tape(&text, limits) {
            let is_syntax = error.kind() == ErrorKind::Syntax;
            let line = line(&text, &error).filter(|_| is_syntax && self.left_out.len() < MOST);
            self.errors.push(error);
            let Some(line) = line else { return Err(self.errors.swap_remove(0)) };
            let blank: String = text.get(line.clone()).map(blank).unwrap_or_default();
            text.to_mut().replace_range(line.clone(), &blank);
            self.left_out.push(line);
        }
        Ok(text)
    }

    /// Leaves out the innermost part with a key that has this error.
    ///
    /// # Errors
    ///
    /// Fails with the mistake that is to blame, if there is no such part or too many were left out.
    fn leave_out(&mut self, tape: &mut Tape<'_>, error: Error) -> Result<(), Error> {
        let part = offset(tape.text, &error).and_then(|at| part_around(tape, at));
        let part = part.filter(|_| self.left_out.len() < MOST);
        let follows = self.follows(&error, part.as_ref());
        let Some(part) = part else {
            // If lines are missing, what is left need not be what a person meant.
            return Err(match self.errors.first() {
                Some(first) if first.kind() == ErrorKind::Syntax => self.errors.swap_remove(0),
                Some(_) if follows => self.errors.pop().unwrap_or(error),
                _ => error,
            });
        };
        if !follows {
            self.errors.push(error);
        }
        self.left_out.push(part.place.clone());
        remove(tape, &part);
        Ok(())
    }

    /// Whether an error only follows from what was left out: a field is missing, or an object has lost its links.
    fn follows(&self, error: &Error, part: Option<&Part>) -> bool {
        let is_within = |inner: &Range<usize>| {
            part.is_none_or(|it| it.place.start <= inner.start && inner.end <= it.place.end)
        };
        match error.kind() {
            ErrorKind::MissingField => self.left_out.iter().any(is_within),
            ErrorKind::InvalidLink => {
                part.is_some_and(|it| it.is_object && !self.left_out.is_empty())
            }
            _ => false,
        }
    }

    fn in_order(mut self) -> Vec<Error> {
        self.errors.sort_by_key(|error| (error.line(), error.column()));
        self.errors
    }
}

/// A part of a group, with its key.
struct Part {
    /// The tokens of the group, of the key, and behind the value.
    group: u32,
    key: u32,
    behind: u32,
    place: Range<usize>,
    /// Whether it is an object, whose key is its number.
    is_object: bool,
}

/// Spaces in place of all bytes but the ends of lines, so that places stay where they are.
fn blank(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

/// Where the line of an error is, if there is anything in it, with the lines of a group that begins there.
fn line(text: &str, error: &Error) -> Option<Range<usize>> {
    let at = offset(text, error)?;
    let start = text.get(..at)?.rfind('\n').map_or(0, |at| at.saturating_add(1));
    let lines = || text.get(start..).into_iter().flat_map(|rest| rest.split_inclusive('\n'));
    let (mut depth, mut len) = (0_i64, 0_usize);
    for line in lines() {
        len = len.saturating_add(line.len());
        depth = depth.saturating_add(opened(line));
        if depth <= 0 {
            break;
        }
    }
    let is_closed = depth <= 0;
    let len = if is_closed { len } else { lines().next()?.len() };
    let end = start.checked_add(len)?;
    text.get(start..end).filter(|line| !line.trim().is_empty()).map(|_| start..end)
}

/// How many more brackets a line opens than it closes; 0 if a quote is not closed.
fn opened(line: &str) -> i64 {
    let (mut depth, mut quote, mut before) = (0_i64, None, ' ');
    for c in line.chars() {
        match (c, quote) {
            ('/', None) if before == '/' => break,
            ('"' | '\'' | '`', None) => quote = Some(c),
            (_, Some(_)) if before == '\\' => {
                before = ' ';
                continue;
            }
            (_, Some(open)) if c == open => quote = None,
            ('(' | '[' | '{', None) => depth = depth.saturating_add(1),
            (')' | ']' | '}', None) => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = c;
    }
    if quote.is_none() { depth } else { 0 }
}

/// Where in the text an error is.
fn offset(text: &str, error: &Error) -> Option<usize> {
    let place = |number: Option<u32>| usize::try_from(number?).ok()?.checked_sub(1);
    let (line, column) = (place(error.line())?, place(error.column())?);
    let start = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = text.get(start..)?;
    // A byte order mark is not a character of the line.
    let mark = if rest.starts_with('\u{feff}') { 1 } else { 0 };
    let at = rest.char_indices().nth(column.checked_add(mark)?).map_or(rest.len(), |(at, _)| at);
    start.checked_add(at)
}

/// The innermost part with a key that contains a place, unless it states versions.
fn part_around(tape: &Tape<'_>, place: usize) -> Option<Part> {
    let is_here = |start, end| (start_of(tape, start)..end_of(tape, end)).contains(&place);
    let mut found = None;
    let all = document(tape).filter(|(_, at)| Some(*at) != tape.versions);
    let mut inner = all.map(|(_, at)| at).find(|at| is_here(*at, *at));
    while let Some(group) = inner.and_then(|at| group(tape, at)) {
        inner = None;
        let (mut key, count) = tape.parts(group);
        let is_keyed = tape.token(group).kind == Kind::Brace;
        for _ in 0..count {
            let value = if is_keyed { tape.token(key).next } else { key };
            let behind = tape.token(value).next;
            if is_here(key, value) {
                inner = is_here(value, value).then_some(value);
                if is_keyed {
                    let place = start_of(tape, key)..end_of(tape, value);
                    let is_object = tape.objects == Some(group);
                    found = Some(Part { group, key, behind, place, is_object });
                }
                break;
            }
            key = behind;
        }
    }
    found
}

/// Removes the tokens of a part, as if it were not in the text.
fn remove(tape: &mut Tape<'_>, part: &Part) {
    let Part { group, key, behind, .. } = *part;
    let moved =
        |at: u32| if at < behind { at } else { at.saturating_sub(behind.saturating_sub(key)) };
    let index = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
    if let Some(group) = tape.tokens.get_mut(index(group)) {
        group.end = group.end.saturating_sub(1);
        // It no longer has the same keys as others.
        group.kin = 0;
    }
    let removed = index(key)..index(behind);
    if tape.tokens.get(removed.clone()).is_some() {
        tape.tokens.drain(removed);
    }
    for token in &mut tape.tokens {
        token.next = moved(token.next);
    }
    tape.objects = tape.objects.map(moved);
    tape.beside.1 = moved(tape.beside.1);
}
