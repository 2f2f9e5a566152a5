use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since(3, default = 100)]
    #[archive(was(u8, until = 3))]
    stamina: u16,
}

fn main() {}
