use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    levels: Vec<(u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8)>,
}

fn main() {}
