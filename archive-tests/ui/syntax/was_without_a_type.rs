use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(was(until = 2))]
    level: u32,
}

fn main() {}
