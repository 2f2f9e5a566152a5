//! `mk48`: 1,000 updates from a ship game's server.

use macro_rules_attribute::apply;

use super::{SEED, measured};
use crate::random::Random;

/// Updates.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Updates {
    pub updates: Vec<Update>,
}

/// What a player is told at a time.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Update {
    pub contacts: Vec<Contact>,
    pub score: u32,
    pub world_radius: f32,
    pub terrain_updates: Vec<TerrainUpdate>,
}

/// What a player sees of a ship.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Contact {
    pub damage: u8,
    pub entity_id: u32,
    pub entity_type: Option<EntityType>,
    pub guidance: Guidance,
    pub player_id: Option<u16>,
    pub reloads: Vec<bool>,
    pub transform: Transform,
    pub turret_angles: Vec<u16>,
}

/// Where a ship is going.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
pub struct Guidance {
    pub angle: u16,
    pub submerge: bool,
    pub velocity: i16,
}

/// Where a ship is.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
pub struct Transform {
    pub altitude: i8,
    pub angle: u16,
    pub position: (f32, f32),
    pub velocity: i16,
}

/// A change to the ground.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct TerrainUpdate {
    pub chunk_id: (i8, i8),
    pub data: Vec<u8>,
}

/// A class of ships.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
#[repr(u8)]
pub enum EntityType {
    ArleighBurke,
    Bismarck,
    Clemenceau,
    Fletcher,
    G5,
    Iowa,
    Kolkata,
    Osa,
    Yasen,
    Zubr,
}

/// The properties of a class of ships.
struct Class {
    entity_type: EntityType,
    /// In hundredths.
    frequency: i64,
    turrets: usize,
    weapons: usize,
}

impl Class {
    fn dives(&self) -> bool {
        self.entity_type == EntityType::Yasen
    }
}

const CLASSES: [Class; 10] = {
    const fn class(entity_type: EntityType, f: i64, turrets: usize, weapons: usize) -> Class {
        Class { entity_type, frequency: f, turrets, weapons }
    }
    [
        class(EntityType::ArleighBurke, 214, 1, 20),
        class(EntityType::Bismarck, 52, 4, 10),
        class(EntityType::Clemenceau, 97, 4, 16),
        class(EntityType::Fletcher, 146, 4, 18),
        class(EntityType::G5, 1316, 0, 2),
        class(EntityType::Iowa, 155, 3, 28),
        class(EntityType::Kolkata, 83, 1, 15),
        class(EntityType::Osa, 725, 2, 6),
        class(EntityType::Yasen, 406, 0, 14),
        class(EntityType::Zubr, 1292, 3, 11),
    ]
};

/// The updates to measure.
#[must_use]
pub fn generate() -> Updates {
    let random = &mut Random::new(SEED);
    Updates { updates: random.list(1000..1001, update) }
}

fn update(random: &mut Random) -> Update {
    let players = random.range(200..400) as u16;
    let world_radius = (f32::from(players) * 15_000.0).sqrt() + random.float() * 100.0 - 50.0;
    let chunks = (world_radius / 1600.0).ceil() as i64;
    Update {
        contacts: random.list(20..40, |random| contact(random, players)),
        score: (random.float().powi(4) * 5000.0) as u32 + random.range(0..50) as u32,
        world_radius,
        terrain_updates: random.list(3..10, |random| terrain_update(random, chunks)),
    }
}

fn contact(random: &mut Random, players: u16) -> Contact {
    let class = class(random);
    let visible = random.chance(0.7);
    let unhurt = visible && random.chance(0.6);
    let weapons = if visible { class.weapons } else { 0 };
    let turrets = if visible { class.turrets } else { 0 };
    let (loaded, front) = (random.double(), random.bits() as u16);
    Contact {
        damage: if unhurt { 0 } else { random.range(0..200) as u8 },
        entity_id: random.range(0..i64::from(players) * 20) as u32,
        entity_type: visible.then_some(class.entity_type),
        guidance: Guidance {
            angle: random.bits() as u16,
            submerge: submerged(random, class),
            velocity: velocity(random),
        },
        player_id: visible.then(|| random.range(0..i64::from(players)) as u16),
        reloads: random.list(weapons..weapons + 1, |random| random.chance(loaded)),
        transform: Transform {
            altitude: if submerged(random, class) { random.range(-120..-35) as i8 } else { 0 },
            angle: random.bits() as u16,
            position: (random.float() * 1500.0 - 750.0, random.float() * 1500.0 - 750.0),
            velocity: velocity(random),
        },
        turret_angles: random.list(turrets..turrets + 1, |random| turret_angle(random, front)),
    }
}

fn class(random: &mut Random) -> &'static Class {
    let mut point = random.range(0..CLASSES.iter().map(|class| class.frequency).sum());
    let under = |class: &&Class| {
        point -= class.frequency;
        point < 0
    };
    CLASSES.iter().find(under).expect("the point lies within the sum of frequencies")
}

fn submerged(random: &mut Random, class: &Class) -> bool {
    class.dives() && random.chance(0.9)
}

/// Four ships in five go ahead, one in ten is still, and one in ten goes astern.
fn velocity(random: &mut Random) -> i16 {
    let range = match random.range(0..100) {
        0..80 => 140..900,
        80..90 => 0..1,
        _ => -900 / 4..-140 / 4,
    };
    random.range(range) as i16
}

/// Three turrets in four point almost to the front.
fn turret_angle(random: &mut Random, front: u16) -> u16 {
    match random.chance(0.75) {
        true => front.wrapping_add_signed(random.range(-200..200) as i16),
        false => random.bits() as u16,
    }
}

/// One update in fifty is a whole chunk.
fn terrain_update(random: &mut Random, chunks: i64) -> TerrainUpdate {
    let len = if random.chance(0.02) { 900..1100 } else { 3..9 };
    TerrainUpdate {
        chunk_id: (random.range(-chunks..chunks) as i8, random.range(-chunks..chunks) as i8),
        data: random.list(len, |random| random.bits() as u8),
    }
}
