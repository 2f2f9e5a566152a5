//! The types of a small game, and its saves.

use std::collections::BTreeMap;

use archive::{Archive, Options};

#[derive(Archive, Debug, PartialEq, Clone)]
pub struct SaveGame {
    pub slot: u8,
    pub player: Player,
    pub seen: BTreeMap<String, bool>,
}

#[derive(Archive, Debug, PartialEq, Clone)]
#[archive(oldest = 2)]
pub struct Player {
    #[archive(max_len = 16)]
    pub name: String,
    pub inventory: Vec<Item>,
    pub mood: Mood,
    #[since(3, default = 100)]
    pub stamina: u16,
}

#[derive(Archive, Debug, PartialEq, Clone)]
pub struct Item {
    pub name: String,
    #[archive(was(u8, until = 2))]
    pub count: u32,
}

#[derive(Archive, Debug, PartialEq, Clone)]
pub enum Mood {
    Calm,
    #[archive(removed(Furious, until = 2))]
    Angry,
    #[since(2)]
    Sleepy,
}

pub fn save() -> SaveGame {
    let inventory =
        vec![Item { name: "torch".into(), count: 3 }, Item { name: "rope".into(), count: 1 }];
    SaveGame {
        slot: 1,
        player: Player { name: "Ada".into(), inventory, mood: Mood::Calm, stamina: 70 },
        seen: [("cave".into(), true), ("tower".into(), false)].into(),
    }
}

/// The save as a message, and where its body starts.
pub fn message() -> (Vec<u8>, usize) {
    let bytes = Options::message().to_vec(&save()).unwrap();
    let body = bytes.windows(5).position(|window| window == [1, 3, b'A', b'd', b'a']).unwrap();
    (bytes, body)
}

/// The position of `text` in the message.
pub fn place_of(text: &str) -> usize {
    let (bytes, _) = message();
    bytes.windows(text.len()).position(|window| window == text.as_bytes()).unwrap()
}
