use archive::Archive;

mod whole {
    pub type Stored = u32;

    pub fn to_stored(health: &f32) -> u32 {
        *health as u32
    }

    pub fn from_stored(stored: u32) -> f32 {
        stored as f32
    }
}

#[derive(Archive)]
struct SaveGame {
    #[archive(with = whole)]
    best: Option<f32>,
}

fn main() {}
