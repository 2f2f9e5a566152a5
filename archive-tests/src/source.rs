//! Texts and JSON with mistakes in them.

use std::fmt::Write as _;

use archive::Error;

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
