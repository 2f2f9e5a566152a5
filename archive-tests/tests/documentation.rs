//! Whoever copies an example needs no crate but `archive`.

use std::fs;
use std::path::{Path, PathBuf};

/// Collects all sources below a directory.
fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The documentation of `archive-core` is shown as that of `archive`, which re-exports all of it.
#[test]
fn examples_use_the_facade() {
    let mut paths = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../archive-core/src"), &mut paths);
    let (mut examples, mut mistakes) = (0, String::new());
    for path in paths {
        let source = fs::read_to_string(&path).unwrap();
        for (index, line) in source.lines().enumerate() {
            let text = line.trim_start();
            if !text.starts_with("///") && !text.starts_with("//!") {
                continue;
            }
            examples += usize::from(text.contains("archive::"));
            if text.contains("archive_core") || text.contains("archive_derive") {
                mistakes += &format!("{}:{}: {text}\n", path.display(), index + 1);
            }
        }
    }
    assert!(mistakes.is_empty(), "examples must use the crate `archive`:\n{mistakes}");
    assert!(examples > 300, "{examples}");
}
