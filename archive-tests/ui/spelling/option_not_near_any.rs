use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(was(u8, until = 2, convert = f))]
    level: u32,
}

fn main() {}
