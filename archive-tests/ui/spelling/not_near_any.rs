use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(compress)]
    level: u32,
}

fn main() {}
