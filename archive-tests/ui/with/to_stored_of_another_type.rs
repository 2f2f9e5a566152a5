use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(with = whole)]
    health: f32,
}

mod whole {
    pub type Stored = u32;

    pub fn to_stored(health: &f64) -> u32 {
        *health as u32
    }

    pub fn from_stored(stored: u32) -> f32 {
        stored as f32
    }
}

fn main() {}
