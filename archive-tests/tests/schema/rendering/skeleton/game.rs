// Reads an archive of `SaveGame`: `let value: SaveGame = archive::Options::file().newer(archive::Newer::Accept).load(path)?;`

use archive::Archive;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::BinaryHeap;
use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Arc;

/// A whole game, in *one* file.
///
/// Written when the player | the clock says so.
#[derive(Archive, Debug)]
#[archive(version = 3, meta(category = "save"))]
pub struct SaveGame {
    pub r#type: Difficulty,
    /// In hearts.
    #[archive(meta(unit = "heart", min = 0, max = 20.5))]
    pub health: f32,
    #[archive(meta(min = 1, max = 99))]
    pub level: Option<u8>,
    #[archive(meta(max = 100, hidden))]
    pub seed: u64,
    pub played: std::time::Duration,
    pub units: BTreeMap<u32, Unit>,
    pub shops: HashMap<String, Result<Shop, char>>,
    pub seen: BTreeSet<Tile>,
    pub doors: HashSet<(i16, i16)>,
    pub turns: BinaryHeap<u16>,
    pub root: Dialog,
    pub picture: Vec<u8>,
    pub ground: PoolU162,
    pub nothing: (),
}

/// What a shader reads.
#[derive(Archive, Debug)]
pub struct Body {
    /// In metres.
    pub position: Vec3,
    pub turn: [[f32; 2]; 2],
    pub color: [u8; 4],
}

/// A tree.
#[derive(Archive, Debug)]
pub struct Dialog {
    pub text: String,
    pub answer: Option<Box<Dialog>>,
    pub more: Vec<Dialog>,
}

#[derive(Archive, Debug)]
#[archive(version = 2)]
pub enum Difficulty {
    /// For everybody.
    #[archive(tag = 0)]
    Easy,
    #[archive(tag = 2)]
    Custom {
        /// How many there are.
        #[archive(meta(min = 0))]
        enemies: i64,
        seed: Option<char>,
    },
    #[archive(tag = 9)]
    Of(
        i128,
        bool,
    ),
}

// A generic type with its arguments: Pool<u16,2>
#[derive(Archive, Debug)]
#[archive(name = "Pool")]
pub struct PoolU162 {
    pub slots: [Option<u16>; 2],
}

#[derive(Archive, Debug)]
pub struct Shop {
    pub open: bool,
    pub prices: Vec<(String, f64)>,
}

#[derive(Archive, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[archive(version = 2)]
pub struct Tile(
    pub i32,
    #[archive(removed(_: (), until = 2))]
    pub i32,
);

#[derive(Archive, Debug)]
pub struct Unit {
    pub body: Body,
    pub name: Arc<String>,
}

#[derive(Archive, Debug)]
pub struct Vec3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}
