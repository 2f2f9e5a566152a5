//! What was measured, and how it is written down.

pub mod machine;
pub mod page;
pub mod plot;
mod ratios;
mod sizes;
mod table;
mod times;

use crate::cell::{Measure, Role};
use crate::compress::Compressed;
use crate::heap::Heap;
use crate::sample::Times;

/// What was measured of a data set.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The name of the data set.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// What was measured of each codec.
    pub lines: Vec<Line>,
}

/// What was measured of a codec on a data set.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name of the codec.
    pub name: &'static str,
    /// What it stands for.
    pub role: Role,
    /// The bytes it saves.
    pub len: usize,
    /// The times of `Measure::ALL`, where it can do it.
    pub times: [Option<Times>; 3],
    /// What zstd and lz4 make of its bytes.
    pub packed: Option<[Compressed; 2]>,
    /// The bytes it saves by its own zstd and lz4.
    pub own: Option<[usize; 2]>,
    /// The heap it takes.
    pub heap: Option<Heap>,
}

impl Line {
    /// The median time, in nanoseconds.
    #[must_use]
    pub fn time(&self, measure: Measure) -> Option<f64> {
        self.times[measure as usize].as_ref().map(Times::median)
    }

    /// Whether it counts as the best of a measure. What rkyv does instead of borrowing does not: it gives a view of
    /// the bytes, not a value of a type of one's own.
    #[must_use]
    pub fn counts(&self, measure: Measure) -> bool {
        self.role != Role::Floor && !(measure == Measure::Borrow && self.name == "rkyv")
    }
}

impl Outcome {
    /// The line with the least of something, among those that are chosen.
    fn best(
        &self,
        choose: impl Fn(&Line) -> bool,
        value: impl Fn(&Line) -> Option<f64>,
    ) -> Option<(&Line, f64)> {
        self.lines
            .iter()
            .filter(|line| choose(line))
            .filter_map(|line| Some((line, value(line)?)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The line of a codec.
    fn line(&self, name: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.name == name)
    }

    /// What no codec can go below.
    fn floor(&self, measure: Measure) -> Option<f64> {
        let floor = self.lines.iter().find(|line| line.role == Role::Floor)?;
        floor.time(measure)
    }
}
