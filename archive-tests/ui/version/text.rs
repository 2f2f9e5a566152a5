use archive::Archive;

#[derive(Archive)]
#[archive(version = "2")]
struct SaveGame {
    level: u32,
}

fn main() {}
