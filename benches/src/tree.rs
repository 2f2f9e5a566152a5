//! How long a file takes to load as a tree, compared with its own type.

use archive::{Layout, Options, Value};

use crate::data::minecraft::{self, Players};
use crate::sample::{Plan, Times, interleaved};
use crate::text::timed;

/// A file of about 10 MB, loaded in two ways.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Its layout.
    pub layout: &'static str,
    /// Its size.
    pub len: usize,
    /// Loading it as its type.
    pub typed: Times,
    /// Loading it as a tree that borrows its texts.
    pub tree: Times,
}

/// The minimum size of a file.
const LEAST: usize = 10_000_000;

/// Measures files in both layouts.
///
/// # Panics
///
/// If the tree differs from the value.
#[must_use]
pub fn measure(plan: Plan) -> Vec<Tree> {
    [("rows", Layout::Rows), ("columns", Layout::Columns)]
        .map(|(name, layout)| of(name, &Options::file().layout(layout), plan))
        .into()
}

fn of(layout: &'static str, options: &Options, plan: Plan) -> Tree {
    let one = minecraft::generate();
    let len = options.to_vec(&one).unwrap().len();
    let players = (0..LEAST.div_ceil(len)).flat_map(|_| one.players.clone()).collect();
    let players = Players { players };
    let bytes = options.to_vec(&players).unwrap();
    assert!(Value::from_slice(&bytes).unwrap().to::<Players>().unwrap() == players);
    let times = interleaved(2, plan, |i, times| match i {
        0 => timed(times, || archive::from_slice::<Players>(&bytes).unwrap()),
        _ => timed(times, || Value::from_slice(&bytes).unwrap()),
    });
    let [typed, tree] = times.try_into().expect("two things were sampled");
    Tree { layout, len: bytes.len(), typed, tree }
}
