//! The clock of all measurements: this thread's processor time, which other programs do not affect.

use std::time::Duration;

use cpu_time::ThreadTime;

/// A point in time.
#[derive(Debug)]
pub struct Start(ThreadTime);

impl Start {
    /// The current time.
    #[must_use]
    pub fn now() -> Self {
        Self(ThreadTime::now())
    }

    /// The time since then.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
