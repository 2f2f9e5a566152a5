//! A world that two machines simulate.

use std::collections::{BTreeMap, HashMap};

use archive::Archive;

#[derive(Archive, Clone, Debug, PartialEq)]
pub(crate) struct World {
    pub(crate) tick: u32,
    pub(crate) units: Vec<Unit>,
    pub(crate) stock: BTreeMap<String, Pile>,
    pub(crate) cells: HashMap<(i16, i16), Cell>,
    pub(crate) orders: HashMap<UnitId, Order>,
    pub(crate) heights: Vec<f32>,
    pub(crate) leader: Option<Box<Unit>>,
    pub(crate) chat: Vec<String>,
    pub(crate) noise: Vec<u8>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
pub(crate) struct Unit {
    pub(crate) position: Position,
    pub(crate) health: u16,
    pub(crate) goal: Option<(i16, i16)>,
    pub(crate) order: Order,
}

#[derive(Archive, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Position {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

#[derive(Archive, Clone, Debug, PartialEq)]
pub(crate) struct Pile {
    pub(crate) count: u32,
    pub(crate) age: [u8; 4],
}

#[derive(Archive, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct UnitId(pub(crate) u32);

#[derive(Archive, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cell {
    Grass,
    Wall,
}

#[derive(Archive, Clone, Debug, PartialEq)]
pub(crate) enum Order {
    Stay,
    Go { x: i16, y: i16 },
    Flee { x: i16, y: i16 },
    Follow(UnitId),
}

pub(crate) fn world() -> World {
    let unit = |n: u8| Unit {
        position: Position { x: f32::from(n), y: -0.5 },
        health: 100,
        goal: Some((1, 2)),
        order: Order::Go { x: 3, y: 4 },
    };
    let pile = |count| Pile { count, age: [0; 4] };
    World {
        tick: 7,
        units: (0..5).map(unit).collect(),
        stock: BTreeMap::from([("gold".into(), pile(3)), ("wood".into(), pile(40))]),
        cells: (0..20).map(|n| ((n, -n), Cell::Grass)).collect(),
        orders: HashMap::from([(UnitId(3), Order::Follow(UnitId(1)))]),
        heights: vec![0.25; 100],
        leader: Some(Box::new(unit(9))),
        chat: vec!["hello".into()],
        noise: vec![1, 2, 3],
    }
}
