use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(was(String, until = 2, with = parse))]
    level: u32,
}

fn main() {}
