use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    quest: Box<dyn Fn() -> u32>,
}

fn main() {}
