use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(was(u8))]
    level: u32,
}

fn main() {}
