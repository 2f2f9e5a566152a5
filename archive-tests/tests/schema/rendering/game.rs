//! A game whose schema has every kind of type.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};
use std::rc::Rc;
use std::time::Duration;

use archive::Archive;

/// A whole game, in *one* file.
///
/// Written when the player | the clock says so.
#[derive(Archive, Debug)]
#[archive(meta(category = "save"))]
pub(crate) struct SaveGame {
    pub(crate) r#type: Difficulty,
    /// In hearts.
    #[archive(meta(unit = "heart", min = 0, max = 20.5))]
    pub(crate) health: f32,
    #[archive(meta(min = 1, max = 99))]
    pub(crate) level: Option<u8>,
    #[archive(meta(max = 100, hidden))]
    pub(crate) seed: u64,
    pub(crate) played: Duration,
    pub(crate) units: BTreeMap<u32, Unit>,
    #[since(3, default = HashMap::new())]
    pub(crate) shops: HashMap<String, Result<Shop, char>>,
    pub(crate) seen: BTreeSet<Tile>,
    pub(crate) doors: HashSet<(i16, i16)>,
    pub(crate) turns: BinaryHeap<u16>,
    pub(crate) root: Dialog,
    pub(crate) picture: Vec<u8>,
    pub(crate) ground: Pool<u16, 2>,
    pub(crate) nothing: (),
}

#[derive(Archive, Debug)]
pub(crate) enum Difficulty {
    /// For everybody.
    Easy,
    #[since(2)]
    Custom {
        /// How many there are.
        #[archive(meta(min = 0))]
        enemies: i64,
        seed: Option<char>,
    },
    #[archive(tag = 9)]
    Of(i128, bool),
}

#[derive(Archive, Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) body: Body,
    pub(crate) name: Rc<str>,
}

/// What a shader reads.
#[derive(Archive, Clone, Debug)]
pub(crate) struct Body {
    /// In metres.
    pub(crate) position: Vec3,
    pub(crate) turn: [[f32; 2]; 2],
    pub(crate) color: [u8; 4],
}

#[derive(Archive, Clone, Debug)]
pub(crate) struct Vec3 {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) z: f32,
}

#[derive(Archive, Debug)]
pub(crate) struct Shop {
    pub(crate) open: bool,
    pub(crate) prices: Vec<(String, f64)>,
}

#[derive(Archive, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tile(pub(crate) i32, #[archive(removed(_: u8, until = 2))] pub(crate) i32);

/// A tree.
#[derive(Archive, Debug)]
pub(crate) struct Dialog {
    pub(crate) text: String,
    pub(crate) answer: Option<Box<Dialog>>,
    pub(crate) more: Vec<Dialog>,
}

#[derive(Archive, Debug)]
pub(crate) struct Pool<T, const N: usize> {
    pub(crate) slots: [Option<T>; N],
}

pub(crate) fn game() -> SaveGame {
    let position = Vec3 { x: 1.0, y: 2.0, z: 3.0 };
    let body = Body { position, turn: [[1.0, 0.0], [0.0, 1.0]], color: [9, 8, 7, 6] };
    let leaf = Dialog { text: "Bye.".into(), answer: None, more: vec![] };
    SaveGame {
        r#type: Difficulty::Custom { enemies: -1, seed: Some('x') },
        health: 0.5,
        level: None,
        seed: u64::MAX,
        played: Duration::from_millis(1500),
        units: BTreeMap::from([(7, Unit { body, name: "Ann".into() })]),
        shops: HashMap::from([(
            "smith".into(),
            Ok(Shop { open: true, prices: vec![("sword".into(), 12.5)] }),
        )]),
        seen: BTreeSet::from([Tile(1, 2)]),
        doors: HashSet::from([(3, 4)]),
        turns: BinaryHeap::from([2, 1]),
        root: Dialog { text: "Hi.".into(), answer: Some(Box::new(leaf)), more: vec![] },
        picture: vec![0xff],
        ground: Pool { slots: [Some(1), None] },
        nothing: (),
    }
}
