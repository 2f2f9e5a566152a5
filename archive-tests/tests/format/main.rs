//! What FORMAT.md says is what is written.

// Types that say they are the library's own.
use archive::__private;

mod columns;
mod examples;
