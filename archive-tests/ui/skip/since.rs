use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since(2, default = 0)]
    #[archive(skip)]
    cache: u32,
}

fn main() {}
