use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(by_value)]
    level: u16,
    #[archive(by_value)]
    names: Option<Vec<String>>,
}

fn main() {}
