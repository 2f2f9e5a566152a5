use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(renamed(2, "hp"))]
    health: f32,
    #[since(3, 100)]
    stamina: u16,
    #[archive(was(u8, 2))]
    #[archive(removed(mana: u16, 4))]
    level: u32,
}

fn main() {}
