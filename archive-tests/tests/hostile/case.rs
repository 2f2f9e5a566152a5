//! A value as bytes, with the judgement over whatever becomes of those bytes.

use archive::{Archive, Deserialize, Error, ErrorKind, Options, Serialize};
use archive_tests::memory::peak;

use crate::wire;

/// Memory that every load may take (DESIGN.md, "Bounds").
pub const FREE: usize = 64 * 1024;
/// What an error takes, with its message.
const ERROR: usize = 4 * 1024;
/// What it takes to find out which versions a strange header means: bounded by the reader's own
/// types, not by the input.
const RESOLUTION: usize = 128 * 1024;
/// The memory that a byte of an embedded schema may stand for (`Schema::from_bytes`).
const SCHEMA: usize = 192;

/// What became of some bytes.
pub struct Outcome {
    /// The body that the loaded value is saved as today.
    pub body: Result<Vec<u8>, Error>,
    /// The most memory that the load held.
    pub peak: usize,
}

/// A value as a file and as a message.
pub struct Case {
    pub name: &'static str,
    pub file: Vec<u8>,
    pub message: Vec<u8>,
    pub weight: usize,
    /// Whether the bytes are of today's version, in which each value has one form.
    pub is_today: bool,
    load: fn(&[u8]) -> Outcome,
}

/// Loads a `T`, and saves it again.
pub fn reload<T: Archive>(bytes: &[u8]) -> Outcome {
    reload_borrowing::<T>(bytes)
}

/// Loads a `T` that may point to the bytes, and saves it again.
pub fn reload_borrowing<'a, T: Serialize + Deserialize<'a>>(bytes: &'a [u8]) -> Outcome {
    let (loaded, peak) = peak(|| archive::from_slice::<T>(bytes));
    let body = loaded.map(|value| {
        let saved = Options::message().to_vec(&value).expect("what was loaded can be saved");
        saved[wire::body_start(&saved)..].to_vec()
    });
    Outcome { body, peak }
}

/// A value that is saved and loaded as a `T` of today.
pub fn case<T: Serialize + ?Sized>(
    name: &'static str,
    value: &T,
    load: fn(&[u8]) -> Outcome,
) -> Case {
    let file = archive::to_vec(value).unwrap();
    let message = Options::message().to_vec(value).unwrap();
    let weight = archive::__private::weight::<T>().unwrap();
    let case = Case { name, file, message, weight, is_today: true, load };
    // The first load finds out what is known of a type; it is not measured.
    for bytes in [&case.file, &case.message] {
        assert_eq!((case.load)(bytes).body.unwrap(), bytes[wire::body_start(bytes)..], "{name}");
    }
    case
}

impl Case {
    /// A file that an earlier release wrote.
    pub fn golden(
        name: &'static str,
        file: Vec<u8>,
        weight: usize,
        load: fn(&[u8]) -> Outcome,
    ) -> Self {
        load(&file).body.unwrap();
        Self { name, message: Vec::new(), file, weight, is_today: false, load }
    }

    /// Both forms, or the one there is.
    pub fn forms(&self) -> impl Iterator<Item = &Vec<u8>> {
        [&self.file, &self.message].into_iter().filter(|form| !form.is_empty())
    }

    pub fn load(&self, bytes: &[u8]) -> Outcome {
        (self.load)(bytes)
    }

    /// Bytes that anybody may have made are an error or a value, within the bounds of memory, and
    /// a value of today has no other form than those bytes.
    #[track_caller]
    pub fn judge(&self, bytes: &[u8]) -> Result<(), ErrorKind> {
        let outcome = self.load(bytes);
        let bound =
            FREE + ERROR + RESOLUTION + SCHEMA * self.header(bytes) + self.weight * bytes.len();
        assert!(outcome.peak <= bound, "{}: {} of {bound} bytes", self.name, outcome.peak);
        match outcome.body {
            Ok(body) => {
                if self.is_today {
                    let start = wire::body_start(bytes);
                    assert_eq!(body, &bytes[start..], "{}: a second form", self.name);
                }
                Ok(())
            }
            Err(error) => Err(error.kind()),
        }
    }

    /// As [`judge`](Self::judge), for bytes whose header is untouched: the body alone decides.
    #[track_caller]
    pub fn judge_body(&self, bytes: &[u8]) -> Result<(), ErrorKind> {
        let outcome = self.load(bytes);
        let bound = FREE + ERROR + self.weight * (bytes.len() - wire::body_start(bytes));
        assert!(outcome.peak <= bound, "{}: {} of {bound} bytes", self.name, outcome.peak);
        self.judge(bytes)
    }

    fn header(&self, bytes: &[u8]) -> usize {
        if bytes.is_empty() { 0 } else { wire::header_len(bytes).unwrap_or(bytes.len()) }
    }

    /// This file with another body, or this message.
    pub fn with_body(&self, form: &[u8], body: &[u8]) -> Vec<u8> {
        let mut bytes = form[..wire::body_start(form)].to_vec();
        if wire::is_file(form) {
            let len = (body.len() as u64).to_le_bytes();
            bytes[24..32].copy_from_slice(&len);
            bytes[32..40].copy_from_slice(&len);
        }
        bytes.extend(body);
        wire::seal(&mut bytes);
        bytes
    }

    /// This body behind the header of the message.
    pub fn message_of(&self, body: &[u8]) -> Vec<u8> {
        self.with_body(&self.message, body)
    }
}
