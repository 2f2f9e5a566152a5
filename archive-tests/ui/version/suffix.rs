use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since(2u8, default = 100)]
    stamina: u16,
}

fn main() {}
