//! Archives with several random changes, the same in every run.

use archive_tests::wire;

use crate::cases;

/// A pseudorandom generator: xorshift64*.
pub struct Chance(pub u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn byte(&mut self) -> u8 {
        const LIKELY: [u8; 12] = [0, 1, 2, 3, 4, 8, 16, 0x7f, 0x80, 0x81, 0xfe, 0xff];
        if self.below(2) == 0 { LIKELY[self.below(LIKELY.len())] } else { self.next() as u8 }
    }

    /// Overwrites, inserts, removes and copies bytes after `from`.
    pub fn mutate(&mut self, bytes: &mut Vec<u8>, from: usize) {
        for _ in 0..=self.below(4) {
            let at = from + self.below(bytes.len() - from);
            let end = (at + self.below(8)).min(bytes.len());
            match self.below(5) {
                0 | 1 if at < bytes.len() => bytes[at] = self.byte(),
                2 => bytes.insert(at, self.byte()),
                3 => drop(bytes.drain(at..end)),
                _ => {
                    let piece = bytes[at..end].to_vec();
                    let to = from + self.below(bytes.len() - from);
                    bytes.splice(to..to, piece);
                }
            }
        }
    }
}

const ROUNDS: usize = 3_000;

#[test]
fn bodies_changed_by_chance_are_errors_or_values() {
    let mut chance = Chance(0x5eed);
    let mut values = 0;
    for case in cases::all() {
        let forms = &case.forms;
        for _ in 0..ROUNDS {
            let form = &forms[chance.below(forms.len())];
            let mut bytes = form.clone();
            let start = wire::body_start(&bytes);
            chance.mutate(&mut bytes, start);
            let bytes = wire::with_body(form, &bytes[start..]);
            values += usize::from(case.judge_body(&bytes).is_ok());
        }
    }
    assert!(values > 1000, "only {values} values: the mutations are too wild to prove much");
}

#[test]
fn archives_changed_by_chance_are_errors_or_values() {
    let mut chance = Chance(0xfeed);
    for case in cases::all() {
        let forms = &case.forms;
        for _ in 0..ROUNDS {
            let form = &forms[chance.below(forms.len())];
            let mut bytes = form.clone();
            chance.mutate(&mut bytes, 0);
            if chance.below(2) == 0 {
                wire::seal_columns(&mut bytes, wire::columns(form).unwrap_or(0));
            }
            let _ = case.judge(&bytes);
        }
    }
}

#[test]
fn noise_is_no_archive() {
    let mut chance = Chance(0xdead);
    for case in cases::today() {
        for _ in 0..500 {
            let len = chance.below(200);
            let mut bytes: Vec<u8> = (0..len).map(|_| chance.byte()).collect();
            assert!(case.judge(&bytes).is_err());
            if let Some(first) = bytes.first_mut() {
                *first = 0xac;
            }
            assert!(case.judge(&bytes).is_err());
        }
    }
}
