use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(with = whole)]
    health: f32,
}

mod whole {
    pub type Stored = u32;

    pub fn to_stored(health: &f32) -> u32 {
        *health as u32
    }
}

fn main() {}
