use archive::Archive;

#[derive(Archive)]
#[archive(version = 2)]
struct SaveGame {
    #[archive(renamed(3, from = "hp"))]
    health: f32,
}

fn main() {}
