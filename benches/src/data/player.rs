//! `player`: a player's record as in real games, with numbers, names, an inventory, quests and a map of flags.

use std::collections::BTreeMap;

use macro_rules_attribute::apply;

use super::measured;

/// A player's record.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Player {
    /// Its number on the server.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub position: [f32; 3],
    /// Where it looks.
    pub rotation: [f32; 4],
    /// Its health.
    pub health: f32,
    /// Its level.
    pub level: u16,
    /// Seconds played.
    pub played: u64,
    /// How hard the game is for it.
    pub difficulty: Difficulty,
    /// What it carries.
    pub inventory: Vec<Item>,
    /// What it has to do.
    pub quests: Vec<Quest>,
    /// What it has done.
    pub flags: BTreeMap<String, u32>,
    /// What it has seen of the map.
    pub explored: Vec<u32>,
}

/// How hard a game is.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
pub enum Difficulty {
    /// For a story.
    Easy,
    /// For a game.
    Normal,
    /// For a challenge, with one life or more.
    Hard {
        /// Whether death is the end.
        ironman: bool,
    },
}

/// A thing in an inventory.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Item {
    /// What it is.
    pub id: String,
    /// How many there are.
    pub count: u32,
    /// How worn it is.
    pub wear: Option<f32>,
    /// What it was given.
    pub enchantments: Vec<Enchantment>,
}

/// What an item can do more than others.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
pub struct Enchantment {
    /// Which one.
    pub kind: u16,
    /// How strong it is.
    pub level: u8,
}

/// A task.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Quest {
    /// Its title.
    pub title: String,
    /// Its state.
    pub state: QuestState,
}

/// How far a task is done.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
pub enum QuestState {
    /// Not begun.
    Offered,
    /// At a step.
    Active(u8),
    /// Done at a time.
    Done {
        /// Seconds since the start.
        at: u64,
    },
}

impl Player {
    /// A record with `items` items, the same on every call.
    #[must_use]
    pub fn sample(items: u32) -> Self {
        let item = |n: u32| Item {
            id: ["torch", "iron_sword", "potion_of_healing", "oak_shield"][n as usize % 4]
                .to_owned(),
            count: n * 7 % 64 + 1,
            wear: n.is_multiple_of(3).then_some(n as f32 / 100.0),
            enchantments: (0..n % 3)
                .map(|k| Enchantment { kind: (n + k) as u16, level: (k + 1) as u8 })
                .collect(),
        };
        let quest = |n: u32| Quest {
            title: format!("The {n}. errand of the miller"),
            state: match n % 3 {
                0 => QuestState::Offered,
                1 => QuestState::Active(n as u8),
                _ => QuestState::Done { at: u64::from(n) * 1000 },
            },
        };
        Self {
            id: 0x1234_5678_9abc,
            name: "Annabel the Brave".to_owned(),
            position: [1.0, 64.5, -312.25],
            rotation: [0.0, 0.707, 0.0, 0.707],
            health: 0.85,
            level: 42,
            played: 360_000,
            difficulty: Difficulty::Hard { ironman: true },
            inventory: (0..items).map(item).collect(),
            quests: (0..items / 2).map(quest).collect(),
            flags: (0..items / 2).map(|n| (format!("flag.{n:04}"), n)).collect(),
            explored: (0..items * 8).map(|n| n.wrapping_mul(2_654_435_761)).collect(),
        }
    }
}
