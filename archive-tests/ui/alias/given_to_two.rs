use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(alias = "hp")]
    health: f32,
    #[archive(alias = "hp")]
    mana: f32,
}

fn main() {}
