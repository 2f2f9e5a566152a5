//! Loads a text in spite of mistakes in it, by leaving out the parts that have them.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::lex;
use super::parts::{Part, Shortened, way_to};
use super::repair::{blank, repair, without_comments};
use super::tape::{Kind, Tape, index};
use crate::nearest::nearest;
use crate::{Archive, Context, Error, ErrorKind, Lend, Limits, Options, Shape};

/// The most mistakes: each takes another load.
const MOST: usize = 64;

/// The most elements that are left out of a list before the list itself is.
const MOST_OF_A_LIST: usize = 16;

/// The most bytes that are read again, all times together: any number of links may have lost their object.
const MOST_READ: usize = 1 << 25;

/// Lines that do not follow the grammar are left out until the texts that were looked at have this many bytes together: each
/// such line takes several looks at the whole text.
const MOST_LOOKED_AT: usize = 4 << 20;

/// Loads a value from a text in which a person made mistakes. Returns the mistakes, too, in the order of their lines.
///
/// A field, an entry of a map or an element of a list whose value has a mistake is left out, and so are a field with an
/// unknown name, a line that does not follow the grammar, and a misspelt name of the type. What is open at the end is
/// closed, and a group within another before a line that is indented less than its fields. A field that is left out takes
/// its default; if it has none, what contains it is left out instead. So one typing error mostly costs one setting, not all
/// of them, and the player learns of all errors at once. A bracket too many or too few may cost more, above all in the
/// first line. A list that has lost 16 elements is left out as a whole if another has a mistake. There may be 64 mistakes;
/// in a text above 64 KiB, fewer of them in its grammar.
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive, Debug, PartialEq)]
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
/// # Ok::<(), archive::Error>(())
/// ```
///
/// A value that a hook refuses is a mistake of all that the hook sees: if the `validate` of the whole settings refuses a volume
/// above 1, the load fails, as nothing tells which field to leave out. So let `after_load` bring such a value within its
/// bounds, as with `self.volume = self.volume.clamp(0., 1.)`, or check it in a type of its own, which is left out alone unless it
/// is flattened.
///
/// [`save`](super::save) over the text replaces the mistakes by the values that were taken instead, if the text follows the
/// grammar, and fails with [`ErrorKind::Syntax`] if not, as it would lose the player's comments and what was left out. If
/// that is what the player wants, `save_bytes(path, text::to_string(&settings)?.as_bytes())` writes the file anew.
///
/// # Errors
///
/// Fails like [`from_str`](super::from_str) if everything depends on a mistake, or if there are more than 64 mistakes. A text
/// of a newer program is no mistake, nor is one that is too old, even if only a part of it is:
/// `Options::newer(Newer::Accept)` reads newer ones.
pub fn from_str_lenient<T: Archive>(text: &str) -> Result<(T, Vec<Error>), Error> {
    Options::file().from_text_lenient(text)
}

/// Loads a value from a text in which a person made mistakes, as [`from_str_lenient`] does, lending `context` to its hooks,
/// converters and [handles](crate::Handle). Each part that is left out takes another load, so they may be called often.
///
/// # Errors
///
/// Fails like [`from_str_lenient`].
pub fn from_str_lenient_with<T: Archive>(
    text: &str,
    context: impl Lend,
) -> Result<(T, Vec<Error>), Error> {
    Options::file().from_text_lenient_with(text, context)
}

impl Options {
    /// Loads a value from a text that may have mistakes; see
    /// [`text::from_str_lenient`](crate::text::from_str_lenient).
    ///
    /// # Errors
    ///
    /// Fails like [`text::from_str_lenient`](crate::text::from_str_lenient).
    pub fn from_text_lenient<T: Archive>(&self, text: &str) -> Result<(T, Vec<Error>), Error> {
        self.read_text_lenient(text, Context::empty())
    }

    /// Loads a value from a text that may have mistakes, lending `context` to its hooks, converters and handles; see
    /// [`text::from_str_lenient_with`](crate::text::from_str_lenient_with).
    ///
    /// # Errors
    ///
    /// Fails like [`text::from_str_lenient`](crate::text::from_str_lenient).
    pub fn from_text_lenient_with<T: Archive>(
        &self,
        text: &str,
        mut context: impl Lend,
    ) -> Result<(T, Vec<Error>), Error> {
        self.read_text_lenient(text, Context::of(&mut context))
    }

    pub(super) fn read_text_lenient<T: Archive>(
        &self,
        text: &str,
        mut context: Context<'_>,
    ) -> Result<(T, Vec<Error>), Error> {
        let mut mistakes = Mistakes::default();
        let text = mistakes.repaired(text, self.get_limits(), T::TYPE.shape())?;
        let text = match self.read_tape(&lex::tape(&text, self.get_limits())?, context.reborrow()) {
            Ok(value) => return Ok((value, mistakes.in_order())),
            Err(error) => mistakes.without_name(text, T::TYPE.shape(), error)?,
        };
        let mut tape = lex::tape(&text, self.get_limits())?;
        loop {
            match self.read_tape(&tape, context.reborrow()) {
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
    shortened: Shortened,
    has_lost_object: bool,
}

impl Mistakes {
    /// The text with spaces in place of what does not follow the grammar, and with closed brackets.
    ///
    /// # Errors
    ///
    /// Fails with the first mistake if there are too many, or if there is no line that has it.
    fn repaired<'a>(
        &mut self,
        text: &'a str,
        limits: &Limits,
        root: Option<&Shape>,
    ) -> Result<Cow<'a, str>, Error> {
        let mut text = Cow::Borrowed(text);
        let mut looked_at: usize = 0;
        while let Err(error) = lex::tape(&text, limits) {
            let may_repair = error.kind() == ErrorKind::Syntax
                && self.left_out.len() < MOST
                && looked_at < MOST_LOOKED_AT;
            looked_at = looked_at.saturating_add(text.len());
            let repaired = if may_repair { repair(&text, &error, limits, root) } else { None };
            // That nothing is left only follows from what was left out.
            if self.left_out.is_empty() || !text.trim().is_empty() {
                self.errors.push(error);
            }
            let Some(repaired) = repaired else { return Err(self.errors.swap_remove(0)) };
            text = Cow::Owned(repaired.text);
            self.left_out.push(repaired.place);
        }
        Ok(text)
    }

    /// The text without the name of its type, if the error is that the name is misspelt, and without its version, if that
    /// is today's. A text of another type is none of this one with a mistake.
    ///
    /// # Errors
    ///
    /// Fails if the name is misspelt and has another version, which cannot be stated without a name.
    fn without_name<'a>(
        &mut self,
        text: Cow<'a, str>,
        root: Option<&Shape>,
        error: Error,
    ) -> Result<Cow<'a, str>, Error> {
        let found = root.and_then(|root| {
            let at = offset(&text, &error).filter(|_| error.kind() == ErrorKind::WrongType)?;
            let (before, rest) = text.split_at_checked(at)?;
            let behind = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
            let versions = before.trim_start().strip_prefix("@versions");
            let before = versions.and_then(|it| it.split_once('}')).map_or(before, |(_, it)| it);
            let is_of_root = !without_comments(before).contains(['{', '(', '[']);
            let (name, _) = rest.split_at_checked(rest.len().saturating_sub(behind.len()))?;
            nearest(name, root.names()).filter(|_| is_of_root)?;
            let behind = behind.trim_start();
            let stated = behind.strip_prefix(&*format!("@{}", root.version)).map(str::trim_start);
            let group = stated.filter(|it| it.starts_with(['{', '('])).unwrap_or(behind);
            let end = rest.len().saturating_sub(group.len());
            group.starts_with(['{', '(', '@']).then(|| (root, at..at.saturating_add(end), group))
        });
        let Some((root, name, group)) = found else { return Ok(text) };
        if group.starts_with('@') {
            return Err(error.with_help(format!(
                "correct the name of the type, `{}`: it may be misspelt only in a text of today's version, {}, but this one \
                 states another",
                root.name, root.version
            )));
        }
        self.errors.push(error);
        self.left_out.push(name.start..name.start);
        let blank = text.get(name.clone()).map(blank).unwrap_or_default();
        let mut text = text.into_owned();
        text.replace_range(name, &blank);
        Ok(Cow::Owned(text))
    }

    /// Leaves out the innermost part with a key, or element of a list, that has this error.
    ///
    /// # Errors
    ///
    /// Fails with the mistake that is to blame, if there is no such part or too many were left out. That a text is of another
    /// version is no mistake, wherever it says so.
    fn leave_out(&mut self, tape: &mut Tape<'_>, error: Error) -> Result<(), Error> {
        if matches!(error.kind(), ErrorKind::TooNew | ErrorKind::TooOld) {
            return Err(error);
        }
        let at = offset(tape.text, &error);
        let mut way = at.map_or(Vec::new(), |at| way_to(tape, at));
        let error = self.shortened.renumbered(error, &way);
        let last = self.to_leave_out(&way);
        let part = last.map(|last| way.swap_remove(last));
        let follows = self.follows(&error, at, part.as_ref());
        let is_object = part.as_ref().is_some_and(|part| part.is_object);
        if follows && is_object && error.kind() == ErrorKind::InvalidLink && !tape.passes_unused {
            tape.passes_unused = true;
            return Ok(());
        }
        let is_read = self.left_out.len().saturating_mul(tape.text.len()) < MOST_READ;
        let is_few = if follows { is_read } else { self.errors.len() < MOST };
        let part = part.filter(|_| is_few);
        let Some(part) = part else {
            return Err(match self.errors.first() {
                // A hook refuses the whole by its own rules.
                _ if error.kind() == ErrorKind::Hook => error,
                // If lines are missing, what is left need not be what a person meant.
                Some(first) if first.kind() == ErrorKind::Syntax => self.errors.swap_remove(0),
                Some(_) if follows => self.errors.pop().unwrap_or(error),
                _ => error,
            });
        };
        if !follows {
            self.errors.push(error);
        }
        self.left_out.push(part.place.clone());
        if part.kind == Kind::Bracket {
            self.shortened.leave_out(&part);
        }
        self.has_lost_object |= part.is_object;
        remove(tape, &part);
        Ok(())
    }

    /// The innermost part that has a key or is in a list, unless the list has lost so many that what contains it is left out.
    fn to_leave_out(&self, way: &[Part]) -> Option<usize> {
        let is_whole = |part: &Part| part.kind != Kind::Paren;
        let is_few =
            |part: &Part| part.kind != Kind::Bracket || self.shortened.lost(part) < MOST_OF_A_LIST;
        let of_few = way.iter().rposition(|part| is_whole(part) && is_few(part));
        of_few.or_else(|| way.iter().rposition(is_whole))
    }

    /// Whether an error only follows from what was left out: a field is missing, an array is too short, or an object has lost
    /// its links.
    fn follows(&self, error: &Error, at: Option<usize>, part: Option<&Part>) -> bool {
        let is_within = |inner: &Range<usize>| {
            part.is_none_or(|it| it.place.start <= inner.start && inner.end <= it.place.end)
        };
        match error.kind() {
            ErrorKind::MissingField => self.left_out.iter().any(is_within),
            ErrorKind::Mismatch => at.is_some_and(|at| self.shortened.is_list(at)),
            ErrorKind::InvalidLink => {
                self.has_lost_object
                    || part.is_some_and(|it| it.is_object && !self.left_out.is_empty())
            }
            // What serde says of a field that was there. Its errors have no kinds.
            _ => {
                error.detail().starts_with("missing field `")
                    && part.is_some()
                    && self.left_out.iter().any(is_within)
            }
        }
    }

    fn in_order(mut self) -> Vec<Error> {
        self.errors.sort_by_key(|error| (error.line(), error.column()));
        // What was noticed again after a repair elsewhere is one mistake.
        self.errors.dedup_by(|a, b| {
            (a.line(), a.column(), a.detail()) == (b.line(), b.column(), b.detail())
        });
        self.errors
    }
}

/// Where in the text an error is.
pub(super) fn offset(text: &str, error: &Error) -> Option<usize> {
    let place = |number: Option<u32>| usize::try_from(number?).ok()?.checked_sub(1);
    let (line, column) = (place(error.line())?, place(error.column())?);
    let start = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = text.get(start..)?;
    // A byte order mark is not a character of the line.
    let mark = if rest.starts_with('\u{feff}') { 1 } else { 0 };
    let at = rest.char_indices().nth(column.checked_add(mark)?).map_or(rest.len(), |(at, _)| at);
    start.checked_add(at)
}

/// Removes the tokens of a part, as if it were not in the text.
fn remove(tape: &mut Tape<'_>, part: &Part) {
    let Part { group, key, behind, .. } = *part;
    let moved =
        |at: u32| if at < behind { at } else { at.saturating_sub(behind.saturating_sub(key)) };
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
}
