use archive::Archive;

#[derive(Archive)]
#[archive(version = 4, oldest = 3)]
struct SaveGame {
    #[archive(was(u8, until = 2))]
    level: u32,
}

fn main() {}
