//! The clock of all measurements: the time of the processor that this thread took, so that what other programs do
//! meanwhile does not count.

use std::time::Duration;

use cpu_time::ThreadTime;

/// A moment on the clock.
#[derive(Debug)]
pub struct Start(ThreadTime);

impl Start {
    /// Now.
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
