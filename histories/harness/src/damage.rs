//! Damaged archives, which a load must refuse or accept, without a panic.

use archive::{Limits, Options};

use crate::program::{Program, Saved};

/// Numbers that look random and are the same in every run (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mixed = mixed ^ (mixed >> 31);
        usize::try_from(mixed % (end.max(1) as u64)).unwrap_or_default()
    }
}

/// Loads an archive with changes; a panic is for the caller to notice.
pub fn endure(program: &dyn Program, saved: &Saved, seed: u64, times: usize) {
    let options = Options::file().limits(Limits::new().max_alloc(1 << 26));
    let mut numbers = Numbers(seed);
    for _ in 0..times {
        let damaged = match saved {
            Saved::Bytes(bytes) => Saved::Bytes(damaged(bytes, &mut numbers)),
            Saved::Text(text) => Saved::Text(cut(text, &mut numbers)),
            Saved::Json(json) => Saved::Json(cut(json, &mut numbers)),
            Saved::Tree(_) => return,
        };
        let _outcome = program.load(&damaged, &options);
    }
}

fn damaged(bytes: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if numbers.below(4) == 0 {
        bytes.truncate(numbers.below(bytes.len()));
        return bytes;
    }
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(bytes.len());
        let bit = numbers.below(8);
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= 1 << bit;
        }
    }
    bytes
}

/// A text without a piece of it.
fn cut(text: &str, numbers: &mut Numbers) -> String {
    let characters: Vec<char> = text.chars().collect();
    let start = numbers.below(characters.len());
    let length = numbers.below(12);
    let kept = characters.iter().enumerate();
    kept.filter(|(at, _)| *at < start || *at >= start + length).map(|(_, char)| *char).collect()
}
