//! The counts of the program `heap`.

use std::collections::HashMap;
use std::io;
use std::process::Command;

/// Peak heap use, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Heap {
    /// While saving into a new buffer, including that buffer.
    pub saving: u64,
    /// The size of the output.
    pub output: u64,
    /// While loading, including the value.
    pub loading: u64,
    /// The final size of the value.
    pub value: u64,
}

/// Runs the program, and returns its counts by data set and codec.
///
/// # Errors
///
/// If Cargo cannot build or run it.
pub fn measure() -> io::Result<HashMap<(String, String), Heap>> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--release", "--quiet", "--bin", "heap", "--manifest-path", manifest])
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().filter_map(parse).collect())
}

fn parse(line: &str) -> Option<((String, String), Heap)> {
    let mut parts = line.split('\t');
    let names = (parts.next()?.to_owned(), parts.next()?.to_owned());
    let mut number = || parts.next()?.parse().ok();
    let (saving, output) = (number()?, number()?);
    Some((names, Heap { saving, output, loading: number()?, value: number()? }))
}
