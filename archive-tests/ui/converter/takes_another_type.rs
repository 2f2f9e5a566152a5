use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(was(String, until = 2, with = parse))]
    level: u32,
}

fn parse(text: Vec<u8>) -> u32 {
    u32::try_from(text.len()).unwrap_or(0)
}

fn main() {}
