//! Texts and JSON with mistakes in them.

use std::fmt::Write as _;

use archive::{Archive, Error, Options};

/// What is said of each mistake that a person makes: something right that is replaced by something wrong.
///
/// # Panics
///
/// The source has nothing of what is right.
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

/// Exchanges each byte of a source for each of `others`: what is still text is loaded, or refused with
/// the line.
///
/// # Panics
///
/// An error has no line.
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

/// Turns over each bit of each byte of a text: what is still text is [endured](endures). Gives how many of
/// these were loaded.
///
/// # Panics
///
/// One is not endured, or the text itself is not loaded.
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

/// Whether a text is loaded: then the value is saved as a text that loads as the same one. If it is not, the
/// error is at a place in the text.
///
/// # Panics
///
/// It is neither so.
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

/// Whether two values are the same bytes: as such, a float that is no number is equal to itself.
///
/// # Panics
///
/// One cannot be saved.
pub fn are_same<T: Archive>(one: &T, other: &T) -> bool {
    let [one, other] = [one, other].map(|it| archive::to_vec(it).expect("it can be saved"));
    one == other
}

/// Asserts that an error has a line of a text, and a column in it or right behind it.
///
/// # Panics
///
/// It has not.
#[track_caller]
pub fn assert_is_placed(error: &Error, source: &str) {
    let place = error.line().zip(error.column());
    let (line, column) = place.unwrap_or_else(|| panic!("{error}\n{source}"));
    let [line, column] = [line, column].map(|it| usize::try_from(it).expect("it is small"));
    let found = source.split('\n').nth(line.wrapping_sub(1));
    let len = found.unwrap_or_else(|| panic!("{error}\n{source}")).chars().count();
    assert!((1..=len + 1).contains(&column), "{error}\n{source}");
}
