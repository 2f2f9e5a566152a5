use std::collections::HashMap;

use archive::Archive;

/// From a crate that does not know of archives.
#[derive(PartialEq, Eq, Hash)]
struct Key(u32);

mod code {
    pub type Stored = u32;

    pub fn to_stored(key: &super::Key) -> u32 {
        key.0
    }

    pub fn from_stored(code: u32) -> super::Key {
        super::Key(code)
    }
}

/// It is not `Clone`.
#[derive(Archive)]
struct Action {
    speed: f32,
}

#[derive(Archive)]
struct Controls {
    #[archive(with = HashMap<code, _>)]
    actions: HashMap<Key, Action>,
    #[archive(with = Vec<HashMap<code, _>>)]
    profiles: Vec<HashMap<Key, Action>>,
}

fn main() {}
