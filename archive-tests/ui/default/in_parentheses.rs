use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[default(100)]
    stamina: u16,
    #[archive(default(3))]
    lives: u8,
}

fn main() {}
