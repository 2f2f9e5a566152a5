use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(name = "hp")]
    health: f32,
}

fn main() {}
