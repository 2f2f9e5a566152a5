use archive::Archive;

#[derive(Archive)]
#[archive(crate = engine::archive)]
struct SaveGame {
    level: u32,
}

fn main() {}
