use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(was(String, until = 2, with = parse))]
    level: u32,
}

fn parse(text: String) -> u64 {
    text.len() as u64
}

fn main() {}
