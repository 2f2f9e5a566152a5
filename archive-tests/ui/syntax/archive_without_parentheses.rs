use archive::Archive;

#[derive(Archive)]
#[archive]
struct SaveGame {
    level: u32,
}

fn main() {}
