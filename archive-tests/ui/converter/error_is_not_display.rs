use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(was(String, until = 2, with = parse))]
    level: u32,
}

struct Unreadable;

fn parse(text: String) -> Result<u32, Unreadable> {
    text.parse().map_err(|_| Unreadable)
}

fn main() {}
