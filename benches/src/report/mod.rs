//! The results, and how they are written down.

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

/// The results for a data set.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The name of the data set.
    pub name: &'static str,
    /// A description of the data set.
    pub about: &'static str,
    /// The results of each codec.
    pub lines: Vec<Line>,
}

/// The results of a codec on a data set.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name of the codec.
    pub name: &'static str,
    /// Its role.
    pub role: Role,
    /// The saved size.
    pub len: usize,
    /// The times of `Measure::ALL`, if the codec supports the measure.
    pub times: [Option<Times>; 3],
    /// The saved bytes after zstd and lz4.
    pub packed: Option<[Compressed; 2]>,
    /// The saved sizes with its own zstd and lz4.
    pub own: Option<[usize; 2]>,
    /// Its heap use.
    pub heap: Option<Heap>,
}

impl Line {
    /// The median time, in nanoseconds.
    #[must_use]
    pub fn time(&self, measure: Measure) -> Option<f64> {
        self.times[measure as usize].as_ref().map(Times::median)
    }

    /// Whether it may be the best of a measure. rkyv's substitute for borrowing may not: it gives a
    /// view of the bytes, not a value of a user's own type.
    #[must_use]
    pub fn counts(&self, measure: Measure) -> bool {
        self.role != Role::Floor && !(measure == Measure::Borrow && self.name == "rkyv")
    }
}

impl Outcome {
    /// The chosen line with the lowest value.
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

    /// The floor that no codec can beat.
    fn floor(&self, measure: Measure) -> Option<f64> {
        let floor = self.lines.iter().find(|line| line.role == Role::Floor)?;
        floor.time(measure)
    }
}
