//! The twin of `colony` that borrows its texts.

use std::collections::BTreeMap;

use macro_rules_attribute::apply;

use super::super::{Twin, borrowed};
use super::{Facing, Health, Material, Position, Stage, Target};

impl Twin for super::World {
    type Of<'a> = World<'a>;
}

/// A world.
#[apply(borrowed)]
pub struct World<'a> {
    pub name: &'a str,
    pub tick: u64,
    #[serde(borrow)]
    pub entities: Vec<Entity<'a>>,
    #[serde(borrow)]
    pub tiles: BTreeMap<u32, Tile<'a>>,
}

/// What is in it.
#[apply(borrowed)]
pub struct Entity<'a> {
    pub id: u32,
    #[serde(borrow)]
    pub kind: Kind<'a>,
    pub position: Option<Position>,
    pub velocity: Option<[f32; 3]>,
    pub health: Option<Health>,
    #[serde(borrow)]
    pub name: Option<&'a str>,
    pub faction: Option<u8>,
    #[serde(borrow)]
    pub job: Option<Job<'a>>,
    #[serde(borrow)]
    pub inventory: Vec<Stack<'a>>,
    pub skills: BTreeMap<u16, u8>,
    #[serde(borrow)]
    pub tags: Vec<&'a str>,
}

/// What something is.
#[apply(borrowed)]
pub enum Kind<'a> {
    Plant { species: &'a str, stage: Stage },
    Animal { species: &'a str, owner: Option<u32> },
    Person { background: &'a str, age: u16 },
    Item { material: Material, quality: u8 },
    Building { blueprint: &'a str, facing: Facing },
}

/// What somebody does.
#[apply(borrowed)]
pub enum Job<'a> {
    Idle,
    Haul { from: u32, to: u32, item: &'a str },
    Build { blueprint: &'a str, done: f32 },
    Guard { post: Position, until: u64 },
    Follow(Target),
}

/// Some things of a kind.
#[apply(borrowed)]
pub struct Stack<'a> {
    pub item: &'a str,
    pub count: u16,
}

/// What lies on a tile.
#[apply(borrowed)]
pub struct Tile<'a> {
    pub ground: u8,
    pub depth: u16,
    #[serde(borrow)]
    pub sign: Option<&'a str>,
}
