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

#[derive(Archive)]
struct Controls {
    #[archive(with = HashMap<code, _>)]
    actions: HashMap<String, u8>,
    #[archive(with = HashMap<_, _>)]
    others: HashMap<Key, u8>,
    #[archive(with = HashMap<code, _>)]
    renamed: Renamed,
    #[archive(with = HashMap<code, _>)]
    list: Vec<Key>,
    #[archive(with = Option<HashMap<code, _>>)]
    option: HashMap<Key, u8>,
}

type Renamed = HashMap<Key, u8>;

fn main() {}
