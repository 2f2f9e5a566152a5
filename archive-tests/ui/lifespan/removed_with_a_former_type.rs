//! A field that had another type before it was removed is two tombstones.

use archive::Archive;

#[derive(Archive)]
struct Hero {
    #[archive(removed(mana: u32, until = 4, was(u8, until = 2)))]
    name: String,
}

/// As it is said.
#[derive(Archive)]
struct Villain {
    #[archive(removed(mana: u8, until = 2), removed(mana: u32, since = 2, until = 4))]
    name: String,
}

fn main() {}
