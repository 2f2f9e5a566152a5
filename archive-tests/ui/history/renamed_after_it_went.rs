use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(health: f32, until = 2, renamed(3, from = "hp")))]
    level: u32,
}

fn main() {}
