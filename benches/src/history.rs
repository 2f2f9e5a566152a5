//! How long a file of an old version takes to load, compared with one of today's version.

use std::hint::black_box;
use std::time::Duration;

use archive::{Layout, Options};

use crate::clock::Start;
use crate::data::history::{generate, today::Army};
use crate::sample::{Plan, Times, interleaved};

/// The times for one army in files of two versions.
#[derive(Clone, Debug)]
pub struct Loads {
    /// The layout of the files.
    pub layout: &'static str,
    /// From a file of version 1.
    pub old: Times,
    /// From a file of version 4.
    pub new: Times,
    /// Cloning the army.
    pub clone: Times,
}

/// Measures each layout.
#[must_use]
pub fn measure(plan: Plan) -> Vec<Loads> {
    [("rows", Layout::Rows), ("columns", Layout::Columns)]
        .map(|(name, layout)| loads(name, layout, plan))
        .into()
}

fn loads(layout: &'static str, of: Layout, plan: Plan) -> Loads {
    let options = Options::file().layout(of);
    let (shipped, army) = generate();
    let files = [options.to_vec(&shipped).unwrap(), options.to_vec(&army).unwrap()];
    for file in &files {
        assert!(options.from_slice::<Army>(file).unwrap() == army, "both files hold one army");
    }
    let times = interleaved(3, plan, |i, times| match files.get(i) {
        Some(file) => timed(times, || options.from_slice::<Army>(black_box(file)).unwrap()),
        None => timed(times, || black_box(&army).clone()),
    });
    let [old, new, clone] = times.try_into().expect("three things were sampled");
    Loads { layout, old, new, clone }
}

/// The time to load, not counting the time to drop.
fn timed<T>(times: u32, mut load: impl FnMut() -> T) -> Duration {
    (0..times)
        .map(|_| {
            let start = Start::now();
            let value = black_box(load());
            let time = start.elapsed();
            drop(value);
            time
        })
        .sum()
}
