use archive::Archive;

#[derive(Archive)]
#[archive(version = 4, oldest = 3)]
struct SaveGame {
    #[archive(renamed(2, from = "hp"))]
    health: f32,
}

fn main() {}
