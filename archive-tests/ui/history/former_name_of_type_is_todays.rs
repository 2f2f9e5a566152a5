use archive::Archive;

#[derive(Archive)]
#[archive(renamed(2, from = "SaveGame"))]
struct SaveGame {
    health: f32,
}

fn main() {}
