use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    parent: *const u8,
}

fn main() {}
