use archive::Archive;

#[derive(Archive)]
#[archive(default = SaveGame { level: 1 })]
struct SaveGame {
    level: u32,
}

fn main() {}
