//! Measures everything and writes `RESULTS.md` and `RESULTS.svg`. Given names of data sets, `text`, `trees` or
//! `graph`, only prints their times.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use archive_benches::cell::{Cell, Measure, Role};
use archive_benches::compress::{Method, compress};
use archive_benches::heap::{self, Heap};
use archive_benches::report::page::{self, Everything};
use archive_benches::report::{Line, Outcome, machine, plot};
use archive_benches::sample::{Plan, interleaved};
use archive_benches::sets::{NAMES, Set};
use archive_benches::{compile, graph, history, part, text, tree, wire};

const PLAN: Plan = Plan { least_turns: 25, most_turns: 300, time: Duration::from_secs(5) };

const SHORT_PLAN: Plan = Plan { least_turns: 7, most_turns: 60, time: Duration::from_secs(2) };

fn main() -> io::Result<()> {
    let mut chosen: Vec<String> = std::env::args().skip(1).collect();
    if !chosen.is_empty() {
        chosen.retain(|name| !is_section(name));
        if chosen.is_empty() {
            return Ok(());
        }
        let outcomes: Vec<Outcome> =
            chosen.iter().map(|name| outcome(name, &HashMap::new(), false)).collect();
        print!("{}", page::cells(&outcomes));
        return Ok(());
    }
    let load_before = machine::load();
    let say = |what: &str| eprintln!("measuring {what}");
    say("heap");
    let heap = heap::measure()?;
    let outcomes = NAMES
        .iter()
        .map(|name| {
            say(name);
            outcome(name, &heap, true)
        })
        .collect();
    say("headers and old versions");
    let (headers, loads) = (wire::headers(PLAN), history::measure(PLAN));
    say("a part of a file");
    let part = part::measure(&std::env::temp_dir(), SHORT_PLAN);
    say("a graph");
    let scenes = graph::measure(SHORT_PLAN);
    let (built, small_messages) = (Vec::new(), wire::small_messages());
    say("texts and trees");
    let (texts, trees) = (text::measure(PLAN), tree::measure(SHORT_PLAN));
    let mut all = Everything {
        load_before,
        outcomes,
        headers,
        small_messages,
        loads,
        part,
        texts,
        trees,
        scenes,
        built,
    };
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::write(here.join("RESULTS.svg"), plot::svg(&all.outcomes))?;
    // Compile times take longest, so write the rest first in case they are interrupted.
    fs::write(here.join("RESULTS.md"), page::page(&all))?;
    say("compile time");
    all.built = compile::measure(3)?;
    fs::write(here.join("RESULTS.md"), page::page(&all))
}

/// Prints a section, and says whether there is one with this name.
fn is_section(name: &str) -> bool {
    match name {
        "text" => println!("{}", page::texts(&text::measure(PLAN))),
        "trees" => println!("{}", page::trees(&tree::measure(SHORT_PLAN))),
        "graph" => println!("{}", page::graph(&graph::measure(PLAN))),
        _ => return false,
    }
    true
}

/// Checks and measures every codec on a data set.
fn outcome(name: &str, heap: &HashMap<(String, String), Heap>, compressed: bool) -> Outcome {
    let mut set = Set::of(name);
    for cell in &mut set.cells {
        cell.check();
    }
    let line = |cell: &dyn Cell| Line {
        name: cell.name(),
        role: cell.role(),
        len: cell.bytes().len(),
        times: [const { None }; 3],
        packed: None,
        own: cell.compressed(),
        heap: heap.get(&(name.to_owned(), cell.name().to_owned())).copied(),
    };
    let mut lines: Vec<Line> = set.cells.iter().map(|cell| line(&**cell)).collect();
    for measure in Measure::ALL {
        let able = |&i: &usize| measure != Measure::Borrow || set.cells[i].borrows();
        let places: Vec<usize> = (0..set.cells.len()).filter(able).collect();
        let run = |i: usize, times| set.cells[places[i]].run(measure, times);
        for (&place, times) in places.iter().zip(interleaved(places.len(), PLAN, run)) {
            lines[place].times[measure as usize] = Some(times);
        }
    }
    if compressed {
        let able: Vec<usize> = (0..lines.len()).filter(|&i| lines[i].role != Role::Floor).collect();
        let inputs: Vec<Vec<u8>> = able.iter().map(|&i| set.cells[i].bytes()).collect();
        let zstd = compress(Method::Zstd, &inputs, SHORT_PLAN);
        let lz4 = compress(Method::Lz4, &inputs, SHORT_PLAN);
        for ((place, zstd), lz4) in able.into_iter().zip(zstd).zip(lz4) {
            lines[place].packed = Some([zstd, lz4]);
        }
    }
    Outcome { name: set.name, about: set.about, lines }
}
