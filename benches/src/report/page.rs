//! The page with all results.

use super::table::{Table, micros, ratio};
use super::{Outcome, machine, ratios, sizes, times};
use crate::compile::Built;
use crate::graph::Scene;
use crate::history::Loads;
use crate::part::Part;
use crate::text::Text;
use crate::tree::Tree;
use crate::wire::Headers;

/// All results.
#[derive(Debug)]
pub struct Everything {
    /// The load of the machine before the measurements.
    pub load_before: String,
    /// Every data set with every codec.
    pub outcomes: Vec<Outcome>,
    /// The cost of headers.
    pub headers: Vec<Headers>,
    /// The sizes of small messages.
    pub small_messages: [usize; 2],
    /// Files of old and new versions.
    pub loads: Vec<Loads>,
    /// A part of a file.
    pub part: Part,
    /// Readable texts.
    pub texts: Vec<Text>,
    /// Files as trees.
    pub trees: Vec<Tree>,
    /// A graph.
    pub scenes: Vec<Scene>,
    /// Compile times.
    pub built: Vec<Built>,
}

/// The page.
#[must_use]
pub fn page(all: &Everything) -> String {
    let sections = [
        ("Ratios", ratios::section(&all.outcomes)),
        ("Where ours is behind", include_str!("behind.md").to_owned()),
        ("Every time", every_time(&all.outcomes)),
        ("Header, schema and checksum", headers(&all.headers)),
        ("A message of 12 bytes", small_messages(all.small_messages)),
        ("An old version against today's", loads(&all.loads)),
        ("A part of a file", part(&all.part)),
        ("Text", texts(&all.texts)),
        ("Trees", trees(&all.trees)),
        ("A graph", graph(&all.scenes)),
        ("Heap", heap(&all.outcomes)),
        ("After compression", compressed(&all.outcomes)),
        ("Compile time", compile_times(&all.built)),
        ("The peers", include_str!("peers.md").to_owned()),
    ];
    let body: String =
        sections.iter().map(|(title, text)| format!("\n## {title}\n\n{text}")).collect();
    head(all) + &body
}

/// The ratios and times of some data sets.
#[must_use]
pub fn cells(outcomes: &[Outcome]) -> String {
    ratios::section(outcomes) + "\n" + &every_time(outcomes)
}

fn head(all: &Everything) -> String {
    let versions: Vec<String> = [
        "bitcode",
        "rkyv",
        "wincode",
        "savefile",
        "borsh",
        "postcard",
        "bincode",
        "speedy",
        "revision",
        "serde_json",
        "ron",
        "fory",
        "fyrox-core",
        "zstd",
        "lz4_flex",
    ]
    .iter()
    .map(|name| format!("{name} {}", machine::version(name)))
    .collect();
    format!(
        "# Results\n\n\
         Written by `cargo run --release --features fyrox --bin results` in `benches/`; do not edit. Repeat it on a quiet machine; \
         `cargo run --release --bin results -- log mk48 text trees` only prints the results for some data sets, for texts and \
         for trees.\n\n\
         - machine: {}\n- load average (1 min): {} before, {} after\n- compiler: {}, fat LTO, one codegen unit, \
         baseline target\n- date: {}\n- versions: {}\n\n\
         All codecs of a data set take turns in one process, in random order; each turn begins with runs that \
         do not count. Times are medians of the thread's processor \
         time. In half of the cells, the middle half of the samples spreads over at most {:.0} % of the \
         median; in nine of ten cells, over at most {:.0} %. Saving goes into a buffer that is reused; loading is \
         timed without dropping the value.\n\n![plot](RESULTS.svg)\n",
        machine::processor(),
        all.load_before,
        machine::load(),
        machine::compiler(),
        machine::today(),
        versions.join(", "),
        spread(all, 0.5) * 100.0,
        spread(all, 0.9) * 100.0,
    )
}

/// The spread of the samples that this part of the cells stays below; 0.5 gives the median.
fn spread(all: &Everything, part: f64) -> f64 {
    let lines = all.outcomes.iter().flat_map(|outcome| &outcome.lines);
    let mut spreads: Vec<f64> =
        lines.flat_map(|line| line.times.iter().flatten()).map(|times| times.spread()).collect();
    spreads.sort_by(f64::total_cmp);
    let place = (spreads.len().saturating_sub(1)) as f64 * part;
    spreads.get(place as usize).copied().unwrap_or(0.0)
}

fn every_time(outcomes: &[Outcome]) -> String {
    let about = "Medians in µs. † is not loading: rkyv gives a checked view of the bytes instead, which does not \
                 count among the best.\n";
    about.to_owned() + &times::section(outcomes)
}

fn headers(headers: &[Headers]) -> String {
    let mut table = Table::new(&["`log`", "bytes", "save", "× the first", "load", "× the first"]);
    let Some(least) = headers.first() else { return String::new() };
    for line in headers {
        table.row([
            line.name.to_owned(),
            line.len.to_string(),
            micros(line.save.median()),
            format!("{:.3}", line.save.median() / least.save.median()),
            micros(line.load.median()),
            format!("{:.3}", line.load.median() / least.load.median()),
        ]);
    }
    table.text()
}

fn small_messages([first, now]: [usize; 2]) -> String {
    format!(
        "With `Options::message()`, a struct of 12 bytes takes **{first} bytes** on the wire; at version 3, with a \
         nested type at version 2, it takes {now}.\n"
    )
}

fn loads(loads: &[Loads]) -> String {
    let mut table =
        Table::new(&["", "file of version 1", "file of version 4", "old ÷ new", "clone"]);
    for line in loads {
        let (old, new) = (line.old.median(), line.new.median());
        table.row([
            format!("**{}**", line.layout),
            micros(old),
            micros(new),
            ratio(old / new, old <= new * 1.1),
            micros(line.clone.median()),
        ]);
    }
    "20,000 units, loaded as version 4 from a file of version 1 (a third of the fields missing, one renamed, two \
     narrower) and from a file of version 4. Medians in µs; more than 1.10 is **bold**.\n\n"
        .to_owned()
        + &table.text()
}

fn part(part: &Part) -> String {
    let (all, small) = (part.all.median(), part.part.median());
    format!(
        "Loading three fields of a file of {:.1} MB with `load_part` takes {} µs, loading all of it {} µs: **{:.5}** of \
         the time.\n",
        part.len as f64 / 1e6,
        micros(small),
        micros(all),
        small / all,
    )
}

/// The table of texts.
#[must_use]
pub fn texts(texts: &[Text]) -> String {
    let Some(ours) = texts.first() else { return String::new() };
    let mut table = Table::new(&["", "bytes", "save", "as fast", "load", "as fast"]);
    for line in texts {
        let (save, load) = (line.save.median(), line.load.median());
        let by = |theirs: f64, ours: f64| ratio(theirs / ours, theirs >= ours);
        table.row([
            line.name.to_owned(),
            line.len.to_string(),
            micros(save),
            by(save, ours.save.median()),
            micros(load),
            by(load, ours.load.median()),
        ]);
    }
    "`minecraft_savedata` as a text that people can edit, into a new string and back. Medians in µs; \"as fast\" is the \
     time divided by that of `archive::text`; below 1 is **bold**.\n\n"
        .to_owned()
        + &table.text()
}

/// The table of trees.
#[must_use]
pub fn trees(trees: &[Tree]) -> String {
    let mut table = Table::new(&["", "bytes", "its type", "`Value`", "tree ÷ type"]);
    for line in trees {
        let (typed, tree) = (line.typed.median(), line.tree.median());
        table.row([
            line.layout.to_owned(),
            line.len.to_string(),
            micros(typed),
            micros(tree),
            ratio(tree / typed, tree <= typed * 3.0),
        ]);
    }
    "A 10 MB file of players of `minecraft_savedata`, loaded as values that own their texts and as a `Value` that borrows \
     them. Medians in µs; more than 3.00 is **bold**.\n\n"
        .to_owned()
        + &table.text()
}

/// The table of a graph, with the ratios of other libraries' times to ours.
#[must_use]
pub fn graph(scenes: &[Scene]) -> String {
    let mut table =
        Table::new(&["", "bytes", "save", "÷ rows", "÷ columns", "load", "÷ rows", "÷ columns"]);
    let ours: Vec<&Scene> = scenes.iter().filter(|scene| scene.is_ours).collect();
    for scene in scenes {
        let by = |time: fn(&Scene) -> f64| {
            let by = |ours: &&Scene| {
                let times = time(scene) / time(ours);
                ratio(times, scene.is_ours || times >= 2.0)
            };
            [micros(time(scene))].into_iter().chain(ours.iter().map(by)).collect::<Vec<String>>()
        };
        let (save, load) = (by(|scene| scene.save.median()), by(|scene| scene.load.median()));
        let name =
            if scene.is_ours { format!("**{}**", scene.name) } else { scene.name.to_owned() };
        table.row([name, scene.len.to_string()].into_iter().chain(save).chain(load));
    }
    "A scene of 100,000 nodes behind `Rc`: a name, a transform, children (some below two nodes) and a weak pointer \
     to the parent. Every library loads it as the same graph. Medians in µs, and divided by ours; a peer that takes less \
     than 2 times as long is **bold**. fory tracks references; fyrox-core gets one turn, as its saving time grows with the \
     square of the number of nodes.\n\n"
        .to_owned()
        + &table.text()
}

fn heap(outcomes: &[Outcome]) -> String {
    "Peak heap: while saving into a new buffer, divided by the output's bytes, which it includes; and while loading, \
     divided by the heap of the loaded value. A block that grows counts twice while it moves.\n\n"
        .to_owned()
        + &sizes::heap(outcomes)
}

fn compressed(outcomes: &[Outcome]) -> String {
    "Bytes, and medians in µs of the compression alone. \"Own\" is the size of an archive that is saved with that codec \
     (`Options::compression`): its columns are packed for the codec, and its header and directory are not compressed. \
     The ratios of bytes after zstd use it. The other columns are what the codec makes of the bytes of an archive saved \
     without one.\n"
        .to_owned()
        + &sizes::compressed(outcomes)
}

/// The table of compile times.
#[must_use]
pub fn compile_times(built: &[Built]) -> String {
    let mut table = Table::new(&[
        "100 types",
        "debug build",
        "× serde + bincode",
        "release build",
        "× serde + bincode",
        "debug program",
        "release program",
    ]);
    let Some(serde) = built.iter().find(|line| line.name == "serde + bincode") else {
        return String::new();
    };
    for line in built {
        let [debug, release] = [&line.debug, &line.release].map(|build| build.median());
        let by = |ours: std::time::Duration, theirs: std::time::Duration| {
            format!("{:.2}", ours.as_secs_f64() / theirs.as_secs_f64())
        };
        let kib = |bytes: u64| format!("{} KiB", bytes / 1024);
        table.row([
            match line.name.starts_with("archive") {
                true => format!("**{}**", line.name),
                false => line.name.to_owned(),
            },
            format!("{:.2} s", debug.as_secs_f64()),
            by(debug, serde.debug.median()),
            format!("{:.2} s", release.as_secs_f64()),
            by(release, serde.release.median()),
            kib(line.debug.size),
            kib(line.release.size),
        ]);
    }
    "80 structs of 4 to 14 fields and 20 enums, all reachable from one root that a program loads and saves. Dependencies \
     are built before. Medians of three builds with Cargo's default profiles; programs are stripped.\n\n"
        .to_owned()
        + &table.text()
}
