use archive::Archive;

#[derive(Archive)]
#[archive(alias = "Game")]
struct SaveGame {
    health: f32,
}

fn main() {}
