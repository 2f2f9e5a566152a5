use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(mana: u8, until = 2, until = 3))]
    level: u32,
}

fn main() {}
