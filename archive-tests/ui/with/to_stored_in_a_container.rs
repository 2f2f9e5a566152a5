use archive::Archive;
use archive::with::View;

pub struct Name(String);
pub struct Tile(u8);

mod name {
    pub type Stored = String;

    pub fn to_stored(name: &super::Name) -> &[u8] {
        name.0.as_bytes()
    }

    pub fn from_stored(stored: String) -> super::Name {
        super::Name(stored)
    }
}

mod tile {
    use super::View;

    pub type Stored = u8;

    pub fn to_stored(tile: &super::Tile) -> View<&u8> {
        View(&tile.0)
    }

    pub fn from_stored(stored: u8) -> super::Tile {
        super::Tile(stored)
    }
}

#[derive(Archive)]
struct Level {
    #[archive(with = Option<name>)]
    name: Option<Name>,
    #[archive(with = Vec<tile>)]
    tiles: Vec<Tile>,
}

fn main() {}
