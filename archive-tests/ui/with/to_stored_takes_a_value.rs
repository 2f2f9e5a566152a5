use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(with = wide)]
    level: u16,
    #[archive(with = Vec<wide>)]
    levels: Vec<u16>,
}

#[derive(Archive)]
#[archive(transparent)]
struct Level(#[archive(with = wide)] u16);

mod wide {
    pub type Stored = u32;

    pub fn to_stored(level: u16) -> u32 {
        level.into()
    }

    pub fn from_stored(stored: u32) -> u16 {
        stored as u16
    }
}

fn main() {}
