use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(with = whole, was(u8, until = 2))]
    health: f32,
}

fn main() {}
