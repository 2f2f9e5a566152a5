use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(meta(most = 50 + 50))]
    health: f32,
}

fn main() {}
