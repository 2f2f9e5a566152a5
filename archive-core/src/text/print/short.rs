//! Short texts appended by copies of a length that the compiler knows: a call for each takes longer
//! than the copy.

use alloc::string::String;

use ascii::{AsciiChar, AsciiStr};

/// The longest label that is copied at once.
const LONG: usize = 32;

/// A name that is written again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Label {
    text: String,
    /// The same with spaces behind it, if it is short and each byte a character.
    padded: Option<[AsciiChar; LONG]>,
}

impl Label {
    pub(crate) fn new(text: String) -> Self {
        let mut padded = [AsciiChar::Space; LONG];
        let short = AsciiStr::from_ascii(&text).ok().and_then(|short| {
            padded.get_mut(..text.len())?.copy_from_slice(short.as_slice());
            Some(padded)
        });
        Self { text, padded: short }
    }

    /// Appends it.
    #[inline(always)]
    pub(super) fn push(&self, out: &mut String) {
        match &self.padded {
            Some(padded) => push_padded(padded, self.text.len(), out),
            None => out.push_str(&self.text),
        }
    }
}

/// Appends the first `len` characters.
#[inline(always)]
fn push_padded(padded: &[AsciiChar; LONG], len: usize, out: &mut String) {
    let end = out.len().wrapping_add(len);
    out.push_str(<&AsciiStr>::from(&padded[..]).as_str());
    out.truncate(end);
}

/// Begins a line with so many spaces.
#[inline(always)]
pub(super) fn new_line(out: &mut String, spaces: usize) {
    const SPACES: [AsciiChar; LONG] = [AsciiChar::Space; LONG];
    out.push('\n');
    match spaces {
        0..=LONG => push_padded(&SPACES, spaces, out),
        _ => out.extend(core::iter::repeat_n(' ', spaces)),
    }
}

/// Appends a text of which each byte is a character.
#[inline(always)]
pub(crate) fn push_ascii(out: &mut String, text: &str) {
    match text.len() {
        16..=32 => push_twice::<16>(out, text),
        8..=15 => push_twice::<8>(out, text),
        4..=7 => push_twice::<4>(out, text),
        2..=3 => push_twice::<2>(out, text),
        1 => push_twice::<1>(out, text),
        _ => out.push_str(text),
    }
}

/// Appends a text of `N` to `2 * N` bytes: first the front, and then the end over what is twice.
#[inline(always)]
fn push_twice<const N: usize>(out: &mut String, text: &str) {
    let from = text.len().wrapping_sub(N);
    let (Some(front), Some(end)) = (text.get(..N), text.get(from..)) else {
        return out.push_str(text);
    };
    let start = out.len();
    out.push_str(front);
    out.truncate(start.wrapping_add(from));
    out.push_str(end);
}
