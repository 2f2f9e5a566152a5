//! Places in a text: line, column and excerpt for errors.

use alloc::format;
use alloc::string::String;

use super::tape::index;
use crate::Error;

/// A range of bytes of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The most characters that are shown of a line.
const WIDTH: usize = 76;

impl Place<'_> {
    /// Adds the line, column and excerpt of this place to an error, unless it has a place already.
    #[cold]
    pub(crate) fn of(self, error: Error) -> Error {
        if error.line().is_some() {
            return error;
        }
        let start = index(self.start).min(self.text.len());
        let start = (0..=start).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0);
        let (before, after) = self.text.split_at_checked(start).unwrap_or((self.text, ""));
        let line = before.bytes().filter(|byte| *byte == b'\n').count().saturating_add(1);
        let line_start = before.rfind('\n').map_or(0, |at| at.saturating_add(1));
        let head = before.get(line_start..).unwrap_or_default();
        // A byte order mark does not count as a character of the line.
        let head = head.strip_prefix('\u{feff}').unwrap_or(head);
        let column = head.chars().count().saturating_add(1);
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let len = index(self.end).saturating_sub(start);
        let excerpt = excerpt(line, head, after, len);
        error.at_position(number(line), number(column)).with_excerpt(excerpt)
    }
}

/// A line with carets below the `len` bytes after `head`.
fn excerpt(line: usize, head: &str, after: &str, len: usize) -> String {
    let rest = after.split(['\n', '\r']).next().unwrap_or_default();
    // Of a long line, show only the part around the place.
    let skipped = head.chars().count().saturating_sub(WIDTH / 2);
    let head: String = head.chars().skip(skipped).map(visible).collect();
    let room = WIDTH.saturating_sub(head.chars().count());
    let marked = rest.char_indices().take_while(|(at, _)| *at < len).count().clamp(1, room.max(1));
    let tail: String = rest.chars().take(room).map(visible).collect();
    let dots = if skipped > 0 { ".." } else { "" };
    let more = if rest.chars().nth(room).is_some() { ".." } else { "" };
    let number = format!("{line}");
    let margin = " ".repeat(number.len());
    let gap = " ".repeat(dots.len().saturating_add(head.chars().count()));
    format!("{number} | {dots}{head}{tail}{more}\n{margin} | {gap}{}", "^".repeat(marked))
}

/// Replaces control characters, which a terminal would obey, by spaces.
fn visible(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}
