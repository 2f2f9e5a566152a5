//! Prints errors for people.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt;

use super::Error;
use crate::text::escape::is_hidden;

/// Prints `slot1.sav: player.inventory[3].count (byte 482): what happened`, then the excerpt, the versions and the help
/// on lines of their own.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_place(f)?;
        f.write_str(&self.0.detail)?;
        #[cfg(feature = "std")]
        if let Some(source) = &self.0.source {
            write!(f, ": {source}")?;
        }
        for line in self.0.excerpt.lines() {
            write!(f, "\n  {line}")?;
        }
        self.write_versions(f)?;
        write!(f, "\n  help: {}", self.help())
    }
}

/// The file and the place in it.
struct Place<'e>(&'e Error);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_place(f)
    }
}

impl Error {
    /// The error of what failed because of this one; where that was is part of what happened.
    #[cold]
    pub(crate) fn reported_by(self, what: &str) -> Self {
        let detail = format!("{what}: {}{}", Place(&self), self.0.detail);
        let mut outer = Self::new(self.kind(), detail);
        (outer.0.help, outer.0.needed) = (self.0.help, self.0.needed);
        #[cfg(feature = "std")]
        {
            outer.0.source = self.0.source;
        }
        outer
    }

    fn write_place(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        let mut gap = "";
        #[cfg(feature = "std")]
        if let Some(file) = &inner.file {
            write!(f, "{}", file.display())?;
            gap = ": ";
        }
        if !inner.path.is_empty() {
            write!(f, "{gap}{}", shortened(&inner.path))?;
            gap = ": ";
        }
        let before = if gap.is_empty() { "" } else { " " };
        match (inner.position, inner.offset) {
            (Some((line, column)), _) => write!(f, "{before}(line {line}, column {column}): "),
            (None, Some(offset)) => write!(f, "{before}(byte {offset}): "),
            (None, None) => f.write_str(gap),
        }
    }

    fn write_versions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        if inner.type_name.is_empty() {
            return Ok(());
        }
        write!(f, "\n  type: {}", inner.type_name)?;
        if let Some(found) = inner.found {
            write!(f, ", version {found}")?;
        }
        match inner.readable {
            Some((oldest, newest)) if oldest == newest => {
                write!(f, " (this program reads version {newest})")
            }
            Some((oldest, newest)) => {
                write!(f, " (this program reads versions {oldest} to {newest})")
            }
            None => Ok(()),
        }
    }
}

/// The most bytes of input text that a message quotes.
const SHORT: usize = 400;

/// Cuts text from an untrusted input to a readable length.
pub(crate) fn short(text: &str) -> Cow<'_, str> {
    if text.len() <= SHORT {
        return Cow::Borrowed(text);
    }
    let end = (0..=SHORT).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    let (start, rest) = text.split_at(end);
    Cow::Owned(format!("{start}.. ({} more bytes)", rest.len()))
}

/// Cuts a name from an untrusted input, and escapes characters that are invisible, or that a terminal would obey.
pub(crate) fn shown(name: &str) -> Cow<'_, str> {
    if !name.chars().any(is_hidden) {
        return short(name);
    }
    let mut clean = String::new();
    for c in short(name).chars() {
        if is_hidden(c) { clean.extend(c.escape_unicode()) } else { clean.push(c) }
    }
    Cow::Owned(clean)
}

/// The most names in a message, after the first.
const FEW: usize = 16;

/// Lists names from an untrusted input.
pub(crate) fn listed<'n>(first: &str, names: impl Iterator<Item = &'n str>) -> String {
    let mut list = format!("`{}`", shown(first));
    for (count, name) in names.enumerate() {
        if count == FEW {
            list.push_str(", ..");
            break;
        }
        list.push_str(&format!(", `{}`", shown(name)));
    }
    list
}

/// Leaves out the middle of a path that is very deep.
fn shortened(path: &str) -> Cow<'_, str> {
    let steps = || path.match_indices(['.', '[', '{']).map(|(at, _)| at);
    let (Some(start), Some(end)) = (steps().nth(7), steps().rev().nth(7)) else {
        return Cow::Borrowed(path);
    };
    match (path.get(..start), path.get(end..)) {
        (Some(first), Some(last)) if start.saturating_add(SHORT) < end => {
            Cow::Owned(format!("{first} .. {}", last.trim_start_matches('.')))
        }
        _ => Cow::Borrowed(path),
    }
}
