//! All median times.

use super::Outcome;
use super::table::{Table, micros, name_of, or_dash};
use crate::cell::{Measure, Role};

/// One table for each data set.
pub(super) fn section(outcomes: &[Outcome]) -> String {
    outcomes.iter().map(table).collect()
}

fn table(outcome: &Outcome) -> String {
    let mut table = Table::new(&["", "save", "load", "borrow", "bytes"]);
    for line in &outcome.lines {
        let time = |measure| {
            let mark = if line.role != Role::Floor && !line.counts(measure) { "†" } else { "" };
            or_dash(line.time(measure), |time| micros(time) + mark)
        };
        let floor = line.role == Role::Floor;
        table.row([
            if floor { "floor: memcpy, clone".to_owned() } else { name_of(line) },
            time(Measure::Save),
            time(Measure::Load),
            time(Measure::Borrow),
            if floor { "–".to_owned() } else { line.len.to_string() },
        ]);
    }
    format!("\n### {}: {}\n\n{}", outcome.name, outcome.about, table.text())
}
