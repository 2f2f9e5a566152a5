use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(renamed(2, from = "health"))]
    health: f32,
}

fn main() {}
