//! The types of the hostile texts: every kind of value, nested options, versions, objects.

use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, Unknown};

#[derive(Archive, Clone, Debug, PartialEq)]
pub struct World {
    #[archive(renamed(2, from = "title"))]
    pub name: String,
    pub tiles: Vec<Tile>,
    pub keys: BTreeMap<String, (i8, char)>,
    pub blob: Vec<u8>,
    pub heights: Vec<f32>,
    #[since(2, default = None)]
    pub mood: Option<Option<bool>>,
    #[archive(default = None)]
    pub next: Option<Box<World>>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
pub enum Tile {
    Empty,
    Wall { height: f64 },
    Door(u32, bool),
}

/// Some of these may have several owners.
#[derive(Archive, Clone, Debug)]
pub struct Shared {
    pub lights: Vec<Rc<Tile>>,
    #[archive(default = None)]
    pub main: Option<Rc<Tile>>,
}

/// Whatever stands in its group.
#[derive(Archive, Clone, Debug, PartialEq)]
pub struct Any {
    #[archive(unknown)]
    pub extra: Unknown,
}

pub fn world() -> World {
    let inner = World {
        name: "cellar \"one\"\n".into(),
        tiles: vec![Tile::Empty, Tile::Wall { height: -0.5e300 }, Tile::Door(7, true)],
        keys: [("é".into(), (-3, '\''))].into(),
        blob: (0..40).collect(),
        heights: vec![f32::NAN, f32::INFINITY, 1.5],
        mood: Some(None),
        next: None,
    };
    World { next: Some(Box::new(inner.clone())), ..inner }
}

pub fn shared() -> Shared {
    let light = Rc::new(Tile::Wall { height: 0.5 });
    Shared { lights: vec![light.clone(), Rc::new(Tile::Empty), light.clone()], main: Some(light) }
}

/// A text by somebody who knows the whole grammar.
pub const BY_HAND: &str = "\u{feff}@versions { Tile = 1 } // of old
World @1 {
  `title` = \"\\u{e9}\\t'\", /* two
  lines */
  \"tiles\" = [Wall { height = .5 } Door(0x1F, false), Empty,]
  keys = { \"a b\" = (-0b11, '\\''), \"\" = [1_0, \"x\"] }

  blob = x\"00 ff\", heights = [inf -inf, nan(0x7fc00001) 1_0.5e-3]
  next = some({ title = \"\" tiles = [] keys = {} blob = [1, 2.0] heights = [] next = none })
}
";
