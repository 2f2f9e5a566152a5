use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(was(u32, until = 2))]
    level: u32,
}

fn main() {}
