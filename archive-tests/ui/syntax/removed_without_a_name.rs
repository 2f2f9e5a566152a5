use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(until = 2))]
    level: u32,
    #[archive(removed())]
    health: f32,
}

#[derive(Archive)]
enum Spell {
    #[archive(removed(since = 2, until = 3))]
    Fire,
}

fn main() {}
