//! A value with many kinds of parts, shared by the tests.

use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::rc::Rc;
use std::time::Duration;

use archive::Archive;

#[derive(Archive, Debug, PartialEq, Clone)]
pub struct World {
    pub name: String,
    pub seed: u128,
    pub raw: Vec<u8>,
    pub heights: Vec<f32>,
    pub points: Vec<Point>,
    pub places: BTreeMap<String, Option<Place>>,
    pub counts: HashMap<u16, i8>,
    pub shape: ([bool; 3], char, ()),
    pub events: Vec<Event>,
    pub time: Result<Duration, Rc<str>>,
    #[archive(removed(mode: u8, until = 2))]
    #[since(2, default = Box::new(7))]
    pub boxed: Box<i64>,
}

#[derive(Archive, Debug, PartialEq, Clone)]
pub struct Place(pub i16, pub i16);

#[repr(C)]
#[derive(Archive, Debug, PartialEq, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[archive(pod)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[derive(Archive, Debug, PartialEq, Clone)]
pub enum Event {
    Quit,
    Moved { to: Place },
    All(Vec<Event>),
}

pub fn world() -> World {
    World {
        name: "Ygg".into(),
        seed: u128::MAX - 7,
        raw: vec![1, 2, 3],
        heights: vec![0.5, -0.25],
        points: vec![Point { x: 1.0, y: 2.0 }],
        places: [("a".into(), None), ("b".into(), Some(Place(-1, 1)))].into(),
        counts: [(1, -1), (256, 2), (2, 3)].into(),
        shape: ([true, false, true], 'ß', ()),
        events: vec![Event::Moved { to: Place(3, 4) }, Event::All(vec![Event::Quit])],
        time: Err("never".into()),
        boxed: Box::new(-5),
    }
}

/// A heap, kept apart because it cannot be compared.
pub fn heap() -> BinaryHeap<u8> {
    [3, 1, 2].into()
}
