use archive::Archive;

const STAMINA: u32 = 2;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since(STAMINA, default = 100)]
    stamina: u16,
}

fn main() {}
