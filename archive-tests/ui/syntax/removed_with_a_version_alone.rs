use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(3))]
    level: u32,
}

fn main() {}
