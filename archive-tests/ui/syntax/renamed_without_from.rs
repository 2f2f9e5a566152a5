use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(renamed(2, "hp"))]
    health: f32,
}

fn main() {}
