use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(renamed("vitality"))]
    #[archive(removed("mana"))]
    #[archive(was = u8)]
    #[archive(alias)]
    health: f32,
}

fn main() {}
