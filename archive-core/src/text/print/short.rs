//! Appends short texts with copies whose length the compiler knows, since a call to `memcpy` would take
//! longer than the copy itself.

use alloc::string::String;

use ascii::{AsciiChar, AsciiStr};

/// The longest label that is copied in one piece.
const LONG: usize = 32;

/// A name that is written many times.
#[derive(Clone, Debug, Default)]
pub(crate) struct Label {
    text: String,
    /// The same text, padded with spaces, if it is short and ASCII.
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

    /// Appends the label.
    #[inline(always)]
    pub(super) fn push(&self, out: &mut String) {
        match &self.padded {
            Some(padded) => push_padded(padded, self.text.len(), out),
            None => out.push_str(&self.text),
        }
    }
}

/// Appends the first `len` characters of `padded`.
#[inline(always)]
fn push_padded(padded: &[AsciiChar; LONG], len: usize, out: &mut String) {
    let end = out.len().wrapping_add(len);
    out.push_str(<&AsciiStr>::from(&padded[..]).as_str());
    out.truncate(end);
}

/// Begins a line with this many spaces.
#[inline(always)]
pub(super) fn new_line(out: &mut String, spaces: usize) {
    const SPACES: [AsciiChar; LONG] = [AsciiChar::Space; LONG];
    out.push('\n');
    match spaces {
        0..=LONG => push_padded(&SPACES, spaces, out),
        _ => out.extend(core::iter::repeat_n(' ', spaces)),
    }
}

/// Appends a text that is usually ASCII.
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

/// Appends a text of `N` to `2 * N` bytes as two overlapping pieces: its first `N` bytes, then its last `N`
/// over them.
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
