//! `delta`: 10,000 messages of 10 to 60 bytes, saved and loaded one by one.

use macro_rules_attribute::apply;

use super::{SEED, Twin, measured};
use crate::random::Random;

/// A message.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Delta {
    pub tick: u32,
    pub sequence: u16,
    pub event: Event,
}

/// What it tells.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub enum Event {
    Moved { entity: u32, position: [f32; 3], heading: u16 },
    Damaged { target: u32, by: Option<u32>, amount: u16, kind: Damage },
    Said { who: u32, text: String },
    Changed { entity: u32, fields: u8, values: Vec<u16> },
    Placed { tile: (i16, i16), block: u16, owner: Option<u16> },
    Pressed { buttons: u16, stick: (i8, i8) },
}

/// What hurt.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
#[repr(u8)]
pub enum Damage {
    Blade,
    Fire,
    Fall,
}

impl Twin for Delta {
    type Of<'a> = borrowed::Delta<'a>;
}

/// The twin that borrows.
pub mod borrowed {
    use super::super::borrowed;
    use super::Damage;
    use macro_rules_attribute::apply;

    /// A message.
    #[apply(borrowed)]
    pub struct Delta<'a> {
        pub tick: u32,
        pub sequence: u16,
        #[serde(borrow)]
        pub event: Event<'a>,
    }

    /// What it tells.
    #[apply(borrowed)]
    pub enum Event<'a> {
        Moved { entity: u32, position: [f32; 3], heading: u16 },
        Damaged { target: u32, by: Option<u32>, amount: u16, kind: Damage },
        Said { who: u32, text: &'a str },
        Changed { entity: u32, fields: u8, values: Vec<u16> },
        Placed { tile: (i16, i16), block: u16, owner: Option<u16> },
        Pressed { buttons: u16, stick: (i8, i8) },
    }
}

const WORDS: [&str; 10] =
    ["hello", "come", "to", "the", "bridge", "I", "need", "bandages", "now", "behind you"];

/// The messages to measure.
#[must_use]
pub fn generate() -> Vec<Delta> {
    let random = &mut Random::new(SEED);
    (0..10_000)
        .map(|n: u32| Delta { tick: 90_000 + n / 12, sequence: n as u16, event: event(random) })
        .collect()
}

/// Two in five events are movements, as on a busy server.
fn event(random: &mut Random) -> Event {
    let entity = random.range(0..60_000) as u32;
    match random.range(0..100) {
        0..40 => Event::Moved {
            entity,
            position: std::array::from_fn(|_| random.float() * 2000.0 - 1000.0),
            heading: random.bits() as u16,
        },
        40..55 => Event::Damaged {
            target: entity,
            by: random.maybe(|random| random.range(0..60_000) as u32),
            amount: random.range(1..500) as u16,
            kind: random.pick(&[Damage::Blade, Damage::Fire, Damage::Fall]),
        },
        55..65 => {
            let words = random.list(2..8, |random| random.pick(&WORDS));
            let mut text = words.join(" ");
            text.truncate(44);
            Event::Said { who: entity, text }
        }
        65..80 => Event::Changed {
            entity,
            fields: random.bits() as u8,
            values: random.list(1..16, |random| random.bits() as u16),
        },
        80..90 => Event::Placed {
            tile: (random.range(-3000..3000) as i16, random.range(-3000..3000) as i16),
            block: random.range(0..900) as u16,
            owner: random.maybe(|random| random.range(0..400) as u16),
        },
        _ => Event::Pressed {
            buttons: random.bits() as u16 & 0x3ff,
            stick: (random.bits() as i8, random.bits() as i8),
        },
    }
}
