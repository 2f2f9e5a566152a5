//! Interleaved samples: everything to be compared takes turns, so noise affects all alike.

use std::time::{Duration, Instant};

use crate::random::Random;

/// How long to take samples.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The minimum number of turns for each.
    pub least_turns: usize,
    /// The maximum number of turns for each.
    pub most_turns: usize,
    /// No turn starts after this time.
    pub time: Duration,
}

/// The times of all turns of one candidate.
#[derive(Clone, Debug)]
pub struct Times(Vec<f64>);

impl Times {
    /// The median, in nanoseconds.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The interquartile range of the samples, relative to the median.
    #[must_use]
    pub fn spread(&self) -> f64 {
        (self.quantile(0.75) - self.quantile(0.25)) / self.median()
    }

    fn quantile(&self, part: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let place = part * (sorted.len() - 1) as f64;
        let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
        low + (high - low) * place.fract()
    }
}

/// The uncounted runs at the start of a turn. After a single one, a copy of 6 MB takes 1.2 to 1.9 of the time that it
/// takes after two or more, depending on where its buffers lie.
const UNCOUNTED: u32 = 3;

/// A turn repeats its run until it takes at least this long.
const SHORTEST_TURN: Duration = Duration::from_micros(400);

/// Samples everything in turns, in random order. `run(i, times)` runs candidate `i` so many times
/// and returns the total time. Each turn starts with uncounted runs that bring its data into the caches.
pub fn interleaved(
    count: usize,
    plan: Plan,
    mut run: impl FnMut(usize, u32) -> Duration,
) -> Vec<Times> {
    let times: Vec<u32> = (0..count)
        .map(|i| {
            run(i, 1);
            let once = run(i, 1).max(Duration::from_nanos(50));
            (SHORTEST_TURN.as_nanos() / once.as_nanos() + 1) as u32
        })
        .collect();
    let mut samples = vec![Vec::new(); count];
    let mut order: Vec<usize> = (0..count).collect();
    let mut random = Random::new(1);
    let start = Instant::now();
    for turn in 0..plan.most_turns {
        if turn >= plan.least_turns && start.elapsed() > plan.time {
            break;
        }
        random.shuffle(&mut order);
        for &i in &order {
            run(i, UNCOUNTED);
            samples[i].push(run(i, times[i]).as_nanos() as f64 / f64::from(times[i]));
        }
    }
    samples.into_iter().map(Times).collect()
}
