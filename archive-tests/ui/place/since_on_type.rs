use archive::Archive;

#[derive(Archive)]
#[since(2)]
struct SaveGame {
    level: u32,
}

fn main() {}
