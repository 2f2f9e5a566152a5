//! Checks the shapes of a release against the given lock file, as a program's test would.

use archive::Describe;
use archive_tests::releases::second::Save;

fn main() -> Result<(), archive::Error> {
    let path = std::env::args_os().nth(1).unwrap_or_default();
    archive::lock::check(path, &[Save::lock()])
}
