//! How a value is spelt as JSON.

/// How a value is spelt as JSON, where there is more than one way.
///
/// ```
/// use archive_core::{Options, json::Spelling};
///
/// let score = (u64::MAX, 0.5_f32);
/// assert_eq!(Options::file().to_json(&score)?, r#"["18446744073709551615",0.5]"#);
///
/// // For a program that reads integers of any width, as Python does.
/// let numbers = Spelling::new().wide_numbers(true);
/// assert_eq!(Options::file().to_json_as(&score, numbers)?, "[18446744073709551615,0.5]");
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// However it is spelt, [`from_str`](super::from_str) reads it. Without versions an old text is only
/// known as such by the names in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    pretty: bool,
    versions: bool,
    wide_numbers: bool,
}

impl Spelling {
    /// On one line, with versions, and wide integers as strings.
    #[must_use]
    pub const fn new() -> Self {
        Self { pretty: false, versions: true, wide_numbers: false }
    }

    /// Spreads objects and arrays over lines.
    #[must_use]
    pub const fn pretty(mut self, on: bool) -> Self {
        self.pretty = on;
        self
    }

    /// States the versions of the types, so that the text still loads when they have changed.
    #[must_use]
    pub const fn versions(mut self, on: bool) -> Self {
        self.versions = on;
        self
    }

    /// Writes integers of 64 and 128 bits as numbers, which many programs round to 53 bits.
    #[must_use]
    pub const fn wide_numbers(mut self, on: bool) -> Self {
        self.wide_numbers = on;
        self
    }

    pub(super) const fn is_pretty(self) -> bool {
        self.pretty
    }

    pub(super) const fn has_versions(self) -> bool {
        self.versions
    }

    /// From how many bytes on integers are strings.
    pub(super) const fn wide(self) -> usize {
        if self.wide_numbers { usize::MAX } else { size_of::<u64>() }
    }
}

impl Default for Spelling {
    fn default() -> Self {
        Self::new()
    }
}
