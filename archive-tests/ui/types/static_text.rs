use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    name: &'static str,
}

fn main() {}
