use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(max_len = 4)]
    level: u32,
}

fn main() {}
