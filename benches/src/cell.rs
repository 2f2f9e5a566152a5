//! A codec on a data set: one interface for everything that can be measured.

use std::any::Any;
use std::hint::black_box;
use std::time::Duration;

use rkyv::util::AlignedVec;

use crate::clock::Start;
use crate::codecs::{Borrow, Codec};
use crate::data::Twin;

/// A kind of measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Saving into a reused buffer.
    Save,
    /// Loading values that own their data.
    Load,
    /// Loading values that borrow their texts.
    Borrow,
}

impl Measure {
    /// All measures.
    pub const ALL: [Self; 3] = [Self::Save, Self::Load, Self::Borrow];

    /// The floor for this measure, which no codec can beat.
    #[must_use]
    pub const fn floor(self) -> &'static str {
        match self {
            Self::Save => "memcpy",
            Self::Load | Self::Borrow => "clone",
        }
    }

    /// The name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Save => "save",
            Self::Load => "load",
            Self::Borrow => "borrow",
        }
    }
}

/// The role of a codec in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// This project.
    Ours,
    /// Another library.
    Peer,
    /// A lower bound that no codec can beat.
    Floor,
}

/// A codec on a data set.
pub trait Cell {
    /// The name of the codec.
    fn name(&self) -> &'static str;

    /// The role of the codec.
    fn role(&self) -> Role;

    /// Whether the codec can borrow.
    fn borrows(&self) -> bool;

    /// The saved data set, one value after another.
    fn bytes(&self) -> Vec<u8>;

    /// The sizes with the codec's own zstd and lz4. `None` for many small values, which compress
    /// better together than one by one.
    fn compressed(&self) -> Option<[usize; 2]>;

    /// Runs a measure this many times, and returns the total time.
    fn run(&mut self, measure: Measure, times: u32) -> Duration;

    /// Panics if a loaded value differs from the saved one.
    fn check(&mut self);

    /// Saves into new buffers, and returns the size of the longest.
    fn save_new(&self) -> usize;

    /// Loads without any kept state, and returns the values.
    fn load_new(&self) -> Box<dyn Any>;
}

/// How to borrow with a codec.
struct Borrowing<C> {
    time: fn(&mut C, &[AlignedVec], u32) -> Duration,
    print: fn(&mut C, &[u8]) -> String,
}

/// A codec and its values: a large one, or many small ones that are saved and loaded one by one.
pub struct Entry<T: 'static, C> {
    name: &'static str,
    role: Role,
    codec: C,
    values: &'static [T],
    saved: Vec<AlignedVec>,
    borrowing: Option<Borrowing<C>>,
}

impl<T: Clone, C: Codec<T>> Entry<T, C> {
    /// A codec that cannot borrow.
    pub fn new(name: &'static str, role: Role, mut codec: C, values: &'static [T]) -> Self {
        let mut save = |value| {
            let given = codec.save(value).to_vec();
            let mut aligned = AlignedVec::new();
            aligned.extend_from_slice(&given[..codec.written(value, given.len())]);
            aligned
        };
        let saved = values.iter().map(&mut save).collect();
        Self { name, role, codec, values, saved, borrowing: None }
    }

    /// The same codec, which can also borrow.
    #[must_use]
    pub fn borrowing(mut self) -> Self
    where
        T: Twin,
        C: Borrow<T>,
    {
        let print = |codec: &mut C, bytes: &[u8]| format!("{:?}", codec.borrow(bytes));
        self.borrowing = Some(Borrowing { time: time_borrow::<T, C>, print });
        self
    }

    fn time_save(&mut self, times: u32) -> Duration {
        let start = Start::now();
        for _ in 0..times {
            for value in self.values {
                black_box(self.codec.save(black_box(value)));
            }
        }
        start.elapsed()
    }

    fn time_load(&mut self, times: u32) -> Duration {
        time(times, &self.saved, |bytes| self.codec.load(bytes))
    }
}

/// The time to load, not counting the time to drop a large value. Small ones are dropped one by
/// one, as programs do with messages.
fn time<'a, T>(
    times: u32,
    saved: &'a [AlignedVec],
    mut load: impl FnMut(&'a [u8]) -> T,
) -> Duration {
    let mut total = Duration::ZERO;
    for _ in 0..times {
        let mut last = None;
        let start = Start::now();
        for bytes in saved {
            last = Some(black_box(load(black_box(bytes))));
        }
        total += start.elapsed();
        drop(black_box(last));
    }
    total
}

fn time_borrow<T: Twin, C: Borrow<T>>(codec: &mut C, saved: &[AlignedVec], times: u32) -> Duration {
    time(times, saved, |bytes| codec.borrow(bytes))
}

impl<T, C> Cell for Entry<T, C>
where
    T: Clone + PartialEq + std::fmt::Debug,
    C: Codec<T>,
{
    fn name(&self) -> &'static str {
        self.name
    }

    fn role(&self) -> Role {
        self.role
    }

    fn borrows(&self) -> bool {
        self.borrowing.is_some()
    }

    fn bytes(&self) -> Vec<u8> {
        self.saved.iter().flat_map(|bytes| bytes.iter().copied()).collect()
    }

    fn compressed(&self) -> Option<[usize; 2]> {
        match self.values {
            [value] => self.codec.compressed(value),
            _ => None,
        }
    }

    fn run(&mut self, measure: Measure, times: u32) -> Duration {
        match (measure, &self.borrowing) {
            (Measure::Save, _) => self.time_save(times),
            (Measure::Load, _) => self.time_load(times),
            (Measure::Borrow, Some(borrowing)) => {
                (borrowing.time)(&mut self.codec, &self.saved, times)
            }
            (Measure::Borrow, None) => panic!("{} cannot borrow", self.name),
        }
    }

    fn check(&mut self) {
        for (value, bytes) in self.values.iter().zip(&self.saved) {
            let again = self.codec.save(value);
            assert!(again.starts_with(bytes), "{} saves something else each time", self.name);
            assert!(self.codec.load(bytes) == *value, "{} loads something else", self.name);
            if let Some(borrowing) = &self.borrowing {
                let view = (borrowing.print)(&mut self.codec, bytes);
                let same = view.is_empty() || view == format!("{value:?}");
                assert!(same, "{} borrows something else", self.name);
            }
        }
    }

    fn save_new(&self) -> usize {
        self.values.iter().map(|value| self.codec.save_new(value)).max().unwrap_or(0)
    }

    fn load_new(&self) -> Box<dyn Any> {
        let load = |bytes: &AlignedVec| self.codec.load_new(bytes);
        Box::new(self.saved.iter().map(load).collect::<Vec<T>>())
    }
}
