//! A type with four versions: as shipped in version 1, and as it is today. A third of its fields
//! are newer, one was renamed and two were widened.

use super::SEED;
use crate::random::Random;

/// The type in version 1.
pub mod shipped {
    use archive::Archive;

    /// An army.
    #[derive(Archive)]
    pub struct Army {
        pub units: Vec<Unit>,
    }

    /// A unit of it.
    #[derive(Archive)]
    pub struct Unit {
        pub id: u32,
        pub name: String,
        pub hp: u16,
        pub level: u8,
        pub gold: u32,
        pub position: [f32; 2],
        pub orders: Vec<u16>,
        pub banner: Option<String>,
    }
}

/// The type in version 4.
pub mod today {
    use archive::Archive;

    /// An army.
    #[derive(Archive, Clone, Debug, PartialEq)]
    pub struct Army {
        pub units: Vec<Unit>,
    }

    /// A unit of it.
    #[derive(Archive, Clone, Debug, PartialEq)]
    pub struct Unit {
        pub id: u32,
        pub name: String,
        #[archive(renamed(2, from = "hp"))]
        pub health: u16,
        #[since(2, default = 100)]
        pub stamina: u16,
        #[archive(was(u8, until = 3))]
        pub level: u32,
        #[archive(was(u32, until = 4))]
        pub gold: u64,
        pub position: [f32; 2],
        #[since(3, default = 0.5)]
        pub morale: f32,
        pub orders: Vec<u16>,
        #[since(3, default = Vec::new())]
        pub traits: Vec<u8>,
        pub banner: Option<String>,
        #[since(4, default = false)]
        pub veteran: bool,
    }
}

const NAMES: [&str; 6] = ["Spearmen", "Archers", "Horse", "Sappers", "Guard", "Scouts"];

/// An army of version 1, and the same army in version 4.
#[must_use]
pub fn generate() -> (shipped::Army, today::Army) {
    let random = &mut Random::new(SEED);
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for id in 0..20_000 {
        let unit = shipped_unit(random, id);
        new.push(today_of(&unit));
        old.push(unit);
    }
    (shipped::Army { units: old }, today::Army { units: new })
}

fn shipped_unit(random: &mut Random, id: u32) -> shipped::Unit {
    shipped::Unit {
        id,
        name: random.word(&NAMES),
        hp: random.range(1..1000) as u16,
        level: random.range(1..60) as u8,
        gold: random.range(0..100_000) as u32,
        position: [random.float() * 500.0, random.float() * 500.0],
        orders: random.list(0..6, |random| random.bits() as u16),
        banner: random.maybe(|random| random.word(&NAMES)),
    }
}

fn today_of(unit: &shipped::Unit) -> today::Unit {
    today::Unit {
        id: unit.id,
        name: unit.name.clone(),
        health: unit.hp,
        stamina: 100,
        level: unit.level.into(),
        gold: unit.gold.into(),
        position: unit.position,
        morale: 0.5,
        orders: unit.orders.clone(),
        traits: Vec::new(),
        banner: unit.banner.clone(),
        veteran: false,
    }
}
