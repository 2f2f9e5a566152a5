use archive::Archive;

#[derive(Archive)]
#[archive(after_load = 7)]
struct SaveGame {
    level: u32,
}

fn main() {}
