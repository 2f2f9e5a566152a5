use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(was(u8, until = 2), was(u8, until = 3))]
    level: u32,
}

fn main() {}
