use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    health: f32,
    #[archive(renamed(3, from = "health"))]
    mana: f32,
}

fn main() {}
