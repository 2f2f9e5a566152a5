//! Golden files.
//!
//! A *golden file* is an archive that was written when its version was the newest. It is kept
//! forever in `golden/<story>/v<version>.<form>`. `ARCHIVE_GOLDEN=accept cargo test` writes the
//! missing ones; nothing overwrites an existing one.

use std::fs;
use std::path::{Path, PathBuf};

use archive::{Error, Layout, Options, Serialize};

pub use crate::refusal::refusal;
pub use crate::story::Story;

/// Every form in which archives are tested, with the extension of its golden files.
///
/// To test a new layout, add a line here.
#[must_use]
pub fn forms() -> Vec<(&'static str, Options)> {
    // Without tables of shared objects. `tests/graph` has golden files with them.
    vec![
        ("file", Options::file().layout(Layout::Rows).by_value(true)),
        ("message", Options::message().by_value(true)),
        ("columns", Options::file().by_value(true)),
    ]
}

/// The directory of a story's golden files.
#[must_use]
pub fn directory(story: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(story)
}

/// Whether missing golden files are written.
fn accepts() -> bool {
    std::env::var_os("ARCHIVE_GOLDEN").is_some_and(|value| value == "accept")
}

/// The bytes of a golden file, which must equal `today`.
///
/// # Panics
///
/// If the file is missing and must not be written, or differs from `today`.
#[must_use]
pub fn golden(story: &str, version: u32, form: &str, today: &[u8]) -> Vec<u8> {
    let path = directory(story).join(format!("v{version}.{form}"));
    if !path.exists() {
        let name = path.display();
        assert!(accepts(), "{name} is missing: `ARCHIVE_GOLDEN=accept cargo test` writes it");
        fs::create_dir_all(directory(story)).expect("a directory for golden files");
        fs::write(&path, today).expect("a golden file is written");
    }
    let kept = fs::read(&path).expect("a golden file is read");
    if kept != today {
        let at = kept.iter().zip(today).take_while(|(kept, today)| kept == today).count();
        panic!(
            "{} is not what version {version} writes today: {} bytes and {} differ from byte {at} on",
            path.display(),
            kept.len(),
            today.len()
        );
    }
    kept
}

/// The golden files of a version in a form: what it writes today, which must equal `today`, and
/// what it wrote when it shipped if that differs. What version 3 writes now is then in `v3.2.text`.
///
/// # Panics
///
/// As [`golden`].
#[must_use]
pub fn spellings(
    story: &str,
    version: u32,
    form: &str,
    today: &[u8],
) -> (Vec<u8>, Option<Vec<u8>>) {
    let first = directory(story).join(format!("v{version}.{form}"));
    let then = fs::read(&first).ok().filter(|then| then != today);
    let form = if then.is_some() { format!("2.{form}") } else { form.to_owned() };
    let is_new = then.is_some() && !directory(story).join(format!("v{version}.{form}")).exists();
    assert!(
        !is_new || accepts(),
        "{} is not what version {version} writes today: undo that, or, if it is meant, run \
         `ARCHIVE_GOLDEN=accept cargo test`, after which both must load",
        first.display()
    );
    (golden(story, version, &form, today), then)
}

/// As [`spellings`], for a form that people read: today's spelling, and the one when it shipped.
///
/// # Panics
///
/// As [`golden`].
#[must_use]
pub fn readable(story: &str, version: u32, form: &str, today: &str) -> Vec<String> {
    let (today, then) = spellings(story, version, form, today.as_bytes());
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    [today].into_iter().chain(then).map(text).collect()
}

/// Saves a value, and checks that measuring it and writing it into a buffer agree.
///
/// # Errors
///
/// Those of saving.
///
/// # Panics
///
/// If they do not agree.
pub fn save<T: Serialize>(options: &Options, value: &T) -> Result<Vec<u8>, Error> {
    let bytes = options.to_vec(value);
    let measured = options.encoded_len(value);
    let mut buffer = vec![0; bytes.as_ref().map_or(4096, Vec::len)];
    let written = options.write_into(value, &mut buffer);
    let Ok(bytes) = bytes else {
        let why = said(bytes.as_ref());
        assert_eq!(said(measured.as_ref()), why, "`encoded_len` refuses as `to_vec` does");
        assert_eq!(said(written.as_ref()), why, "`write_into` refuses as `to_vec` does");
        return bytes;
    };
    assert_eq!(measured.expect("what can be saved can be measured"), bytes.len());
    assert_eq!(written.expect("the buffer is long enough"), bytes.len());
    assert_eq!(buffer, bytes, "`write_into` writes what `to_vec` gives");
    buffer.pop();
    let short = options.write_into(value, &mut buffer).expect_err("the buffer is too short");
    assert_eq!(short.needed(), Some(bytes.len()));
    Ok(bytes)
}

fn said<T>(result: Result<&T, &Error>) -> Option<String> {
    result.err().map(ToString::to_string)
}
