use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since(2)]
    guild: Option<String>,
}

fn main() {}
