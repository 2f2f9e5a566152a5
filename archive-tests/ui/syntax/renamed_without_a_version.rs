use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(renamed(from = "hp"))]
    health: f32,
}

fn main() {}
