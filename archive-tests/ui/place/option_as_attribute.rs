use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(until = 2)]
    health: f32,
}

fn main() {}
