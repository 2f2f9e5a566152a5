//! Stories and helpers shared by the tests.

pub mod erased;
pub mod golden;
pub mod hostile;
pub mod made;
pub mod memory;
pub mod nothing;
pub mod readable;
mod refusal;
pub mod releases;
pub mod source;
mod story;
pub mod wire;

/// Whether a save first checks that the value is visited as its type declares, as in other people's builds for debugging.
#[must_use]
pub fn saves_are_checked() -> bool {
    std::env::var_os("ARCHIVE_SHARED_CODE").is_some()
}
