use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    health: f32,
    #[archive(alias = "health")]
    mana: f32,
}

fn main() {}
