use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(meta(unit = "points", unit = "percent"))]
    health: f32,
}

fn main() {}
