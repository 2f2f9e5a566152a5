use archive::{Archive, Unknown};

#[derive(Archive)]
enum Difficulty {
    #[archive(unknown)]
    Newer(Unknown),
}

#[derive(Archive)]
#[archive(transparent)]
struct Level(u32, #[archive(unknown)] Unknown);

#[derive(Archive)]
#[archive(unknown)]
struct SaveGame {
    level: u32,
}

fn main() {}
