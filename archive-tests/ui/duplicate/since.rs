use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since(2, default = 100)]
    #[since(3)]
    stamina: u16,
}

fn main() {}
