//! A small random number generator, so that the data is the same everywhere and in every release.

use std::ops::Range;

/// xoshiro256++ (Blackman and Vigna), seeded by splitmix64.
#[derive(Clone, Debug)]
pub struct Random([u64; 4]);

impl Random {
    /// A generator whose numbers depend only on the seed.
    #[must_use]
    pub fn new(mut seed: u64) -> Self {
        Self(std::array::from_fn(|_| {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = seed;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        }))
    }

    /// 64 random bits. A cast to a smaller integer keeps as many of them.
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A number in a range.
    pub fn range(&mut self, range: Range<i64>) -> i64 {
        let width = (range.end - range.start) as u128;
        range.start + ((u128::from(self.bits()) * width) >> 64) as i64
    }

    /// A length or index in a range.
    pub fn count(&mut self, range: Range<usize>) -> usize {
        self.range(range.start as i64..range.end as i64) as usize
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.double() < probability
    }

    /// `Some` half of the time.
    pub fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.chance(0.5).then(|| make(self))
    }

    /// A fraction from 0 to 1 with 24 random bits.
    pub fn float(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1 << 24) as f32
    }

    /// A fraction from 0 to 1 with 53 random bits.
    pub fn double(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of several values.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.count(0..from.len())]
    }

    /// One of several words.
    pub fn word(&mut self, from: &[&str]) -> String {
        self.pick(from).to_owned()
    }

    /// A list whose length is in the range.
    pub fn list<T>(&mut self, len: Range<usize>, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.count(len)).map(|_| make(self)).collect()
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.count(0..end + 1));
        }
    }
}
