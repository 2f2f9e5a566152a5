use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(with = whole)]
    health: f32,
}

mod whole {
    pub struct Stored(pub u32);

    pub fn to_stored(health: &f32) -> Stored {
        Stored(*health as u32)
    }

    pub fn from_stored(stored: Stored) -> f32 {
        stored.0 as f32
    }
}

fn main() {}
