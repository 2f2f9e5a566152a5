//! Prints a census as a table.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::{Census, Tally};

/// Prints the total size, then the parts and the types, largest first. Those below a thousandth of the whole are only
/// counted, unless in the alternate form (`{:#}`).
impl fmt::Display for Census {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} bytes as rows", self.bytes)?;
        for (title, tallies) in [("part", &self.parts), ("type", &self.types)] {
            if !tallies.is_empty() {
                f.write_str("\n")?;
                write_table(f, title, tallies, self.bytes)?;
            }
        }
        Ok(())
    }
}

fn write_table(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    tallies: &[Tally],
    total: u64,
) -> fmt::Result {
    let is_small = |tally: &&Tally| tally.bytes.saturating_mul(1000) < total;
    let all = f.alternate();
    let shown = tallies.iter().filter(|tally| all || !is_small(tally));
    let (mut bytes, mut percent, mut count) = ("bytes".len(), "%".len(), "count".len());
    for tally in shown.clone() {
        bytes = bytes.max(tally.bytes.to_string().len());
        percent = percent.max(share(tally.bytes, total).len());
        count = count.max(tally.count.to_string().len());
    }
    writeln!(f, "{:>bytes$}  {:>percent$}  {:>count$}  {title}", "bytes", "%", "count")?;
    for tally in shown {
        let part = share(tally.bytes, total);
        writeln!(
            f,
            "{:>bytes$}  {part:>percent$}  {:>count$}  {}",
            tally.bytes, tally.count, tally.name
        )?;
    }
    match tallies.iter().filter(is_small).count() {
        small if small > 0 && !all => writeln!(f, "and {small} more of less than 0.1% each"),
        _ => Ok(()),
    }
}

/// The percentage of the whole, with one decimal.
fn share(bytes: u64, total: u64) -> String {
    let thousands = u128::from(bytes).saturating_mul(2000).checked_div(u128::from(total));
    let rounded = thousands.unwrap_or(0).saturating_add(1) / 2;
    format!("{}.{}%", rounded / 10, rounded % 10)
}
