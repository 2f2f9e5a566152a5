//! Options for how a value is spelt as JSON.

/// How to spell a value as JSON, where there is more than one way.
///
/// ```
/// use archive::{Options, json::Spelling};
///
/// let score = (u64::MAX, 0.5_f32);
/// assert_eq!(Options::file().to_json(&score)?, r#"["18446744073709551615",0.5]"#);
///
/// // For a program that reads integers of any width, as Python does.
/// let numbers = Spelling::new().wide_numbers(true);
/// assert_eq!(Options::file().to_json_as(&score, numbers)?, "[18446744073709551615,0.5]");
/// # Ok::<(), archive::Error>(())
/// ```
///
/// [`from_str`](super::from_str) reads every spelling. Without versions, only the names in a text show which version it
/// is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    pub(super) pretty: bool,
    pub(super) versions: bool,
    wide_numbers: bool,
}

impl Spelling {
    /// Creates the default spelling: on one line, with versions, and with wide integers as strings.
    #[must_use]
    pub const fn new() -> Self {
        Self { pretty: false, versions: true, wide_numbers: false }
    }

    /// Sets whether objects and arrays are spread over several lines.
    #[must_use]
    pub const fn pretty(mut self, on: bool) -> Self {
        self.pretty = on;
        self
    }

    /// Sets whether the text states the versions of its types, so that it still loads after they change.
    #[must_use]
    pub const fn versions(mut self, on: bool) -> Self {
        self.versions = on;
        self
    }

    /// Sets whether integers of 64 and 128 bits are written as numbers, which many programs round to 53 bits.
    #[must_use]
    pub const fn wide_numbers(mut self, on: bool) -> Self {
        self.wide_numbers = on;
        self
    }

    /// The size in bytes from which integers are written as strings.
    pub(super) const fn wide(self) -> usize {
        if self.wide_numbers { usize::MAX } else { size_of::<u64>() }
    }
}

impl Default for Spelling {
    fn default() -> Self {
        Self::new()
    }
}
