use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since(2)]
    #[default = 50 + 50]
    stamina: u16,
}

fn main() {}
