//! The results: a line for each test, and a summary for each archive.

use std::fmt::{self, Debug, Display};

use archive_tests::readable::{READABLE, Readable, Refusal, told};

/// The results of each archive: a mark for the expected value, or the kind of the error.
#[derive(Default)]
pub struct Table {
    lines: Vec<(String, Vec<String>)>,
    /// Unexpected values.
    wrong: Vec<String>,
}

const EXPECTED: &str = "=";

impl Table {
    /// Runs one test with every archive, which must give the expected value or an error.
    pub fn line<T: Debug>(
        &mut self,
        what: &str,
        is_expected: impl Fn(&T) -> bool,
        through: impl Fn(Readable) -> Result<T, Refusal>,
    ) {
        let mut results = Vec::new();
        for archive in READABLE {
            let result = match through(*archive) {
                Ok(found) if is_expected(&found) => EXPECTED.to_owned(),
                Ok(found) => {
                    self.wrong.push(format!("{what}, from {}: {found:?}", archive.name));
                    "another value".to_owned()
                }
                Err(refusal) => {
                    println!("{what}, from {}:\n{}\n", archive.name, refusal.said);
                    refusal.kind
                }
            };
            results.push(result);
        }
        self.lines.push((what.to_owned(), results));
    }

    /// Returns the table as text, for a snapshot.
    pub fn shown(self) -> String {
        println!("{self}");
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
        self.to_string()
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.lines.iter().map(|(what, _)| what.len()).max().unwrap_or_default();
        for (what, results) in &self.lines {
            writeln!(f, "{what:width$}  {}", told(results))?;
        }
        let width = READABLE.iter().map(|archive| archive.name.len()).max().unwrap_or_default();
        for (column, archive) in READABLE.iter().enumerate() {
            let expected = self.lines.iter().filter(|(_, results)| results[column] == EXPECTED);
            let (count, all) = (expected.count(), self.lines.len());
            let gap = if column == 0 { "\n" } else { "" };
            writeln!(f, "{gap}{:width$}  {count} of {all}", archive.name)?;
        }
        Ok(())
    }
}
