//! Prints how long 100 derived structs take to compile with each library.

use archive_benches::{compile, report};

fn main() -> std::io::Result<()> {
    print!("{}", report::page::compile_times(&compile::measure(3)?));
    Ok(())
}
