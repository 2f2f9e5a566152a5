use archive::Archive;

#[derive(Archive)]
#[archive(version = 2)]
struct SaveGame {
    level: u32,
    #[since(3, default = 100)]
    stamina: u16,
}

fn main() {}
