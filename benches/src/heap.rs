//! What the program `heap` has counted.

use std::collections::HashMap;
use std::io;
use std::process::Command;

/// The most heap at a time, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Heap {
    /// While saving into a new buffer, that buffer included.
    pub saving: u64,
    /// The output of that.
    pub output: u64,
    /// While loading, the value included.
    pub loading: u64,
    /// What the value holds of it in the end.
    pub value: u64,
}

/// Runs the program, and gives its counts by data set and codec.
///
/// # Errors
///
/// Cargo cannot build or run it.
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
