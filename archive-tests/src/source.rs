//! Texts and JSON with mistakes in them.

use std::fmt::Write as _;

use archive::{Archive, Error, Options};

/// The errors for all mistakes: each replaces something correct with something wrong.
///
/// # Panics
///
/// If the source lacks the text to be replaced.
pub fn mistakes(source: &str, all: &[(&str, &str)], refuse: impl Fn(&str) -> Error) -> String {
    let mut said = String::new();
    for (right, wrong) in all {
        assert!(source.contains(right), "{right}");
        let error = refuse(&source.replacen(right, wrong, 1));
        writeln!(said, "# {right:?} -> {wrong:?}\n{:?}: {error}\n", error.kind())
            .expect("a string takes it");
    }
    said
}

/// Replaces each byte of a source with each of `others`. Whatever is still UTF-8 must load, or be
/// refused with a line.
///
/// # Panics
///
/// If an error has no line.
pub fn endures_flips<T>(source: &str, others: &[u8], load: impl Fn(&str) -> Result<T, Error>) {
    let mut bytes = source.as_bytes().to_vec();
    for at in 0..bytes.len() {
        let before = bytes[at];
        for other in others {
            bytes[at] = *other;
            if let Ok(source) = std::str::from_utf8(&bytes)
                && let Err(error) = load(source)
            {
                assert!(error.line().is_some(), "{error}");
            }
        }
        bytes[at] = before;
    }
}

/// Flips each bit of a text. Whatever is still UTF-8 must be [endured](endures). Gives how many of
/// those texts loaded.
///
/// # Panics
///
/// If one is not endured, or the text itself does not load.
pub fn endures_every_flip<T: Archive>(
    options: &Options,
    source: &str,
    is_same: impl Fn(&T, &T) -> bool,
) -> usize {
    let mut bytes = source.as_bytes().to_vec();
    let mut loaded = 0;
    assert!(endures::<T>(options, source, &is_same), "{source}");
    for bit in 0..bytes.len() * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8);
        if let Ok(source) = std::str::from_utf8(&bytes) {
            loaded += usize::from(endures::<T>(options, source, &is_same));
        }
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    loaded
}

/// Whether a text loads. If so, its value must save as a text that loads as the same value; if not,
/// the error must have a place in the text.
///
/// # Panics
///
/// If neither holds.
#[track_caller]
pub fn endures<T: Archive>(
    options: &Options,
    source: &str,
    is_same: impl Fn(&T, &T) -> bool,
) -> bool {
    match options.from_text::<T>(source) {
        Ok(value) => {
            let saved = options.to_text(&value);
            let saved = saved.unwrap_or_else(|error| panic!("{error}\n{source}"));
            let again = options.from_text::<T>(&saved);
            let again = again.unwrap_or_else(|error| panic!("{error}\n{source}\n{saved}"));
            assert!(is_same(&value, &again), "{source}\n{saved}");
            let twice = options.to_text(&again).map_err(|error| error.to_string());
            assert_eq!(twice.as_ref(), Ok(&saved), "{source}");
            true
        }
        Err(error) => {
            assert_is_placed(&error, source);
            false
        }
    }
}

/// Whether two values save as the same bytes. Unlike `==`, this makes a NaN equal to itself.
///
/// # Panics
///
/// If one cannot be saved.
pub fn are_same<T: Archive>(one: &T, other: &T) -> bool {
    let [one, other] = [one, other].map(|it| archive::to_vec(it).expect("it can be saved"));
    one == other
}

/// Asserts that an error has a line of a text, and a column in it or just past its end.
///
/// # Panics
///
/// If it does not.
#[track_caller]
pub fn assert_is_placed(error: &Error, source: &str) {
    let place = error.line().zip(error.column());
    let (line, column) = place.unwrap_or_else(|| panic!("{error}\n{source}"));
    let [line, column] = [line, column].map(|it| usize::try_from(it).expect("it is small"));
    let found = source.split('\n').nth(line.wrapping_sub(1));
    let len = found.unwrap_or_else(|| panic!("{error}\n{source}")).chars().count();
    assert!((1..=len + 1).contains(&column), "{error}\n{source}");
}
