use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(was(String, until = 2, with = parse, back = print))]
    level: u32,
}

fn parse(text: String) -> u32 {
    text.parse().unwrap_or(0)
}

fn print(level: &u64) -> String {
    level.to_string()
}

fn main() {}
