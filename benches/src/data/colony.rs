//! `colony`: a world of 50,000 entities, most of which lack most components.

use std::collections::BTreeMap;

use macro_rules_attribute::apply;

use super::{SEED, measured};
use crate::random::Random;

pub mod borrowed;

/// A world.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct World {
    pub name: String,
    pub tick: u64,
    pub entities: Vec<Entity>,
    /// What lies on the few tiles that are not bare, by the number of the tile.
    pub tiles: BTreeMap<u32, Tile>,
}

/// What is in it.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Entity {
    pub id: u32,
    pub kind: Kind,
    pub position: Option<Position>,
    pub velocity: Option<[f32; 3]>,
    pub health: Option<Health>,
    pub name: Option<String>,
    pub faction: Option<u8>,
    pub job: Option<Job>,
    pub inventory: Vec<Stack>,
    /// Levels of the few skills somebody has, by the number of the skill.
    pub skills: BTreeMap<u16, u8>,
    pub tags: Vec<String>,
}

/// What something is.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub enum Kind {
    Plant { species: String, stage: Stage },
    Animal { species: String, owner: Option<u32> },
    Person { background: String, age: u16 },
    Item { material: Material, quality: u8 },
    Building { blueprint: String, facing: Facing },
}

/// How far a plant is.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub enum Stage {
    Seed,
    Growing { done: f32 },
    Ripe { fruits: u8, since: u64 },
    Dead,
}

/// What something is made of.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
#[repr(u8)]
pub enum Material {
    Wood,
    Stone,
    Iron,
    Cloth,
}

/// Where something looks.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
#[repr(u8)]
pub enum Facing {
    North,
    East,
    South,
    West,
}

/// Where something is.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
pub struct Position {
    pub x: f32,
    pub y: f32,
    pub layer: u8,
}

/// How somebody is.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Health {
    pub now: u16,
    pub most: u16,
    pub wounds: Vec<Wound>,
}

/// What hurts.
#[apply(measured)]
#[derive(Copy, bincode::Decode, bincode::Encode)]
pub struct Wound {
    pub part: u8,
    pub depth: f32,
}

/// What somebody does.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub enum Job {
    Idle,
    Haul { from: u32, to: u32, item: String },
    Build { blueprint: String, done: f32 },
    Guard { post: Position, until: u64 },
    Follow(Target),
}

/// Who or what somebody goes after.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub enum Target {
    Entity(u32),
    Place(Position),
}

/// Some things of a kind.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Stack {
    pub item: String,
    pub count: u16,
}

/// What lies on a tile.
#[apply(measured)]
#[derive(bincode::Decode, bincode::Encode)]
pub struct Tile {
    pub ground: u8,
    pub depth: u16,
    pub sign: Option<String>,
}

const PLANTS: [&str; 6] = ["oak", "birch", "wheat", "potato", "rose", "fern"];
const ANIMALS: [&str; 6] = ["cow", "sheep", "wolf", "hare", "boar", "chicken"];
const BACKGROUNDS: [&str; 5] = ["miller", "soldier", "scholar", "thief", "shepherd"];
const BLUEPRINTS: [&str; 6] = ["wall", "door", "bed", "campfire", "watchtower", "granary"];
const ITEMS: [&str; 8] = ["log", "plank", "stone", "bread", "axe", "sword", "bandage", "gold coin"];
const NAMES: [&str; 8] = ["Ada", "Bela", "Cyril", "Dora", "Emil", "Frieda", "Gustav", "Hanna"];
const TAGS: [&str; 5] = ["selected", "forbidden", "burning", "wet", "sacred"];

/// The world to measure.
#[must_use]
pub fn generate() -> World {
    let random = &mut Random::new(SEED);
    let mut id = 0;
    let entities = random.list(50_000..50_001, |random| {
        id += 1 + random.range(0..3) as u32;
        entity(random, id)
    });
    let tiles = (0..2000).map(|_| (random.range(0..250_000) as u32, tile(random))).collect();
    World { name: "New Hope".to_owned(), tick: 8_123_456, entities, tiles }
}

fn entity(random: &mut Random, id: u32) -> Entity {
    let kind = kind(random);
    let person = matches!(kind, Kind::Person { .. });
    let alive = person || matches!(kind, Kind::Animal { .. });
    let moves = alive && random.chance(0.4);
    let placed = random.chance(0.9);
    Entity {
        id,
        position: placed.then(|| position(random)),
        velocity: moves.then(|| std::array::from_fn(|_| random.float() * 4.0 - 2.0)),
        health: alive.then(|| health(random)),
        name: (person || random.chance(0.02)).then(|| random.word(&NAMES)),
        faction: alive.then(|| random.range(0..6) as u8),
        job: person.then(|| job(random)),
        inventory: if person { random.list(0..6, stack) } else { Vec::new() },
        skills: if person { skills(random) } else { BTreeMap::new() },
        tags: if random.chance(0.05) {
            random.list(1..3, |random| random.word(&TAGS))
        } else {
            Vec::new()
        },
        kind,
    }
}

/// Half of the entities are plants, a quarter items, and one in ten is a person.
fn kind(random: &mut Random) -> Kind {
    match random.range(0..100) {
        0..50 => Kind::Plant { species: random.word(&PLANTS), stage: stage(random) },
        50..60 => {
            let owned = random.chance(0.3);
            let owner = owned.then(|| random.range(1..100_000) as u32);
            Kind::Animal { species: random.word(&ANIMALS), owner }
        }
        60..70 => {
            Kind::Person { background: random.word(&BACKGROUNDS), age: random.range(5..90) as u16 }
        }
        70..95 => Kind::Item {
            material: random.pick(&[
                Material::Wood,
                Material::Stone,
                Material::Iron,
                Material::Cloth,
            ]),
            quality: random.range(0..5) as u8,
        },
        _ => Kind::Building {
            blueprint: random.word(&BLUEPRINTS),
            facing: random.pick(&[Facing::North, Facing::East, Facing::South, Facing::West]),
        },
    }
}

fn stage(random: &mut Random) -> Stage {
    match random.range(0..10) {
        0 => Stage::Seed,
        1..7 => Stage::Growing { done: random.float() },
        7..9 => Stage::Ripe {
            fruits: random.range(0..20) as u8,
            since: random.range(0..8_000_000) as u64,
        },
        _ => Stage::Dead,
    }
}

fn position(random: &mut Random) -> Position {
    Position {
        x: random.float() * 500.0,
        y: random.float() * 500.0,
        layer: random.range(0..4) as u8,
    }
}

fn health(random: &mut Random) -> Health {
    let most = random.range(40..120) as u16;
    let hurt = random.chance(0.2);
    let wound =
        |random: &mut Random| Wound { part: random.range(0..12) as u8, depth: random.float() };
    Health {
        now: if hurt { random.range(1..i64::from(most)) as u16 } else { most },
        most,
        wounds: if hurt { random.list(1..4, wound) } else { Vec::new() },
    }
}

fn job(random: &mut Random) -> Job {
    match random.range(0..5) {
        0 => Job::Idle,
        1 => Job::Haul {
            from: random.range(0..250_000) as u32,
            to: random.range(0..250_000) as u32,
            item: random.word(&ITEMS),
        },
        2 => Job::Build { blueprint: random.word(&BLUEPRINTS), done: random.float() },
        3 => {
            Job::Guard { post: position(random), until: random.range(8_000_000..9_000_000) as u64 }
        }
        _ => Job::Follow(match random.chance(0.5) {
            true => Target::Entity(random.range(1..100_000) as u32),
            false => Target::Place(position(random)),
        }),
    }
}

fn stack(random: &mut Random) -> Stack {
    Stack { item: random.word(&ITEMS), count: random.range(1..100) as u16 }
}

fn skills(random: &mut Random) -> BTreeMap<u16, u8> {
    random
        .list(0..4, |random| (random.range(0..40) as u16, random.range(1..20) as u8))
        .into_iter()
        .collect()
}

fn tile(random: &mut Random) -> Tile {
    let sign = random.chance(0.05);
    Tile {
        ground: random.range(0..8) as u8,
        depth: random.range(0..300) as u16,
        sign: sign.then(|| format!("{}'s {}", random.pick(&NAMES), random.pick(&BLUEPRINTS))),
    }
}
