use archive::Archive;

#[derive(Archive)]
#[archive(name = Save)]
struct SaveGame {
    level: u32,
}

fn main() {}
