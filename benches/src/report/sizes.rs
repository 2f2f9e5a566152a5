//! Compressed sizes, and heap use.

use super::Outcome;
use super::table::{Table, micros, name_of, or_dash};
use crate::cell::Role;

/// One table for each data set, with the sizes after zstd and lz4.
pub(super) fn compressed(outcomes: &[Outcome]) -> String {
    outcomes.iter().map(packed).collect()
}

fn packed(outcome: &Outcome) -> String {
    let mut table = Table::new(&[
        "",
        "bytes",
        "own zstd -3",
        "own lz4",
        "zstd -3",
        "compress",
        "decompress",
        "lz4",
        "compress",
        "decompress",
    ]);
    for line in &outcome.lines {
        let Some(packed) = &line.packed else { continue };
        let of = |method: &crate::compress::Compressed| {
            [method.len.to_string(), micros(method.pack.median()), micros(method.unpack.median())]
        };
        let cells = packed.iter().flat_map(of);
        let own = [0, 1].map(|at| or_dash(line.own, |own| own[at].to_string()));
        let line = [name_of(line), line.len.to_string()];
        table.row(line.into_iter().chain(own).chain(cells));
    }
    format!("\n### {}\n\n{}", outcome.name, table.text())
}

/// The peak heap use: while saving relative to the output, while loading relative to the value.
pub(super) fn heap(outcomes: &[Outcome]) -> String {
    let names: Vec<&str> = outcomes.iter().map(|outcome| outcome.name).collect();
    let head: Vec<&str> = [""].into_iter().chain(names).collect();
    let mut table = Table::new(&head);
    let Some(first) = outcomes.iter().max_by_key(|outcome| outcome.lines.len()) else {
        return String::new();
    };
    for line in first.lines.iter().filter(|line| line.role != Role::Floor) {
        let cell = |outcome: &Outcome| {
            let heap = outcome.line(line.name).and_then(|line| line.heap);
            or_dash(heap, |heap| {
                let saving = heap.saving as f64 / heap.output as f64;
                let loading = heap.loading as f64 / heap.value as f64;
                format!("{saving:.2} / {loading:.2}")
            })
        };
        table.row([name_of(line)].into_iter().chain(outcomes.iter().map(cell)));
    }
    table.text()
}
