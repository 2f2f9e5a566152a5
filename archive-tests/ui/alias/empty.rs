use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(alias = "")]
    health: f32,
}

fn main() {}
